"""Two hands that draw from one deck: all pairs of draws that share no card, counted.

There are too many pairs to visit: 18 billion for stud from third street on. Comparing *all* draws
of one hand with all of the other takes no more than sorting, but also counts pairs that share
cards. Inclusion and exclusion removes these. For every card the pairs in which both draws hold it
are subtracted. For every two cards the pairs in which both hold them are added back, and so on. The
alternating sum over all sets of cards leaves the pairs that share none.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.compiler.compile import compiled
from houseway.analysis.poker.equity.outcomes import Ways


@dataclass(frozen=True)
class Draws:
    """All draws of a hand, a row each with its cards lowest first, and their strengths."""

    cards: NDArray[np.uint8]
    strengths: tuple[NDArray[Any], ...]
    """For each part of the pot."""
    weights: NDArray[np.int64]


@lru_cache(maxsize=32)
def choices(n: int, k: int) -> NDArray[np.uint8]:
    """Return every k of n things, lowest first, one choice a column."""
    if k == 0:
        return np.zeros((0, 1), np.uint8)
    if k == 1:
        return np.arange(n, dtype=np.uint8)[None]
    before = choices(n, k - 1)
    last = before[-1].astype(np.int64)
    more = n - 1 - last
    column = np.repeat(np.arange(before.shape[1]), more)
    first = np.cumsum(more) - more
    added = np.arange(len(column)) - first[column] + last[column] + 1
    return np.vstack((before[:, column], added.astype(np.uint8)))


@lru_cache
def _numbers(n: int) -> NDArray[np.int64]:
    """Return ``comb(card, place)``; summed over the cards of a set it gives the number of the
    set.
    """
    return np.array([[comb(card, k) for k in range(8)] for card in range(n)], np.int64)


def set_number(cards: Any, chosen: Any, numbers: Any) -> int:
    """Return the number of a set of chosen cards among all sets of that size."""
    number = 0
    for place in range(len(chosen)):
        number += numbers[cards[chosen[place]], place + 1]
    return number


def put(seen: Any, number: int, low: int, weight: int) -> None:
    """Record a draw by the set it holds and its low, in running sums that ``look`` adds up."""
    place = low + 1
    while place < seen.shape[1]:
        seen[number, place] += weight
        place += place & -place


def look(seen: Any, number: int, low: int) -> int:
    """Return the number of recorded draws that hold a set and have a lesser low."""
    found = 0
    place = low
    while place > 0:
        found += seen[number, place]
        place -= place & -place
    return found


def ask(
    which: int, cards: Any, low: int, weight: int, chosen: Any, numbers: Any, seen: Any, cells: Any
) -> None:
    """Add to the cells the comparisons of a draw with the recorded draws of the other hand.

    The last index compares lows: the other's is worse, the same, better, or neither has one.
    """
    for row in range(len(chosen)):
        number = set_number(cards, chosen[row], numbers)
        below = look(seen, number, low)
        up_to = look(seen, number, low + 1)
        cells[which, 0] += weight * below
        cells[which, 1 if low else 3] += weight * (up_to - below)
        cells[which, 2] += weight * (look(seen, number, seen.shape[1] - 1) - up_to)


def sweep(
    cards: Any, first: Any, low: Any, weights: Any, chosen: Any,
    other_cards: Any, other_first: Any, other_low: Any, other_weights: Any, other_chosen: Any,
    numbers: Any, seen: Any, cells: Any,
) -> None:  # fmt: skip
    """Go through the draws of both hands from the weakest up, recording those of the other hand.

    Both come sorted by their first strength. Rows of cells: the other's strength is less, less or
    equal, anything.
    """
    at = passed = 0
    while at < len(first):
        strength, begin = first[at], at
        while passed < len(other_first) and other_first[passed] < strength:
            for row in range(len(other_chosen)):
                number = set_number(other_cards[passed], other_chosen[row], numbers)
                put(seen, number, other_low[passed], other_weights[passed])
            passed += 1
        while at < len(first) and first[at] == strength:
            ask(0, cards[at], low[at], weights[at], chosen, numbers, seen, cells)
            at += 1
        while passed < len(other_first) and other_first[passed] == strength:
            for row in range(len(other_chosen)):
                number = set_number(other_cards[passed], other_chosen[row], numbers)
                put(seen, number, other_low[passed], other_weights[passed])
            passed += 1
        for again in range(begin, at):
            ask(1, cards[again], low[again], weights[again], chosen, numbers, seen, cells)
    while passed < len(other_first):
        for row in range(len(other_chosen)):
            number = set_number(other_cards[passed], other_chosen[row], numbers)
            put(seen, number, other_low[passed], other_weights[passed])
        passed += 1
    for at in range(len(first)):
        ask(2, cards[at], low[at], weights[at], chosen, numbers, seen, cells)


def count_pairs(one: Draws, other: Draws, deck: int, run: Any = None) -> Ways:
    """Count the outcomes of every pair of draws that share no card of the deck."""
    run = run or compiled(sweep, no_refcount=True)
    lows, n_lows = _lows(one, other)
    mine, others = _sorted(one, lows[0]), _sorted(other, lows[1])
    cells = np.zeros((3, 4), np.int64)
    for k in range(min(one.cards.shape[1], other.cards.shape[1]) + 1):
        found = np.zeros_like(cells)
        seen = np.zeros((comb(deck, k), n_lows + 1), np.int64)
        run(*mine, _subsets(one.cards.shape[1], k), *others, _subsets(other.cards.shape[1], k),
            _numbers(deck), seen, found)  # fmt: skip
        cells += (-1) ** k * found
    return _outcomes(cells)


def _subsets(n: int, k: int) -> NDArray[np.int64]:
    """Return every choice of ``k`` of ``n`` places, one a row."""
    return np.array(list(combinations(range(n), k)), np.int64).reshape(comb(n, k), k)


def _lows(one: Draws, other: Draws) -> tuple[list[NDArray[np.int64]], int]:
    """Return the second strengths as ranks from 1, 0 for none, and the number of ranks."""
    if len(one.strengths) == 1:
        return [np.zeros(len(draws.weights), np.int64) for draws in (one, other)], 1
    values = np.unique(np.concatenate(([0], one.strengths[1], other.strengths[1])))
    found = [np.searchsorted(values, draws.strengths[1]) for draws in (one, other)]
    return found, len(values)


def _sorted(draws: Draws, lows: NDArray[np.int64]) -> tuple[Any, ...]:
    """Return cards, first strengths, lows and weights, sorted by the first strength."""
    order = np.argsort(draws.strengths[0], kind="stable")
    return draws.cards[order], draws.strengths[0][order], lows[order], draws.weights[order]


ONE, OTHER, BOTH = 1, 2, 3
"""Sets of best hands, a bit for each hand."""


def _outcomes(cells: NDArray[np.int64]) -> Ways:
    """Return the number of deals by winners: of the high hand or only part, and of the low."""
    less, up_to, every = cells
    ways: Ways = Ways()
    for best, row in ((ONE, less), (BOTH, up_to - less), (OTHER, every - up_to)):
        for low, n in zip((ONE, BOTH, OTHER, 0), row.tolist(), strict=True):
            ways[best | low << 2] += n
    return +ways
