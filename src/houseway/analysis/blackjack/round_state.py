"""A blackjack spot as one array, and the shoe it is dealt from: for the compiled drivers.

A spot has a row for each of its hands and one for the dealer's: the cards from the left, then what
stands on the hand.  Then comes the round itself, and with it the places of the shoe; the last rows
are room to lay out the dealer's hand in order, the first three cards, and those of split aces.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.analysis.simulation.random import BLOCK, mix

LONGEST = 24
"""More cards than a hand of 21 points, or one card over, can have."""
AHEAD = 24
"""So many cards are mixed before a round begins, if the shoe has them."""

HANDS_MOST = 8
DEALER, ROUND, IN_ORDER, OPENING, ACES = range(HANDS_MOST, HANDS_MOST + 5)
SIZE, IS_SPLIT, CHIPS, LAMMERS, WIDTH = range(LONGEST, LONGEST + 5)
FIRST, SECOND, HANDS, NEXT, BEGAN, LOOSE, GIVEN, ADDED, THIRD = range(9)
"""Of the round: the first two cards, how many hands, the places of the next card and of the
first one in the shoe, how many at its end are not in random order yet, the lammers given, the
moments (one bit each) at which wagers have been added, and, of a pair whose first hand was split
again at once, the card that was drawn to it."""


def new_spot() -> Any:
    """Room for one round after another."""
    return np.zeros((ACES + 1, WIDTH), np.int64)


def draw(shoe: Any, spot: Any, i: int, random: Any) -> None:
    """A card to a hand."""
    spot[i, spot[i, SIZE]] = next_card(shoe, spot, random)
    spot[i, SIZE] += 1


def next_card(shoe: Any, spot: Any, random: Any) -> Any:
    """The next card of the shoe, which is mixed as it is dealt."""
    at = spot[ROUND, NEXT]
    if at >= len(shoe) - spot[ROUND, LOOSE]:
        at = mix_more(shoe, spot, random)
    spot[ROUND, NEXT] = at + 1
    return shoe[at]


def have_ready(shoe: Any, spot: Any, random: Any) -> None:
    """Before a round or a hand, mix ahead what most of them take."""
    at, mixed = spot[ROUND, NEXT], len(shoe) - spot[ROUND, LOOSE]
    if mixed - at < AHEAD and mixed < len(shoe):
        spot[ROUND, LOOSE] = len(shoe) - mix(shoe, mixed, mixed + BLOCK, random)


def mix_more(shoe: Any, spot: Any, random: Any) -> Any:
    """Mix the next cards; an empty shoe is made anew of all cards not dealt in this round."""
    at = spot[ROUND, NEXT]
    if at >= len(shoe):
        first = spot[ROUND, BEGAN]
        at = len(shoe) - first
        for k in range(at):
            shoe[k], shoe[first + k] = shoe[first + k], shoe[k]
        spot[ROUND, BEGAN] = 0
    spot[ROUND, LOOSE] = len(shoe) - mix(shoe, at, at + BLOCK, random)
    return at


def shuffle(shoe: Any, spot: Any) -> None:
    """All cards back: any of them may come next."""
    spot[ROUND, NEXT] = 0
    spot[ROUND, LOOSE] = len(shoe)


def deal(shoe: Any, spot: Any, random: Any) -> None:
    """Two cards each, one at a time, the dealer's second face down."""
    if len(shoe) - spot[ROUND, NEXT] < 4:
        shuffle(shoe, spot)
    spot[ROUND, BEGAN] = spot[ROUND, NEXT]
    have_ready(shoe, spot, random)
    new_hand(spot, 0, 1, 0)
    new_hand(spot, DEALER, 0, 0)
    for _ in range(2):
        draw(shoe, spot, 0, random)
        draw(shoe, spot, DEALER, random)
    spot[ROUND, FIRST], spot[ROUND, SECOND] = spot[0, 0], spot[0, 1]
    spot[ROUND, HANDS], spot[ROUND, GIVEN], spot[ROUND, ADDED] = 1, 0, 0


def new_hand(spot: Any, i: int, chips: int, lammers: int) -> None:
    """No cards yet, for a chip or for a lammer."""
    spot[i, SIZE], spot[i, IS_SPLIT] = 0, 0
    spot[i, CHIPS], spot[i, LAMMERS] = chips, lammers
