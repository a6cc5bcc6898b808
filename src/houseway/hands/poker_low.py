"""Low hands of poker: ace to five, deuce to seven, lowball with a joker."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import memo, rule
from houseway.hands.poker_high import (
    EACH,
    FLUSH,
    HELD,
    HIGH_CARD,
    RANK_CODE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    count_ranks,
    describe_high,
    high5,
)
from houseway.pieces.cards import FIVE, JOKER

# Ace to five: straights and flushes do not count and the ace is low. A strength is one int; bigger
# is better, as with high hands, so a pot is split by ``max`` on both sides. It is ``LOW_TOP`` less
# the height of the hand. The height is ``kind << 20`` and then five ranks of four bits, which break
# ties in this order. An ace is 1, a king 13.
#
# Five different ranks are lower than any pair, a pair lower than two pair, and so on. If any five
# cards meet a qualifier, the best low does: a qualifier is a bar that the best low must clear.

(NO_PAIR, ONE_PAIR, TWO_PAIRS, THREE_ALIKE, FULL, FOUR_ALIKE) = range(6)
"""The kinds of low, best first."""

LOW_TOP = 6 << 20
NO_LOW = 0
"""Below any low."""

NO_QUALIFIER = 0
EIGHT_OR_BETTER = 8

ACE_LOW = EACH << 3
"""A bit for each rank in counts as ``ace_low`` turns them."""


def ace_low(counts: int) -> int:
    """Return ranks counted by ``count_ranks`` with the aces below the deuces: rank n at place 3n.

    Above the kings the aces stay too, where ``ACE_LOW`` has no bit.
    """
    return counts << 6 | counts >> 36 << 3


def ranks_low(mask: int) -> int:
    """Return the five lowest ranks of a mask in ``ACE_LOW``, lowest at the right, four bits each.

    A third of the length of a single bit is its rank; 0 is a missing rank.
    """
    first = mask & -mask
    mask ^= first
    second = mask & -mask
    mask ^= second
    third = mask & -mask
    mask ^= third
    fourth = mask & -mask
    mask ^= fourth
    fifth = mask & -mask
    return (
        fifth.bit_length() // 3 << 16
        | fourth.bit_length() // 3 << 12
        | third.bit_length() // 3 << 8
        | second.bit_length() // 3 << 4
        | first.bit_length() // 3
    )


@rule()
def low_by_ranks(counts: int) -> int:
    """Return the best ace-to-five low of five to seven cards counted by ``count_ranks``.

    More different ranks are lower, so the hand uses as many as it can, and pairs the lowest.
    """
    turned = ace_low(counts)
    several = (turned >> 1 | turned >> 2) & ACE_LOW  # twice or oftener
    held = turned & ACE_LOW | several
    low = ranks_low(held)
    if low >> 16:  # five different ranks
        return LOW_TOP - (NO_PAIR << 20 | low)
    first = several & -several
    pair = first.bit_length() // 3
    if low >> 12:  # four
        return LOW_TOP - (ONE_PAIR << 20 | pair << 16 | ranks_low(held ^ first) << 4)
    more = several ^ first
    second = more & -more
    if low >> 8 and more:  # three
        kicker = (held ^ first ^ second).bit_length() // 3
        return LOW_TOP - (
            TWO_PAIRS << 20 | second.bit_length() // 3 << 16 | pair << 12 | kicker << 8
        )
    if low >> 8:
        return LOW_TOP - (THREE_ALIKE << 20 | pair << 16 | ranks_low(held ^ first) << 8)
    threes = (turned & turned >> 1 | turned >> 2) & ACE_LOW  # three times or oftener
    first = threes & -threes
    three = first.bit_length() // 3
    other = (held ^ first).bit_length() // 3
    return LOW_TOP - ((FULL if more else FOUR_ALIKE) << 20 | three << 16 | other << 12)


@rule()
def qualified(low: int, qualifier: int) -> int:
    """Return this low if it meets the qualifier, else ``NO_LOW``.

    A qualifier of 8 demands five different ranks, none above an eight. 0, or 13 for a king, demands
    nothing: every hand has a low, paired or not.
    """
    if 0 < qualifier < 13 and (LOW_TOP - low) >> 16 > qualifier:
        return NO_LOW
    return low


@rule()
def low5(cards: Sequence[int]) -> int:
    """Return the low of a hand of exactly five cards, without a qualifier."""
    return low_by_ranks(count_ranks(cards))


@rule()
def low_any(cards: Sequence[int], qualifier: int) -> int:
    """Return the best low of five to seven cards, or ``NO_LOW`` if none meets the qualifier."""
    return qualified(low_by_ranks(count_ranks(cards)), qualifier)


def best_low(cards: Sequence[int], qualifier: int) -> int:
    """Return ``low_any`` of these cards, computed faster for live play."""
    code = RANK_CODE
    if len(cards) == 7:
        a, b, c, d, e, f, g = cards
        counts = code[a] + code[b] + code[c] + code[d] + code[e] + code[f] + code[g]
    else:
        counts = 0
        for card in cards:
            counts += code[card]
    return qualified(low_by_ranks(counts), qualifier)


_NAMES = "?A23456789TJQK"
_SHAPES = ((1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1))
"""Counts of the ranks of a strength, by kind of low."""


def describe_low(strength: int) -> str:
    """Return a low in words, from the top: ``8-6-4-3-A low``; a pair comes first."""
    return _CALLED[strength]


def _called(strength: int) -> str:
    """Return the words for a low; the winning ones repeat, so they are kept."""
    if strength == NO_LOW:
        return "no low"
    height = LOW_TOP - strength
    ranks = [height >> shift & 15 for shift in (16, 12, 8, 4, 0)]
    cards = [
        _NAMES[rank]
        for rank, times in zip(ranks, _SHAPES[height >> 20], strict=False)
        for _ in range(times)
    ]
    return "-".join(cards) + " low"


_CALLED = memo(_called, HELD)


# Deuce to seven: straights and flushes count against a hand and the ace is high only. So A-5-4-3-2
# is no straight but the best of the ace-high hands. Bigger is better.

LOW27_TOP = 10 << 20
"""Above the height of any deuce-to-seven hand."""

_ACE_TO_FIVE = 12 << 16 | 3 << 12 | 2 << 8 | 1 << 4
"""The ranks of A-5-4-3-2 with the ace high, as ``poker_high`` packs them."""


@rule()
def low27(cards: Sequence[int]) -> int:
    """Return the deuce-to-seven low of five cards."""
    height = high5(cards)
    if height == STRAIGHT << 20 | FIVE << 16:
        height = HIGH_CARD << 20 | _ACE_TO_FIVE
    elif height == STRAIGHT_FLUSH << 20 | FIVE << 16:
        height = FLUSH << 20 | _ACE_TO_FIVE
    return LOW27_TOP - height


_NAMES_ACE_HIGH = "23456789TJQKA"


def describe_low27(strength: int) -> str:
    """Return a deuce-to-seven hand in words: ``8-6-4-3-2 low``, or the fault that spoils it."""
    height = LOW27_TOP - strength
    if height >> 20 != HIGH_CARD:
        return describe_high(height)
    return "-".join(_NAMES_ACE_HIGH[height >> shift & 15] for shift in (16, 12, 8, 4, 0)) + " low"


# Ace to five with a joker: the joker is the lowest card that the hand does not hold.


@rule()
def lowest_missing(counts: int) -> int:
    """Return the lowest rank that a counted hand does not hold; the ace is lowest."""
    turned = ace_low(counts)
    missing = ACE_LOW & ~(turned | turned >> 1 | turned >> 2)
    return ((missing & -missing).bit_length() // 3 + 11) % 13


@rule()
def joker_low5(cards: Sequence[int]) -> int:
    """Return the ace-to-five low of five cards, of which one may be the joker."""
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
"""The part of a card in ``count_ranks``; the joker counts 0 and is the missing card later."""


def best_joker_low(cards: Sequence[int]) -> int:
    """Return ``joker_low5`` of these cards, computed faster for live play."""
    counts = 0
    for card in cards:
        counts += _CODE[card]
    if JOKER in cards:
        counts += 1 << 3 * lowest_missing(counts)
    return LOW_BY_RANKS[counts]
