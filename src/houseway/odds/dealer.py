"""The dealer's hand from any shoe: exact probabilities of each final total.

Card values are 0 for an ace, 1 to 8 for two to nine, 9 for a ten-valued card.  All orders in
which the dealer can draw the same cards have the same probability, so the possible hands are
kept once as a tree of multisets, made by asking the dealer's own rule (``dealer_draws``), with
the number of orders at each end.  Walking the tree for one shoe is a multiplication per node.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from houseway.hands.points21 import dealer_draws, natural, points

ACE, TEN = 0, 9
VALUES = 10
BLACKJACK, BUST = 5, 7
TOTALS = 8
"""Final states: 17, 18, 19, 20, 21, blackjack, 22, and over 22."""
LONGEST = 16
_CARD = (48, 0, 4, 8, 12, 16, 20, 24, 28, 32)
"""A card of each value, to put the question to the rules."""


@functools.cache
def dealer_tree(up: int, hits_soft_17: bool, peek: bool) -> dict[str, Any]:
    """The hands a dealer can end with from an up card, as a tree over sorted multisets.

    With ``peek`` the hole card is known not to make a blackjack, so no order may begin with it.
    """
    ways: dict[tuple[int, ...], int] = {}
    _draw([up], (), hits_soft_17, peek, ways)
    index: dict[tuple[int, ...], int] = {(): 0}
    nodes: list[tuple[int, int, int]] = [(0, 0, 0)]
    ends: list[tuple[int, int, int, int]] = []
    for drawn in sorted(ways):
        prefix: tuple[int, ...] = ()
        for value in drawn:
            longer = (*prefix, value)
            if longer not in index:
                index[longer] = len(nodes)
                nodes.append((index[prefix], value, longer.count(value) - 1))
            prefix = longer
        hand = [_CARD[up], *(_CARD[value] for value in drawn)]
        ends.append((index[drawn], _state(hand), ways[drawn], len(drawn)))
    return {
        "nodes": np.array(nodes, dtype=np.int32),
        "ends": np.array(ends, dtype=np.int64),
    }


def _draw(
    hand: list[int], drawn: tuple[int, ...], hits_soft_17: bool, peek: bool,
    ways: dict[tuple[int, ...], int],
) -> None:  # fmt: skip
    """Count, for every multiset of drawn cards that ends a hand, the orders that reach it."""
    frontier: dict[tuple[int, ...], int] = {(): 1}
    while frontier:
        following: dict[tuple[int, ...], int] = {}
        for cards, orders in frontier.items():
            for value in range(VALUES):
                if not cards and peek and natural([_CARD[hand[0]], _CARD[value]]):
                    continue
                longer = tuple(sorted((*cards, value)))
                whole = [_CARD[hand[0]], *(_CARD[v] for v in longer)]
                target = following if dealer_draws(whole, hits_soft_17) else ways
                target[longer] = target.get(longer, 0) + orders
        frontier = following


def _state(hand: list[int]) -> int:
    if natural(hand):
        return BLACKJACK
    total = points(hand)
    if total <= 21:
        return total - 17
    return 6 if total == 22 else BUST


def dealer_states(
    counts: Any, nodes: Any, ends: Any, product: Any, out: Any, barred: int
) -> None:  # pragma: no cover - compiled
    """Probabilities of the final states from the cards left (the up card is already out).

    ``barred`` is the value the hole card is known not to be, or -1.
    """
    left = 0.0
    for value in range(VALUES):
        left += counts[value]
    draws = np.empty(LONGEST)
    draws[0] = 1.0
    draws[1] = 1.0 / (left - counts[barred] if barred >= 0 else left)
    for k in range(2, LONGEST):
        draws[k] = draws[k - 1] / max(left - k + 1.0, 1.0)
    product[0] = 1.0
    for i in range(1, nodes.shape[0]):
        product[i] = product[nodes[i, 0]] * max(counts[nodes[i, 1]] - nodes[i, 2], 0.0)
    for state in range(TOTALS):
        out[state] = 0.0
    for i in range(ends.shape[0]):
        out[ends[i, 1]] += product[ends[i, 0]] * ends[i, 2] * draws[ends[i, 3]]
