"""The dealer makes 22: Push 22, Hedge 22.

This is a kernel: each game that offers such a wager has a rule of its own, with its own clauses.
The rule decides if the player's hand takes part, and calls this.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule
from houseway.hands.blackjack import one_color, one_suit, points

TWENTY_TWOS = ("suited_22", "colored_22", "other_22", "not_22")
"""A 22 of one suit, of one colour, any other, and none."""

SUITED_22, COLORED_22, OTHER_22, NOT_22 = range(4)


@rule(outcomes=TWENTY_TWOS)
def twenty_two_of(dealer: Sequence[int]) -> int:
    """Return the highest-paid 22 that all of the dealer's cards make."""
    if points(dealer) != 22:
        return NOT_22
    if one_suit(dealer):
        return SUITED_22
    return COLORED_22 if one_color(dealer) else OTHER_22


def why_not_22(player_is_out: bool, dealer: Sequence[int]) -> str:
    """Return the 22 that the dealer made if the player's hand does not take part; else ""."""
    made = twenty_two_of(dealer) if player_is_out else NOT_22
    return "" if made == NOT_22 else f"over_{TWENTY_TWOS[made]}"
