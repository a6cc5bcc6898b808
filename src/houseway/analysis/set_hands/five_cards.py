"""Five cards by their values: all hands, the ways to be dealt each, and a hand's index.

There are 1,993 different hands of five cards of one deck by card values. Games that set five cards
by blackjack totals compare each pair of these once, weighted by its deals.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.analysis.enumeration import multisets
from houseway.hands.blackjack import value
from houseway.pieces.cards import ACE, TEN

Array = npt.NDArray[Any]
HAND = 5
TOTALS = 22
"""The number of totals of a hand that has not busted: 0 to 21."""
VALUES = (ACE << 2, *(rank << 2 for rank in range(TEN + 1)))
"""One card of each value, ace first, ten-valued cards last."""
COPIES = (*(4,) * 9, 16)
DEALS = math.comb(52, HAND) * math.comb(52 - HAND, HAND)
"""The number of deals of two hands."""
CHOOSE = tuple(tuple(math.comb(n, k) for k in range(6)) for n in range(14))
VALUE_INDICES = math.comb(14, HAND)
"""The number of indices: sorted rows of five of ten values, including those that no deck has."""


def every_hand() -> tuple[Array, Array, Array]:
    """Return all hands: sorted card values, an example of cards, and the ways to be dealt each."""
    met = list(multisets(COPIES, HAND))
    values = np.array([hand for hand, _ in met], np.int64)
    return values, np.array(VALUES, np.int64)[values], np.array([n for _, n in met], np.int64)


def best_ways(found: Array, house: Array, worth: Array) -> Array:
    """Return the best way to play each hand; the house way where it is as good.

    ``found`` has deals by hand, way and outcome, ``worth`` the value of each outcome. A way without
    deals is not available.
    """
    net = np.where(found.any(axis=2), found @ worth, np.iinfo(np.int64).min)
    rows = np.arange(len(net))
    best = net.argmax(axis=1)
    chosen: Array = np.where(net[rows, house] == net[rows, best], house, best)
    return chosen


def by_value_index(cards: Array, mine: Array, theirs: Array, none: int) -> Array:
    """Return [0, index]: the player's way of each hand; [1, index]: the other side's.

    It is ``none`` at an index that no hand has.
    """
    found = np.full((2, VALUE_INDICES), none, np.int64)
    for hand, *ways in zip(cards, mine, theirs, strict=True):
        found[:, value_index([int(card) for card in hand])] = ways
    return found


def ways_left(values: Any, left: Any) -> int:
    """Return the number of ways to deal a hand (its values sorted) from the cards left."""
    ways = run = 1
    for k in range(5):
        run = run + 1 if k > 0 and values[k] == values[k - 1] else 1
        ways = ways * max(left[values[k]] - run + 1, 0) // run
    return ways


def value_index(cards: Any) -> int:
    """Return the index of five cards sorted by value."""
    found = 0
    for k in range(5):
        found += CHOOSE[value(cards[k]) - 1 + k][k + 1]
    return found


def put_in_order(cards: Any) -> None:
    """Sort five cards by value, as lookups need them."""
    for i in range(1, 5):
        j = i
        while j > 0 and value(cards[j - 1]) > value(cards[j]):
            cards[j - 1], cards[j] = cards[j], cards[j - 1]
            j -= 1


def by_value(cards: Any) -> str:
    """Return card values as text, an ace as A and all that count ten as 10."""
    return "-".join("A" if card >> 2 == ACE else str(value(int(card))) for card in cards)
