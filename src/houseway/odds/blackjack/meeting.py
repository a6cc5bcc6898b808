"""Two hands and the dealer's: how often they end so, whatever is drawn in which order.

All ways in which two hands can end are gone through; the dealer's chances are worked out once for
each set of cards that both take together.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.odds.blackjack.dealer import (
    LANES,
    TOTALS,
    VALUES,
    dealer_room,
    dealer_states,
)
from houseway.odds.blackjack.hand_ends import CLASSES, NOTHING, OVER, Ends
from houseway.odds.blackjack.solve import Array, Ground
from houseway.odds.compiled import compiled

BITS = 6
"""A set of cards is one number: so many bits for each value."""


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
    found = np.zeros((CLASSES, CLASSES, TOTALS))
    compiled(add_all)(g.shoe, g.short, g.barred, one.cards, one.orders, one.kind, other.cards,
                      other.orders, other.kind, alike, found)  # fmt: skip
    return found


def with_over(found: Array, one: Array, two: Array, all_: Array) -> Array:
    """The same with hands hit over 21: what is left of each hand, and of all.

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
    states = np.zeros((sets.shape[0], TOTALS))
    beside(shoe, walk, barred, sets, states)
    sums, begins = np.zeros(TOTALS), np.zeros(orders.shape[1], np.int64)
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
            for s in range(TOTALS):
                sums[s] += weight * states[at, s]
            if j == m - 1 or kind_2[j] != kind_2[j + 1]:
                for s in range(TOTALS):
                    found[kind[i], kind_2[j], s] += sums[s]
                    sums[s] = 0.0


def find_sets(cards: Any, cards_2: Any, alike: bool, place: Any) -> Any:
    """The sets of cards that two ends make together, and into ``place`` which one each two make."""
    n, m = cards.shape[0], cards_2.shape[0]
    keys, keys_2 = np.zeros(n, np.int64), np.zeros(m, np.int64)
    for i in range(n):
        keys[i] = key_of(cards[i])
    for j in range(m):
        keys_2[j] = key_of(cards_2[j])
    table, sets = np.zeros((1 << 12, 2), np.int64), np.zeros(1 << 11, np.int64)
    met = 0
    for i in range(n):
        for j in range(i if alike else 0, m):
            key = keys[i] + keys_2[j] + 1
            if met == sets.shape[0]:
                table, sets = grown(table, sets)
            at = slot(table, key)
            if table[at, 0] == 0:
                table[at, 0], table[at, 1], sets[met] = key, met, key
                met += 1
            place[i, j] = table[at, 1]
    both: Any = np.zeros((met, VALUES), np.int64)
    for i in range(met):
        for v in range(VALUES):
            both[i, v] = (sets[i] - 1) >> BITS * v & (1 << BITS) - 1
    return both


def key_of(cards: Any) -> int:
    """A set of cards as one number; two of them together have the sum of both."""
    key = 0
    for v in range(VALUES):
        key += cards[v] << BITS * v
    return key


def slot(table: Any, key: int) -> int:
    """Where a set of cards stands in a table of sets and places, or the free slot for it."""
    mask = table.shape[0] - 1
    at = (key * 0x9E3779B97F4A7C1 >> 20) & mask
    while table[at, 0] != 0 and table[at, 0] != key:
        at = (at + 1) & mask
    return int(at)


def grown(table: Any, sets: Any) -> tuple[Any, Any]:
    """The same sets in a table twice as large."""
    more: Any = np.zeros(2 * sets.shape[0], np.int64)
    more[: sets.shape[0]] = sets
    wider: Any = np.zeros((2 * table.shape[0], 2), np.int64)
    for i in range(sets.shape[0]):
        at = slot(wider, sets[i])
        wider[at, 0], wider[at, 1] = sets[i], i
    return wider, more


def beside(shoe: Any, walk: Any, barred: int, sets: Any, found: Any) -> None:
    """For sets of cards drawn: the chance of one order of them together with each dealer's state.

    And with the hole card's not being of the barred value, if there is one.
    """
    room = dealer_room()
    counts, states = np.ones((VALUES, LANES)), np.zeros((TOTALS, LANES))
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
                for s in range(TOTALS):
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
