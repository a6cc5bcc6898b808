"""A blackjack spot as one array, and the shoe it is dealt from, for the compiled drivers.

A spot has one row for each hand and one for the dealer's: cards from the left, then the state of
the hand. The next row is the round itself, with the positions in the shoe. The last rows are
scratch space for the dealer's hand in order, the first three cards, and the cards of split aces.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.analysis.random_streams import BLOCK, mix

LONGEST = 24
"""An upper bound on the cards of a hand of 21 points or one card more."""
AHEAD = 24
"""The number of cards that are mixed before a round begins, if the shoe has them."""

HANDS_MOST = 8
DEALER, ROUND, IN_ORDER, OPENING, ACES = range(HANDS_MOST, HANDS_MOST + 5)
SIZE, IS_SPLIT, CHIPS, LAMMERS, WIDTH = range(LONGEST, LONGEST + 5)
FIRST, SECOND, HANDS, NEXT, BEGAN, LOOSE, GIVEN, ADDED, THIRD = range(9)
"""Columns of the round's row. NEXT and BEGAN are positions in the shoe: of the next card and of the
round's first. LOOSE counts the cards at its end that are not mixed yet, GIVEN the lammers given.
ADDED has one bit for each moment at which wagers were added. THIRD is the card drawn to the first
hand of a pair that was split again at once."""


def new_spot() -> Any:
    """Allocate the state of one spot."""
    return np.zeros((ACES + 1, WIDTH), np.int64)


def draw(shoe: Any, spot: Any, i: int, random: Any) -> None:
    """Draw a card to a hand."""
    spot[i, spot[i, SIZE]] = next_card(shoe, spot, random)
    spot[i, SIZE] += 1


def next_card(shoe: Any, spot: Any, random: Any) -> Any:
    """Return the next card; the shoe is mixed while it is dealt."""
    at = spot[ROUND, NEXT]
    if at >= len(shoe) - spot[ROUND, LOOSE]:
        at = mix_more(shoe, spot, random)
    spot[ROUND, NEXT] = at + 1
    return shoe[at]


def have_ready(shoe: Any, spot: Any, random: Any) -> None:
    """Mix ahead the cards that most rounds and hands take."""
    at, mixed = spot[ROUND, NEXT], len(shoe) - spot[ROUND, LOOSE]
    if mixed - at < AHEAD and mixed < len(shoe):
        spot[ROUND, LOOSE] = len(shoe) - mix(shoe, mixed, mixed + BLOCK, random)


def mix_more(shoe: Any, spot: Any, random: Any) -> Any:
    """Mix the next cards; an empty shoe is refilled with all cards not dealt in this round."""
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
    """Return all cards to the shoe, unmixed."""
    spot[ROUND, NEXT] = 0
    spot[ROUND, LOOSE] = len(shoe)


def deal(shoe: Any, spot: Any, random: Any) -> None:
    """Deal two cards to the hand and to the dealer, one at a time."""
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
    """Clear a hand, with a stake of chips and lammers."""
    spot[i, SIZE], spot[i, IS_SPLIT] = 0, 0
    spot[i, CHIPS], spot[i, LAMMERS] = chips, lammers
