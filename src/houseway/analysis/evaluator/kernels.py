"""The loops of ``batch.py``: they add codes and look up strengths that rules have computed.

Each loop is made for a fixed number of cards, so it unrolls. It is made with or without the search
for duplicate cards, which costs a third of the speed. A kernel fills ``out``, and returns True if
it found a hand with a duplicate.

All integers are unsigned: numba turns a mix of signed and unsigned into floats, and tests signed
indices for negative values.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from houseway.analysis.evaluator.tables import KINDS_OF_TILE, NO_SUCH_HAND, SHIFT, SUITS_AT
from houseway.hands.poker_high import category

HIGH, LOW, OMAHA_HIGH, OMAHA_LOW, JOKER_HIGH, JOKER_LOW, LOW_27 = range(7)
"""Kinds of hands. HIGH and LOW (ace to five) take any five cards. The Omaha kinds take two from the
hand and three of the board. The others are five cards with a joker, and deuce to seven."""

ONE = np.uint64(1)
ROW = np.uint64(SHIFT)
COLUMN = np.uint64((1 << SHIFT) - 1)
WEIGHTS_PART = np.uint64((1 << SUITS_AT) - 1)
SUITS_PART = np.uint64(SUITS_AT)
CARD_BITS = np.uint64(6)
PAIRS = np.uint64(91)
KINDS = np.uint64(KINDS_OF_TILE)

TOP_BITS = np.uint64(0x8888)
"""The top bit of each suit's counter. After adding one of the following constants, it is set where
the count reaches that number."""
TWO_OR_MORE = np.uint64(0x6666)
THREE_OR_MORE = np.uint64(0x5555)
FOUR_OR_MORE = np.uint64(0x4444)
FIVE_OR_MORE = np.uint64(0x3333)


def place_of(key: Any, offsets: Any) -> Any:
    """Return the index of a key's pattern of ranks in its table."""
    ranks = key & WEIGHTS_PART
    return offsets[ranks >> ROW] + (ranks & COLUMN)


def suits_with(key: Any, so_many: Any) -> Any:
    """Return the top bits of the suits whose count in a key reaches the given number."""
    return ((key >> SUITS_PART) + so_many) & TOP_BITS


def lowest_suit(tops: Any) -> int:
    """Return the suit of the lowest top bit."""
    suit = 0
    bits = int(tops)
    while bits & 8 == 0:
        bits >>= 4
        suit += 1
    return suit


def ranks_in(cards: Any, suit: int, n: int) -> int:
    """Return a bit mask of the ranks of this suit among the first n cards."""
    mask = 0
    for j in range(n):
        if cards[j] & 3 == suit:
            mask |= 1 << (cards[j] >> 2)
    return mask


def bits_in(total: Any) -> int:
    """Return the number of set bits; it is below the number of cards if one occurs twice."""
    n = 0
    while total:
        total &= total - ONE
        n += 1
    return n


@lru_cache
def high_of(n: int, check: bool) -> Callable[..., bool]:
    """Return the kernel for high hands of n cards: by ranks, or a flush if that is higher."""

    def high(cards: Any, codes: Any, offsets: Any, by_ranks: Any, by_suit: Any, out: Any) -> bool:
        twice = False
        for i in range(len(cards)):
            key = total = np.uint64(0)
            for j in range(n):
                card = np.uint64(cards[i, j])
                key += codes[card]
                if check:
                    total += ONE << card
            best = by_ranks[place_of(key, offsets)]
            flush = suits_with(key, FIVE_OR_MORE)
            if flush:
                best = max(best, by_suit[ranks_in(cards[i], lowest_suit(flush), n)])
            out[i] = best
            twice |= check and bits_in(total) != n
        return twice

    return high


@lru_cache
def low_of(n: int, check: bool) -> Callable[..., bool]:
    """Return the kernel for low hands of n cards."""

    def low(cards: Any, codes: Any, offsets: Any, by_ranks: Any, out: Any) -> bool:
        twice = False
        for i in range(len(cards)):
            key = total = np.uint64(0)
            for j in range(n):
                card = np.uint64(cards[i, j])
                key += codes[card]
                if check:
                    total += ONE << card
            out[i] = by_ranks[place_of(key, offsets)]
            twice |= check and bits_in(total) != n
        return twice

    return low


# Omaha.


def best_two(hole: Any, row: Any, best: Any, pairs: Any) -> Any:
    """Return the best of the six pairs of a hand's cards, in the row of a board."""
    found = np.uint16(0)
    for q in range(1, 4):
        for p in range(q):
            pair = pairs[np.uint64(hole[p]) << CARD_BITS | np.uint64(hole[q])]
            found = max(found, best[row + np.uint64(pair)])
    return found


def best_flush(hole: Any, board: Any, suit: int, by_suit: Any) -> int:
    """Return the best flush of two cards from the hand and three of the board."""
    best = 0
    of_board = ranks_in(board, suit, 5)
    for q in range(1, 4):
        for p in range(q):
            if hole[p] & 3 == suit and hole[q] & 3 == suit:
                two = 1 << (hole[p] >> 2) | 1 << (hole[q] >> 2)
                best = max(best, best_three(two, of_board, by_suit))
    return best


def best_three(two: int, board: int, by_suit: Any) -> int:
    """Return the best flush of these two ranks and any three of the board's, all of one suit."""
    best = 0
    first = board
    while first:
        second = first & (first - 1)  # each loop drops its lowest rank in turn
        while second:
            third = second & (second - 1)
            while third:
                ranks = two | (first & -first) | (second & -second) | (third & -third)
                best = max(best, by_suit[ranks])
                third &= third - 1
            second &= second - 1
        first &= first - 1
    return best


@lru_cache
def omaha_high_of(check: bool) -> Callable[..., bool]:
    """Return the kernel for high hands of two cards from the hand and three of the board."""

    def omaha_high(
        hole: Any, board: Any, codes: Any, offsets: Any, rows: Any, best: Any, strengths: Any,
        pairs: Any, by_suit: Any, out: Any,
    ) -> bool:  # fmt: skip
        twice = False
        for i in range(len(hole)):
            mine = common = total = np.uint64(0)
            for j in range(4):
                mine += codes[np.uint64(hole[i, j])]
                if check:
                    total += ONE << np.uint64(hole[i, j])
            for j in range(5):
                common += codes[np.uint64(board[i, j])]
                if check:
                    total += ONE << np.uint64(board[i, j])
            row = np.uint64(rows[place_of(common, offsets)]) * PAIRS
            found = strengths[best_two(hole[i], row, best, pairs)]
            flush = suits_with(mine, TWO_OR_MORE) & suits_with(common, THREE_OR_MORE)
            if flush:
                found = max(found, best_flush(hole[i], board[i], lowest_suit(flush), by_suit))
            out[i] = found
            twice |= check and bits_in(total) != 9
        return twice

    return omaha_high


@lru_cache
def omaha_low_of(check: bool) -> Callable[..., bool]:
    """Return the kernel for low hands of two cards from the hand and three of the board."""

    def omaha_low(
        hole: Any, board: Any, codes: Any, offsets: Any, rows: Any, best: Any, strengths: Any,
        pairs: Any, out: Any,
    ) -> bool:  # fmt: skip
        twice = False
        for i in range(len(hole)):
            common = total = np.uint64(0)
            for j in range(5):
                common += codes[np.uint64(board[i, j])]
                if check:
                    total += ONE << np.uint64(board[i, j])
            if check:
                for j in range(4):
                    total += ONE << np.uint64(hole[i, j])
            row = np.uint64(rows[place_of(common, offsets)]) * PAIRS
            out[i] = strengths[best_two(hole[i], row, best, pairs)]
            twice |= check and bits_in(total) != 9
        return twice

    return omaha_low


# Rules evaluated directly, and tiles.


@lru_cache
def each_hand(judge: Any) -> Callable[..., None]:
    """Return the kernel that evaluates a cheap rule on every row, without a table."""

    def each(cards: Any, out: Any) -> None:
        for i in range(len(cards)):
            out[i] = judge(cards[i])

    return each


def two_tiles(tiles: Any, ranks: Any, out: Any) -> bool:
    """Write the rank of every two tiles; return True if some row is impossible for one set."""
    least = ranks[0]
    for i in range(len(tiles)):
        rank = ranks[np.uint64(tiles[i, 0]) * KINDS + np.uint64(tiles[i, 1])]
        out[i] = rank
        least = min(least, rank)
    return bool(least < 0)


def four_tiles(tiles: Any, choices: Any, out: Any) -> bool:
    """Write the choice for every four tiles; return True if some row is impossible for one set."""
    most = np.uint8(0)
    for i in range(len(tiles)):
        hand = np.uint64(0)
        for j in range(4):
            hand = hand * KINDS + np.uint64(tiles[i, j])
        out[i] = choices[hand]
        most = max(most, choices[hand])
    return bool(most == NO_SUCH_HAND)


# All hands of seven cards.


def last_card(key: Any, end: int, codes: Any, offsets: Any, by_ranks: Any, ways: Any) -> None:
    """Count six cards with each lower seventh, where no suit can have five cards."""
    for g in range(end):
        ways[category(by_ranks[place_of(key + codes[g], offsets)])] += 1


def last_of_suit(
    key: Any, six: Any, codes: Any, offsets: Any, by_ranks: Any, by_suit: Any, ways: Any
) -> None:
    """Count six cards, four or more of one suit, with each lower seventh."""
    suit = lowest_suit(suits_with(key, FOUR_OR_MORE))
    mask = ranks_in(six, suit, 6)
    for g in range(six[5]):
        ranks = mask | 1 << (g >> 2) if g & 3 == suit else mask
        best = max(by_ranks[place_of(key + codes[g], offsets)], by_suit[ranks])
        ways[category(best)] += 1


def count_sevens(codes: Any, offsets: Any, by_ranks: Any, by_suit: Any, ways: Any) -> None:
    """Count the category of every seven of 52 cards; the key of six is kept in the inner loop."""
    for a in range(6, 52):
        for b in range(5, a):
            two = codes[a] + codes[b]
            for c in range(4, b):
                three = two + codes[c]
                for d in range(3, c):
                    four = three + codes[d]
                    for e in range(2, d):
                        five = four + codes[e]
                        for f in range(1, e):
                            key = five + codes[f]
                            if suits_with(key, FOUR_OR_MORE):
                                six = (a, b, c, d, e, f)
                                last_of_suit(key, six, codes, offsets, by_ranks, by_suit, ways)
                            else:
                                last_card(key, f, codes, offsets, by_ranks, ways)
