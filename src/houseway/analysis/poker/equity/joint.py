"""Hands dealt together: every way in which the players can hold hands of their ranges.

Two ways that differ only in the names of the suits have the same chances and are counted as one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.poker.equity.ranges import Range
from houseway.errors import Refused

MOST = 4_000_000
"""Ways that are listed at the most."""

WEIGHT_MOST = 1_000_000
"""Of one way, so that sums stay exact."""
_CARDS_IN_A_KEY = 10


def bits(cards: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """The cards of each hand, a bit each."""
    found = np.zeros(cards.shape[1], np.uint64)
    for row in cards:
        found |= np.uint64(1) << row.astype(np.uint64)
    return found


def ways_at_most(ranges: Sequence[Range]) -> int:
    """How many ways there would be if no two hands had a card in common."""
    n = 1
    for each in ranges:
        n *= each.cards.shape[1]
    return n


def together(ranges: Sequence[Range]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The ways in which the hands can be held at once: the place of each hand in its range, and
    the weight."""
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
        raise Refused("these hands cannot be held together: whatever one has, another needs")
    return places, weights


def _keeping(fixed: Sequence[frozenset[int]]) -> Iterator[NDArray[np.uint8]]:
    """Every new naming of the suits that leaves these sets of cards as they are, by card."""
    for order in permutations(range(4)):
        mapped = [card & ~3 | order[card & 3] for card in range(52)]
        if all({mapped[card] for card in cards} == cards for cards in fixed):
            yield np.array(mapped, np.uint8)


def alike(
    ranges: Sequence[Range], fixed: Sequence[frozenset[int]]
) -> tuple[list[tuple[tuple[int, ...], ...]], list[int]]:
    """The different ways but for the names of suits: the hands of each, and the weight of all."""
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
    """All cards of a way as one number."""
    key = np.zeros(hands[0].shape[1], np.int64)
    for cards in hands:
        for row in cards:
            key = key << 6 | row
    return key
