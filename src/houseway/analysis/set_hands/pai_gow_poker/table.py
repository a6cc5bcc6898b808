"""The strengths of every hand of seven cards, set the house way, in one table.

The number of a hand is the sum over its cards, from the lowest, of C(index in the deck, number of
cards up to it). The strength of a hand is one number too, its *mark*: the rank of its five-card
hand, then that of its two-card hand, among those that occur. The whole deck has 154,143,080 hands;
the table takes 0.6 GB while it is in use.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np

from houseway.analysis.compiler.compile import compiled
from houseway.analysis.set_hands.pai_gow_poker.classes import Array, Classes, Deck, classes
from houseway.hands.pai_gow_house_way import house_way
from houseway.hands.pai_gow_poker import back_strength, front_strength

HAND = 7
SUIT_ORDERS = np.array(list(permutations(range(4))), np.int64)
CHOOSE = np.array([[math.comb(n, k) for k in range(HAND + 1)] for n in range(54)], np.int64)


@dataclass(frozen=True)
class Marks:
    """The pairs of ranks that occur, sorted: of five cards first, then of two."""

    back: Array
    front: Array

    @property
    def fronts(self) -> int:
        """Return the number of ranks of two cards."""
        return int(self.front.max()) + 1


@dataclass(frozen=True)
class HouseWay:
    """All hands of a deck, set the house way."""

    deck: Deck
    hands: Classes
    mark: Array
    """The mark of each class."""
    marks: Marks


def set_all(cards: Any, posted: int, back: Any, front: Any) -> None:
    """Set the strengths of each hand when the house way sets it."""
    for i in range(len(cards)):
        choice = house_way(cards[i], posted)
        back[i] = back_strength(cards[i], choice, posted)
        front[i] = front_strength(cards[i], choice, posted)


def set_the_house_way(deck: Deck, posted: int) -> HouseWay:
    """Set every class of hands by the rule that sets hands at the table."""
    hands = classes(deck, HAND)
    five, two = np.zeros((2, len(hands.ways)), np.int64)
    compiled(set_all)(hands.cards, posted, five, two)
    back, _ = ranked(five)
    front, fronts = ranked(two)
    both = back.astype(np.int64) * fronts + front
    mark, _ = ranked(both)
    found = np.unique(both)
    return HouseWay(deck, hands, mark, Marks(found // fronts, found % fronts))


def ranked(values: Array) -> tuple[Array, int]:
    """Return the rank of each value among those that occur, and the number of ranks."""
    here = np.zeros(int(values.max()) + 1, np.bool_)
    here[values] = True
    ranks = np.cumsum(here, dtype=np.uint32) - np.uint32(1)
    return ranks[values], int(here.sum())


def spread_out(cards: Any, values: Any, base: int, orders: Any, table: Any) -> None:
    """Write the value of each class at all its hands, under every naming of the suits."""
    held = np.zeros(14, np.int64)
    ranks = np.zeros(HAND, np.int64)
    for row in range(len(cards)):
        n = 0
        suits = 0  # which ranks each suit holds, a mark for each place in the hand
        for i in range(HAND):
            rank = cards[row, i] >> 2
            if n == 0 or ranks[n - 1] != rank:
                ranks[n] = rank
                held[n] = 0
                n += 1
            if rank < 13:
                held[n - 1] |= 1 << (cards[row, i] & 3)
                suits |= 1 << (8 * (cards[row, i] & 3) + n - 1)
        for p in range(len(orders)):
            if repeats(orders[p], suits):
                continue
            found, at = 0, 0
            for r in range(n):
                if ranks[r] == 13:
                    at += 1
                    found += CHOOSE[52 - base, at]
                    continue
                mask = 0
                for suit in range(4):
                    mask |= (held[r] >> suit & 1) << orders[p, suit]
                for suit in range(4):
                    if mask >> suit & 1:
                        at += 1
                        found += CHOOSE[4 * ranks[r] + suit - base, at]
            table[found] = values[row]


def repeats(order: Any, suits: int) -> bool:
    """Return True if this order of suits only exchanges suits with the same content."""
    for suit in range(3):
        same = suits >> 8 * suit & 255 == suits >> 8 * (suit + 1) & 255
        if same and order[suit] > order[suit + 1]:
            return True
    return False


def whole_table(deck: Deck, hands: Classes, values: Array) -> Array:
    """Return the value of every hand by its number."""
    table = np.zeros(math.comb(deck.size, HAND), np.uint32)
    compiled(spread_out)(hands.cards, values, deck.base, SUIT_ORDERS, table)
    return table
