"""The committed shoe of a table: the whole order is fixed and published before the first wager.

Pieces that are shuffled back, or laid again when the shoe has run out, begin a new *epoch*: another
order from the same seed, with a root of its own. After a restart the shoe continues with the next
piece.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from houseway.engine.questions import Pieces
from houseway.errors import HousewayError
from houseway.pieces.dice import DICE
from houseway.pieces.kind import Kind
from houseway.room.api.record_types import Draw, Spot
from houseway.room.fairness.drbg import SEED_BYTES, Stream, derive
from houseway.room.fairness.shuffle import (
    CUP,
    DECK,
    SALT_BYTES,
    Epoch,
    Opening,
    Root,
    commitment,
    context_of,
    cup_order,
    deck_order,
)

CUP_DICE = 48
"""Dice of one filling of the cup: sixteen throws of three."""


class ShoePosition(msgspec.Struct, frozen=True, omit_defaults=True):
    """The position in a shoe.

    ``contents`` are the pieces of its epoch, lowest first, unless they are the whole set. They
    reveal nothing of the order. The cup has an epoch and a number of its own.
    """

    shoe: int
    epoch: int = 0
    drawn: int = 0
    contents: Pieces | None = None
    cup: int = 0
    thrown: int = 0


class FairShoe:
    """Pieces and dice in an order that follows from a committed seed."""

    __slots__ = ("_cups", "_decks", "_seed", "dealt", "kind", "sets", "shoe", "table", "whole")

    def __init__(self, table: str, shoe: int, kind: Kind, sets: int, seed: bytes) -> None:
        self.table, self.shoe, self.kind, self.sets = table, shoe, kind, sets
        if len(seed) != SEED_BYTES:
            raise self._wrong(f"its seed has {len(seed)} bytes and not {SEED_BYTES}")
        self._seed = seed
        self.whole = tuple(kind.one_set(sets))
        self._decks = [self._shuffled(self.whole, 0)]
        self._cups: list[Epoch] = []
        self.dealt: list[Draw] = []
        """The draws and throws since the list was last emptied."""

    @classmethod
    def at(cls, table: str, kind: Kind, sets: int, seed: bytes, place: ShoePosition) -> FairShoe:
        """Return the shoe at a place; the next piece is the one that follows it."""
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
        """Return another object for the same shoe at the same place."""
        return FairShoe.at(self.table, self.kind, self.sets, self._seed, self.place())

    def __repr__(self) -> str:
        return f"<shoe {self.shoe} of table {self.table}: {self.left} {self.kind.name} left>"

    def _wrong(self, why: str) -> HousewayError:
        """Return the error of a shoe that cannot go on, with its number and table."""
        return HousewayError(f"shoe {self.shoe} of table {self.table}: {why}")

    def _shuffled(self, pieces: Sequence[int], number: int) -> Epoch:
        """Return the epoch of the deck with these pieces, in the order that the seed decides."""
        if pieces is not self.whole and (surplus := Counter(pieces) - Counter(self.whole)):
            raise self._wrong(f"it has fewer of these: {self.kind.show(surplus)}")
        context = context_of(self.table, self.shoe, DECK, number)
        order = deck_order(self._seed, context, pieces)
        return Epoch(self._seed, context, DECK, number, order)

    def _filled(self, number: int) -> Epoch:
        """Return the epoch of the cup with this number: dice in the order that the seed decides."""
        context = context_of(self.table, self.shoe, CUP, number)
        order = cup_order(self._seed, context, CUP_DICE)
        return Epoch(self._seed, context, CUP, number, order)

    @property
    def _cup(self) -> Epoch:
        """Return the present filling of the cup."""
        if not self._cups:
            self._cups.append(self._filled(0))
        return self._cups[-1]

    @property
    def left(self) -> int:
        """Return how many pieces can still be drawn."""
        return self._decks[-1].left

    def draw(self, n: int) -> Pieces:
        """Return the next ``n`` pieces."""
        deck = self._decks[-1]
        if not 0 <= n <= deck.left:
            raise self._wrong(f"{n} {self.kind.name} are wanted, and {deck.left} are left")
        return self._take(deck, n)

    def _take(self, epoch: Epoch, n: int) -> Pieces:
        """Return the next pieces of an epoch, or as many as there are, and note them."""
        first, found = epoch.used, epoch.take(n)
        if found:
            self.dealt.append(Draw("", epoch.stream, epoch.number, first, len(found)))
        return found

    def dice(self, n: int) -> Pieces:
        """Return the next ``n`` dice of the cup; an empty cup gets a new epoch."""
        found = self._take(self._cup, n)
        while len(found) < n:
            self._cups.append(self._filled(self._cup.number + 1))
            found += self._take(self._cup, n - len(found))
        return found

    def put_back(self, pieces: Pieces) -> None:
        """Shuffle these pieces into the rest: a new epoch."""
        deck = self._decks[-1]
        self.relay((*deck.order[deck.used :], *pieces))

    def relay(self, pieces: Sequence[int]) -> None:
        """Shuffle these pieces and no others: a new epoch."""
        self._decks.append(self._shuffled(pieces, self._decks[-1].number + 1))

    def place(self) -> ShoePosition:
        """Return the position, from which ``FairShoe.at`` continues."""
        deck = self._decks[-1]
        contents = tuple(sorted(deck.order)) if deck.number else None
        cup, thrown = (self._cup.number, self._cup.used) if self._cups else (0, 0)
        return ShoePosition(self.shoe, deck.number, deck.used, contents, cup, thrown)

    @property
    def used(self) -> bool:
        """Return True if any of it was ever dealt or thrown."""
        place = self.place()
        return bool(place.epoch or place.drawn or place.cup or place.thrown)

    @property
    def root(self) -> bytes:
        """Return the commitment to the present order."""
        return self._decks[-1].root

    @property
    def cup_root(self) -> bytes:
        """Return the commitment to the present dice."""
        return self._cup.root

    @property
    def next(self) -> tuple[Spot, Spot]:
        """Return the places of the next piece and of the next die."""
        deck, cups = self._decks[-1], self._cups
        cup = (self._cup.number, self._cup.used) if cups else (0, 0)
        return (DECK, deck.number, deck.used), (CUP, *cup)

    @property
    def shown(self) -> bytes:
        """Return the commitment shown before a wager: that of the dice in games with dice."""
        return self.cup_root if self.kind is DICE else self.root

    @property
    def commitment(self) -> bytes:
        """Return the commitment to the seed, and so to every later epoch."""
        return commitment(self.table, self.shoe, self._seed)

    def roots(self) -> list[Root]:
        """Return the roots of all epochs this object has dealt from, the present ones last."""
        return [epoch.published() for epoch in (*self._decks, *self._cups)]

    def roots_since(self, place: ShoePosition) -> list[Root]:
        """Return the roots of a round that began at a place; of cups only those thrown from."""
        decks = [deck for deck in self._decks if deck.number >= place.epoch]
        cups = [
            cup
            for cup in self._cups
            if cup.number >= place.cup and (place.cup or place.thrown or cup.number or cup.used)
        ]
        return [epoch.published() for epoch in (*decks, *cups)]

    def salts(self, purpose: bytes, number: int, n: int) -> list[bytes]:
        """Return salts for what is told of a round; each purpose has its own."""
        name = self.table.encode()
        where = len(name).to_bytes(2, "big") + name + self.shoe.to_bytes(8, "big")
        block = Stream(
            derive(self._seed, b"receipt", purpose, where + number.to_bytes(8, "big"))
        ).block
        blocks = b"".join([block() for _ in range((n + 1) // 2)])
        return [blocks[at : at + SALT_BYTES] for at in range(0, n * SALT_BYTES, SALT_BYTES)]

    def epoch(self, stream: str, number: int) -> Epoch:
        """Return one of the epochs this object has dealt from."""
        for epoch in self._decks if stream == DECK else self._cups:
            if epoch.number == number:
                return epoch
        raise self._wrong(f"epoch {number} of the {stream} has not been dealt from here")

    def opening(self, i: int) -> Opening:
        """Return the opening of one place of the present order."""
        return self._decks[-1].openings((i,))[0]

    def openings(self, spots: Iterable[Spot]) -> list[Opening]:
        """Return the openings of some places that this object has dealt from."""
        wanted: dict[tuple[str, int], list[int]] = {}
        for stream, number, i in spots:
            wanted.setdefault((stream, number), []).append(i)
        return [x for key, places in wanted.items() for x in self.epoch(*key).openings(places)]

    def drawn_since(self, place: ShoePosition) -> list[Spot]:
        """Return the pieces dealt since a position.

        This object must have been at that position, or have been made at it.
        """
        begun = {(DECK, place.epoch): place.drawn, (CUP, place.cup): place.thrown}
        since = {DECK: place.epoch, CUP: place.cup}
        return [
            (epoch.stream, epoch.number, i)
            for epoch in (*self._decks, *self._cups)
            if epoch.number >= since[epoch.stream]
            for i in range(begun.get((epoch.stream, epoch.number), 0), epoch.used)
        ]
