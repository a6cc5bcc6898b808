"""One shuffle of a shoe or filling of a dice cup: its order, its salts, its root, its openings.

Everything follows from the seed of the shoe.  What is published is the root; a place of the order
is shown later by its piece, its salt and the path up to that root, and shows nothing of others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

import msgspec

from houseway.engine.questions import Pieces
from houseway.room.fairness import merkle
from houseway.room.fairness.drbg import Stream, derive

DECK, CUP = "deck", "cup"
"""The two things pieces come from: a deck or shoe, and a cup of dice."""
STREAMS = {DECK: b"\x00", CUP: b"\x01"}
SALT_BYTES = 16
SIDES = 6


class Root(msgspec.Struct, frozen=True):
    """What is published of a shuffle before anything of it is dealt."""

    stream: str
    epoch: int
    size: int
    root: bytes


class Opening(msgspec.Struct, frozen=True):
    """One place of a shuffle, shown: the piece, and what proves that it lay there."""

    epoch: int
    i: int
    piece: int
    salt: bytes
    path: tuple[bytes, ...]
    stream: str = DECK


def context_of(table: str, shoe: int, stream: str, epoch: int) -> bytes:
    """Which shuffle of which shoe of which table: in every leaf, every root and every key."""
    name = table.encode()
    return b"".join(
        (len(name).to_bytes(2, "big"), name, shoe.to_bytes(8, "big"), STREAMS[stream],
         epoch.to_bytes(4, "big"))
    )  # fmt: skip


def commitment(table: str, shoe: int, seed: bytes) -> bytes:
    """What binds a room to the seed of a shoe, and so to every shuffle and throw to come of it."""
    name = table.encode()
    said = len(name).to_bytes(2, "big") + name + shoe.to_bytes(8, "big") + seed
    return sha256(b"\x03" + said).digest()


def deck_order(seed: bytes, context: bytes, pieces: Iterable[int]) -> Pieces:
    """The order in which some pieces lie; they are laid out lowest first before the shuffle."""
    return Stream(derive(seed, b"order", context)).shuffled(sorted(pieces))


def cup_order(seed: bytes, context: bytes, n: int) -> Pieces:
    """The dice a cup will show, one after another, each independent of the others."""
    below = Stream(derive(seed, b"order", context)).below
    return tuple([below(SIDES) + 1 for _ in range(n)])


def salts(seed: bytes, context: bytes, n: int) -> list[bytes]:
    """What keeps each leaf secret until it is opened: halves of the blocks of one stream."""
    block = Stream(derive(seed, b"salt", context)).block
    blocks = b"".join([block() for _ in range((n + 1) // 2)])
    return [blocks[at : at + SALT_BYTES] for at in range(0, n * SALT_BYTES, SALT_BYTES)]


class Epoch:
    """An order that is committed to, and how much of it has been dealt.

    The tree of hashes is made when somebody wants to see of it.
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
        return merkle.levels(merkle.leaves(self._context, self.order, salted))

    @property
    def root(self) -> bytes:
        """The commitment to this order."""
        if not self._root:
            size = len(self.order)
            top = self._tree(salts(self._seed, self._context, size))[-1] if size else []
            self._root = merkle.root(self._context, size, top[0] if top else b"")
        return self._root

    @property
    def left(self) -> int:
        """How many places of it have not been dealt."""
        return len(self.order) - self.used

    def take(self, n: int) -> Pieces:
        """The next ``n`` of it, or as many as there are."""
        first = self.used
        found = self.order[first : first + n]
        self.used = first + len(found)
        return found

    def published(self) -> Root:
        """What is published of it."""
        return Root(self.stream, self.number, len(self.order), self.root)

    def openings(self, places: Iterable[int]) -> list[Opening]:
        """Some places of it, shown."""
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
    """Whether a place that is shown lay so in the order that was committed to."""
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
