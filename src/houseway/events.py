"""Events: the only things that change a round's state, and what viewers are told.

Each is a frozen struct with ``do(state)``.  A private one has a ``hidden()`` copy, made once; an
event that moves money says so in ``transfers()``, from which any ledger can be kept.
"""

from __future__ import annotations

import functools
import re
import typing
from collections.abc import Callable
from typing import Annotated, Any, TypeAlias

import msgspec

from houseway.money import plain
from houseway.pieces.kinds import Kind
from houseway.script import DEALER, label_of

Account: TypeAlias = tuple[str, int]
Transfer: TypeAlias = tuple[Account, Account, int]
PieceTuple = Annotated[tuple[int, ...], "pieces"]
DiceTuple = Annotated[tuple[int, ...], "dice"]

HOUSE: Account = ("house", 0)
TOKES: Account = ("tokes", 0)
DROP: Account = ("drop", 0)
METER: Account = ("meter", 0)
"""What progressive meters and their reserves hold, in whole cents."""


def purse(seat: int) -> Account:
    """The chips in front of a seat."""
    return ("purse", seat)


def stake(seat: int) -> Account:
    """The chips a seat has at risk in this round."""
    return ("stake", seat)


class Settlement(msgspec.Struct, frozen=True):
    """How one wager (or one share of a pot) came out, and by which clauses.

    ``element`` is the part of a combination game that decided it.
    """

    seat: int
    wager: str
    outcome: str
    odds: str
    stake: int
    back: int
    clauses: tuple[str, ...]
    hand: int = 0
    owner: str = "player"
    note: str = ""
    element: str = ""
    circle: int = 0
    """Whose circle the wager lies in, where it is not the bettor's own."""

    @property
    def net(self) -> int:
        """Won or lost on this wager."""
        return self.back - self.stake

    @property
    def label(self) -> str:
        """``main``, ``main.2`` (the second hand), ``main.tip``, ``3:main`` (in another circle)."""
        tip = ".tip" * (self.owner == DEALER)
        return label_of(self.wager, self.hand, circle=self.circle) + tip


class Event(msgspec.Struct, frozen=True):
    """Something that happened.  ``do`` is its effect on the state."""

    def do(self, s: Any) -> None:
        """Change the state."""

    def hidden(self) -> Event:
        """The copy for those who may not see it; a public event is its own."""
        return self

    def seen_by(self, viewer: int) -> bool:
        """Whether this viewer (a seat, or 0 for an onlooker) may see the event itself."""
        return True

    def transfers(self) -> tuple[Transfer, ...]:
        """The money it moves: from, to, cents."""
        return ()

    def settlement(self) -> Settlement | None:
        """The wager it settles, if it settles one."""
        return None


class Closed(Event, frozen=True):
    """The round is over."""

    def do(self, s: Any) -> None:
        s.closed = True


class Said(Event, frozen=True):
    """The dealer announces something."""

    words: str

    def do(self, s: Any) -> None:
        s.said.append(self.words)


_WRITTEN: dict[str, Callable[[Any, Kind], str]] = {
    "pieces": lambda pieces, kind: kind.show(pieces).replace(" ", ","),
    "cents": lambda cents, kind: plain(cents),
    "places": lambda places, kind: ",".join(f"{spot}:{plain(cents)}" for spot, cents in places),
    "puts": lambda puts, kind: ",".join(
        f"{label_of(put.spot, put.hand, put.whom, put.circle)}:{plain(put.cents)}" for put in puts
    ),
    "claim": lambda claim, kind: (
        f"{claim.place[0]}.{label_of(*claim.place[1:])} {claim.outcome} {claim.payout.text}"
    ),
    "moves": lambda moves, kind: ",".join(f"{to}:{seat}:{plain(c)}" for to, seat, c in moves),
    "": lambda value, kind: ",".join(map(str, value)) if isinstance(value, tuple) else str(value),
}


@functools.cache
def _fields(cls: type[Event]) -> tuple[tuple[str, Any, Callable[[Any, Kind], str]], ...]:
    """Each field with its default and the way it is written."""
    hints = typing.get_type_hints(cls, include_extras=True)
    names = cls.__struct_fields__
    defaults = (...,) * (len(names) - len(cls.__struct_defaults__)) + cls.__struct_defaults__
    found = []
    for name, default in zip(names, defaults, strict=True):
        metadata = getattr(hints[name], "__metadata__", ("",))
        found.append((name, default, _WRITTEN.get(str(metadata[0]), _WRITTEN[""])))
    return tuple(found)


@functools.cache
def event_name(cls: type[Event]) -> str:
    """``WagerSettled`` -> ``wager_settled``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


def line(event: Event, kind: Kind) -> str:
    """One event as one line of text, pieces and money in their notation."""
    words = [event_name(type(event))]
    for name, default, written in _fields(type(event)):
        value = getattr(event, name)
        if value != default and (text := written(value, kind)):
            words.append(f"{name}={text!r}" if " " in text else f"{name}={text}")
    return " ".join(words)
