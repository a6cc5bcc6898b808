"""Baccarat: the values of cards and the points of a hand."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule

VALUES = (2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 1)
"""Value by rank, from the deuce to the ace."""
NATURAL = 8
"""Least points of a natural, which has two cards."""


@rule()
def card_value(card: int) -> int:
    """Return 1 for an ace, 0 for tens and court cards, the face value for others."""
    return VALUES[card >> 2]


@rule()
def baccarat_points(cards: Sequence[int]) -> int:
    """Return the last digit of the sum of the values."""
    total = 0
    for card in cards:
        total += VALUES[card >> 2]
    return total % 10
