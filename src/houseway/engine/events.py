"""Events: base classes, visibility, transfers of money, the fast state struct."""

from __future__ import annotations

import functools
import re
import typing
from collections.abc import Callable
from enum import Enum
from typing import Annotated, Any, ClassVar, TypeAlias, final

import msgspec
from msgspec.structs import replace

from houseway.engine.questions import DEALER, label_of
from houseway.money import format_amount
from houseway.pieces.kind import UNSEEN, Kind

# State: structs whose fields only events set.


class _Settable(msgspec.StructMeta):
    """Fields are set as those of a class with slots, which the interpreter does by itself.

    msgspec sets a field by a call of its own, to tell the garbage collector when a struct begins to
    hold other objects; a state holds some from the beginning. A hand sets over a hundred fields.
    Without this class a hold'em hand takes 15 % longer, blackjack 5 %.
    """

    def __init__(self, name: str, bases: tuple[type, ...], fields: dict[str, Any], **_: Any):
        super().__init__(name, bases, fields)
        type.__setattr__(self, "__setattr__", object.__setattr__)
        type.__setattr__(self, "__delattr__", object.__delattr__)


class State(msgspec.Struct, metaclass=_Settable):
    """A state, or a part of one."""


# Events.  Each is a frozen struct with ``do(state)``.  One that moves money lists it in
# ``transfers()``, from which any ledger can be kept.

Account: TypeAlias = tuple[str, int]
Transfer: TypeAlias = tuple[Account, Account, int]
PieceTuple = Annotated[tuple[int, ...], "pieces"]
DiceTuple = Annotated[tuple[int, ...], "dice"]
Reason = Annotated[str, "reason"]
"""Name of the deciding fact in the words of the game; shown to people, not written to records."""
Whispered = Annotated[str, "whispered"]
"""Words that reveal something about covered pieces; shown only to viewers of the pieces."""


class Faces(Enum):
    """The side of the pieces of an event that viewers see."""

    DOWN = "no one sees them"
    TO_SEAT = "the seat it names sees them, or the holder if it names one"
    UP = "everybody sees them"


DOWN, TO_SEAT, UP = Faces.DOWN, Faces.TO_SEAT, Faces.UP

DEAL, TURN, DRAW, CHIPS, ROLL, SETTLE, AWARD, SAY = (
    "deal", "turn", "draw", "chips", "roll", "settle", "award", "say",
)  # fmt: skip
"""Cues: the animations that a client may play for an event."""

HOUSE: Account = ("house", 0)
TOKES: Account = ("tokes", 0)
DROP: Account = ("drop", 0)


def purse(seat: int) -> Account:
    """The chips in front of a seat."""
    return ("purse", seat)


def stake(seat: int) -> Account:
    """The chips a seat has at risk in this round."""
    return ("stake", seat)


def meter(spot: str, number: int) -> Account:
    """Return the account of a progressive meter and its reserve, in whole cents."""
    return (f"meter:{spot}", number)


def kind_of(account: Account) -> str:
    """Return the kind of an account without its number: ``purse``, ``house``, ``meter``, ..."""
    return account[0].partition(":")[0]


class Settlement(msgspec.Struct, frozen=True, gc=False):
    """The result of one wager, or of one share of a pot, with its clauses.

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
    """Circle in which the wager lies; 0 if it is the bettor's own."""
    because: str = ""
    """Name of the deciding fact in the words of the game; "" if the outcome says it."""

    @property
    def net(self) -> int:
        """Cents won (positive) or lost (negative) on this wager."""
        return self.back - self.stake

    @property
    def label(self) -> str:
        """``main``, ``main.2`` (the second hand), ``main.tip``, ``3:main`` (in another circle)."""
        tip = ".tip" * (self.owner == DEALER)
        return label_of(self.wager, self.hand, circle=self.circle) + tip


class Event(msgspec.Struct, frozen=True, gc=False):
    """A thing that happened. ``do`` is its effect on the state.

    It holds plain values, never an object that could hold the event, so the garbage collector need
    not track it.
    """

    faces: ClassVar[Faces] = DOWN
    """Visibility of the pieces. A subclass that turns pieces up must declare it again."""
    cue: ClassVar[str | None] = None
    """Animation cue for clients; None: derived from the effect of the event (``cue_of``)."""
    settles: ClassVar[bool] = False
    """True for the few classes that settle a wager or award a pot."""

    def do(self, s: Any) -> None:
        """Change the state."""

    @final
    def hidden(self) -> Event:
        """Return the copy for viewers who may not see it, with its pieces covered."""
        cover = COVERS[self.__class__]
        return self if cover is None else cover.hide(self)

    @final
    def seen_by(self, viewer: int) -> bool:
        """Return True if this viewer (a seat, or 0 for an onlooker) may see the event itself."""
        cover = COVERS[self.__class__]
        if cover is None or cover.faces is DOWN or not viewer:
            return cover is None
        return bool(viewer == (getattr(self, "holder", 0) or getattr(self, "seat", 0)))

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the money it moves: (from account, to account, cents) each."""
        return ()

    def settlement(self) -> Settlement | None:
        """Return the wager it settles; None if it settles none."""
        return None


class Cover:
    """The way to cover the pieces of one class of events."""

    __slots__ = ("_names", "faces", "hide")

    def __init__(self, cls: type[Event], faces: Faces, names: list[str]) -> None:
        if faces is TO_SEAT and "seat" not in cls.__struct_fields__:
            raise TypeError(f"{cls.__name__} gives pieces to a seat, and names none")
        self.faces = faces
        self._names = names
        # Nearly all have one field of pieces, and every card dealt down comes by here.
        quick = {"pieces": _hide_pieces, "piece": _hide_piece}
        self.hide: Callable[[Any], Event] = quick.get(" ".join(names), self._hide)

    def _hide(self, event: Event) -> Event:
        """Return as many pieces, face down; of words an empty string."""
        covered: dict[str, Any] = {}
        for name in self._names:
            value = getattr(event, name)
            covered[name] = _UNSEEN[len(value)] if value.__class__ is tuple else ""
        return replace(event, **covered)


def _hide_pieces(event: Any) -> Event:
    """Return the event with its pieces face down."""
    hidden: Event = replace(event, pieces=_UNSEEN[len(event.pieces)])
    return hidden


def _hide_piece(event: Any) -> Event:
    """Return the event with its piece face down."""
    hidden: Event = replace(event, piece=_UNSEEN[len(event.piece)])
    return hidden


class _Covers(dict[type[Event], Cover | None]):
    """The cover of each class of events; None if every viewer may see all of it."""

    def __missing__(self, cls: type[Event]) -> Cover | None:
        faces = vars(cls).get("faces", DOWN)
        names = [] if faces is UP else [name for name, kind in _kinds(cls) if kind in _SECRET]
        self[cls] = cover = Cover(cls, faces, names) if names else None
        return cover


COVERS = _Covers()
_SECRET = ("pieces", "dice", "whispered")
_UNSEEN = tuple((UNSEEN,) * n for n in range(64))


class Closed(Event, frozen=True):
    """The round is over."""

    def do(self, s: Any) -> None:
        s.closed = True


class Said(Event, frozen=True):
    """The dealer announces something."""

    words: str
    cue = SAY

    def do(self, s: Any) -> None:
        s.said.append(self.words)


_WRITTEN: dict[str, Callable[[Any, Kind], str]] = {
    "pieces": lambda pieces, kind: kind.show(pieces).replace(" ", ","),
    "dice": lambda dice, kind: ",".join(str(die) if die > 0 else "??" for die in dice),
    "cents": lambda cents, kind: format_amount(cents),
    "places": lambda places, kind: ",".join(
        f"{spot}:{format_amount(cents)}" for spot, cents in places
    ),
    "puts": lambda puts, kind: ",".join(
        f"{label_of(put.spot, put.hand, put.whom, put.circle)}:{format_amount(put.cents)}"
        for put in puts
    ),
    "claim": lambda claim, kind: (
        f"{claim.place[0]}.{label_of(*claim.place[1:])} {claim.outcome} {claim.payout.text}"
    ),
    "reason": lambda reason, kind: "",
    "moves": lambda moves, kind: ",".join(
        f"{to}:{seat}:{format_amount(c)}" for to, seat, c in moves
    ),
    "": lambda value, kind: ",".join(map(str, value)) if isinstance(value, tuple) else str(value),
}


def _kinds(cls: type[Event]) -> list[tuple[str, str]]:
    """Each field with the first word of its annotation, such as pieces or cents; else empty."""
    hints = typing.get_type_hints(cls, include_extras=True)
    words = [(x, getattr(hints[x], "__metadata__", ("",))[0]) for x in cls.__struct_fields__]
    return [(name, str(word)) for name, word in words]


@functools.cache
def field_kinds(cls: type[Event]) -> dict[str, str]:
    """Return the kind of each field that declares one: ``pieces``, ``dice``, ``cents``."""
    return dict(_kinds(cls))


@functools.cache
def cue_of(cls: type[Event]) -> str:
    """Return the cue of a class of events: dice, dealt pieces, moving chips; "" for none."""
    if cls.cue is not None:
        return cls.cue
    if cls.settles:
        return SETTLE
    kinds = field_kinds(cls).values()
    if "dice" in kinds:
        return ROLL
    if "pieces" in kinds:
        return DEAL
    return CHIPS if cls.transfers is not Event.transfers else ""


@functools.cache
def _fields(cls: type[Event]) -> tuple[tuple[str, Any, Callable[[Any, Kind], str]], ...]:
    """Return each field with its default and the function that writes it."""
    kinds = _kinds(cls)
    defaults = (...,) * (len(kinds) - len(cls.__struct_defaults__)) + cls.__struct_defaults__
    return tuple(
        (name, default, _WRITTEN.get(kind, _WRITTEN[""]))
        for (name, kind), default in zip(kinds, defaults, strict=True)
    )


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
