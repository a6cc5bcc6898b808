"""21st Century Baccarat where each has a hit card of his own: what a later bettor has seen.

Whoever decides after others knows their hit cards.  For every sight of three cards and every set of
such cards the best decision is found from what is left.  All numbers are whole and far below 2^53,
so floating point counts them exactly.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from operator import mul
from typing import Any

import numpy as np

from houseway.hands.baccarat import card_value
from houseway.odds.community_baccarat import VALUES, Ends, Pays, every_sight
from houseway.rulebook.delta.twenty_first_century_baccarat.rules import bank_hits, main, may_stand


def worth_after(decks: int, pays: Pays, seen: int) -> Fraction:
    """What best play is worth to one who has seen so many hit cards of others, per base wager."""
    shown = np.array([*_sets(seen)], float)
    shoe = np.bincount([card_value(card) for card in range(52)], minlength=VALUES) * decks
    ways = math.comb(52 * decks - 3, seen) * math.perm(52 * decks - 3 - seen, 3) * _units(pays)
    worth = Fraction()
    for sight in every_sight(decks, pays):
        if len(sight.options) == 1:
            worth += sight.chance * sight.best.base  # whatever is seen, nothing is decided
            continue
        three = sight.ends.seen
        left = shoe - np.bincount((three.low, three.high, three.up), minlength=VALUES)
        chances = np.prod([_choose(left[v], shown[:, v]) for v in range(VALUES)], axis=0)
        best = _best(sight.ends, left - shown, pays)
        worth += sight.chance * Fraction(sum(map(mul, map(int, chances), map(int, best))), ways)
    return worth


def _sets(seen: int) -> Iterator[Any]:
    """Every set of so many values, as how many there are of each."""
    for values in combinations_with_replacement(range(VALUES), seen):
        yield np.bincount(values, minlength=VALUES)


def _choose(cards: int, taken: Any) -> Any:
    """The ways in which so many of these cards can be taken."""
    return np.array([math.comb(int(cards), int(n)) for n in taken], float)


def _best(ends: Ends, left: Any, pays: Pays) -> Any:
    """The worth of the best decision from each of these remainders of the shoe, in ``_units``."""
    mine, units = ends.seen.points, _units(pays)
    nets = np.array([[int(pays.nets[main(a, b)] * units) for b in range(10)] for a in range(10)])
    orders = math.perm(int(left[0].sum()), 3)
    hit = _all_orders(left, ends.seen.up, nets[(mine + np.arange(VALUES)) % 10])
    best = np.maximum(np.maximum(hit, 2 * hit), int(pays.surrender * units) * orders)
    if may_stand(mine):
        stood = _all_orders(left, ends.seen.up, np.tile(nets[mine], (VALUES, 1)))
        best = np.maximum(best, stood)
    return best


def _units(pays: Pays) -> int:
    """Into how many parts a wager is cut for every net to be whole."""
    return math.lcm(*(net.denominator for net in (*pays.nets, pays.surrender)))


def _all_orders(left: Any, up: int, nets: Any) -> Any:
    """What all orders of hole card, hit card and draw come to; ``nets`` by hit card and bank."""
    total, cards = np.zeros(len(left)), left[0].sum()
    for hole in range(VALUES):
        bank = (up + hole) % 10
        for third in range(VALUES):
            ways = left[:, hole] * (left[:, third] - (hole == third))
            if bank_hits(bank):
                drawn = nets[third, (bank + np.arange(VALUES)) % 10]
                total += ways * (left @ drawn - drawn[hole] - drawn[third])
            else:
                total += ways * (cards - 2) * nets[third, bank]
    return total
