"""Buster Blackjack: the dealer busts, paid by the number of cards in the busted hand.

A kernel: each game that offers the wager has a rule of its own, with its own clauses, that calls
it, and a pay table with a row for each of these outcomes.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule
from houseway.hands.blackjack import natural, points

BUSTER = ("three", "four", "five", "six", "seven", "eight_or_more", "no_bust")
"""A busted hand of so many cards, and none."""

EIGHT_OR_MORE, NO_BUST = 5, 6


@rule(outcomes=BUSTER)
def buster_of(dealer: Sequence[int]) -> int:
    """With how many cards the dealer's finished hand has gone over 21, if it has.

    Two cards never count more than 21 here: an ace beside a ten is a Natural, whatever it is
    said to be worth, and no bust.
    """
    if points(dealer) <= 21:
        return NO_BUST
    return min(len(dealer) - 3, EIGHT_OR_MORE)


def why_no_bust(dealer: Sequence[int]) -> str:
    """A Natural that counts more than 21 is no bust, which its total alone does not say."""
    return "bank_natural" if natural(dealer) else ""
