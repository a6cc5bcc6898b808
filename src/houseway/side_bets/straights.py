"""Straights that grow with every card a hand draws: Straight Jack and its progressive.

Kernels: each game that offers such a wager has a rule of its own, with its own clauses.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule
from houseway.hands.blackjack import points
from houseway.pieces.cards import ACE

LOW_ACE, KING = 0, 12
"""Places in a straight: an ace below the two, a king at the top."""


@rule()
def straight_length(original: Sequence[int], queen_king_ace: int) -> int:
    """Return how many cards of a hand, in the order drawn, make a straight.

    It is 0 if the first two do not, or if there are none. A card that does not fit ends the
    straight for good, and the card that busts the hand does not count. An ace joins a two; with a
    king it is a straight of two cards. If ``queen_king_ace`` is 1, an ace drawn to a queen and a
    king makes three.
    """
    if len(original) < 2:
        return 0
    low = min(place(original[0]), place(original[1]))
    high = max(place(original[0]), place(original[1]))
    if low == LOW_ACE and high == KING:
        return 2
    if high - low != 1:
        return 0
    counting = len(original)
    if points(original) > 21:
        counting -= 1
    length = 2
    for i in range(2, counting):
        drawn = place(original[i])
        if drawn == high + 1:
            high = drawn
        elif drawn == low - 1:
            low = drawn
        elif queen_king_ace and drawn == LOW_ACE and high == KING:
            return length + 1
        else:
            return length
        length += 1
    return length


@rule()
def place(card: int) -> int:
    """Return the position of a card in a straight: an ace is lowest, a king highest."""
    rank = card >> 2
    return LOW_ACE if rank == ACE else rank + 1
