"""Five cards by their values alone: all hands, the ways to be dealt one, a hand looked up.

There are 1,993 hands of five cards of one deck by what their cards count.  Games in which five
cards are set by blackjack totals meet each pair of them once and weigh it with its ways.
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
"""Totals of a hand that stands are 0 to 21."""
VALUES = (ACE << 2, *(rank << 2 for rank in range(TEN + 1)))
"""A card for each value, ace first, ten-valued cards last."""
COPIES = (*(4,) * 9, 16)
DEALS = math.comb(52, HAND) * math.comb(52 - HAND, HAND)
"""Of two hands."""
CHOOSE = tuple(tuple(math.comb(n, k) for k in range(6)) for n in range(14))
SHAPES = math.comb(14, HAND)
"""Five values of ten in order, those among them that no deck has."""


def every_hand() -> tuple[Array, Array, Array]:
    """All hands: the values of their cards in order, such cards, and the ways to be dealt each."""
    met = list(multisets(COPIES, HAND))
    values = np.array([hand for hand, _ in met], np.int64)
    return values, np.array(VALUES, np.int64)[values], np.array([n for _, n in met], np.int64)


def best_ways(found: Array, house: Array, worth: Array) -> Array:
    """The best way of each hand, of deals by hand, way and outcome and what outcomes are worth.

    A way without deals is none; that of the house is taken where it is as good.
    """
    net = np.where(found.any(axis=2), found @ worth, np.iinfo(np.int64).min)
    rows = np.arange(len(net))
    best = net.argmax(axis=1)
    chosen: Array = np.where(net[rows, house] == net[rows, best], house, best)
    return chosen


def by_shape(cards: Array, mine: Array, theirs: Array, none: int) -> Array:
    """[0, shape]: the player's way of a hand in order; [1, shape]: the other side's."""
    found = np.full((2, SHAPES), none, np.int64)
    for hand, *ways in zip(cards, mine, theirs, strict=True):
        found[:, shape_of([int(card) for card in hand])] = ways
    return found


def ways_left(values: Any, left: Any) -> int:
    """The ways to deal a hand, its values in order, from the cards left."""
    ways = run = 1
    for k in range(5):
        run = run + 1 if k > 0 and values[k] == values[k - 1] else 1
        ways = ways * max(left[values[k]] - run + 1, 0) // run
    return ways


def shape_of(cards: Any) -> int:
    """The number of five cards whose values are in order."""
    found = 0
    for k in range(5):
        found += CHOOSE[value(cards[k]) - 1 + k][k + 1]
    return found


def put_in_order(cards: Any) -> None:
    """Five cards as a hand is looked up: by value."""
    for i in range(1, 5):
        j = i
        while j > 0 and value(cards[j - 1]) > value(cards[j]):
            cards[j - 1], cards[j] = cards[j], cards[j - 1]
            j -= 1


def by_value(cards: Any) -> str:
    """Cards in words, an ace as A and all that count ten as 10."""
    return "-".join("A" if card >> 2 == ACE else str(value(int(card))) for card in cards)
