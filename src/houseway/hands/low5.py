"""Low poker hands, ace to five: straights and flushes do not count and the ace is low.

A strength is one int and, as with high hands, bigger is better, so a pot is split by ``max`` on
both sides.  It is ``LOW_TOP`` less the height of the hand; the height is ``kind << 20`` and five
ranks of four bits, 1 for an ace to 13 for a king, in the order in which a tie is broken.

Five different ranks are lower than any pair, a pair lower than two pair, and so on; so if any five
cards meet a qualifier, the best low does, and a qualifier is only a bar the best low must clear.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import memo, rule
from houseway.hands.poker5 import HELD, RANK_CODE, count_ranks

(NO_PAIR, ONE_PAIR, TWO_PAIRS, THREE_ALIKE, FULL, FOUR_ALIKE) = range(6)
"""The kinds of low, best first."""

LOW_TOP = 6 << 20
NO_LOW = 0
"""Less than any low."""

NO_QUALIFIER = 0
EIGHT_OR_BETTER = 8


def ranks_low(counts: int, least: int, most: int, skip: int) -> int:
    """The lowest ``most`` ranks held ``least`` times or more, lowest at the right, four bits each.

    Those in the mask ``skip`` (bit 1 the ace) are passed over.
    """
    packed = 0
    taken = 0
    for rank in range(1, 14):
        held = counts >> 3 * ((rank + 11) % 13) & 7
        if held >= least and taken < most and not skip >> rank & 1:
            packed |= rank << 4 * taken
            taken += 1
    return packed


@rule()
def low_by_ranks(counts: int) -> int:
    """The best ace-to-five low of five to seven cards, counted by ``count_ranks``.

    The more different ranks the lower, so the hand uses as many as it can, and pairs the lowest.
    """
    different = 0
    for rank in range(13):
        if counts >> 3 * rank & 7:
            different += 1
    if different >= 5:
        return LOW_TOP - (NO_PAIR << 20 | ranks_low(counts, 1, 5, 0))
    if different == 4:
        pair = ranks_low(counts, 2, 1, 0)
        rest = ranks_low(counts, 1, 3, 1 << pair)
        return LOW_TOP - (ONE_PAIR << 20 | pair << 16 | rest << 4)
    pairs = ranks_low(counts, 2, 2, 0)
    two_pairs = pairs > 15
    if different == 3 and two_pairs:
        kicker = ranks_low(counts, 1, 1, 1 << (pairs & 15) | 1 << (pairs >> 4))
        return LOW_TOP - (TWO_PAIRS << 20 | pairs << 12 | kicker << 8)
    three = ranks_low(counts, 3, 1, 0)
    if different == 3:
        return LOW_TOP - (
            THREE_ALIKE << 20 | three << 16 | ranks_low(counts, 1, 2, 1 << three) << 8
        )
    other = ranks_low(counts, 1, 1, 1 << three)
    if two_pairs:
        return LOW_TOP - (FULL << 20 | three << 16 | other << 12)
    return LOW_TOP - (FOUR_ALIKE << 20 | three << 16 | other << 12)


@rule()
def qualified(low: int, qualifier: int) -> int:
    """This low if it meets the qualifier, else ``NO_LOW``.

    A qualifier of 8 asks for five different ranks, none above an eight; 0, or 13 for a king, is
    none: then every hand has a low, paired or not.
    """
    if 0 < qualifier < 13 and (LOW_TOP - low) >> 16 > qualifier:
        return NO_LOW
    return low


@rule()
def low5(cards: Sequence[int]) -> int:
    """The low of a hand of exactly five cards, without a qualifier."""
    return low_by_ranks(count_ranks(cards))


@rule()
def low_any(cards: Sequence[int], qualifier: int) -> int:
    """The best low of five to seven cards, or ``NO_LOW`` if none meets the qualifier."""
    return qualified(low_by_ranks(count_ranks(cards)), qualifier)


# For play: the same leaf, remembered for the hands on the tables.

LOW_BY_RANKS = memo(low_by_ranks, HELD)


def best_low(cards: Sequence[int], qualifier: int) -> int:
    """``low_any`` for play."""
    code = RANK_CODE
    if len(cards) == 7:
        a, b, c, d, e, f, g = cards
        key = code[a] + code[b] + code[c] + code[d] + code[e] + code[f] + code[g]
    else:
        key = sum([code[card] for card in cards])
    return qualified(LOW_BY_RANKS[key], qualifier)


_NAMES = "?A23456789TJQK"
_SHAPES = ((1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1))
"""How often each rank of a strength occurs, by kind of low."""


def describe_low(strength: int) -> str:
    """A low as it is read out, from the top: ``8-6-4-3-A low``; a pair comes first."""
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
