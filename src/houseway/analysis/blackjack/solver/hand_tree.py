"""Every hand of a count as a multiset of card values, linked by one more card."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from houseway.analysis.blackjack.solver.hands import VALUES, Hand, asking, settling
from houseway.families.blackjack.rules import MUST_STAND, TWENTY_ONE, Count

BUST_HAND = -1
"""The index of a hand that loses whatever the dealer has."""


@functools.cache
def hands(count: Count = TWENTY_ONE) -> dict[str, Any]:
    """Return all hands of two or more cards that are not lost, ordered by hard points.

    ``child[h, v]`` is the hand after drawing value ``v`` (or BUST_HAND), and ``pair[a, b]`` the
    hand of two cards. A card always adds hard points, so children come later. ``kind`` is the class
    in which a hand settles, and ``chart`` what it must or may do. For an ace and a ten, both are
    those of a split hand.
    """
    found = sorted(_grow(count), key=lambda hand: (_hard(hand), len(hand), hand))
    index = {hand: i for i, hand in enumerate(found)}
    n, settled, ask = len(found), settling(count), asking(count)
    child = np.full((n, VALUES), BUST_HAND, dtype=np.int32)
    comp = np.zeros((n, VALUES), dtype=np.int8)
    total, size, kind, chart = (np.zeros(n, dtype=np.int8) for _ in range(4))
    soft, over = np.zeros(n, dtype=np.bool_), np.zeros(n, dtype=np.bool_)
    pair = np.zeros((VALUES, VALUES), dtype=np.int32)
    for hand, i in index.items():
        facts = ask(hand)
        for value in range(VALUES):
            child[i, value] = index.get(tuple(sorted((*hand, value))), BUST_HAND)
            comp[i, value] = hand.count(value)
        size[i], soft[i], chart[i] = len(hand), facts.soft, facts.chart
        kind[i], over[i] = settled.classes[facts.key], facts.key[2]
        total[i] = settled.totals[kind[i]] if facts.key[1] else facts.key[0]
        if len(hand) == 2:
            pair[hand[0], hand[1]] = pair[hand[1], hand[0]] = i
    return {"child": child, "comp": comp, "total": total, "soft": soft, "size": size,
            "pair": pair, "kind": kind, "chart": chart, "over": over,
            "done": chart == MUST_STAND, "cards": tuple(found)}  # fmt: skip


def _hard(hand: Hand) -> int:
    """Return the points of a hand with every ace as 1."""
    return sum(value + 1 for value in hand)


def _grow(count: Count) -> set[Hand]:
    """Return the hands that can be drawn to, without those that are lost."""
    settled, ask = settling(count), asking(count)
    found: set[Hand] = set()
    frontier: set[Hand] = {(a, b) for a in range(VALUES) for b in range(a, VALUES)}
    while frontier:
        found |= frontier
        frontier = {
            longer
            for hand in frontier
            if ask(hand).chart != MUST_STAND
            for value in range(VALUES)
            if settled.classes[ask(longer := tuple(sorted((*hand, value)))).key] != settled.lost
        }
    return found
