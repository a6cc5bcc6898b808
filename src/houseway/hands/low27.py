"""Lowball hands of five cards, deuce to seven.

Straights and flushes count against a hand and the ace is high only; so A-5-4-3-2 is no straight but
the best of the ace-high hands.  Bigger is better, as everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule
from houseway.hands.poker5 import (
    FLUSH,
    HIGH_CARD,
    STRAIGHT,
    STRAIGHT_FLUSH,
    describe_high,
    high5,
)
from houseway.pieces.cards import FIVE

LOW27_TOP = 10 << 20
"""Above the height of any deuce-to-seven hand."""

_ACE_TO_FIVE = 12 << 16 | 3 << 12 | 2 << 8 | 1 << 4
"""The ranks of A-5-4-3-2 with the ace high, as ``poker5`` packs them."""


@rule()
def low27(cards: Sequence[int]) -> int:
    """The deuce-to-seven low of five cards."""
    height = high5(cards)
    if height == STRAIGHT << 20 | FIVE << 16:
        height = HIGH_CARD << 20 | _ACE_TO_FIVE
    elif height == STRAIGHT_FLUSH << 20 | FIVE << 16:
        height = FLUSH << 20 | _ACE_TO_FIVE
    return LOW27_TOP - height


_NAMES_ACE_HIGH = "23456789TJQKA"


def describe_low27(strength: int) -> str:
    """A deuce-to-seven hand as it is read out: ``8-6-4-3-2 low``, or what spoils it."""
    height = LOW27_TOP - strength
    if height >> 20 != HIGH_CARD:
        return describe_high(height)
    return "-".join(_NAMES_ACE_HIGH[height >> shift & 15] for shift in (16, 12, 8, 4, 0)) + " low"
