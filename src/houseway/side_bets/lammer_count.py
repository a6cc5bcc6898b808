"""The lammers a spot has gathered in the round: Pot of Gold, Silver Stack.

A kernel: each game that offers such a wager has a rule of its own, with its own clauses.
"""

from __future__ import annotations

from houseway.cite import rule

LAMMERS = ("seven", "six", "five", "four", "three", "two", "one", "none")
"""Three free splits and four free doubles at most."""

SEVEN_LAMMERS, NO_LAMMER = 7, 7


@rule(outcomes=LAMMERS)
def lammers_gathered(lammers: int, dealer_blackjack: bool) -> int:
    """Return the outcome for a number of lammers; a dealer's blackjack takes every wager."""
    if dealer_blackjack or lammers == 0:
        return NO_LAMMER
    return SEVEN_LAMMERS - lammers


def why_no_lammer(lammers: int, dealer_blackjack: bool) -> str:
    """Return "dealer_blackjack" if it took the wager; else ""."""
    return "dealer_blackjack" if dealer_blackjack else ""
