"""Lowball hands of five cards, ace to five: the joker is the lowest card the hand does not hold."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import memo, rule
from houseway.hands.low5 import ACE_LOW, ace_low, low_by_ranks
from houseway.hands.poker5 import HELD, RANK_CODE
from houseway.pieces.cards import JOKER


@rule()
def lowest_missing(counts: int) -> int:
    """The lowest rank that a hand counted by ``count_ranks`` does not hold; the ace is lowest."""
    turned = ace_low(counts)
    missing = ACE_LOW & ~(turned | turned >> 1 | turned >> 2)
    return ((missing & -missing).bit_length() // 3 + 11) % 13


@rule()
def joker_low5(cards: Sequence[int]) -> int:
    """The ace-to-five low of five cards, of which one may be the joker."""
    counts = 0
    joker = False
    for i in range(len(cards)):
        card = int(cards[i])
        if card == JOKER:
            joker = True
        else:
            counts += 1 << 3 * (card >> 2)
    if joker:
        counts += 1 << 3 * lowest_missing(counts)
    return low_by_ranks(counts)


# For play: the same leaf, remembered, since the end of a hand asks for each of them twice.

LOW_BY_RANKS = memo(low_by_ranks, HELD)

_CODE = (*RANK_CODE, 0)
"""What a card adds to ``count_ranks``; the joker stands for what is missing then."""


def best_joker_low(cards: Sequence[int]) -> int:
    """``joker_low5`` for play."""
    counts = 0
    for card in cards:
        counts += _CODE[card]
    if JOKER in cards:
        counts += 1 << 3 * lowest_missing(counts)
    return LOW_BY_RANKS[counts]
