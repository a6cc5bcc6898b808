"""The hash tree over the rows of a log, as RFC 6962 defines it, and the proofs that it gives.

A leaf is the stored hash of a row, so a proof shows no row. A tree that has grown keeps its
complete subtrees: the *frontier*, at most one for each power of two, gives the top and takes the
next leaf. Proofs need hashes inside the tree, which are computed from the leaves; those of complete
blocks are kept, because they never change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256

LEAF, NODE = b"\x00", b"\x01"
EMPTY = sha256(b"").digest()
"""The top of a tree without leaves."""
BLOCK = 256
"""Leaves of a block, a power of two."""
Leaves = Callable[[int, int], Sequence[bytes]]
"""Returns the leaves of a range, from the first number up to the second, which is not included."""


def leaf_hash(row_hash: bytes) -> bytes:
    """Return the leaf of a row."""
    return sha256(LEAF + row_hash).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the node above two others."""
    return sha256(NODE + left + right).digest()


class Frontier:
    """The complete subtrees of a tree, the largest first."""

    __slots__ = ("size", "tops")

    def __init__(self, size: int = 0, tops: Iterable[bytes] = ()) -> None:
        self.size, self.tops = size, list(tops)
        if len(self.tops) != size.bit_count():
            raise ValueError(
                f"a tree of {size} leaves has {size.bit_count()} complete subtrees, "
                f"not {len(self.tops)}"
            )

    def add(self, leaf: bytes) -> None:
        """Add the next leaf."""
        found, size = leaf, self.size
        while size & 1:
            found, size = node_hash(self.tops.pop(), found), size >> 1
        self.tops.append(found)
        self.size += 1

    def root(self) -> bytes:
        """Return the top of the tree."""
        if not self.tops:
            return EMPTY
        *larger, found = self.tops
        for top in reversed(larger):
            found = node_hash(top, found)
        return found


class LogTree:
    """The tree of one log, which only grows."""

    def __init__(self, leaves: Leaves) -> None:
        self._leaves = leaves
        self._blocks: list[bytes] = []

    def root(self, size: int) -> bytes:
        """Return the top of the tree as it was with a number of leaves."""
        return self._top(0, size) if size else EMPTY

    def inclusion(self, index: int, size: int) -> list[bytes]:
        """Return the proof that a leaf is in the tree with a number of leaves, leaf to top."""
        if not 0 <= index < size:
            raise ValueError(f"a tree of {size} leaves has no leaf {index}")
        return self._path(index, 0, size)

    def consistency(self, first: int, second: int) -> list[bytes]:
        """Return the proof that the tree of ``second`` leaves begins with that of ``first``."""
        if not 0 <= first <= second:
            raise ValueError(f"a tree of {second} leaves does not begin with one of {first}")
        return self._grown(first, 0, second, True) if first else []

    def _top(self, low: int, high: int) -> bytes:
        """Return the top of a range that is a subtree; a complete block is computed once."""
        if high - low == BLOCK and low % BLOCK == 0:
            while len(self._blocks) <= low // BLOCK:
                begin = len(self._blocks) * BLOCK
                self._blocks.append(self._computed(begin, begin + BLOCK))
            return self._blocks[low // BLOCK]
        if high - low <= BLOCK:
            return self._computed(low, high)
        middle = low + _split(high - low)
        return node_hash(self._top(low, middle), self._top(middle, high))

    def _computed(self, low: int, high: int) -> bytes:
        """Return the top of a range from its leaves."""
        frontier = Frontier()
        for leaf in self._leaves(low, high):
            frontier.add(leaf)
        if frontier.size != high - low:
            raise ValueError(f"the log has no rows {low + frontier.size + 1} to {high}")
        return frontier.root()

    def _path(self, index: int, low: int, high: int) -> list[bytes]:
        """Return the neighbours of a leaf in a range, from below."""
        if high - low == 1:
            return []
        middle = low + _split(high - low)
        if index < middle:
            return [*self._path(index, low, middle), self._top(middle, high)]
        return [*self._path(index, middle, high), self._top(low, middle)]

    def _grown(self, first: int, low: int, high: int, whole: bool) -> list[bytes]:
        """Return the proof for a range that begins with ``first`` old leaves.

        ``whole`` is True while the old tree is a subtree that the verifier knows.
        """
        if first == high - low:
            return [] if whole else [self._top(low, high)]
        middle = low + _split(high - low)
        if low + first <= middle:
            return [*self._grown(first, low, middle, whole), self._top(middle, high)]
        after = self._grown(low + first - middle, middle, high, False)
        return [*after, self._top(low, middle)]


def _split(size: int) -> int:
    """Return the largest power of two below a size of 2 or more: the leaves of its left half."""
    return 1 << ((size - 1).bit_length() - 1)
