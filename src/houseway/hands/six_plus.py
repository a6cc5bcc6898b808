"""High hands of a deck without cards below the six: a flush beats a full house.

The ace is also below the six, so A-6-7-8-9 is the lowest straight.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.hands.poker_high import (
    FLUSH,
    FULL_HOUSE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    describe_high,
    high_by_ranks,
    high_by_suit,
)
from houseway.pieces.cards import ACE, NINE

_LOWEST_STRAIGHT = 1 << ACE | 0b1111 << 4
_RANKS = (1 << 20) - 1


def best_six_plus(cards: Sequence[int]) -> int:
    """Return the best five of up to seven cards."""
    counts, mask, suits = 0, 0, [0, 0, 0, 0]
    for card in cards:
        counts += 1 << 3 * (card >> 2)
        mask |= 1 << (card >> 2)
        suits[card & 3] |= 1 << (card >> 2)
    by_ranks = high_by_ranks(counts)
    if by_ranks >> 20 < STRAIGHT and mask & _LOWEST_STRAIGHT == _LOWEST_STRAIGHT:
        by_ranks = STRAIGHT << 20 | NINE << 16
    by_suit = max([_of_one_suit(suit) for suit in suits])
    return max(_swapped(by_ranks), _swapped(by_suit))


def _of_one_suit(mask: int) -> int:
    """Return the strength of cards of one suit; an ace joins six to nine."""
    strength = high_by_suit(mask)
    if strength >> 20 == FLUSH and mask & _LOWEST_STRAIGHT == _LOWEST_STRAIGHT:
        return STRAIGHT_FLUSH << 20 | NINE << 16
    return strength


def _swapped(strength: int) -> int:
    """Exchange flush and full house; doing it twice changes nothing."""
    category = strength >> 20
    place = {FLUSH: FULL_HOUSE, FULL_HOUSE: FLUSH}.get(category, category)
    return place << 20 | strength & _RANKS


def describe_six_plus(strength: int) -> str:
    """Return a hand in a dealer's words."""
    return describe_high(_swapped(strength))
