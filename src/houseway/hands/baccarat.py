"""Baccarat: what cards count, and what a hand of them does."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule

VALUES = (2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 1)
"""By rank, from the deuce to the ace."""
NATURAL = 8
"""Two cards that count so much or more are a natural."""


@rule()
def card_value(card: int) -> int:
    """Ace 1, ten and court cards nothing, the others their face."""
    return VALUES[card >> 2]


@rule()
def baccarat_points(cards: Sequence[int]) -> int:
    """The last digit of the sum."""
    total = 0
    for card in cards:
        total += VALUES[card >> 2]
    return total % 10
