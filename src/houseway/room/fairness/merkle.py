"""A tree of hashes over the places of one shuffle, and paths that prove one place of it.

Two neighbours are hashed together, level by level; a last one without a neighbour moves up
unchanged. Leaves, nodes and roots begin with different bytes, so that none can pass for another.
The root is hashed once more with its context and its number of leaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from struct import Struct

LEAF, NODE, ROOT = b"\x00", b"\x01", b"\x02"
HASH_BYTES = 32
_PLACE = Struct(">IH").pack


def leaf(context: bytes, index: int, piece: int, salt: bytes) -> bytes:
    """Return the hash of one place: its index, its piece, and its salt."""
    return sha256(LEAF + context + _PLACE(index, piece) + salt).digest()


def leaves(context: bytes, order: Sequence[int], salts: Sequence[bytes]) -> list[bytes]:
    """Return the leaves of a whole order."""
    begin, place, hashed = LEAF + context, _PLACE, sha256
    pairs = enumerate(zip(order, salts, strict=True))
    return [hashed(begin + place(i, piece) + salt).digest() for i, (piece, salt) in pairs]


def levels(leaves: Sequence[bytes]) -> list[list[bytes]]:
    """Return all levels of the tree, the leaves first and the top last."""
    found = [list(leaves)]
    while len(row := found[-1]) > 1:
        pairs = zip(row[::2], row[1::2], strict=False)  # a last one alone is left out
        above = [sha256(NODE + left + right).digest() for left, right in pairs]
        found.append([*above, row[-1]] if len(row) % 2 else above)
    return found


def root(context: bytes, size: int, top: bytes) -> bytes:
    """Return the published root: the top of a tree with its context and its number of leaves."""
    return sha256(ROOT + context + size.to_bytes(4, "big") + top).digest()


def path(tree: Sequence[Sequence[bytes]], index: int) -> tuple[bytes, ...]:
    """Return the neighbours from a leaf up to the top."""
    found = []
    for row in tree[:-1]:
        other = index ^ 1
        if other < len(row):
            found.append(row[other])
        index //= 2
    return tuple(found)


def climbed(found: bytes, index: int, size: int, neighbours: Sequence[bytes]) -> bytes | None:
    """Return the top computed from a leaf and its path; None if the path does not fit the tree."""
    if not 0 <= index < size:
        return None
    left = list(neighbours)
    while size > 1:
        if index ^ 1 < size:
            if not left:
                return None
            other = left.pop(0)
            pair = other + found if index % 2 else found + other
            found = sha256(NODE + pair).digest()
        index, size = index // 2, (size + 1) // 2
    return None if left else found
