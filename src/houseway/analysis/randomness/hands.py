"""Tests of the hands that games would deal from shuffled orders."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from houseway.analysis.randomness.finding import Finding, Ints, fitted
from houseway.hands.blackjack import total
from houseway.hands.poker_high import category, high5
from houseway.hands.three_card import category3, high3
from houseway.pieces.cards import CARDS
from houseway.pieces.kind import Kind
from houseway.pieces.tiles import TILES

FIVE_CARDS = (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40)
"""The number of five-card hands of one deck in each category, high card to straight flush."""
THREE_CARDS = (16440, 3744, 1096, 720, 52, 48)
"""The number of three-card hands of one deck in each category, high card to straight flush."""


def hand_tests(kind: Kind, sets: int, copies: Ints, orders: Ints) -> list[Finding]:
    """Return the tests on hands for this kind of piece."""
    if kind is TILES:
        claim = "each pair of tiles comes first as often as it should"
        return [first_two(copies, orders, "pairs", claim, _pair)]
    claim = "the first two cards make each hand by ranks and suits as often as they should"
    found = [first_two(copies, orders, "starting hands", claim, _starting)]
    if kind is not CARDS:
        return found
    claim = "the first two cards make each total of blackjack as often as they should"
    found.append(first_two(copies, orders, "blackjack hands", claim, _points))
    if sets == 1:
        found += [three_cards(orders), five_cards(orders)]
    return found


def _points(a: int, b: int) -> int:
    """Return the total of two cards doubled, plus 1 if it is soft."""
    made, soft = total((a, b))
    return 2 * made + soft


def _pair(a: int, b: int) -> int:
    """Return one number for two pieces in any order."""
    return min(a, b) * 256 + max(a, b)


def _starting(a: int, b: int) -> int:
    """Return two hole cards as ranks, with flags for suited and for identical cards."""
    return (_pair(a // 4, b // 4) * 2 + (a % 4 == b % 4)) * 2 + (a == b)


def first_two(
    copies: Ints, orders: Ints, test: str, claim: str, key: Callable[[int, int], int]
) -> Finding:
    """Test the value of the first two pieces against all ordered pairs of pieces."""
    kinds, n = len(copies), int(copies.sum())
    cells: dict[int, int] = {}
    table = np.zeros((kinds, kinds), dtype=np.int64)
    ways: list[int] = []
    for a in range(kinds):
        for b in range(kinds):
            cell = cells.setdefault(key(a, b), len(cells))
            if cell == len(ways):
                ways.append(0)
            table[a, b] = cell
            ways[cell] += int(copies[a]) * (int(copies[b]) - (a == b))
    counts = np.bincount(table[orders[:, 0], orders[:, 1]], minlength=len(cells))
    possible = [i for i, w in enumerate(ways) if w]
    return fitted(test, claim, counts[possible], [ways[i] / (n * (n - 1)) for i in possible])


def three_cards(orders: Ints) -> Finding:
    """Test the categories of the first three cards."""
    counts = [0] * len(THREE_CARDS)
    for a, b, c in orders[:, :3].tolist():
        counts[category3(high3(a, b, c))] += 1
    claim = "the first three cards make each category of hands as often as they should"
    return fitted("three-card hands", claim, counts, _shares(THREE_CARDS))


def five_cards(orders: Ints) -> Finding:
    """Test the categories of the first five cards."""
    counts = [0] * len(FIVE_CARDS)
    for cards in orders[:, :5].tolist():
        counts[category(high5(cards))] += 1
    claim = "the first five cards make each category of hands as often as they should"
    return fitted("five-card hands", claim, counts, _shares(FIVE_CARDS))


def _shares(ways: tuple[int, ...]) -> list[float]:
    """Return the share of each number in their sum."""
    return [w / sum(ways) for w in ways]
