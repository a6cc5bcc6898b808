"""Hands that are the same but for the names of their suits."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.odds.compiled import compiled

Array = npt.NDArray[Any]
SUITS, DECK = 4, 52


def by_suits(cards: Array) -> tuple[Array, Array]:
    """Hands equal but for the names of suits: the first of each kind, and the kind of each."""
    keys = np.zeros((len(cards), SUITS + 1), np.int64)
    compiled(suit_keys)(cards, keys)
    order = np.lexsort(keys.T)
    new = np.ones(len(cards), np.bool_)
    new[1:] = (keys[order][1:] != keys[order][:-1]).any(axis=1)
    members = np.zeros(len(cards), np.int64)
    members[order] = np.cumsum(new) - 1
    return order[new], members


def suit_keys(cards: Any, keys: Any) -> None:
    """The ranks held in each suit, three bits per rank, in order of size; then what has no suit."""
    for i in range(cards.shape[0]):
        for t in range(cards.shape[1]):
            card = cards[i, t]
            if card < DECK:
                keys[i, card & 3] += 1 << 3 * (card >> 2)
            else:
                keys[i, SUITS] += 1 << 3 * (card - DECK)
        keys[i, :SUITS].sort()
