"""Exact probabilities of the dealer's final hands, from any shoe.

Card values are 0 for an ace, 1 to 8 for two to nine, 9 for a ten-valued card. All orders of the
same cards have the same probability. The possible hands are therefore kept as a tree of multisets
with the number of orders at each end. The tree is built by calling the dealer's own rule
(``dealer_draws``). A walk of the tree costs one multiplication per node and shoe; ``LANES`` shoes
are walked side by side.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from houseway.analysis.blackjack.solver.hands import ACE as ACE
from houseway.analysis.blackjack.solver.hands import SUITED, Hand, asking, settling
from houseway.analysis.blackjack.solver.hands import TEN as TEN
from houseway.analysis.blackjack.solver.hands import VALUES as VALUES
from houseway.families.blackjack.rules import Count

LONGEST = 16
"""An upper bound on the number of cards the dealer can draw."""
LANES = 64


@functools.cache
def dealer_walk(count: Count, up: int, hits_soft_17: bool, peek: bool) -> Any:
    """Return the dealer's final hands from an up card as a depth-first tree of sorted multisets.

    A row is a card drawn. The first column is the number of cards drawn, the second an index of the
    card's value and of earlier cards with that value. The third is the number of cards if the hand
    ends here, else -1. The last is the number of orders that lead to it. With ``peek`` the hole
    card makes no natural, so no order begins with such a card.
    """
    ways = endings(count, up, hits_soft_17, peek)
    rows: list[tuple[int, int, int, int]] = []
    met: set[Hand] = set()
    for drawn in sorted(ways):
        for n in range(1, len(drawn) + 1):
            prefix = drawn[:n]
            if prefix in met:
                continue
            met.add(prefix)
            card = prefix[-1] * LONGEST + prefix.count(prefix[-1]) - 1
            orders = ways.get(prefix, 0)
            rows.append((n, card, n if orders else -1, orders))
    return np.array(rows, dtype=np.int64)


@functools.cache
def short_walk(count: Count, up: int, hits_soft_17: bool, peek: bool) -> Any:
    """Return the walk without hands of the last state, whose probability is the remainder.

    Column 2 holds state and number of cards as one index. Orders are counted once for each of the
    ``SUITED`` suits with which a hand ends in that state.
    """
    rows, states = dealer_walk(count, up, hits_soft_17, peek).copy(), settling(count).states
    last, ask = states_of(count) - 1, asking(count)
    kept, below = np.zeros(len(rows), np.bool_), 0
    drawn = [0] * LONGEST
    for i, (depth, card, end, orders) in enumerate(rows.tolist()):
        drawn[depth - 1] = card // LONGEST
        if end >= 0:
            state, suits = states[ask(tuple(sorted((up, *drawn[:depth])))).key]
            listed = state != last
            rows[i, 2] = state * LONGEST + depth if listed else -1
            rows[i, 3] = orders * suits if listed else 0
    for i in range(len(rows) - 1, -1, -1):
        # ``below`` is the depth of the kept row that follows; if it is deeper, it depends on this
        # one.
        kept[i] = rows[i, 2] >= 0 or below > rows[i, 0]
        if kept[i]:
            below = rows[i, 0]
    return rows[kept]


def states_of(count: Count) -> int:
    """Return the number of final states of a dealer's hand."""
    return int(settling(count).outcomes.shape[2])


@functools.cache
def endings(count: Count, up: int, hits_soft_17: bool, peek: bool) -> dict[Hand, int]:
    """Every multiset of drawn values that ends the dealer's hand, with its number of orders."""
    ask = asking(count)
    ways: dict[Hand, int] = {}
    frontier: dict[Hand, int] = {(): 1}
    while frontier:
        following: dict[Hand, int] = {}
        for cards, orders in frontier.items():
            for value in range(VALUES):
                longer = tuple(sorted((*cards, value)))
                facts = ask(tuple(sorted((up, *longer))))
                if not cards and peek and facts.key[1]:
                    continue
                target = following if facts.draws[hits_soft_17] else ways
                target[longer] = target.get(longer, 0) + orders
        frontier = following
    return ways


def dealer_states(counts: Any, walk: Any, scratch: Any, out: Any, barred: int) -> None:
    """Write the probabilities of the final states, given the cards left without the up card.

    ``counts`` and ``out`` have a column per shoe, and ``walk`` is a short one. ``barred`` is the
    value that the hole card does not have, or -1. ``scratch`` comes from ``dealer_scratch``.
    """
    path, cards, draws, ends = scratch
    prepare(counts, cards, draws, barred)
    path[0] = 1.0 / SUITED
    ends[:] = 0.0
    for i in range(walk.shape[0]):
        depth, card, end, orders = walk[i, 0], walk[i, 1], walk[i, 2], float(walk[i, 3])
        if end < 0:
            for b in range(LANES):
                path[depth, b] = path[depth - 1, b] * cards[card, b]
        else:
            for b in range(LANES):
                drawn = path[depth - 1, b] * cards[card, b]
                path[depth, b] = drawn
                ends[end, b] += drawn * orders
    last = out.shape[0] - 1
    out[:] = 0.0
    out[last] = 1.0
    for state in range(last):
        for n in range(1, LONGEST):
            for b in range(LANES):
                out[state, b] += ends[state * LONGEST + n, b] * draws[n, b]
        for b in range(LANES):
            out[last, b] -= out[state, b]


def prepare(counts: Any, cards: Any, draws: Any, barred: int) -> None:
    """Write the cards left of each value after n draws, and reciprocals of ordered draws."""
    left = draws[0]
    left[:] = 0.0
    for value in range(VALUES):
        for b in range(LANES):
            left[b] += counts[value, b]
        for n in range(LONGEST):
            for b in range(LANES):
                cards[value * LONGEST + n, b] = max(counts[value, b] - n, 0.0)
    for b in range(LANES):
        draws[1, b] = 1.0 / (left[b] - counts[barred, b] if barred >= 0 else left[b])
    for n in range(2, LONGEST):
        for b in range(LANES):
            draws[n, b] = draws[n - 1, b] / max(left[b] - n + 1.0, 1.0)


def dealer_scratch(states: int) -> Any:
    """Allocate scratch arrays for walks: path, cards left, draws, ends."""
    return (
        np.zeros((LONGEST, LANES)),
        np.zeros((VALUES * LONGEST, LANES)),
        np.zeros((LONGEST, LANES)),
        np.zeros((states * LONGEST, LANES)),
    )
