"""Random numbers for compiled simulations: splitmix64, one word of state, the same everywhere.

Only for mathematics; the shoe of a live table does not use it.  These functions are meant to be
compiled: interpreted, the state must be an array of ``uint64``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


def next_word(state: Any) -> Any:
    """The next 64 random bits."""
    state[0] += _STEP
    z = state[0]
    z = (z ^ (z >> _30)) * _MIX_1
    z = (z ^ (z >> _27)) * _MIX_2
    return z ^ (z >> _31)


def below(state: Any, n: int) -> Any:
    """A whole number from 0 to ``n - 1``, each exactly as likely (Lemire's rejection)."""
    bound = np.uint64(n)
    product = (next_word(state) >> _32) * bound
    if (product & _LOW) < bound:
        least = (_LOW - bound + np.uint64(1)) % bound
        while (product & _LOW) < least:
            product = (next_word(state) >> _32) * bound
    return np.int64(product >> _32)


def shuffle(cards: Any, first: int, state: Any) -> None:
    """Put the cards from place ``first`` on into random order."""
    for i in range(len(cards) - 1, first, -1):
        j = first + below(state, i - first + 1)
        cards[i], cards[j] = cards[j], cards[i]
