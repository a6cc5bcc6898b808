"""21+3 and related wagers: the player's first two cards with the dealer's up card.

They count as a poker hand. These are kernels: each game that offers such a wager has a rule of its
own, with its own clauses, that calls one of them. Ranks, and the ace's two straights, are those of
``hands/three_card.py``. Three cards of one rank and suit are an outcome of their own because some
tables pay them more.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule
from houseway.hands import three_card

SEVEN_HANDS = (
    "suited_three_of_a_kind", "straight_flush", "three_of_a_kind", "straight", "flush", "pair",
    "nothing",
)  # fmt: skip
"""Every hand that some table of 21+3 pays, highest first."""
FOUR_HANDS = ("straight_flush", "three_of_a_kind", "straight", "flush", "nothing")
"""The hands of the first tables of 21+3: three of a kind of one suit is three of a kind."""
TOP_HANDS = ("suited_three_of_a_kind", "straight_flush", "three_of_a_kind", "nothing")
"""The hands of Top 3."""

SUITED_TRIPS, STRAIGHT_FLUSH, TRIPS, STRAIGHT, FLUSH, PAIR, NOTHING = range(7)


@rule(outcomes=SEVEN_HANDS)
def seven_hands(first_two: Sequence[int], dealer_up: int) -> int:
    """Return the highest hand of these three cards; a flush may hold a pair."""
    found = three_card.category3(three_card.high3(first_two[0], first_two[1], dealer_up))
    if found == three_card.TRIPS:
        suited = first_two[0] == dealer_up and first_two[1] == dealer_up
        return SUITED_TRIPS if suited else TRIPS
    if found == three_card.STRAIGHT_FLUSH:
        return STRAIGHT_FLUSH
    # Straight, flush, pair and high card follow each other in both orders.
    return STRAIGHT + three_card.STRAIGHT - found


@rule(outcomes=FOUR_HANDS)
def four_hands(first_two: Sequence[int], dealer_up: int) -> int:
    """Return straight flush, three of a kind, straight or flush; a pair pays nothing."""
    found = seven_hands(first_two, dealer_up)
    if found == SUITED_TRIPS:
        found = TRIPS
    return min(found, PAIR) - STRAIGHT_FLUSH


@rule(outcomes=TOP_HANDS)
def top_hands(first_two: Sequence[int], dealer_up: int) -> int:
    """Return a suited three of a kind, a straight flush, three of a kind, or none."""
    return min(seven_hands(first_two, dealer_up), STRAIGHT)
