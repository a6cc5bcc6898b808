"""One shuffle of a shoe or filling of a dice cup: its order, its salts, its root, its openings.

Everything follows from the seed of the shoe. The root is published. A place of the order is opened
later by its piece, its salt and the path up to that root; this reveals nothing of other places.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

import msgspec

from houseway.engine.questions import Pieces
from houseway.room.fairness import merkle
from houseway.room.fairness.drbg import Stream, derive

DECK, CUP = "deck", "cup"
"""The two sources of pieces: a deck or shoe, and a cup of dice."""
STREAMS = {DECK: b"\x00", CUP: b"\x01"}
SALT_BYTES = 16
SIDES = 6


class Root(msgspec.Struct, frozen=True):
    """The part of a shuffle that is published before any of it is dealt."""

    stream: str
    epoch: int
    size: int
    root: bytes


class Opening(msgspec.Struct, frozen=True):
    """One opened place of a shuffle: the piece, and the proof of its place."""

    epoch: int
    i: int
    piece: int
    salt: bytes
    path: tuple[bytes, ...]
    stream: str = DECK


def context_of(table: str, shoe: int, stream: str, epoch: int) -> bytes:
    """Return the context of a shuffle of a shoe of a table: part of every leaf, root and key."""
    name = table.encode()
    return b"".join(
        (len(name).to_bytes(2, "big"), name, shoe.to_bytes(8, "big"), STREAMS[stream],
         epoch.to_bytes(4, "big"))
    )  # fmt: skip


def commitment(table: str, shoe: int, seed: bytes) -> bytes:
    """Return the commitment of a room to the seed of a shoe, and so to its shuffles and throws."""
    name = table.encode()
    said = len(name).to_bytes(2, "big") + name + shoe.to_bytes(8, "big") + seed
    return sha256(b"\x03" + said).digest()


def deck_order(seed: bytes, context: bytes, pieces: Iterable[int]) -> Pieces:
    """Return the order of some pieces, which are laid out lowest first before the shuffle."""
    return Stream(derive(seed, b"order", context)).shuffled(sorted(pieces))


def cup_order(seed: bytes, context: bytes, n: int) -> Pieces:
    """Return the dice of a cup, one after another, each independent of the others."""
    below = Stream(derive(seed, b"order", context)).below
    return tuple([below(SIDES) + 1 for _ in range(n)])


def salts(seed: bytes, context: bytes, n: int) -> list[bytes]:
    """Return the salts that keep each leaf secret until it is opened: halves of one stream's
    blocks."""
    block = Stream(derive(seed, b"salt", context)).block
    blocks = b"".join([block() for _ in range((n + 1) // 2)])
    return [blocks[at : at + SALT_BYTES] for at in range(0, n * SALT_BYTES, SALT_BYTES)]


class Epoch:
    """A committed order, and the number of its places that have been dealt.

    The tree of hashes is made on the first request.
    """

    __slots__ = ("_context", "_root", "_seed", "number", "order", "stream", "used")

    def __init__(
        self, seed: bytes, context: bytes, stream: str, number: int, order: Pieces
    ) -> None:
        self._seed, self._context = seed, context
        self.stream, self.number, self.order = stream, number, order
        self.used = 0
        self._root = b""

    def _tree(self, salted: Sequence[bytes]) -> list[list[bytes]]:
        """Return the levels of the hash tree over salted places, the leaves first."""
        return merkle.levels(merkle.leaves(self._context, self.order, salted))

    @property
    def root(self) -> bytes:
        """Return the commitment to this order."""
        if not self._root:
            size = len(self.order)
            top = self._tree(salts(self._seed, self._context, size))[-1] if size else []
            self._root = merkle.root(self._context, size, top[0] if top else b"")
        return self._root

    @property
    def left(self) -> int:
        """Return how many of its places have not been dealt."""
        return len(self.order) - self.used

    def take(self, n: int) -> Pieces:
        """Return the next ``n`` pieces, or as many as there are."""
        first = self.used
        found = self.order[first : first + n]
        self.used = first + len(found)
        return found

    def published(self) -> Root:
        """Return its published root."""
        return Root(self.stream, self.number, len(self.order), self.root)

    def openings(self, places: Iterable[int]) -> list[Opening]:
        """Return the openings of some places."""
        wanted = list(places)
        if not wanted:
            return []
        salted = salts(self._seed, self._context, len(self.order))
        tree = self._tree(salted)
        return [
            Opening(self.number, i, self.order[i], salted[i], merkle.path(tree, i), self.stream)
            for i in wanted
        ]


def holds(opening: Opening, table: str, shoe: int, size: int, root: bytes) -> bool:
    """Return True if an opened place is part of the committed order."""
    if len(opening.salt) != SALT_BYTES or not 0 <= opening.piece < 1 << 16:
        return False
    if any(len(part) != merkle.HASH_BYTES for part in opening.path):
        return False
    context = context_of(table, shoe, opening.stream, opening.epoch)
    if not 0 <= opening.i < size:
        return False
    found = merkle.leaf(context, opening.i, opening.piece, opening.salt)
    top = merkle.climbed(found, opening.i, size, opening.path)
    return top is not None and merkle.root(context, size, top) == root
