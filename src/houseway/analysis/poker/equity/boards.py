"""All boards of five cards to come, grouped by what decides the strength of hands.

A board with at most two cards of each suit makes no flush, so only its ranks count: 6,175 patterns
stand for all of these. Boards with three or more cards of a suit are counted again with their ranks
in that suit. That makes at most 36,608 classes for each suit. Every board of hold'em or Omaha is
counted. Two hands of two cards have 1,712,304 boards; about a tenth as many are evaluated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.evaluator import known, tables
from houseway.analysis.poker.equity.lookup import Strengths, pair_numbers, places, threes
from houseway.analysis.poker.equity.outcomes import Ways, add, winners

CHOOSE = np.array([[1, n, n * (n - 1) // 2, n * (n - 1) * (n - 2) // 6, int(n == 4)]
                   for n in range(5)], np.int64)  # fmt: skip
"""[cards left of a rank, cards chosen]: the number of ways."""


@dataclass(frozen=True)
class Suited:
    """Classes of boards with three or more cards of a suit, ordered by their number."""

    masks: NDArray[np.int64]
    """The possible sets of ranks in the suit, one bit a rank."""
    mask: NDArray[np.int64]
    """For each class of boards, the index of its set in ``masks``."""
    others: NDArray[np.int64]
    """Ranks of the other suits: none, one of 13, or one of 91 pairs."""
    pattern: NDArray[np.int64]
    begins: dict[int, int]
    """First index of the classes with three, four and five of the suit."""
    threes: NDArray[np.int16]
    """For each mask, every three of its ranks."""


@lru_cache
def patterns() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the ranks of each pattern, as the sum of their weights and as a count of each rank."""
    every = tables.patterns(5)
    counts = np.zeros((13, len(every)), np.int64)
    for at, ranks in enumerate(every):
        for rank in ranks:
            counts[rank, at] += 1
    return tables.sums(every), counts


OTHERS: tuple[tuple[int, ...], ...] = (
    (),
    *((rank,) for rank in range(13)),
    *combinations_with_replacement(range(13), 2),
)


@lru_cache
def suited() -> Suited:
    """Return the classes of boards with three or more cards of a suit."""
    weights = tables.WEIGHTS
    keys, _ = patterns()
    row_of = {key: row for row, key in enumerate(keys.tolist())}
    chosen = [ranks for n in (3, 4, 5) for ranks in combinations(range(13), n)]
    mask: list[int] = []
    others: list[int] = []
    pattern: list[int] = []
    begins: dict[int, int] = {}
    for number, ranks in enumerate(chosen):
        begins.setdefault(len(ranks), len(mask))
        for other, rest in enumerate(OTHERS):
            if len(ranks) + len(rest) == 5:
                mask.append(number)
                others.append(other)
                pattern.append(row_of[sum(weights[rank] for rank in (*ranks, *rest))])
    masks = np.array([sum(1 << rank for rank in ranks) for ranks in chosen], np.int64)
    return Suited(
        masks,
        np.array(mask, np.int64),
        np.array(others, np.int64),
        np.array(pattern, np.int64),
        begins,
        threes()[:, masks],
    )


def any_five(hole: Sequence[int], qualifier: int | None) -> Strengths:
    """Return the strength by ranks with every pattern, where any five cards make the hand."""
    return _any_five(sum(tables.WEIGHTS[card >> 2] for card in hole), qualifier)


@lru_cache(maxsize=256)
def _any_five(mine: int, qualifier: int | None) -> Strengths:
    """Return ``any_five`` for the sum of the hole cards' rank weights."""
    offsets, by_ranks = known.high(7)[:2] if qualifier is None else known.low(7, qualifier)
    keys, _ = patterns()
    found: Strengths = by_ranks[places((keys + mine).astype(np.uint64), offsets)]
    return found


def two_and_three(hole: Sequence[int], qualifier: int | None) -> Strengths:
    """Return the strength by ranks with every pattern, where two hole cards and three of the board
    count.
    """
    table = known.omaha_high() if qualifier is None else known.omaha_low(qualifier)
    best, strengths = table[2].reshape(len(patterns()[0]), -1), table[3]
    numbers = pair_numbers()
    columns = sorted({int(numbers[p, q]) for p, q in combinations(hole, 2)})
    found: Strengths = strengths[best[:, columns].max(1)]
    return found


def any_five_suited(hole: Sequence[int], suit: int) -> Strengths:
    """Return the strength of the flush with every mask of a suit; 0 where there is none."""
    return _suited(sum(1 << (card >> 2) for card in hole if card & 3 == suit))


@lru_cache(maxsize=512)
def _suited(mine: int) -> Strengths:
    """Return ``any_five_suited`` for a mask of the hole cards' ranks in the suit."""
    found: Strengths = known.high(7)[2][suited().masks | mine]
    return found


def two_and_three_suited(hole: Sequence[int], suit: int) -> Strengths:
    """Return the strength of the flush with exactly two hole cards, for every mask; 0 where there
    is none.
    """
    by_suit, classes = known.high(7)[2], suited()
    mine = [1 << (card >> 2) for card in hole if card & 3 == suit]
    best = np.zeros(len(classes.masks), np.int32)
    for one, other in combinations(mine, 2):
        np.maximum(best, by_suit[classes.threes | one | other].max(0), out=best)
    return best


def left_of(gone: Sequence[int]) -> NDArray[np.int64]:
    """Return the cards left of each suit and rank, 1 or 0."""
    left = np.ones((4, 13), np.int64)
    for card in gone:
        left[card & 3, card >> 2] = 0
    return left


def ways_of_patterns(left: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the number of ways to deal each pattern from the cards left."""
    _, counts = patterns()
    ways = np.ones(counts.shape[1], np.int64)
    for rank, n in enumerate(left.sum(0).tolist()):
        if n < 4:
            ways *= CHOOSE[n][counts[rank]]
        else:
            ways *= _WHOLE[counts[rank]]
    return ways


_WHOLE = CHOOSE[4]


def ways_of_others(left: NDArray[np.int64], suit: int) -> NDArray[np.int64]:
    """Return the number of ways to deal each of ``OTHERS`` from the other suits."""
    n = left.sum(0) - left[suit]
    pairs = n[_ONE] * n[_OTHER]
    pairs[_ALIKE] = n * (n - 1) // 2
    return np.concatenate(([1], n, pairs))


_ONE, _OTHER = np.array(OTHERS[14:]).T
_ALIKE = np.flatnonzero(_ONE == _OTHER)


def count_boards(
    hands: Sequence[Sequence[int]], gone: Sequence[int], two: bool, qualifier: int | None
) -> Ways:
    """Count the outcomes on every board of five from the cards that are left.

    ``two``: exactly two hole cards play.  ``qualifier`` is that of the low; without one there is no
    low.
    """
    n = len(hands)
    left = left_of([*gone, *(card for hand in hands for card in hand)])
    make = two_and_three if two else any_five
    highs = [make(hand, None) for hand in hands]
    by_ranks = winners(highs)
    low = np.zeros(len(by_ranks), np.int64)
    if qualifier is not None:
        low = winners([make(hand, qualifier) for hand in hands]) << n
    ways: Ways = Ways()
    add(ways, by_ranks | low, ways_of_patterns(left))
    for suit in range(4):
        _add_suited(ways, hands, highs, by_ranks, low, left, suit, two)
    return +ways


def _add_suited(
    ways: Ways, hands: Sequence[Sequence[int]], highs: Sequence[Strengths], by_ranks: Any,
    low: Any, left: NDArray[np.int64], suit: int, two: bool,
) -> None:  # fmt: skip
    """Take the boards of a suit out and count them again, with their flushes."""
    most = min(2, max(sum(card & 3 == suit for card in hand) for hand in hands))
    if two and most < 2:
        return
    classes = suited()
    begin = classes.begins[5 - most]
    mask, others, pattern = (x[begin:] for x in (classes.mask, classes.others, classes.pattern))
    held = sum(1 << rank for rank in range(13) if not left[suit, rank])
    weights = ways_of_others(left, suit)[others] * ((classes.masks & held) == 0)[mask]
    at = np.flatnonzero(weights)
    mask, pattern, weights = mask[at], pattern[at], weights[at]
    flush = two_and_three_suited if two else any_five_suited
    made = [
        np.maximum(high[pattern], flush(hand, suit)[mask])
        for hand, high in zip(hands, highs, strict=True)
    ]
    lows = low[pattern]
    add(ways, winners(made) | lows, weights)
    add(ways, by_ranks[pattern] | lows, weights, -1)
