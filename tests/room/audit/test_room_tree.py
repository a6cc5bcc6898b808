"""The hash tree over the rows of a log, against the definition of RFC 6962 and its proofs."""

from __future__ import annotations

import random
from collections.abc import Sequence
from hashlib import sha256

import pytest

from houseway.room.audit import tree
from houseway.room.audit.tree import EMPTY, Frontier, LogTree, leaf_hash
from houseway.room.witness.checks import proves_consistency, proves_inclusion

MOST = 70
KNOWN = [
    ([], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ([b""], "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
    ([b"", b"\x00"], "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"),
    ([b"", b"\x00", b"\x10"], "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"),
]
"""The first trees of the test vectors that logs of certificates use."""


def rows(count: int, salt: str = "") -> list[bytes]:
    """Hashes of rows."""
    return [sha256(f"{salt}row {n}".encode()).digest() for n in range(count)]


def defined(leaves: Sequence[bytes]) -> bytes:
    """The top of a tree as RFC 6962 defines it."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return sha256(b"\x00" + leaves[0]).digest()
    split = 1
    while 2 * split < len(leaves):
        split *= 2
    return sha256(b"\x01" + defined(leaves[:split]) + defined(leaves[split:])).digest()


def tree_of(hashes: Sequence[bytes]) -> LogTree:
    leaves = [leaf_hash(each) for each in hashes]
    return LogTree(lambda low, high: leaves[low:high])


def hexed(path: Sequence[bytes]) -> list[str]:
    return [each.hex() for each in path]


@pytest.mark.parametrize(("leaves", "root"), KNOWN)
def test_the_top_is_the_one_that_others_compute(leaves: list[bytes], root: str) -> None:
    assert defined(leaves).hex() == root
    assert tree_of(leaves).root(len(leaves)).hex() == root


@pytest.mark.parametrize("block", [1, 4, 256])
def test_every_size_has_the_top_of_the_definition(
    block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree, "BLOCK", block)
    hashes, frontier = rows(MOST), Frontier()
    mine = tree_of(hashes)
    for size in range(MOST + 1):
        assert frontier.root() == mine.root(size) == defined(hashes[:size])
        again = Frontier(frontier.size, frontier.tops)
        assert again.root() == frontier.root() and len(again.tops) == size.bit_count()
        if size < MOST:
            frontier.add(leaf_hash(hashes[size]))
    assert Frontier().root() == EMPTY


def test_a_frontier_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="a tree of 5 leaves has 2 complete subtrees, not 1"):
        Frontier(5, [EMPTY])


@pytest.mark.parametrize("block", [4, 256])
def test_every_proof_up_to_seventy_rows(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "BLOCK", block)
    hashes = rows(MOST)
    mine = tree_of(hashes)
    roots = [mine.root(size).hex() for size in range(MOST + 1)]
    for second in range(MOST + 1):
        for first in range(second + 1):
            path = hexed(mine.consistency(first, second))
            assert proves_consistency(first, second, roots[first], roots[second], path)
            if first:
                other = roots[first - 1]
                assert not proves_consistency(first, second, other, roots[second], path)
                assert not proves_consistency(first, second, roots[first], other, path)
        for index in range(second):
            path = hexed(mine.inclusion(index, second))
            given = hashes[index].hex()
            assert proves_inclusion(given, index + 1, second, roots[second], path)
            assert not proves_inclusion(given, index, second, roots[second], path)
            assert not proves_inclusion(given, index + 2, second, roots[second], path)
            assert not proves_inclusion(hashes[index - 1].hex(), index + 1, second, roots[second],
                                        path) or second == 1  # fmt: skip


def test_a_changed_proof_proves_nothing() -> None:
    rng, hashes = random.Random(4), rows(300)
    mine = tree_of(hashes)
    for _ in range(600):
        second = rng.randrange(2, 301)
        first = rng.randrange(1, second)
        old, new = mine.root(first).hex(), mine.root(second).hex()
        path = hexed(mine.consistency(first, second))
        bad = list(path)
        at = rng.randrange(len(bad))
        match rng.randrange(4):
            case 0:
                bad[at] = bad[at][:-1] + "0123456789abcdef"[int(bad[at][-1], 16) ^ 1]
            case 1:
                del bad[at]
            case 2:
                bad.insert(at, sha256(bytes(at)).hexdigest())
            case 3:
                bad[at] = "zz"
        assert proves_consistency(first, second, old, new, path)
        assert not proves_consistency(first, second, old, new, bad)
        assert not proves_consistency(first, second, new, old, path)
    assert not proves_consistency(5, 4, old, new, [])
    assert not proves_consistency(-1, 4, old, new, [])
    assert not proves_consistency(4, 4, old, new, [])


def test_no_rewritten_history_begins_with_the_old_one() -> None:
    """The one who rewrites has all hashes and makes the best proof there is."""
    rng = random.Random(7)
    for case in range(500):
        hashes = rows(rng.randrange(2, 200), str(case))
        first = rng.randrange(1, len(hashes))
        again, at = list(hashes), rng.randrange(first)
        kind = case % 4
        if kind == 0:
            again[at] = sha256(b"another row").digest()
        elif kind == 1:
            again.insert(at, sha256(b"slipped in").digest())
        elif kind == 2:
            del again[at]
        else:
            again = again[:at] + rows(len(hashes) - at, "forged")
        mine, other = tree_of(hashes), tree_of(again)
        old, second = mine.root(first).hex(), len(again)
        honest = hexed(mine.consistency(first, len(hashes)))
        new = mine.root(len(hashes)).hex()
        assert proves_consistency(first, len(hashes), old, new, honest)
        if second >= first:
            forged = hexed(other.consistency(first, second))
            for path in (forged, honest):
                top = other.root(second).hex()
                assert not proves_consistency(first, second, old, top, path), (case, kind)


def test_a_proof_that_the_log_cannot_give_is_refused() -> None:
    mine = tree_of(rows(5))
    for index, size in ((5, 5), (-1, 5), (0, 0)):
        with pytest.raises(ValueError, match="has no leaf"):
            mine.inclusion(index, size)
    with pytest.raises(ValueError, match="does not begin"):
        mine.consistency(4, 3)
    with pytest.raises(ValueError, match="the log has no rows 6 to 9"):
        mine.root(9)
