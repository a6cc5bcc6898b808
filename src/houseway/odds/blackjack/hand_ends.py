"""How a hand can end when it is played by its own cards: each set of cards, and in how many orders.

Cards of a shuffled shoe come in any order alike.  So how likely a hand ends with certain cards
hangs on the cards alone, times the number of orders in which the play takes them; and that is so
for several hands of a round and the dealer's together.  An *end* is a set of cards, its number of
orders, and what it is: how the stake stands, and the class it settles in.  Hands that are hit until
they are lost are not listed, since they are what is left of all; those that are doubled so are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from houseway.odds.blackjack.best_play import DOUBLE, DOUBLE_FREE, HIT, SURRENDER
from houseway.odds.blackjack.dealer import VALUES
from houseway.odds.blackjack.solve import Array
from houseway.odds.compiled import compiled

ONCE, DOUBLED, DOUBLED_FREE = range(3)
"""How the stake stands: an end is of a class of hands, so many times as many as there are on."""
GIVEN_UP, DEALT_21, SWITCHED_21, OVER = -4, -3, -2, -1
"""Behind these: a hand that was given up; an ace and a ten where they are more than 21, and where a
switch brought them together; and a hand that was hit until it was lost."""
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


def kinds_of(tree: dict[str, Any]) -> int:
    """How many kinds of ends there are: classes of hands by stake, and four more."""
    return 3 * classes_of(tree) + 4


def classes_of(tree: dict[str, Any]) -> int:
    """How many classes of hands settle in different ways; the last of them is lost."""
    return int(tree["kind"].max()) + 2


def ends_of(tree: dict[str, Any], start: Array, choice: Array, began: Array | None = None) -> Ends:
    """The ends of hands that begin in so many ``start`` orders with each hand of the tree.

    Cards of ``began`` are left out of the sets: who asks counts them himself.
    """
    room = 3 * len(start) + VALUES * VALUES
    cards, orders = np.zeros((room, VALUES), np.int64), np.zeros(room)
    kind = np.zeros(room, np.int64)
    n = compiled(find_ends)(start.copy(), choice, tree["child"], tree["comp"], tree["kind"],
                            tree["done"], classes_of(tree), cards, orders, kind)  # fmt: skip
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


def find_ends(
    ways: Any, choice: Any, child: Any, comp: Any, class_: Any, done: Any, classes: int,
    cards: Any, orders: Any, kind: Any,
) -> int:  # fmt: skip
    """Follow a play from hand to hand; how many ends there are."""
    size = comp.shape[0]
    paid, free = np.zeros(size), np.zeros(size)
    n = 0
    for h in range(size):
        what = choice[h]
        if ways[h] <= 0.0 or done[h] or what not in (HIT, DOUBLE, DOUBLE_FREE):
            continue
        for v in range(VALUES):
            c = child[h, v]
            if c < 0:
                if what != HIT:
                    cards[n] = comp[h]
                    cards[n, v] += 1
                    orders[n] = ways[h]
                    stands = DOUBLED if what == DOUBLE else DOUBLED_FREE
                    kind[n] = stands * classes + classes - 1
                    n += 1
            elif what == HIT:
                ways[c] += ways[h]
            elif what == DOUBLE:
                paid[c] += ways[h]
            else:
                free[c] += ways[h]
        ways[h] = 0.0
    for h in range(size):
        if ways[h] > 0.0 and choice[h] == SURRENDER:
            cards[n], orders[n], kind[n] = comp[h], ways[h], 3 * classes
            n, ways[h] = n + 1, 0.0
        for stake, found in ((ONCE, ways), (DOUBLED, paid), (DOUBLED_FREE, free)):
            if found[h] > 0.0:
                cards[n], orders[n] = comp[h], found[h]
                kind[n] = stake * classes + class_[h]
                n += 1
    return n
