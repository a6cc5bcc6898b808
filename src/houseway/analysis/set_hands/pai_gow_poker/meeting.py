"""Deals of two hands, counted by inclusion and exclusion over shared cards.

Pairs of hands without a common card are all pairs, less those that share a card, more those that
share two cards, and so on. The sum runs over all sets S of cards; each term counts pairs of hands
that both hold S, with the sign of the size of S. In each term, the pairs in which one hand is
higher in both parts are counted from the marks of the hands alone. Sets are taken up to suits. A
set of seven cards pairs a hand with itself, which wins nothing and ties in both parts.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from houseway.analysis.compiler.compile import compiled
from houseway.analysis.set_hands.pai_gow_poker.classes import Array, Deck, classes
from houseway.analysis.set_hands.pai_gow_poker.table import (
    CHOOSE,
    HAND,
    HouseWay,
    Marks,
    whole_table,
)

SHARED = HAND - 1
"""The largest size of a set over which pairs are counted."""
AT_ONCE = 20_000_000
"""The approximate number of hands looked up between two reports."""


@dataclass(frozen=True)
class SetRange:
    """A range of the sets of one size."""

    shared: int
    first: int
    last: int


def parts_of(deck: Deck) -> list[SetRange]:
    """Return all non-empty sets, in parts of about equal work."""
    found = []
    for shared in range(1, SHARED + 1):
        sets = len(classes(deck, shared).ways)
        each = max(1, AT_ONCE // math.comb(deck.size - shared, HAND - shared))
        found += [SetRange(shared, i, min(i + each, sets)) for i in range(0, sets, each)]
    return found


# The hands that hold a set.


def list_holding(shared: Any, k: int, size: int, table: Any, found: Any) -> int:
    """List the marks of all hands that hold these cards (sorted indices in the deck).

    The other cards are chosen from the highest. The last of them runs over the gaps between the
    shared cards, where only one term of the hand's number changes.
    """
    free = HAND - k
    rest = np.zeros(HAND + 1, np.int64)  # of the lowest m shared cards, as the lowest of the hand
    for i in range(k):
        rest[i + 1] = rest[i] + CHOOSE[shared[i], i + 1]
    card, place, kept, sum_ = np.zeros((4, HAND + 1), np.int64)
    depth, n = 0, 0
    card[0], place[0], kept[0], sum_[0] = size, HAND, k, 0
    while depth >= 0:
        x = card[depth] - 1
        while kept[depth] > 0 and x == shared[kept[depth] - 1]:
            sum_[depth] += CHOOSE[x, place[depth]]
            place[depth] -= 1
            kept[depth] -= 1
            x -= 1
        left = free - depth
        if x - kept[depth] < left - 1:
            depth -= 1
            continue
        if left > 1:
            card[depth] = x
            depth += 1
            card[depth], kept[depth] = x, kept[depth - 1]
            place[depth] = place[depth - 1] - 1
            sum_[depth] = sum_[depth - 1] + CHOOSE[x, place[depth - 1]]
            continue
        m, p, s = kept[depth], place[depth], sum_[depth]
        while True:
            low = shared[m - 1] if m > 0 else -1
            base = s + rest[m]
            for y in range(low + 1, x + 1):
                found[n] = table[base + CHOOSE[y, p]]
                n += 1
            if m == 0:
                break
            s += CHOOSE[low, p]
            p -= 1
            m -= 1
            x = low - 1
        depth -= 1
    return n


# Pairs of them.


def add(tree: Any, at: int, n: int) -> None:
    """Add ``n`` at an index of a tree of sums."""
    i = at + 1
    while i < len(tree):
        tree[i] += n
        i += i & -i


def below(tree: Any, at: int) -> int:
    """Return the number of entries at lower positions."""
    found, i = 0, at
    while i > 0:
        found += tree[i]
        i -= i & -i
    return found


def count_marks(met: Any, n: int, often: Any, back: Any, front: Any, tree: Any) -> tuple[int, int]:
    """Count pairs higher in both parts, and pairs higher or equal, from sorted marks with
    multiplicities.
    """
    higher = least = i = 0
    tree[:] = 0
    while i < n:
        j, rank = i, back[met[i]]
        while j < n and back[met[j]] == rank:
            higher += often[j] * below(tree, front[met[j]])
            j += 1
        for m in range(i, j):
            add(tree, front[met[m]], often[m])
        for m in range(i, j):
            least += often[m] * below(tree, front[met[m]] + 1)
        i = j
    return higher, least


def count_sets(
    sets: Any, ways: Any, base: int, size: int, table: Any, back: Any, front: Any, scratch: Any,
    tree: Any, tally: Any,
) -> tuple[int, int]:  # fmt: skip
    """Count all pairs over these sets, each weighted by the size of its class."""
    k = sets.shape[1]
    higher = least = 0
    shared = np.zeros(HAND, np.int64)
    met, often = np.zeros_like(scratch), np.zeros(len(scratch), np.int64)
    many = len(tally) < 8 * len(scratch)
    for row in range(len(sets)):
        for i in range(k):
            shared[i] = sets[row, i] - base
        n = list_holding(shared, k, size, table, scratch)
        if many:
            different = gather_many(scratch, n, tally, met, often)
        else:
            different = gather_few(scratch, n, met, often)
        up, at_least = count_marks(met, different, often, back, front, tree)
        higher += ways[row] * up
        least += ways[row] * at_least
    return higher, least


def gather_many(scratch: Any, n: int, tally: Any, met: Any, often: Any) -> int:
    """Return the distinct marks in order with their multiplicities, by a tally of all marks."""
    for i in range(n):
        tally[scratch[i]] += 1
    different = 0
    for mark in range(len(tally)):
        if tally[mark]:
            met[different], often[different] = mark, tally[mark]
            different += 1
            tally[mark] = 0
    return different


def gather_few(scratch: Any, n: int, met: Any, often: Any) -> int:
    """Return the distinct marks in order with their multiplicities, by sorting."""
    scratch[:n].sort()
    different = 0
    for i in range(n):
        if different and met[different - 1] == scratch[i]:
            often[different - 1] += 1
        else:
            met[different], often[different] = scratch[i], 1
            different += 1
    return different


def count_part(table: Array, deck: Deck, marks: Marks, part: SetRange) -> tuple[int, int]:
    """Return the pairs of hands that share these sets: higher in both parts, and at least equal."""
    sets = classes(deck, part.shared)
    rows = slice(part.first, part.last)
    scratch = np.zeros(math.comb(deck.size - part.shared, HAND - part.shared), np.uint32)
    higher, least = compiled(count_sets)(
        sets.cards[rows], sets.ways[rows], deck.base, deck.size, table, marks.back, marks.front,
        scratch, np.zeros(marks.fronts + 1, np.int64), np.zeros(len(marks.back), np.int64),
    )  # fmt: skip
    return int(higher), int(least)


def all_pairs(way: HouseWay) -> tuple[int, int]:
    """Return the pairs of all hands: those higher in both parts, and those at least equal."""
    often = np.bincount(way.mark, way.hands.ways, len(way.marks.back)).astype(np.int64)
    met = np.arange(len(often))
    tree = np.zeros(way.marks.fronts + 1, np.int64)
    higher, least = compiled(count_marks)(
        met, len(met), often, way.marks.back, way.marks.front, tree
    )
    return int(higher), int(least)


def meet(
    way: HouseWay,
    done: dict[SetRange, tuple[int, int]],
    kept: Callable[[SetRange, tuple[int, int]], None],
) -> tuple[int, int, int]:
    """Return the deals that the first of two hands wins, pushes and loses; ``done`` are finished
    parts.
    """
    deck = way.deck
    higher, least = all_pairs(way)
    least -= math.comb(deck.size, HAND)
    table = None
    for part in parts_of(deck):
        if part not in done:
            if table is None:
                table = whole_table(deck, way.hands, way.mark)
            found = count_part(table, deck, way.marks, part)
            kept(part, found)
        else:
            found = done[part]
        sign = -1 if part.shared % 2 else 1
        higher += sign * found[0]
        least += sign * found[1]
    deals = math.comb(deck.size, HAND) * math.comb(deck.size - HAND, HAND)
    return higher, deals - higher - least, least
