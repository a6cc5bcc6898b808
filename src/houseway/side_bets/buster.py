"""Buster Blackjack: the dealer busts, paid by the number of cards in the busted hand.

This is a kernel: each game that offers the wager has a rule of its own, with its own clauses, that
calls it. Its pay table has a row for each of these outcomes.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule
from houseway.hands.blackjack import natural, points

BUSTER = ("three", "four", "five", "six", "seven", "eight_or_more", "no_bust")
"""Numbers of cards in a busted hand, and no bust."""

EIGHT_OR_MORE, NO_BUST = 5, 6


@rule(outcomes=BUSTER)
def buster_of(dealer: Sequence[int]) -> int:
    """Return the number of cards with which the dealer's finished hand busts, as an outcome.

    Two cards never count more than 21 here: an ace with a ten is a Natural and no bust, whatever it
    is said to be worth.
    """
    if points(dealer) <= 21:
        return NO_BUST
    return min(len(dealer) - 3, EIGHT_OR_MORE)


def why_no_bust(dealer: Sequence[int]) -> str:
    """Return the reason if a Natural counts more than 21 but is no bust; else ""."""
    return "bank_natural" if natural(dealer) else ""
