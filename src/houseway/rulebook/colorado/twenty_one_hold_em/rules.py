"""The pays of a poker hand in 21-Hold 'em."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule
from houseway.hands.poker_high import PAIR, ROYAL_FLUSH, STRAIGHT_FLUSH, category, high_of
from houseway.pieces.cards import SEVEN

ROYAL, NOTHING = 0, 9
SEVENS_OR_BETTER = 8


@rule("CO-2104-13a", "CO-2104-13b", "CO-2102",
      outcomes=("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush",
                "straight", "three_of_a_kind", "two_pairs", "sevens_or_better",
                "nothing"))  # fmt: skip
def hold_em_hand(pocket: Sequence[int], community: Sequence[int]) -> int:
    """Three cards of one's own and the two community cards: a pair of sevens is the least."""
    strength = high_of(
        int(pocket[0]), int(pocket[1]), int(pocket[2]), int(community[0]), int(community[1])
    )
    made = category(strength)
    if strength == ROYAL_FLUSH:
        return ROYAL
    if made > PAIR:
        return 1 + STRAIGHT_FLUSH - made
    return SEVENS_OR_BETTER if made == PAIR and strength >> 16 & 15 >= SEVEN else NOTHING
