"""High hands of five cards with a joker: an ace, or a card that fills a straight or a flush.

A strength is one int, as in ``poker_high``; five aces are above the straight flushes.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import memo, rule
from houseway.hands.poker_high import (
    BY_RANKS,
    FLUSH,
    ONE_SUIT,
    RANK_CODE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    best_high,
    describe_high,
    high5,
    high_by_ranks,
    top_ranks,
)
from houseway.pieces.cards import ACE, FIVE, JOKER

FIVE_ACES = STRAIGHT_FLUSH + 1
"""The highest category of all, above the royal flush, which is the highest straight flush."""

LOWEST = (1 << 10) - 1
"""The ranks that may begin a straight, from the ace (at the right) to the ten."""

ACES = 3 * ACE
"""Position of the aces in ``poker_high.count_ranks``."""


@rule()
def straight_with_joker(mask: int) -> int:
    """Return the top rank of the best straight that one more card completes, or -1.

    Four of five consecutive ranks are enough, whichever is missing.
    """
    ends = mask << 1 | mask >> ACE
    both, either = ends & ends >> 1, ends | ends >> 1
    four = both & both >> 2 | ends >> 4 & (both & either >> 2 | either & both >> 2)
    bottoms = four & LOWEST
    return bottoms.bit_length() - 1 + FIVE if bottoms else -1


@rule()
def flush_with_joker(mask: int) -> int:
    """Return the flush of four ranks and the joker, which is the highest missing card."""
    rank = (ONE_SUIT ^ mask).bit_length() - 1
    return FLUSH << 20 | top_ranks(mask | 1 << rank, 5)


@rule()
def ranks_with_joker(counts: int) -> int:
    """Return the strength by ranks of four or fewer counted cards with the joker as an ace."""
    if counts >> ACES & 7 == 4:
        return FIVE_ACES << 20 | ACE << 16
    return high_by_ranks(counts + (1 << ACES))


@rule()
def four_and_joker(counts: int, mask: int, suited: bool) -> int:
    """Return the strength of four cards and the joker, from their ranks and a common suit."""
    best = ranks_with_joker(counts)
    straight = straight_with_joker(mask)
    if straight >= 0:
        category = STRAIGHT_FLUSH if suited else STRAIGHT
        return max(best, category << 20 | straight << 16)
    return max(best, flush_with_joker(mask)) if suited else best


@rule()
def joker_high5(cards: Sequence[int]) -> int:
    """Return the strength of five cards, of which one may be the joker."""
    counts = mask = 0
    suit, suited, joker = -1, True, False
    for i in range(len(cards)):
        card = int(cards[i])
        if card == JOKER:
            joker = True
            continue
        counts += 1 << 3 * (card >> 2)
        mask |= 1 << (card >> 2)
        if suit < 0:
            suit = card & 3
        elif card & 3 != suit:
            suited = False
    if joker:
        return four_and_joker(counts, mask, suited)
    return high5(cards)


def _filled(key: int) -> int:
    """``four_and_joker`` of one int: the counts of four ranks, and a bit if they are suited."""
    counts, suited = key >> 1, key & 1
    mask = 0
    for rank in range(ACE + 1):
        mask |= (counts >> 3 * rank & 7 > 0) << rank
    return four_and_joker(counts, mask, bool(suited))


_FILLED = memo(_filled)
"""At most 1,820 patterns of four ranks, and 715 of them in one suit."""


def best_joker_high(cards: Sequence[int]) -> int:
    """Return ``joker_high5`` of these cards, computed faster for live play."""
    if JOKER not in cards:
        return best_high(cards)
    counts, suits = 0, set()
    for card in cards:
        if card != JOKER:
            counts += 1 << 3 * (card >> 2)
            suits.add(card & 3)
    return _FILLED[counts << 1 | (len(suits) == 1)]


_CODE = (*RANK_CODE, 1 << ACES)
"""The part of a card in ``count_ranks``, with the joker as an ace."""


def held_joker_high(cards: Sequence[int]) -> int:
    """Return the strength of up to five cards; fewer rank by their pairs, the joker as an ace."""
    if len(cards) == 5:
        return best_joker_high(cards)
    counts = 0
    for card in cards:
        counts += _CODE[card]
    return BY_RANKS[counts]


def describe_joker_high(strength: int) -> str:
    """Return a hand in a dealer's words; ``five aces`` is the best of all."""
    return "five aces" if strength >> 20 == FIVE_ACES else describe_high(strength)
