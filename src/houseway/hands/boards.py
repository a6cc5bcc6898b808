"""What lies up of a hand, one to five cards, and how high or how low it is.

Bigger is better both ways, as with whole hands.  Four cards or fewer make neither a straight nor a
flush; a fifth, in the middle for all, may.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import memo, rule
from houseway.hands.poker5 import HELD, RANK_CODE, count_ranks, high_any

LOW_BOARD_TOP = 1 << 28
"""Above the height of any low board."""


@rule()
def board_high(cards: Sequence[int]) -> int:
    """How high up cards are: sets of a kind before high cards, then rank by rank."""
    return high_any(cards)


@rule()
def board_low(cards: Sequence[int]) -> int:
    """How low up cards are, the ace low: fewer of a kind first, then from the top down.

    Boards of the same number of cards are compared.
    """
    return low_board_by_ranks(count_ranks(cards))


@rule()
def low_board_by_ranks(counts: int) -> int:
    """The same of cards counted by ``count_ranks``."""
    alike = height = 0
    for times in range(4, 0, -1):  # what there is most of decides first
        for place in range(12, -1, -1):  # from the king down to the ace
            if counts >> 3 * ((place + 12) % 13) & 7 == times:
                height = height << 4 | place + 1
                alike += times * times - times
    return LOW_BOARD_TOP - (alike << 20 | height)


# For play: the same leaf, remembered for the boards on the tables.

LOW_BOARDS = memo(low_board_by_ranks, HELD)


def lowest_board(cards: Sequence[int]) -> int:
    """``board_low`` for play."""
    return LOW_BOARDS[sum([RANK_CODE[card] for card in cards])]
