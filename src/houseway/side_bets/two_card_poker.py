"""Two cards in sequence, and the player's first two cards as a poker hand."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule
from houseway.hands.blackjack import natural, same_rank
from houseway.pieces.cards import ACE, KING, TWO

GOLDEN_21, STRAIGHT_FLUSH, PAIR, BLACKJACK, STRAIGHT, NOTHING = range(6)
TWO_CARD_HANDS = ("golden_21", "straight_flush", "pair", "blackjack", "straight", "nothing")
"""Ace and king of one suit, two cards in sequence of one suit, a pair, a blackjack, a sequence."""


@rule(outcomes=TWO_CARD_HANDS)
def two_card_hand(first_two: Sequence[int]) -> int:
    """Return the highest-paid hand of these two cards; a blackjack is above a straight."""
    suited = first_two[0] & 3 == first_two[1] & 3
    if in_sequence(first_two[0], first_two[1]) and suited:
        high, low = max(first_two[0], first_two[1]), min(first_two[0], first_two[1])
        return GOLDEN_21 if high >> 2 == ACE and low >> 2 == KING else STRAIGHT_FLUSH
    if same_rank(first_two[0], first_two[1]):
        return PAIR
    if natural(first_two):
        return BLACKJACK
    return STRAIGHT if in_sequence(first_two[0], first_two[1]) else NOTHING


@rule()
def in_sequence(a: int, b: int) -> bool:
    """Return True for adjacent ranks; an ace is below the two and above the king."""
    low, high = min(a >> 2, b >> 2), max(a >> 2, b >> 2)
    return high - low == 1 or (low == TWO and high == ACE)
