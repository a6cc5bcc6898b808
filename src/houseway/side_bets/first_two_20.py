"""The player's first two cards make 20: Lucky Ladies.

Kernels: each game that offers such a wager has a rule of its own, with its own clauses.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule
from houseway.hands.blackjack import points
from houseway.pieces.cards import HEARTS, QUEEN

QUEENS_OF_HEARTS, MATCHED_20, SUITED_20, ANY_20, NOT_20 = range(5)
TWENTIES = ("queens_of_hearts", "matched_20", "suited_20", "any_20", "not_20")
"""A pair of queens of hearts, the same card twice, one suit, any 20, and none."""


@rule(outcomes=TWENTIES)
def twenty_of(first_two: Sequence[int]) -> int:
    """Return the highest-paid 20 of these two cards; an ace with a nine is one."""
    if points(first_two) != 20:
        return NOT_20
    if is_queens_of_hearts(first_two):
        return QUEENS_OF_HEARTS
    if first_two[0] == first_two[1]:
        return MATCHED_20
    return SUITED_20 if first_two[0] & 3 == first_two[1] & 3 else ANY_20


@rule()
def is_queens_of_hearts(first_two: Sequence[int]) -> bool:
    """Return True for two queens of hearts."""
    return first_two[0] == first_two[1] == QUEEN * 4 + HEARTS
