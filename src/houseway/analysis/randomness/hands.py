"""Tests of what games make of an order: its first pieces, as the hands they are played as."""

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
"""Hands of five cards of one deck by category: high card to straight flush."""
THREE_CARDS = (16440, 3744, 1096, 720, 52, 48)
"""Hands of three cards of one deck by category: high card to straight flush."""


def hand_tests(kind: Kind, sets: int, copies: Ints, orders: Ints) -> list[Finding]:
    """The hands that games of this kind of piece are played with."""
    if kind is TILES:
        asked = "each pair of tiles comes first as often as it should"
        return [first_two(copies, orders, "pairs", asked, _pair)]
    asked = "the first two cards make each hand by ranks and suits as often as they should"
    found = [first_two(copies, orders, "starting hands", asked, _starting)]
    if kind is not CARDS:
        return found
    asked = "the first two cards make each total of blackjack as often as they should"
    found.append(first_two(copies, orders, "blackjack hands", asked, _points))
    if sets == 1:
        found += [three_cards(orders), five_cards(orders)]
    return found


def _points(a: int, b: int) -> int:
    made, soft = total((a, b))
    return 2 * made + soft


def _pair(a: int, b: int) -> int:
    return min(a, b) * 256 + max(a, b)


def _starting(a: int, b: int) -> int:
    """Two cards by their ranks, whether they are of one suit and whether they are the same."""
    return (_pair(a // 4, b // 4) * 2 + (a % 4 == b % 4)) * 2 + (a == b)


def first_two(
    copies: Ints, orders: Ints, test: str, asked: str, key: Callable[[int, int], int]
) -> Finding:
    """What the first two pieces make, held against all ordered pairs of pieces."""
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
    return fitted(test, asked, counts[possible], [ways[i] / (n * (n - 1)) for i in possible])


def three_cards(orders: Ints) -> Finding:
    """The first three cards by category."""
    counts = [0] * len(THREE_CARDS)
    for a, b, c in orders[:, :3].tolist():
        counts[category3(high3(a, b, c))] += 1
    asked = "the first three cards make each category of hands as often as they should"
    return fitted("three-card hands", asked, counts, _shares(THREE_CARDS))


def five_cards(orders: Ints) -> Finding:
    """The first five cards by category."""
    counts = [0] * len(FIVE_CARDS)
    for cards in orders[:, :5].tolist():
        counts[category(high5(cards))] += 1
    asked = "the first five cards make each category of hands as often as they should"
    return fitted("five-card hands", asked, counts, _shares(FIVE_CARDS))


def _shares(ways: tuple[int, ...]) -> list[float]:
    return [w / sum(ways) for w in ways]
