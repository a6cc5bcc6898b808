"""Hands by rank, for a game in which points and ranks both count: the player's and the dealer's.

Suits never matter, so a hand is a multiset of thirteen ranks.  The player's hands are those of up
to 21 hard points, and those that one more card takes over 21, which still are poker hands.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.hands.points21 import dealer_draws, natural, points, value
from houseway.rulebook.colorado.ante_up_21.rules import best_two

Array = npt.NDArray[Any]
RANKS = 13
TOTALS = 6
"""How the dealer may end without a natural: 17 to 21, and over 21."""
OVER = 5
LONGEST = 16

_VALUES = tuple(value(rank * 4) for rank in range(RANKS))
STRENGTHS = tuple(
    sorted({best_two((a * 4, b * 4)) for a in range(RANKS) for b in range(RANKS)})
)  # fmt: skip
"""Every poker hand of two cards, the lowest first."""
POKERS = len(STRENGTHS)
_PLACE = {strength: i for i, strength in enumerate(STRENGTHS)}

Hand = tuple[int, ...]


@dataclass(frozen=True)
class Tree:
    """The player's hands; a card always adds points, so children stand later."""

    cards: tuple[Hand, ...]
    comp: Array
    """[hand, rank]: how many of each rank."""
    total: Array
    size: Array
    natural: Array
    poker: Array
    """The strength of the best two cards."""
    child: Array
    """[hand, rank]: the hand with one more card, or ``-1 - over`` for a hand over 21."""
    pair: Array
    """[rank, rank]: the hand of two cards."""
    over: tuple[Hand, ...]
    over_comp: Array
    over_poker: Array


@functools.cache
def tree() -> Tree:
    """All hands, once."""
    found = sorted(_grow(), key=lambda hand: (_hard(hand), len(hand), hand))
    place = {hand: i for i, hand in enumerate(found)}
    over: dict[Hand, int] = {}
    child = np.zeros((len(found), RANKS), np.int64)
    pair = np.zeros((RANKS, RANKS), np.int64)
    for hand, i in place.items():
        if len(hand) == 2:
            pair[hand[0], hand[1]] = pair[hand[1], hand[0]] = i
        for rank in range(RANKS):
            longer = tuple(sorted((*hand, rank)))
            if longer in place:
                child[i, rank] = place[longer]
            else:
                child[i, rank] = -1 - over.setdefault(longer, len(over))
    return Tree(
        tuple(found),
        _counts(found),
        np.array([points(_cards(hand)) for hand in found], np.int64),
        np.array([len(hand) for hand in found], np.int64),
        np.array([natural(_cards(hand)) for hand in found], np.bool_),
        np.array([best_two(_cards(hand)) for hand in found], np.int64),
        child,
        pair,
        tuple(over),
        _counts(over),
        np.array([best_two(_cards(hand)) for hand in over], np.int64),
    )


def _cards(hand: Iterable[int]) -> list[int]:
    return [rank * 4 for rank in hand]


def _hard(hand: Hand) -> int:
    return sum(_VALUES[rank] for rank in hand)


def _counts(found: Iterable[Hand]) -> Array:
    return np.array([[hand.count(rank) for rank in range(RANKS)] for hand in found], np.int64)


def _grow() -> set[Hand]:
    found: set[Hand] = set()
    frontier: set[Hand] = {(a, b) for a in range(RANKS) for b in range(a, RANKS)}
    while frontier:
        found |= frontier
        frontier = {
            longer
            for hand in frontier
            for rank in range(RANKS)
            if _hard(longer := tuple(sorted((*hand, rank)))) <= 21
        }
    return found


@functools.cache
def dealer_walk(up: int, hits_soft_17: bool) -> Array:
    """The hands a dealer without a natural can end with: a tree of multisets, depth first.

    A row is a card drawn: how many are drawn with it, its rank, how many of that rank were drawn
    before, and, where the hand ends here, its total and its poker hand (as one index, else -1) and
    the orders that lead to it.
    """
    ways = _endings(up, hits_soft_17)
    rows: list[tuple[int, int, int, int, int]] = []
    met: set[Hand] = set()
    for drawn in sorted(ways):
        for n in range(1, len(drawn) + 1):
            prefix = drawn[:n]
            if prefix in met:
                continue
            met.add(prefix)
            end, orders = -1, ways.get(prefix, 0)
            if orders:
                hand = _cards((up, *prefix))
                end = min(points(hand) - 17, OVER) * POKERS + _PLACE[best_two(hand)]
            rows.append((n, prefix[-1], prefix.count(prefix[-1]) - 1, end, orders))
    return np.array(rows, np.int64)


def _endings(up: int, hits_soft_17: bool) -> dict[Hand, int]:
    """Every multiset of drawn ranks that ends the dealer's hand, with the orders that reach it."""
    ways: dict[Hand, int] = {}
    frontier: dict[Hand, int] = {(): 1}
    while frontier:
        following: dict[Hand, int] = {}
        for drawn, orders in frontier.items():
            for rank in range(RANKS):
                longer = tuple(sorted((*drawn, rank)))
                hand = _cards((up, *longer))
                if not natural(hand):
                    target = following if dealer_draws(hand, hits_soft_17) else ways
                    target[longer] = target.get(longer, 0) + orders
        frontier = following
    return ways


def makes_natural(up: int) -> Array:
    """The ranks that make a natural with this up card."""
    return np.array([natural((up * 4, rank * 4)) for rank in range(RANKS)], np.bool_)
