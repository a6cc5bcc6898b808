"""Bust Bonus: the dealer busts, paid by the up card and by suit.

This is a kernel: each game that offers the wager has a rule of its own, with its own clauses, that
calls it. The up card is the first of the dealer's cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule
from houseway.hands.blackjack import one_suit, points, value
from houseway.pieces.cards import EIGHT

BUSTS = (
    "ace_off_suit", "ace_suited", "two_off_suit", "two_suited", "three_off_suit", "three_suited",
    "four_off_suit", "four_suited", "five_off_suit", "five_suited", "six_off_suit", "six_suited",
    "seven_off_suit", "seven_suited", "eight_off_suit", "eight_suited", "nine_off_suit",
    "nine_suited", "ten_off_suit", "ten_suited", "three_eights_off_suit", "three_eights_suited",
    "no_bust",
)  # fmt: skip
"""A bust by the up card, off suit and suited; one of three eights; and no bust."""

THREE_EIGHTS, NO_BUST = 20, 22


@rule(outcomes=BUSTS)
def bust_of(dealer: Sequence[int]) -> int:
    """Return how the dealer's finished hand busts; suited if all its cards share a suit."""
    if points(dealer) <= 21:
        return NO_BUST
    suited = 1 if one_suit(dealer) else 0
    if is_three_eights(dealer):
        return THREE_EIGHTS + suited
    return 2 * (value(dealer[0]) - 1) + suited


@rule()
def is_three_eights(cards: Sequence[int]) -> bool:
    """Return True for exactly three cards, each an eight."""
    if len(cards) != 3:
        return False
    return cards[0] >> 2 == EIGHT and cards[1] >> 2 == EIGHT and cards[2] >> 2 == EIGHT
