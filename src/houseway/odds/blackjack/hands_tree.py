"""Every blackjack hand as a multiset of card values, with what one more card makes of it."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from houseway.odds.blackjack.dealer import ACE, VALUES

BUST_HAND = -1


@functools.cache
def hands() -> dict[str, Any]:
    """All hands of two or more cards up to 21 hard points, ordered by hard points.

    ``child[h, v]`` is the hand after drawing value ``v`` (or BUST_HAND), ``pair[a, b]`` the hand
    of two cards; a card always adds to the hard points, so children stand later in the order.
    """
    found = sorted(_grow(), key=lambda hand: (_hard(hand), len(hand), hand))
    index = {hand: i for i, hand in enumerate(found)}
    child = np.full((len(found), VALUES), BUST_HAND, dtype=np.int32)
    comp = np.zeros((len(found), VALUES), dtype=np.int8)
    total = np.zeros(len(found), dtype=np.int8)
    soft = np.zeros(len(found), dtype=np.bool_)
    size = np.zeros(len(found), dtype=np.int8)
    pair = np.zeros((VALUES, VALUES), dtype=np.int32)
    for hand, i in index.items():
        for value in range(VALUES):
            child[i, value] = index.get(tuple(sorted((*hand, value))), BUST_HAND)
            comp[i, value] = hand.count(value)
        hard = _hard(hand)
        soft[i] = ACE in hand and hard <= 11
        total[i] = hard + 10 if soft[i] else hard
        size[i] = len(hand)
        if len(hand) == 2:
            pair[hand[0], hand[1]] = pair[hand[1], hand[0]] = i
    return {"child": child, "comp": comp, "total": total, "soft": soft, "size": size,
            "pair": pair, "cards": tuple(found)}  # fmt: skip


def _hard(hand: tuple[int, ...]) -> int:
    return sum(value + 1 for value in hand)


def _grow() -> set[tuple[int, ...]]:
    found: set[tuple[int, ...]] = set()
    frontier: set[tuple[int, ...]] = {(a, b) for a in range(VALUES) for b in range(a, VALUES)}
    while frontier:
        found |= frontier
        frontier = {
            longer
            for hand in frontier
            for value in range(VALUES)
            if _hard(longer := tuple(sorted((*hand, value)))) <= 21
        }
    return found
