"""Two hands and the dealer's: how often they end so, whatever is drawn in which order.

All ways in which two hands can end are gone through; the dealer's chances are worked out once for
each set of cards that both take together.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.odds.blackjack.dealer import LANES, VALUES, dealer_room, dealer_states
from houseway.odds.blackjack.hand_ends import NOTHING, OVER, Ends, kinds_of
from houseway.odds.blackjack.solve import Array, Ground
from houseway.odds.compiled import compiled

BITS = 6
"""A set of cards is one number: so many bits for each value."""
MIDDLE, HIGH = 3, 6
"""Middle cards are four to six."""


def meet(g: Ground, one: Ends, other: Ends = NOTHING) -> Array:
    """[class, class of the other, dealer's state]: how often two hands end so.

    Counted from the shoe that lacks the up card only, together with the hole card's making no
    blackjack where the dealer has looked.  Both have the same beginnings in ``orders``, or one.
    """
    return _met(g, one, other, False)


def meet_alike(g: Ground, one: Ends, other: Ends) -> Array:
    """The same of two hands with the same ends, as often one way round as the other."""
    found = _met(g, one, other, True)
    both: Array = found + found.transpose(1, 0, 2)
    return both


def _met(g: Ground, one: Ends, other: Ends, alike: bool) -> Array:
    kinds = kinds_of(g.tree)
    found = np.zeros((kinds, kinds, g.states))
    compiled(add_all)(g.shoe, g.short, g.barred, one.cards, one.orders, one.kind, other.cards,
                      other.orders, other.kind, alike, found)  # fmt: skip
    return found


def with_over(found: Array, one: Array, two: Array, all_: Array) -> Array:
    """The same with hands hit until they are lost: what is left of each hand, and of all.

    ``one`` and ``two`` are each hand by itself [class, state] with its own filled in.
    """
    found[OVER, :OVER] = two[:OVER] - found[:OVER, :OVER].sum(axis=0)
    found[:OVER, OVER] = one[:OVER] - found[:OVER, :OVER].sum(axis=1)
    found[OVER, OVER] = all_ - found.sum(axis=(0, 1))
    return found


def add_all(
    shoe: Any, walk: Any, barred: int, cards: Any, orders: Any, kind: Any, cards_2: Any,
    orders_2: Any, kind_2: Any, alike: bool, found: Any,
) -> None:  # fmt: skip
    """Every two ends with every state; where both are alike half of what each two give."""
    n, m = cards.shape[0], cards_2.shape[0]
    place: Any = np.zeros((n, m), np.int32)
    sets = find_sets(cards, cards_2, alike, place)
    number = found.shape[2]
    states = np.zeros((sets.shape[0], number))
    beside(shoe, walk, barred, sets, states)
    sums, begins = np.zeros(number), np.zeros(orders.shape[1], np.int64)
    for i in range(n):
        used = 0
        for k in range(orders.shape[1]):
            if orders[i, k] != 0.0:
                begins[used] = k
                used += 1
        for j in range(i if alike else 0, m):
            weight, at = 0.0, place[i, j]
            for k in range(used):
                weight += orders[i, begins[k]] * orders_2[j, begins[k]]
            if alike and i == j:
                weight *= 0.5
            for s in range(number):
                sums[s] += weight * states[at, s]
            if j == m - 1 or kind_2[j] != kind_2[j + 1]:
                for s in range(number):
                    found[kind[i], kind_2[j], s] += sums[s]
                    sums[s] = 0.0


def find_sets(cards: Any, cards_2: Any, alike: bool, place: Any) -> Any:
    """The sets of cards that two ends make together, and into ``place`` which one each two make.

    Low, middle and high cards are numbered apart: the three numbers of a sum stand in small tables,
    and all together in one that is gone through almost in order.
    """
    n, m = cards.shape[0], cards_2.shape[0]
    high, high_2, high_sums, of_high = sums_of(cards, cards_2, HIGH, VALUES)
    middle, middle_2, middle_sums, of_middle = sums_of(cards, cards_2, MIDDLE, HIGH)
    low, low_2, low_sums, of_low = sums_of(cards, cards_2, 0, MIDDLE)
    wide, deep = low_sums.shape[0], middle_sums.shape[0]
    known: Any = np.full(high_sums.shape[0] * deep * wide, -1, np.int32)
    met = 0
    for i in range(n):
        for j in range(i if alike else 0, m):
            at = of_high[high[i], high_2[j]] * deep + of_middle[middle[i], middle_2[j]]
            at = at * wide + of_low[low[i], low_2[j]]
            if known[at] < 0:
                known[at] = met
                met += 1
            place[i, j] = known[at]
    both: Any = np.zeros((met, VALUES), np.int64)
    for at in range(known.shape[0]):
        if known[at] >= 0:
            key = (
                low_sums[at % wide] + middle_sums[at // wide % deep] + high_sums[at // wide // deep]
            )
            for v in range(VALUES):
                both[known[at], v] = key >> BITS * v & (1 << BITS) - 1
    return both


def sums_of(cards: Any, cards_2: Any, least: int, most: int) -> tuple[Any, Any, Any, Any]:
    """Cards of some values only: the number of each end's, and of the sum of every two of them.

    Returned are the numbers of both lists, all sums, and the number of the sum by both.
    """
    keys, keys_2 = keys_of(cards, least, most), keys_of(cards_2, least, most)
    names, names_2 = np.unique(keys), np.unique(keys_2)
    of_two: Any = np.zeros((names.shape[0], names_2.shape[0]), np.int64)
    for i in range(names.shape[0]):
        for j in range(names_2.shape[0]):
            of_two[i, j] = names[i] + names_2[j]
    sums = np.unique(of_two)
    for i in range(names.shape[0]):
        of_two[i] = np.searchsorted(sums, of_two[i])
    return np.searchsorted(names, keys), np.searchsorted(names_2, keys_2), sums, of_two


def keys_of(cards: Any, least: int, most: int) -> Any:
    """Sets of cards as one number each; two of them together have the sum of both."""
    keys: Any = np.zeros(cards.shape[0], np.int64)
    for i in range(cards.shape[0]):
        for v in range(least, most):
            keys[i] += cards[i, v] << BITS * v
    return keys


def beside(shoe: Any, walk: Any, barred: int, sets: Any, found: Any) -> None:
    """For sets of cards drawn: the chance of one order of them together with each dealer's state.

    And with the hole card's not being of the barred value, if there is one.
    """
    number = found.shape[1]
    room = dealer_room(number)
    counts, states = np.ones((VALUES, LANES)), np.zeros((number, LANES))
    chance, held = np.zeros(LANES), np.zeros(LANES, np.int64)
    lane, n = 0, sets.shape[0]
    for i in range(n):
        chance[lane] = order_chance(shoe, barred, sets[i])
        if chance[lane] > 0.0:
            for v in range(VALUES):
                counts[v, lane] = shoe[v] - sets[i, v]
            held[lane] = i
            lane += 1
        if lane == LANES or (i == n - 1 and lane > 0):
            dealer_states(counts, walk, room, states, barred)
            for b in range(lane):
                for s in range(number):
                    found[held[b], s] = chance[b] * states[s, b]
            lane = 0


def order_chance(shoe: Any, barred: int, cards: Any) -> float:
    """The chance that these cards come in one certain order, and that the hole card may be."""
    left, chance = 0.0, 1.0
    for v in range(VALUES):
        left += shoe[v]
    for v in range(VALUES):
        for k in range(cards[v]):
            if shoe[v] <= k:
                return 0.0
            chance *= (shoe[v] - k) / left
            left -= 1.0
    if barred >= 0:
        chance *= 1.0 - (shoe[barred] - cards[barred]) / left
    return chance
