"""The compiled loops of ``pineapple``: the discard on a flop, and every turn and river.

Strengths are looked up in tables that the rules have filled.  Unsigned throughout, as in
``evaluator.kernels``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.analysis.evaluator.kernels import (
    FIVE_OR_MORE,
    lowest_suit,
    place_of,
    ranks_in,
    suits_with,
)

AGAINST = 2
"""The number of random hands that each turn and river is tried against."""

_A, _B, _C = np.uint64(12), np.uint64(25), np.uint64(27)
_TIMES, _HIGH_BITS = np.uint64(0x2545F4914F6CDD1D), np.uint64(33)
_DRAWN_BITS = np.uint64(31)


def next_random(state: Any) -> Any:
    """Return the next number of a stream (xorshift)."""
    state ^= state >> _A
    state ^= state << _B
    state ^= state >> _C
    return state


def below(state: Any, n: int) -> Any:
    """Return a number from 0 to n - 1 and advance the state of the stream."""
    return np.int64((state * _TIMES >> _HIGH_BITS) * np.uint64(n) >> _DRAWN_BITS)


def high_of_seven(key: Any, seven: Any, offsets: Any, by_ranks: Any, by_suit: Any) -> int:
    """Return the best high hand of seven cards with a known key."""
    best = by_ranks[place_of(key, offsets)]
    flush = suits_with(key, FIVE_OR_MORE)
    if flush:
        best = max(best, by_suit[ranks_in(seven, lowest_suit(flush), 7)])
    return int(best)


def low_of_seven(key: Any, offsets: Any, lows: Any) -> int:
    """Return the best low of seven cards; 0 for none, or in a game without lows."""
    return int(lows[place_of(key, offsets)]) if len(lows) else 0


def against(high: int, low: int, other_high: int, other_low: int) -> int:
    """Return the share of the pot, in quarters, that a hand wins from one other hand."""
    part = 2 if high > other_high else 1 if high == other_high else 0
    if low == 0 and other_low == 0:
        return 2 * part
    return part + (2 if low > other_low else 1 if low == other_low else 0)


def throw_away(
    hands: Any, flops: Any, dead: Any, seed: int, codes: Any,
    offsets: Any, by_ranks: Any, by_suit: Any, low_offsets: Any, lows: Any,
    free: Any, out: Any,
) -> None:  # fmt: skip
    """Set the index of the discard for each hand of three on its flop.

    The player knows the own cards, the flop and the dead cards. Every possible turn and river is
    tried against a few random hands. The two cards with the best result are kept.
    """
    for i in range(hands.shape[1]):
        a, b, c = int(hands[0, i]), int(hands[1, i]), int(hands[2, i])
        f, g, h = int(flops[0, i]), int(flops[1, i]), int(flops[2, i])
        n = 0
        for card in range(52):
            if not dead[card] and card not in (a, b, c, f, g, h):
                free[n] = card
                n += 1
        key_a, key_b, key_c = codes[a], codes[b], codes[c]
        on_flop = codes[f] + codes[g] + codes[h]
        state = np.uint64(seed * 7919 + i * 104729 + 88172645463325252)
        without_a = without_b = without_c = 0
        for p in range(1, n):
            for q in range(p):
                t, r = int(free[p]), int(free[q])
                board = on_flop + codes[t] + codes[r]
                key = board + key_b + key_c
                high_a = high_of_seven(key, (b, c, f, g, h, t, r), offsets, by_ranks, by_suit)
                low_a = low_of_seven(key, low_offsets, lows)
                key = board + key_a + key_c
                high_b = high_of_seven(key, (a, c, f, g, h, t, r), offsets, by_ranks, by_suit)
                low_b = low_of_seven(key, low_offsets, lows)
                key = board + key_a + key_b
                high_c = high_of_seven(key, (a, b, f, g, h, t, r), offsets, by_ranks, by_suit)
                low_c = low_of_seven(key, low_offsets, lows)
                for _ in range(AGAINST):
                    x = y = p
                    while x in (p, q):
                        state = next_random(state)
                        x = below(state, n)
                    while y in (p, q, x):
                        state = next_random(state)
                        y = below(state, n)
                    one, other = int(free[x]), int(free[y])
                    key = board + codes[one] + codes[other]
                    his = (one, other, f, g, h, t, r)
                    high = high_of_seven(key, his, offsets, by_ranks, by_suit)
                    low = low_of_seven(key, low_offsets, lows)
                    without_a += against(high_a, low_a, high, low)
                    without_b += against(high_b, low_b, high, low)
                    without_c += against(high_c, low_c, high, low)
        best = max(without_a, without_b, without_c)
        out[i] = 0 if without_a == best else 1 if without_b == best else 2


def play_out(
    hands: Any, flops: Any, taken: Any, codes: Any,
    offsets: Any, by_ranks: Any, by_suit: Any, low_offsets: Any, lows: Any,
    free: Any, ways: Any,
) -> None:  # fmt: skip
    """Count outcomes on every turn and river; ``hands`` are by player, card and flop."""
    players = hands.shape[0]
    for i in range(hands.shape[2]):
        f, g, h = int(flops[0, i]), int(flops[1, i]), int(flops[2, i])
        n = 0
        for card in range(52):
            if not taken[card] and card not in (f, g, h):
                free[n] = card
                n += 1
        on_flop = codes[f] + codes[g] + codes[h]
        for p in range(1, n):
            for q in range(p):
                t, r = int(free[p]), int(free[q])
                board = on_flop + codes[t] + codes[r]
                best = best_low = first = second = 0
                for player in range(players):
                    one, other = int(hands[player, 0, i]), int(hands[player, 1, i])
                    key = board + codes[one] + codes[other]
                    seven = (one, other, f, g, h, t, r)
                    high = high_of_seven(key, seven, offsets, by_ranks, by_suit)
                    low = low_of_seven(key, low_offsets, lows)
                    if high > best:
                        best, first = high, 0
                    if high == best:
                        first |= 1 << player
                    if low > best_low:
                        best_low, second = low, 0
                    if low == best_low and low > 0:
                        second |= 1 << player
                ways[first | second << players] += 1
