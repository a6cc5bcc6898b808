"""Hands dealt together: every way in which the players can hold hands from their ranges.

Ways that differ only in the names of suits have equal chances and are counted as one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.poker.equity.ranges import Range
from houseway.errors import Refused
from houseway.pieces.cards import CARDS_AND_JOKER, JOKER, RANKS, SUITS
from houseway.util.english import all_of

MOST = 4_000_000
"""The most ways that are enumerated."""

WEIGHT_MOST = 1_000_000
"""The largest weight of one way, so that sums stay exact."""
_CARDS_IN_A_KEY = 10


def bits(cards: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Return the cards of each hand as bits."""
    found = np.zeros(cards.shape[1], np.uint64)
    for row in cards:
        found |= np.uint64(1) << row.astype(np.uint64)
    return found


def ways_at_most(ranges: Sequence[Range]) -> int:
    """Return the number of ways if no two hands had a card in common."""
    n = 1
    for each in ranges:
        n *= each.cards.shape[1]
    return n


def together(ranges: Sequence[Range]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the ways to hold the hands at once: indices of hands in their ranges, and weights."""
    finest = 1
    for each in ranges:
        finest *= int(each.weights.max(initial=1))
    if finest > WEIGHT_MOST:
        raise Refused("the weights of these ranges are too fine together; round them")
    first = ranges[0]
    places = np.arange(first.cards.shape[1])[None]
    held, weights = bits(first.cards), first.weights.copy()
    for each in ranges[1:]:
        other = bits(each.cards)
        old, new = np.nonzero((held[:, None] & other[None, :]) == 0)
        places = np.vstack((places[:, old], new))
        held, weights = held[old] | other[new], weights[old] * each.weights[new]
    if not len(weights):
        raise Refused("these hands cannot be held together: each needs cards of another")
    return places, weights


def explain_conflict(ranges: Sequence[Range], left: Sequence[int]) -> str:
    """Return a reason why no deal gives each range one of its hands, or "" if none is found.

    ``left`` are the cards that are in no known place.  Two ranges may always need one card, or all
    together more cards of some ranks or suits than are left.
    """
    wide = [each.cards for each in ranges if each.cards.shape[1] > 1 and len(each.cards)]
    names = CARDS_AND_JOKER.names
    always = [card for cards in wide for card in range(52) if (cards == card).any(0).all()]
    for card in sorted(always):
        if always.count(card) > 1:
            return f"two of them always hold {names[card]}"
    spare = np.array([card for card in left if card < JOKER], np.uint8)
    ranks = _explain_too_many([cards >> 2 for cards in wide], spare >> 2, RANKS)
    return ranks or _explain_too_many([cards & 3 for cards in wide], spare & 3, SUITS)


def _explain_too_many(wide: Sequence[Any], spare: Any, names: str) -> str:
    """Return the ranks or suits of which the ranges need more cards than are left, or ""."""
    n = len(names)
    sets = (np.arange(1, 1 << n) >> np.arange(n)[:, None] & 1).astype(np.float32)
    needed = np.zeros(sets.shape[1])
    for groups in wide:
        needed += _least_of_each(groups, n, sets)
    there = np.bincount(spare, minlength=n) @ sets
    short = np.flatnonzero(needed > there)
    if not len(short):
        return ""
    at = int(short[np.argmin(sets[:, short].sum(0))])
    which = all_of(names[i] for i in range(n) if sets[i, at])
    return f"they need {int(needed[at])} cards of {which}, and {int(there[at])} are left"


def _least_of_each(groups: Any, n: int, sets: Any) -> Any:
    """Return the least number of cards from each set of groups that any hand of a range holds."""
    counts = np.array([(groups == group).sum(0) for group in range(n)], np.float32)
    return (np.unique(counts, axis=1).T @ sets).min(0)


def _keeping(fixed: Sequence[frozenset[int]]) -> Iterator[NDArray[np.uint8]]:
    """Yield every renaming of the suits that leaves these sets of cards unchanged, by card."""
    for order in permutations(range(4)):
        mapped = [card & ~3 | order[card & 3] for card in range(52)]
        if all({mapped[card] for card in cards} == cards for cards in fixed):
            yield np.array(mapped, np.uint8)


def alike(
    ranges: Sequence[Range], fixed: Sequence[frozenset[int]]
) -> tuple[list[tuple[tuple[int, ...], ...]], list[int]]:
    """Return the ways that differ in more than the names of suits: their hands and weights."""
    places, weights = together(ranges)
    hands = [each.cards[:, at] for each, at in zip(ranges, places, strict=True)]
    if sum(len(cards) for cards in hands) <= _CARDS_IN_A_KEY and len(weights) > 1:
        keys: Any = None
        for mapped in _keeping(fixed):
            found = _key([np.sort(mapped[cards], axis=0) for cards in hands])
            keys = found if keys is None else np.minimum(keys, found)
        _, first, which = np.unique(keys, return_index=True, return_inverse=True)
        sums = np.zeros(len(first), np.int64)
        np.add.at(sums, which, weights)
    else:
        first, sums = np.arange(len(weights)), weights
    chosen = [cards[:, first].T.tolist() for cards in hands]
    return [tuple(map(tuple, way)) for way in zip(*chosen, strict=True)], sums.tolist()


def _key(hands: Sequence[NDArray[np.uint8]]) -> NDArray[np.int64]:
    """Return all cards of a way as one number."""
    key = np.zeros(hands[0].shape[1], np.int64)
    for cards in hands:
        for row in cards:
            key = key << 6 | row
    return key
