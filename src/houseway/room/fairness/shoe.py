"""The committed shoe of a table: the whole order fixed and published before the first wager.

Pieces that are shuffled back, or laid anew when the shoe has run out, begin a new *epoch*: another
order from the same seed, with a root of its own.  A ``Place`` says how far a shoe has been dealt,
so that after a stop it goes on with the very piece that would have come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import msgspec

from houseway.engine.questions import Pieces
from houseway.errors import HousewayError
from houseway.pieces.dice import DICE
from houseway.pieces.kind import Kind
from houseway.room.fairness.drbg import SEED_BYTES
from houseway.room.fairness.shuffle import (
    CUP,
    DECK,
    Epoch,
    Opening,
    Root,
    commitment,
    context_of,
    cup_order,
    deck_order,
)

Spot: TypeAlias = tuple[str, int, int]
"""Where a piece lay: in the deck or the cup, of which epoch, at which place."""
CUP_DICE = 48
"""Dice of one filling of the cup: sixteen throws of three."""


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far a shoe has been dealt.

    ``contents`` are the pieces of its epoch, lowest first, where they are not the whole set: it
    says what was shuffled and nothing of the order.  The cup has an epoch and a number of its own.
    """

    shoe: int
    epoch: int = 0
    drawn: int = 0
    contents: Pieces | None = None
    cup: int = 0
    thrown: int = 0


class FairShoe:
    """Pieces and dice in an order that follows from a seed and is committed to."""

    __slots__ = ("_cups", "_decks", "_seed", "kind", "sets", "shoe", "table", "whole")

    def __init__(self, table: str, shoe: int, kind: Kind, sets: int, seed: bytes) -> None:
        self.table, self.shoe, self.kind, self.sets = table, shoe, kind, sets
        if len(seed) != SEED_BYTES:
            raise self._wrong(f"its seed has {len(seed)} bytes and not {SEED_BYTES}")
        self._seed = seed
        self.whole = tuple(kind.one_set(sets))
        self._decks = [self._shuffled(self.whole, 0)]
        self._cups: list[Epoch] = []

    @classmethod
    def at(cls, table: str, kind: Kind, sets: int, seed: bytes, place: Place) -> FairShoe:
        """The same shoe where it stood: the next piece is the one that would have come."""
        shoe = cls(table, place.shoe, kind, sets, seed)
        if place.epoch:
            contents = shoe.whole if place.contents is None else place.contents
            shoe._decks = [shoe._shuffled(contents, place.epoch)]
        if place.cup or place.thrown:
            shoe._cups = [shoe._filled(place.cup)]
            shoe._cups[-1].used = place.thrown
        shoe._decks[-1].used = place.drawn
        for epoch in (*shoe._decks, *shoe._cups):
            if not 0 <= epoch.used <= len(epoch.order):
                raise shoe._wrong(f"nothing lies at place {epoch.used} of the {epoch.stream}")
        return shoe

    def copy(self) -> FairShoe:
        """Another object for the same shoe at the same place."""
        return FairShoe.at(self.table, self.kind, self.sets, self._seed, self.place())

    def __repr__(self) -> str:
        return f"<shoe {self.shoe} of table {self.table}: {self.left} {self.kind.name} left>"

    def _wrong(self, why: str) -> HousewayError:
        return HousewayError(f"shoe {self.shoe} of table {self.table}: {why}")

    def _shuffled(self, pieces: Sequence[int], number: int) -> Epoch:
        if pieces is not self.whole and (surplus := Counter(pieces) - Counter(self.whole)):
            raise self._wrong(f"it has not so many of these: {self.kind.show(surplus)}")
        context = context_of(self.table, self.shoe, DECK, number)
        order = deck_order(self._seed, context, pieces)
        return Epoch(self._seed, context, DECK, number, order)

    def _filled(self, number: int) -> Epoch:
        context = context_of(self.table, self.shoe, CUP, number)
        order = cup_order(self._seed, context, CUP_DICE)
        return Epoch(self._seed, context, CUP, number, order)

    @property
    def _cup(self) -> Epoch:
        """The cup as it is filled now."""
        if not self._cups:
            self._cups.append(self._filled(0))
        return self._cups[-1]

    # -- what deals --------------------------------------------------------------------------

    @property
    def left(self) -> int:
        """How many pieces can still be drawn."""
        return self._decks[-1].left

    def draw(self, n: int) -> Pieces:
        """The next ``n`` pieces."""
        deck = self._decks[-1]
        if not 0 <= n <= deck.left:
            raise self._wrong(f"{n} {self.kind.name} are wanted, and {deck.left} are left")
        return deck.take(n)

    def dice(self, n: int) -> Pieces:
        """The next ``n`` dice of the cup; when all are used it is filled again."""
        found = self._cup.take(n)
        while len(found) < n:
            self._cups.append(self._filled(self._cup.number + 1))
            found += self._cup.take(n - len(found))
        return found

    def put_back(self, pieces: Pieces) -> None:
        """Shuffle these pieces into what is left: a new epoch."""
        deck = self._decks[-1]
        self.relay((*deck.order[deck.used :], *pieces))

    def relay(self, pieces: Sequence[int]) -> None:
        """Shuffle these pieces and no others: a new epoch."""
        self._decks.append(self._shuffled(pieces, self._decks[-1].number + 1))

    # -- where it stands ---------------------------------------------------------------------

    def place(self) -> Place:
        """Where it stands; ``FairShoe.at`` goes on from there."""
        deck = self._decks[-1]
        contents = tuple(sorted(deck.order)) if deck.number else None
        cup, thrown = (self._cup.number, self._cup.used) if self._cups else (0, 0)
        return Place(self.shoe, deck.number, deck.used, contents, cup, thrown)

    # -- what is shown of it -----------------------------------------------------------------

    @property
    def used(self) -> bool:
        """Whether anything of it was ever dealt or thrown."""
        place = self.place()
        return bool(place.epoch or place.drawn or place.cup or place.thrown)

    @property
    def root(self) -> bytes:
        """The commitment to the order that is being dealt."""
        return self._decks[-1].root

    @property
    def cup_root(self) -> bytes:
        """The commitment to the dice that are being thrown."""
        return self._cup.root

    @property
    def next(self) -> tuple[Spot, Spot]:
        """Where the next piece lies, and the next die."""
        deck, cups = self._decks[-1], self._cups
        cup = (self._cup.number, self._cup.used) if cups else (0, 0)
        return (DECK, deck.number, deck.used), (CUP, *cup)

    @property
    def shown(self) -> bytes:
        """What is shown before a wager: the commitment to the dice, where dice are thrown."""
        return self.cup_root if self.kind is DICE else self.root

    @property
    def commitment(self) -> bytes:
        """What binds the room to the seed, and so to every epoch to come."""
        return commitment(self.table, self.shoe, self._seed)

    def roots(self) -> list[Root]:
        """The roots of all epochs this object has dealt from, the present ones last."""
        return [epoch.published() for epoch in (*self._decks, *self._cups)]

    def epoch(self, stream: str, number: int) -> Epoch:
        """One of the epochs this object has dealt from."""
        for epoch in self._decks if stream == DECK else self._cups:
            if epoch.number == number:
                return epoch
        raise self._wrong(f"epoch {number} of the {stream} has not been dealt from here")

    def opening(self, i: int) -> Opening:
        """One place of the order that is being dealt, shown."""
        return self._decks[-1].openings((i,))[0]

    def openings(self, spots: Iterable[Spot]) -> list[Opening]:
        """Some places of what this object has dealt from, shown."""
        wanted: dict[tuple[str, int], list[int]] = {}
        for stream, number, i in spots:
            wanted.setdefault((stream, number), []).append(i)
        return [x for key, places in wanted.items() for x in self.epoch(*key).openings(places)]

    def drawn_since(self, place: Place) -> list[Spot]:
        """What was dealt since then, piece by piece.

        This object must have stood at that place, or have been made at it.
        """
        begun = {(DECK, place.epoch): place.drawn, (CUP, place.cup): place.thrown}
        since = {DECK: place.epoch, CUP: place.cup}
        return [
            (epoch.stream, epoch.number, i)
            for epoch in (*self._decks, *self._cups)
            if epoch.number >= since[epoch.stream]
            for i in range(begun.get((epoch.stream, epoch.number), 0), epoch.used)
        ]
