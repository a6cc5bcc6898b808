"""The choices of a question, and which decisions fit them.

They have five shapes, so one page can draw them all: a plain button, an amount, a pick of pieces,
an arrangement of pieces into parts, and placing chips on several spots.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any, TypeAlias

import msgspec

from houseway.engine.inputs import (
    DEALER,
    NO_CENTS,
    NOTHING,
    PLAYER,
    Act,
    Pieces,
    Put,
    label_of,
    not_cents,
)
from houseway.money import Cents, format_dollars
from houseway.util.english import between, spread, suggest, the

_INT = {int}


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


def _stray(name: str, act: Act, *takes: str) -> str | None:
    """The sentence for a field this choice does not take."""
    words = {"amount": "amount", "pieces": "pieces", "parts": "parts", "places": "spots"}
    for field, word in words.items():
        if field not in takes and getattr(act, field):
            return f"{name} takes no {word}"
    return None


class _Choice(msgspec.Struct, frozen=True, tag_field="shape"):
    """What every choice is asked."""

    def fits(self, act: Act) -> bool:
        """Whether a decision of this name fits at a glance; if not, ``fault`` looks closely."""
        return False


class Button(_Choice, frozen=True, gc=False, tag="button"):
    """A plain decision; ``cents`` is what it costs now."""

    name: str
    words: str = ""
    cents: Cents = 0

    def fits(self, act: Act) -> bool:
        """Whether the decision has nothing but its name."""
        return (
            act.amount is NO_CENTS
            and act.pieces is NOTHING
            and act.parts is NOTHING
            and act.places is NOTHING
        )

    def fault(self, act: Act) -> str | None:
        """Why this decision does not fit, or None."""
        if not (act.amount or act.pieces or act.parts or act.places):
            return None
        if self.cents and (fault := not_cents(act.amount)):
            return f"{self.name}: {fault}"
        if self.cents and act.amount not in (0, self.cents):
            return f"{self.name} takes no other amount than {format_dollars(self.cents)}"
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

    def fits(self, act: Act) -> bool:
        """Whether the decision has an amount within the limits and nothing more."""
        amount = act.amount
        return (
            type(amount) is int
            and self.least <= amount <= self.most
            and ((amount - self.least) % self.step == 0 or amount == self.most)
            and act.pieces is NOTHING
            and act.parts is NOTHING
            and act.places is NOTHING
        )

    def fault(self, act: Act) -> str | None:
        """Why this amount does not fit, or None."""
        amount = act.amount
        if act.pieces or act.parts or act.places:
            return _stray(self.name, act, "amount")
        if type(amount) is not int:
            return f"{self.name}: {not_cents(amount)}"
        if self.least <= amount <= self.most:
            if self.step == 1 or amount == self.most or (amount - self.least) % self.step == 0:
                return None
            return f"{self.name} {format_dollars(amount)} is not in steps of {format_dollars(self.step)}"
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

    def fits(self, act: Act) -> bool:
        """Whether the decision has so many of the pieces, no one twice, and nothing more."""
        pieces = act.pieces
        return (
            type(pieces) is tuple
            and self.least <= len(pieces) <= self.most
            and _INT.issuperset(map(type, pieces))
            and len(named := {*pieces}) == len(pieces)
            and named.issubset(self.pieces)
            and not act.amount
            and type(act.amount) is int
            and act.parts is NOTHING
            and act.places is NOTHING
        )

    def fault(self, act: Act) -> str | None:
        """Why this pick does not fit, or None."""
        if act.amount or act.parts or act.places:
            return _stray(self.name, act, "pieces")
        if not self.least <= len(act.pieces) <= self.most:
            wanted = spread(self.least, self.most, "piece")
            return f"{self.name} takes {wanted}, not {len(act.pieces)}"
        if strangers(act.pieces, self.pieces):
            return f"{self.name} names what the player does not hold"
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

    def fault(self, act: Act) -> str | None:
        """Why this arrangement does not fit, or None."""
        if act.amount or act.pieces or act.places:
            return _stray(self.name, act, "parts")
        sizes = tuple((name, len(pieces)) for name, pieces in act.parts)
        if sizes != self.parts:
            wanted = ", ".join(f"{n} in {name}" for name, n in self.parts)
            return f"{self.name} needs {wanted}"
        if self.strange(act):
            return f"{self.name} must use exactly the pieces the player holds"
        return None

    def strange(self, act: Act) -> Pieces:
        """The pieces named that the player does not hold."""
        return strangers(tuple(p for _, pieces in act.parts for p in pieces), self.pieces)


class Spot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place for chips: how much may lie there, and whether something must.

    ``name`` is what a decision calls it; ``wager``, ``hand``, ``whom`` and ``circle`` (0: one's
    own) say which place that is.  ``beside`` are spots of which one must have chips too, unless it
    is empty; ``equals`` is the spot on which just as much lies, if there is one.
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
        """What it is called in a sentence."""
        return the(self.words) if self.words else self.name

    def put(self, cents: int) -> Put:
        """So many chips on it."""
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
        """Its spots by their names."""
        return {spot.name: spot for spot in self.spots}

    @functools.cached_property
    def required(self) -> frozenset[str]:
        """The names of the spots on which something must lie."""
        return frozenset(spot.name for spot in self.spots if spot.required)

    def open_to(self, spot: Spot, placed: Iterable[str]) -> bool:
        """Whether chips may lie on this spot, as far as these others go that have some now."""
        beside = [other.name for other in self.spots if other.name in spot.beside]
        return not beside or any(name in beside for name in placed)

    def fits(self, act: Act) -> bool:
        """Whether the decision has chips as they may lie here, and nothing more."""
        return (
            act.amount is NO_CENTS
            and act.pieces is NOTHING
            and act.parts is NOTHING
            and self._lie_here(act.places)
        )

    def _lie_here(self, places: Any) -> bool:
        """Whether these are spots by their names, each once and with an amount that it may have."""
        if type(places) is not tuple:
            return False
        named = self.named
        for pair in places:
            if type(pair) is not tuple or len(pair) != 2:
                return False
            name, cents = pair
            if type(name) is not str or type(cents) is not int:
                return False
            spot = named.get(name)
            if spot is None or not spot.least <= cents <= spot.most or cents % spot.step:
                return False
        placed = dict(places)
        return len(placed) == len(places) and placed.keys() >= self.required

    def fault(self, act: Act) -> str | None:
        """Why these chips do not fit, or None."""
        found = self._misplaced(act)
        return found[0] if found else None

    def cited(self, act: Act) -> tuple[str, ...]:
        """The clauses by which these chips do not fit."""
        found = self._misplaced(act)
        return found[1] if found else ()

    def _misplaced(self, act: Act) -> tuple[str, tuple[str, ...]] | None:
        if act.amount or act.pieces or act.parts:
            return _stray(self.name, act, "places") or "", ()
        placed = dict(act.places)
        if len(placed) != len(act.places):
            return "the same spot is named twice", ()
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
                return (
                    f"{spot.said} takes steps of {step}, not {format_dollars(cents)}",
                    spot.clauses,
                )
        return self._no_spot(next(iter(placed))) if placed else None

    def _no_amount(self, spot: Spot, cents: int, strange: str) -> tuple[str, tuple[str, ...]]:
        """The sentence for an amount out of the limits; none may be a wager that was misspelt."""
        if not cents and strange:
            return self._no_spot(strange)
        which = "" if spot.least == spot.most else "from "
        limits = which + between(spot.least, spot.most)
        if not cents:
            return f"{spot.said} is missing: put {limits} on {spot.name}", spot.clauses
        return f"{spot.said} takes {limits}, not {format_dollars(cents)}", spot.clauses

    def strange(self, act: Act) -> str:
        """The first spot that is named and is not here."""
        return next((name for name, _ in act.places if name not in self.named), "")

    def _elsewhere_only(self, act: Act) -> bool:
        """Whether all chips go to other circles: then nothing must lie in one's own."""
        spots = [self.named[name] for name, cents in act.places if cents and name in self.named]
        return bool(spots) and all(spot.circle for spot in spots)

    def _no_spot(self, name: str) -> tuple[str, tuple[str, ...]]:
        """The sentence for chips where there is no spot; a tip may be where none is taken."""
        names = [spot.name for spot in self.spots]
        nowhere = f"there is no spot {name!r} here"
        tipped = [spot.name for spot in self.spots if name == label_of(spot.name, 0, DEALER)]
        if tipped:
            return f"{nowhere}: no tip for the dealer is taken on it", self.tip_clauses
        own = [spot.name for spot in self.spots if not spot.circle]
        more = "; there are the spots of other circles too" if len(own) < len(names) else ""
        cited = self.spots[0].clauses if self.spots else ()
        return f"{nowhere}; {suggest(name, own)}{more}", cited

    def puts(self, act: Act) -> tuple[Put, ...]:
        """The chips of a decision by their places."""
        return tuple(self.named[name].put(cents) for name, cents in act.places if cents)


Choice: TypeAlias = Button | Amount | Pick | Arrange | Place
