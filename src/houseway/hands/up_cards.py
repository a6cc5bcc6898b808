"""The up cards of a hand, one to five of them, ranked high and low.

Bigger is better both ways, as with whole hands. Four cards or fewer make neither a straight nor a
flush; a fifth, a common card, may.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import memo, rule
from houseway.hands.poker_high import HELD, RANK_CODE, count_ranks, high_any
from houseway.hands.poker_low import ACE_LOW, ace_low, ranks_low

LOW_BOARD_TOP = 1 << 28
"""Above the height of any low board."""


@rule()
def board_high(cards: Sequence[int]) -> int:
    """Return the high rank of up cards: sets of a kind before high cards, then rank by rank."""
    return high_any(cards)


@rule()
def board_low(cards: Sequence[int]) -> int:
    """Return the low rank of up cards, the ace low: fewer of a kind first, then from the top down.

    It compares boards of the same number of cards.
    """
    return low_board_by_ranks(count_ranks(cards))


@rule()
def low_board_by_ranks(counts: int) -> int:
    """Return the same for cards counted by ``count_ranks``."""
    turned = ace_low(counts)
    several = turned >> 1 & ACE_LOW  # twice or three times
    four = turned >> 2 & ACE_LOW
    singles = turned & ACE_LOW & ~several
    height = ranks_low(singles)
    if several | four:  # what there is most of decides first
        three = several & turned
        pairs = several ^ three
        place = 4 * singles.bit_count()
        height |= ranks_low(pairs) << place
        place += 4 * pairs.bit_count()
        height |= (three | four).bit_length() // 3 << place
        height += 2 * pairs.bit_count() + 6 * three.bit_count() + 12 * four.bit_count() << 20
    return LOW_BOARD_TOP - height


# For play: the same leaf, remembered for the boards on the tables.

LOW_BOARDS = memo(low_board_by_ranks, HELD)


def lowest_board(cards: Sequence[int]) -> int:
    """Return ``board_low`` for play."""
    counts = 0
    for card in cards:
        counts += RANK_CODE[card]
    return LOW_BOARDS[counts]
