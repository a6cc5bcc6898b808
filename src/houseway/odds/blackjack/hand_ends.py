"""How a hand can end when it is played by its own cards: each set of cards, and in how many orders.

Cards of a shuffled shoe come in any order alike.  So how likely a hand ends with certain cards
hangs on the cards alone, times the number of orders in which the play takes them; and that is so
for several hands of a round and the dealer's together.  An *end* is a set of cards, its number of
orders, and what it is: how the stake stands, and the total.  Hands that are hit over 21 are not
listed, since they are what is left of all; those that are doubled over it are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from houseway.odds.blackjack.best_play import DOUBLE, DOUBLE_FREE, HIT
from houseway.odds.blackjack.dealer import VALUES
from houseway.odds.blackjack.hands_tree import hands
from houseway.odds.blackjack.solve import Array
from houseway.odds.compiled import compiled

BUCKETS = 7
"""Totals that settle alike: up to 16, 17, 18, 19, 20, 21, and over."""
ONCE, DOUBLED, DOUBLED_FREE = 0, BUCKETS, 2 * BUCKETS
"""How the stake stands: what is added to the bucket."""
DEALT_21, SWITCHED_21 = 3 * BUCKETS, 3 * BUCKETS + 1
"""An ace and a ten where they are more than 21, and where a switch brought them together."""
OVER = 3 * BUCKETS + 2
"""A hand that was hit over 21."""
CLASSES = OVER + 1
WHATEVER = 0
"""The one class of a hand of which only the first cards are looked at."""


@dataclass(frozen=True)
class Ends:
    """The ends of a hand: sets of cards, in how many orders they come, and the class of each."""

    cards: Array
    """[end, value]: how many cards of each value."""
    orders: Array
    """[end, how the hand began]."""
    kind: Array

    def plus(self, more: Array) -> Ends:
        """With these cards of each value besides."""
        return Ends(self.cards + more, self.orders, self.kind)


def only(*cards: Array) -> Ends:
    """Sets of cards by themselves, whatever comes of them: each its own beginning."""
    sets = np.array(cards, np.int64)
    return Ends(sets, np.ones((len(sets), 1)), np.full(len(sets), WHATEVER))


NOTHING = only(np.zeros(VALUES, np.int64))
"""No hand besides."""


def ends_of(start: Array, choice: Array, began: Array | None = None) -> Ends:
    """The ends of hands that begin in so many ``start`` orders with each hand of the tree.

    Cards of ``began`` are left out of the sets: who asks counts them himself.
    """
    tree = hands()
    room = 3 * len(start) + VALUES * VALUES
    cards, orders = np.zeros((room, VALUES), np.int64), np.zeros(room)
    kind = np.zeros(room, np.int64)
    n = compiled(find_ends)(start.copy(), choice, tree["child"], tree["comp"], tree["total"],
                            cards, orders, kind)  # fmt: skip
    if began is not None:
        cards -= began
    return in_order(cards[:n], orders[:n, None], kind[:n])


def joined(one: Ends, more: Ends) -> Ends:
    """The ends of both lists."""
    return in_order(
        np.concatenate((one.cards, more.cards)),
        np.concatenate((one.orders, more.orders)),
        np.concatenate((one.kind, more.kind)),
    )


def in_order(cards: Array, orders: Array, kind: Array) -> Ends:
    """By class, so that those of one class are summed up in one go; then by their high cards."""
    order = np.lexsort((*cards.T, kind))
    return Ends(cards[order], orders[order], kind[order])


def bucket(total: int) -> int:
    """Totals up to 16 settle alike."""
    return max(total - 16, 0)


def find_ends(
    ways: Any, choice: Any, child: Any, comp: Any, total: Any, cards: Any, orders: Any, kind: Any
) -> int:
    """Follow a play from hand to hand; how many ends there are."""
    size = comp.shape[0]
    paid, free = np.zeros(size), np.zeros(size)
    n = 0
    for h in range(size):
        what = choice[h]
        if ways[h] <= 0.0 or total[h] == 21 or what not in (HIT, DOUBLE, DOUBLE_FREE):
            continue
        for v in range(VALUES):
            c = child[h, v]
            if c < 0:
                if what != HIT:
                    cards[n] = comp[h]
                    cards[n, v] += 1
                    orders[n] = ways[h]
                    kind[n] = (DOUBLED if what == DOUBLE else DOUBLED_FREE) + BUCKETS - 1
                    n += 1
            elif what == HIT:
                ways[c] += ways[h]
            elif what == DOUBLE:
                paid[c] += ways[h]
            else:
                free[c] += ways[h]
        ways[h] = 0.0
    for h in range(size):
        for stake, found in ((ONCE, ways), (DOUBLED, paid), (DOUBLED_FREE, free)):
            if found[h] > 0.0:
                cards[n], orders[n] = comp[h], found[h]
                kind[n] = stake + bucket(total[h])
                n += 1
    return n
