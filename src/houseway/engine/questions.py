"""The questions of a round script, and the inputs that answer them.

A script yields two things only: ``Ask`` to seats, and ``Chance``. A family may ask by a class of
its own that can be written as an ``Ask``.

The choices of a question have five shapes, so one page can draw them all: a plain button, an
amount, a pick of pieces, an arrangement of pieces into parts, and placing chips on several spots.
"""

from __future__ import annotations

import functools
from collections.abc import Generator, Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from houseway.engine.inputs import (
    DEALER,
    PLAYER,
    Act,
    Drawn,
    Input,
    Pieces,
    Put,
    Ruling,
    TimeUp,
    label_of,
    not_cents,
)
from houseway.errors import Reason
from houseway.money import Cents, format_dollars
from houseway.util.english import between, spread, suggest, the


def strangers(named: Pieces, held: Pieces) -> Pieces:
    """The pieces named that are not among those held, counting copies."""
    left = list(held)
    found = []
    for piece in named:
        if piece in left:
            left.remove(piece)
        else:
            found.append(piece)
    return tuple(found)


def _stray(name: str, act: Act, *takes: str) -> Reason | None:
    """Explain that the act has a field that this choice does not take."""
    words = {"amount": "amount", "pieces": "pieces", "parts": "parts", "places": "spots"}
    for field, word in words.items():
        if field not in takes and getattr(act, field):
            return Reason("decision-takes-none", f"{name} takes no {word}")
    return None


class _Choice(msgspec.Struct, frozen=True, tag_field="shape"):
    """The attributes that every choice has."""


class Button(_Choice, frozen=True, gc=False, tag="button"):
    """A plain decision; ``cents`` is what it costs now."""

    name: str
    words: str = ""
    cents: Cents = 0

    def fault(self, act: Act) -> Reason | None:
        """Explain why this decision does not fit; None if it does."""
        if not (act.amount or act.pieces or act.parts or act.places):
            return None
        if self.cents and (reason := not_cents(act.amount)):
            return reason.after(f"{self.name}: ")
        if self.cents and act.amount not in (0, self.cents):
            return Reason(
                "amount-fixed",
                f"{self.name} takes no other amount than {format_dollars(self.cents)}, not "
                f"{format_dollars(act.amount)}",
            )
        return _stray(self.name, act, *(("amount",) if self.cents else ()))


class Amount(_Choice, frozen=True, gc=False, tag="amount"):
    """A decision with an amount between ``least`` and ``most``, in steps above ``least``.

    ``most`` itself is always allowed: it is the limit, or all the chips a player has.
    """

    name: str
    least: Cents
    most: Cents
    step: Cents = 1
    words: str = ""

    def fault(self, act: Act) -> Reason | None:
        """Explain why this amount does not fit; None if it does."""
        amount = act.amount
        if act.pieces or act.parts or act.places:
            return _stray(self.name, act, "amount")
        if reason := not_cents(amount):
            return reason.after(f"{self.name}: ")
        if self.least <= amount <= self.most:
            if self.step == 1 or amount == self.most or (amount - self.least) % self.step == 0:
                return None
            return Reason(
                "amount-off-step",
                f"{self.name} {format_dollars(amount)} is not in steps of "
                f"{format_dollars(self.step)}",
            )
        if amount < self.least:
            return Reason("amount-below-least", self._limits(amount))
        return Reason("amount-above-most", self._limits(amount))

    def _limits(self, amount: Cents) -> str:
        """Return the limits in a sentence, for an amount outside of them."""
        which = "" if self.least == self.most else "from "
        limits = which + between(self.least, self.most)
        return f"{self.name} must be {limits}, not {format_dollars(amount)}"


class Pick(_Choice, frozen=True, gc=False, tag="pick"):
    """Choose from ``least`` to ``most`` of some pieces."""

    name: str
    pieces: Pieces
    least: int
    most: int
    words: str = ""

    def fault(self, act: Act) -> Reason | None:
        """Explain why this pick does not fit; None if it does."""
        if act.amount or act.parts or act.places:
            return _stray(self.name, act, "pieces")
        if not self.least <= len(act.pieces) <= self.most:
            wanted = spread(self.least, self.most, "piece")
            return Reason(
                "wrong-number-picked", f"{self.name} takes {wanted}, not {len(act.pieces)}"
            )
        if strangers(act.pieces, self.pieces):
            return Reason("picked-not-held", f"{self.name} names what the player does not hold")
        return None

    def strange(self, act: Act) -> Pieces:
        """The pieces named that the player does not hold."""
        return strangers(act.pieces, self.pieces)


class Arrange(_Choice, frozen=True, gc=False, tag="arrange"):
    """Put all of some pieces into named parts, each of its own size."""

    name: str
    pieces: Pieces
    parts: tuple[tuple[str, int], ...]
    words: str = ""
    suggestion: tuple[tuple[str, Pieces], ...] = ()

    def fault(self, act: Act) -> Reason | None:
        """Explain why this arrangement does not fit; None if it does."""
        if act.amount or act.pieces or act.places:
            return _stray(self.name, act, "parts")
        sizes = tuple((name, len(pieces)) for name, pieces in act.parts)
        if sizes != self.parts:
            wanted = ", ".join(f"{n} in {name}" for name, n in self.parts)
            given = ", ".join(f"{n} in {name}" for name, n in sizes) or "no parts"
            return Reason("wrong-parts", f"{self.name} needs {wanted}, not {given}")
        if self.strange(act):
            return Reason(
                "parts-not-held", f"{self.name} must use exactly the pieces the player holds"
            )
        return None

    def strange(self, act: Act) -> Pieces:
        """The pieces named that the player does not hold."""
        return strangers(tuple(p for _, pieces in act.parts for p in pieces), self.pieces)


class Spot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place for chips, with the limits of an amount there, in cents.

    ``name`` is the word of a decision for it. ``wager``, ``hand``, ``whom`` and ``circle`` (0:
    one's own) say which stake the chips become. ``beside`` lists spots of which one must have chips
    too, unless it is empty; ``equals`` is the spot that must have the same amount, or "".
    """

    name: str
    least: Cents
    most: Cents
    step: Cents = 1
    required: bool = False
    words: str = ""
    clauses: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    equals: str = ""
    wager: str = ""
    hand: int = 0
    whom: str = PLAYER
    circle: int = 0

    @property
    def said(self) -> str:
        """The spot as a sentence names it."""
        return the(self.words) if self.words else self.name

    def put(self, cents: int) -> Put:
        """Return the chips that this amount becomes on the spot."""
        return Put(self.wager or self.name, cents, self.hand, self.whom, self.circle)


class Place(_Choice, frozen=True, dict=True, tag="place"):
    """Put chips on several spots at once, or on none (``pass`` is then another choice).

    ``tip_clauses`` say on which wagers tips for the dealer are taken.
    """

    name: str
    spots: tuple[Spot, ...]
    words: str = ""
    tip_clauses: tuple[str, ...] = ()

    @functools.cached_property
    def named(self) -> dict[str, Spot]:
        """Spots by name."""
        return {spot.name: spot for spot in self.spots}

    @functools.cached_property
    def required(self) -> frozenset[str]:
        """The names of the spots that must have chips."""
        return frozenset(spot.name for spot in self.spots if spot.required)

    def open_to(self, spot: Spot, placed: Iterable[str]) -> bool:
        """Return True if chips may be put on this spot while ``placed`` spots have chips."""
        beside = [other.name for other in self.spots if other.name in spot.beside]
        return not beside or any(name in beside for name in placed)

    def fault(self, act: Act) -> Reason | None:
        """Explain why these chips do not fit; None if they do."""
        if act.amount or act.pieces or act.parts:
            return _stray(self.name, act, "places")
        placed = dict(act.places)
        if len(placed) != len(act.places):
            names = [name for name, _ in act.places]
            twice = next(name for name in names if names.count(name) > 1)
            return Reason("spot-twice", f"the spot {twice} is named twice; name each spot once")
        for spot in self.spots:
            if not placed:
                if spot.circle:
                    break  # of the spots of other circles, none must be bet
                if not spot.required:
                    continue
            cents = placed.pop(spot.name, 0)
            if not (cents or spot.required):
                continue
            if not cents and self._elsewhere_only(act):
                continue
            if not spot.least <= cents <= spot.most:
                return self._no_amount(spot, cents, self.strange(act))
            if cents % spot.step:
                step = format_dollars(spot.step)
                return Reason(
                    "wager-off-step",
                    f"{spot.said} takes steps of {step}, not {format_dollars(cents)}",
                    spot.clauses,
                )
        return self._no_spot(next(iter(placed))) if placed else None

    def _no_amount(self, spot: Spot, cents: int, strange: str) -> Reason:
        """Explain an amount outside the limits; a wager that is missing may be misspelt."""
        if not cents and strange:
            return self._no_spot(strange)
        which = "" if spot.least == spot.most else "from "
        limits = which + between(spot.least, spot.most)
        if not cents:
            missing = f"{spot.said} is missing: put {limits} on {spot.name}"
            return Reason("wager-missing", missing, spot.clauses)
        takes = f"{spot.said} takes {limits}, not {format_dollars(cents)}"
        if cents < spot.least:
            return Reason("wager-below-least", takes, spot.clauses)
        return Reason("wager-above-most", takes, spot.clauses)

    def strange(self, act: Act) -> str:
        """The first spot named that does not exist here; "" if all do."""
        return next((name for name, _ in act.places if name not in self.named), "")

    def _elsewhere_only(self, act: Act) -> bool:
        """Return True if all chips go to other circles; the own circle needs none then."""
        spots = [self.named[name] for name, cents in act.places if cents and name in self.named]
        return bool(spots) and all(spot.circle for spot in spots)

    def _no_spot(self, name: str) -> Reason:
        """Explain chips where there is no spot; a tip may be where none is taken."""
        names = [spot.name for spot in self.spots]
        nowhere = f"there is no spot {name!r} here"
        tipped = [spot.name for spot in self.spots if name == label_of(spot.name, 0, DEALER)]
        if tipped:
            refused = f"{nowhere}: no tip for the dealer is taken on it"
            return Reason("tip-not-taken", refused, self.tip_clauses)
        own = [spot.name for spot in self.spots if not spot.circle]
        more = "; there are the spots of other circles too" if len(own) < len(names) else ""
        cited = self.spots[0].clauses if self.spots else ()
        return Reason("no-such-spot", f"{nowhere}; {suggest(name, own)}{more}", cited)

    def puts(self, act: Act) -> tuple[Put, ...]:
        """The chips of a decision by their places."""
        return tuple(self.named[name].put(cents) for name, cents in act.places if cents)


Choice: TypeAlias = Button | Amount | Pick | Arrange | Place


class Asking(msgspec.Struct, frozen=True, tag_field="asks"):
    """A question to seats: an ``Ask``, or one that a family asks in a class of its own.

    ``default_action`` is the decision taken when time is up. ``seconds`` is the time that the rules
    give for it; 0: the room decides.
    """

    if TYPE_CHECKING:

        @property
        def words(self) -> str: ...

        @property
        def default_action(self) -> str: ...

        @property
        def seconds(self) -> int: ...

    def takes(self, act: Act) -> bool:
        """Return True if nothing forbids this answer, not even ``Rules.check``; False if
        ``RoundDriver.refusal`` must decide."""
        return False

    def choices_of(self, seat: int) -> tuple[Choice, ...]:
        """Return the choices of this seat; none if it is not asked."""
        raise NotImplementedError

    def seats(self) -> tuple[int, ...]:
        """Return the seats that may answer."""
        raise NotImplementedError

    def whole(self) -> Ask:
        """Return the same question with every choice computed."""
        raise NotImplementedError


class Ask(Asking, frozen=True, tag="seats"):
    """A question to one seat, or to several in any order, with the choices of each."""

    asked: dict[int, tuple[Choice, ...]]
    words: str = ""
    default_action: str = msgspec.field(default="", name="late")
    seconds: int = 0

    def whole(self) -> Ask:
        """Return the question itself; its choices are computed when it is made."""
        return self

    @property
    def seat(self) -> int:
        """Return the only seat that is asked; ValueError if there are several."""
        (found,) = self.asked
        return found

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Return the choices of the only seat that is asked; ValueError if there are several."""
        (found,) = self.asked.values()
        return found

    def same_for(self, seat: int, earlier: Ask) -> bool:
        """Return True if ``earlier``, answered by another seat, asked this seat the same."""
        mine, other = self.asked[seat], earlier.asked.get(seat)
        return (mine is other or mine == other) and (
            self.words, self.default_action, self.seconds
        ) == (earlier.words, earlier.default_action, earlier.seconds)  # fmt: skip

    def choices_of(self, seat: int) -> tuple[Choice, ...]:
        """Return the choices of this seat; none if it is not asked."""
        return self.asked.get(seat, ())

    def seats(self) -> tuple[int, ...]:
        """Return the seats that may answer."""
        return tuple(self.asked)


class Chance(msgspec.Struct, frozen=True, gc=False, tag_field="asks", tag="chance"):
    """``n`` pieces from the deck, dice from the cup, or a shuffle.

    ``back`` are pieces shuffled into the deck before anything is drawn from it.
    """

    what: str
    n: int
    kind: str = "pieces"
    back: Pieces = ()


Question: TypeAlias = Asking | Chance
Written: TypeAlias = Ask | Chance
"""Each is written with its kind under ``asks``, and read back like the inputs."""
Script: TypeAlias = Generator[Question, Any, None]
"""A generator of questions. It is sent an ``Act`` for a question to seats, None after a ruling (it
then asks again), and pieces for chance."""

__all__ = [
    "DEALER", "PLAYER", "Act", "Amount", "Arrange", "Ask", "Asking", "Button", "Chance",
    "Choice", "Drawn", "Input", "Pick", "Pieces", "Place", "Put", "Question", "Ruling",
    "Script", "Spot", "TimeUp", "Written", "label_of",
]  # fmt: skip
