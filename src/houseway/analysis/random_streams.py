"""Random numbers for compiled simulations: numbered streams, equal on every machine.

``stream(seed, n)`` is the state of an independent generator (xoshiro256++, seeded by NumPy's
``SeedSequence``). ``mix`` brings the next places of a shoe into random order. Both are for
mathematics only; the shoe of a live table does not use them. The functions are meant to be
compiled; interpreted, a state must be an array of ``uint64``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_17, _19, _23, _41, _45 = (np.uint64(n) for n in (17, 19, 23, 41, 45))
_LOW = np.uint64(0xFFFFFFFF)

_9, _55 = np.uint64(9), np.uint64(55)
_ONE, _TWO, _THREE, _FOUR = (np.uint64(n) for n in (1, 2, 3, 4))
_WHOLE = np.uint64(1 << 55)
_PART = np.uint64((1 << 55) - 1)
MOST_PIECES = 512
"""Up to this size of a shoe, four places come from 55 random bits without a carry."""
BLOCK = 64
"""The number of places mixed at once."""


def stream(seed: int, number: int) -> Any:
    """Return the state of a numbered stream of a seed, four words."""
    return np.random.SeedSequence(seed, spawn_key=(number,)).generate_state(4, np.uint64)


def next_word(state: Any) -> Any:
    """Return the next 64 random bits of splitmix64, which has one word of state."""
    state[0] += _STEP
    z = state[0]
    z = (z ^ (z >> _30)) * _MIX_1
    z = (z ^ (z >> _27)) * _MIX_2
    return z ^ (z >> _31)


def below(state: Any, n: int) -> Any:
    """Return an integer from 0 to ``n - 1`` with exactly equal chances (Lemire's rejection)."""
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


# Numbered streams.


def xoshiro(a: Any, b: Any, c: Any, d: Any) -> Any:
    """Return the next word of xoshiro256++ and the state after it."""
    word = a + d
    word = (word << _23 | word >> _41) + a
    t = b << _17
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    d = d << _45 | d >> _19
    return word, a, b, c, d


def four_places(bits: Any, left: Any) -> Any:
    """Return places among ``left``, ``left - 1``, ... pieces, and the unused rest of the bits."""
    m = bits * left
    i, bits = m >> _55, m & _PART
    m = bits * (left - _ONE)
    j, bits = m >> _55, m & _PART
    m = bits * (left - _TWO)
    k, bits = m >> _55, m & _PART
    m = bits * (left - _THREE)
    return i, j, k, m >> _55, m & _PART


def mix(pieces: Any, first: int, last: int, state: Any) -> int:
    """Move random pieces from the rest into the places from ``first`` to ``last``, or a few more.

    Four places come from one word (batched bounded numbers of Brackett-Rozinsky and Lemire, 2024);
    a remainder that would favour some orders is rejected. Returns the first place not mixed.
    """
    a, b, c, d = state[0], state[1], state[2], state[3]
    at, end = np.uint64(first), np.uint64(len(pieces))
    stop = np.uint64(last)
    while at < stop and at + _FOUR <= end:
        left = end - at
        orders = left * (left - _ONE) * (left - _TWO) * (left - _THREE)
        word, a, b, c, d = xoshiro(a, b, c, d)
        i, j, k, m, over = four_places(word >> _9, left)
        if over < orders:
            least = _WHOLE % orders
            while over < least:
                word, a, b, c, d = xoshiro(a, b, c, d)
                i, j, k, m, over = four_places(word >> _9, left)
        i += at
        pieces[at], pieces[i] = pieces[i], pieces[at]
        j += at + _ONE
        pieces[at + _ONE], pieces[j] = pieces[j], pieces[at + _ONE]
        k += at + _TWO
        pieces[at + _TWO], pieces[k] = pieces[k], pieces[at + _TWO]
        m += at + _THREE
        pieces[at + _THREE], pieces[m] = pieces[m], pieces[at + _THREE]
        at += _FOUR
    while at < stop and at < end:
        left = end - at
        word, a, b, c, d = xoshiro(a, b, c, d)
        m = (word >> _9) * left
        while m & _PART < _WHOLE % left:
            word, a, b, c, d = xoshiro(a, b, c, d)
            m = (word >> _9) * left
        i = at + (m >> _55)
        pieces[at], pieces[i] = pieces[i], pieces[at]
        at += _ONE
    state[0], state[1], state[2], state[3] = a, b, c, d
    return int(at)
