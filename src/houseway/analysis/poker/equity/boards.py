"""All boards of five cards to come, by what matters of them.

Where no suit comes to three on the board it makes no flush, and only the ranks count: 6,175
patterns stand for all boards.  The boards with three or more of a suit are then counted again with
their ranks in that suit: at most 36,608 of these for each suit.  So every board of hold'em or Omaha
is counted, 1,712,304 of them for two hands of two cards, by asking about a tenth as many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.poker.equity.lookup import Strengths, pair_numbers, places, threes
from houseway.analysis.poker.equity.outcomes import Ways, add, winners
from houseway.analysis.poker.evaluator import known, tables

CHOOSE = np.array([[1, n, n * (n - 1) // 2, n * (n - 1) * (n - 2) // 6, int(n == 4)]
                   for n in range(5)], np.int64)  # fmt: skip
"""In how many ways some of the cards of a rank that are left can lie."""


@dataclass(frozen=True)
class Suited:
    """The boards with three or more cards of a suit, those with fewest of it first."""

    masks: NDArray[np.int64]
    """Different ranks in the suit, a bit each."""
    mask: NDArray[np.int64]
    """For each class of boards, which of the masks it has."""
    others: NDArray[np.int64]
    """Which of the other suits' ranks: none, one of 13, one of 91 pairs."""
    pattern: NDArray[np.int64]
    begins: dict[int, int]
    """Where the classes with three, four and five of the suit begin."""
    threes: NDArray[np.int16]
    """For each mask, every three of its ranks."""


@lru_cache
def patterns() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The ranks of each pattern, as the sum of their weights and as counts of each rank."""
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
    """The classes of boards with three or more of a suit."""
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


# -- what a hand makes of every board -------------------------------------------------------------


def any_five(hole: Sequence[int], qualifier: int | None) -> Strengths:
    """The strength with every pattern, by ranks, where any five cards make the hand."""
    return _any_five(sum(tables.WEIGHTS[card >> 2] for card in hole), qualifier)


@lru_cache(maxsize=256)
def _any_five(mine: int, qualifier: int | None) -> Strengths:
    offsets, by_ranks = known.high(7)[:2] if qualifier is None else known.low(7, qualifier)
    keys, _ = patterns()
    found: Strengths = by_ranks[places((keys + mine).astype(np.uint64), offsets)]
    return found


def two_and_three(hole: Sequence[int], qualifier: int | None) -> Strengths:
    """The same where two hole cards and three of the board make it."""
    table = known.omaha_high() if qualifier is None else known.omaha_low(qualifier)
    best, strengths = table[2].reshape(len(patterns()[0]), -1), table[3]
    numbers = pair_numbers()
    columns = sorted({int(numbers[p, q]) for p, q in combinations(hole, 2)})
    found: Strengths = strengths[best[:, columns].max(1)]
    return found


def any_five_suited(hole: Sequence[int], suit: int) -> Strengths:
    """The flush with every mask of a suit; 0 where there is none."""
    return _suited(sum(1 << (card >> 2) for card in hole if card & 3 == suit))


@lru_cache(maxsize=512)
def _suited(mine: int) -> Strengths:
    found: Strengths = known.high(7)[2][suited().masks | mine]
    return found


def two_and_three_suited(hole: Sequence[int], suit: int) -> Strengths:
    """The same with two from the hand."""
    by_suit, classes = known.high(7)[2], suited()
    mine = [1 << (card >> 2) for card in hole if card & 3 == suit]
    best = np.zeros(len(classes.masks), np.int32)
    for one, other in combinations(mine, 2):
        np.maximum(best, by_suit[classes.threes | one | other].max(0), out=best)
    return best


# -- every board ----------------------------------------------------------------------------------


def left_of(gone: Sequence[int]) -> NDArray[np.int64]:
    """The cards of each suit and rank that are left: one or none of each."""
    left = np.ones((4, 13), np.int64)
    for card in gone:
        left[card & 3, card >> 2] = 0
    return left


def ways_of_patterns(left: NDArray[np.int64]) -> NDArray[np.int64]:
    """In how many ways each pattern comes from the cards that are left."""
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
    """In how many ways the other suits give each of ``OTHERS``."""
    n = left.sum(0) - left[suit]
    pairs = n[_ONE] * n[_OTHER]
    pairs[_ALIKE] = n * (n - 1) // 2
    return np.concatenate(([1], n, pairs))


_ONE, _OTHER = np.array(OTHERS[14:]).T
_ALIKE = np.flatnonzero(_ONE == _OTHER)


def count_boards(
    hands: Sequence[Sequence[int]], gone: Sequence[int], two: bool, qualifier: int | None
) -> Ways:
    """Who wins what on every board of five from the cards that are left.

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
