"""The strengths of many hands by NumPy alone, from tables filled by the rules.

This is slower than the compiled loops of ``batch`` for millions of hands, but needs no compiler, so
it starts at once. Here a *column* is a hand, which makes adding up its cards fast.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.evaluator import known
from houseway.analysis.evaluator.tables import SHIFT, SUITS_AT
from houseway.hands.poker_high import ONE_SUIT
from houseway.hands.poker_low import LOW27_TOP

Cards: TypeAlias = NDArray[np.uint8]
"""A row for each card of a hand, a column for each hand."""
Strengths: TypeAlias = NDArray[np.int32]

_SUMS = np.uint64((1 << SUITS_AT) - 1)
_ROW, _COLUMN = np.uint64(SHIFT), np.uint64((1 << SHIFT) - 1)
_SUITS = np.uint64(SUITS_AT)
_TOPS = np.uint64(0x8888)
_FIVE_OR_MORE, _THREE_OR_MORE, _TWO_OR_MORE = (np.uint64(x) for x in (0x3333, 0x5555, 0x6666))
SUIT_OF_TOP = np.zeros(0x8889, np.uint8)
"""The suit of the lowest counter whose top bit is set."""
for _tops in range(1, 16):
    _bits = sum(8 << 4 * suit for suit in range(4) if _tops >> suit & 1)
    SUIT_OF_TOP[_bits] = (_tops & -_tops).bit_length() - 1


def keys(cards: Cards) -> NDArray[np.uint64]:
    """Return the keys of hands: weights of ranks, and counted suits."""
    codes = known.codes()
    found: NDArray[np.uint64] = codes[cards[0]]
    for row in cards[1:]:
        found += codes[row]
    return found


def places(key: Any, offsets: Any) -> Any:
    """Return the indices of rank patterns in their table, by their keys."""
    ranks = key & _SUMS
    return offsets[ranks >> _ROW] + (ranks & _COLUMN)


def masks(cards: Cards, suit: Any) -> NDArray[np.int64]:
    """Return the ranks that each hand holds in a suit of its own, one bit a rank."""
    found = np.zeros(cards.shape[1], np.int64)
    for row in cards:
        found |= ((row & 3) == suit).astype(np.int64) << (row >> 2)
    return found


def by_ranks_and_suits(cards: Cards, offsets: Any, by_ranks: Any, by_suit: Any) -> Strengths:
    """Return the strength by ranks, or that of the flush if it is greater."""
    key = keys(cards)
    found: Strengths = by_ranks[places(key, offsets)]
    tops = ((key >> _SUITS) + _FIVE_OR_MORE) & _TOPS
    at = np.flatnonzero(tops)
    if len(at):
        flushes = by_suit[masks(cards[:, at], SUIT_OF_TOP[tops[at]])]
        found[at] = np.maximum(found[at], flushes)
    return found


def high(cards: Cards) -> Strengths:
    """Return ``poker_high.high_any`` of five to seven cards."""
    return by_ranks_and_suits(cards, *known.high(len(cards)))


def low(cards: Cards, qualifier: int) -> Strengths:
    """Return ``poker_low.low_any`` of five to seven cards."""
    offsets, lows = known.low(len(cards), qualifier)
    found: Strengths = lows[places(keys(cards), offsets)]
    return found


def low27(cards: Cards) -> Strengths:
    """Return ``poker_low.low27`` of five cards."""
    found: Strengths = LOW27_TOP - by_ranks_and_suits(cards, *known.low27())
    return found


def joker_high(cards: Cards) -> Strengths:
    """Return ``poker_joker.joker_high5`` of five cards."""
    return by_ranks_and_suits(cards, *known.joker_high())


def joker_low(cards: Cards) -> Strengths:
    """Return ``poker_low.joker_low5`` of five cards."""
    offsets, lows = known.joker_low()
    found: Strengths = lows[places(keys(cards), offsets)]
    return found


PAIRS_OF_RANKS = 91


@lru_cache
def pair_numbers() -> NDArray[np.int64]:
    """Return an index from 0 to 90 for the ranks of two cards."""
    return known.omaha_high()[4].reshape(64, 64).astype(np.int64)


_TWOS = tuple(np.array(list(combinations(range(4), 2))).T)


def _of_twos(hole: Cards, board: Cards) -> NDArray[np.int64]:
    """Return the index of each of the six pairs of each hand with its board; the same for high
    and low."""
    offsets, rows = known.omaha_high()[:2]
    row = rows[places(keys(board), offsets)].astype(np.int64) * PAIRS_OF_RANKS
    found: NDArray[np.int64] = row + pair_numbers()[hole[_TWOS[0]], hole[_TWOS[1]]]
    return found


def _best(at: NDArray[np.int64], best: Any, strengths: Any) -> Strengths:
    """Return the greatest strength among the pairs of hole cards ``at`` these places."""
    found: Strengths = strengths[best[at].max(0)]
    return found


def omaha_both(hole: Cards, board: Cards, qualifier: int) -> tuple[Strengths, Strengths]:
    """Return ``omaha.omaha_high`` and ``omaha_low`` of four hole cards and a board of five."""
    at = _of_twos(hole, board)
    low = _best(at, *known.omaha_low(qualifier)[2:4])
    return _with_flushes(_best(at, *known.omaha_high()[2:4]), hole, board), low


def omaha_high(hole: Cards, board: Cards) -> Strengths:
    """Return ``omaha.omaha_high`` of four hole cards and a board of five."""
    return _with_flushes(_best(_of_twos(hole, board), *known.omaha_high()[2:4]), hole, board)


def _with_flushes(found: Strengths, hole: Cards, board: Cards) -> Strengths:
    """Return high hands by ranks, replaced by the flush where that is stronger."""
    mine = ((keys(hole) >> _SUITS) + _TWO_OR_MORE) & _TOPS
    common = ((keys(board) >> _SUITS) + _THREE_OR_MORE) & _TOPS
    at = np.flatnonzero(mine & common)
    if len(at):
        flushes = _best_flush(hole[:, at], board[:, at], SUIT_OF_TOP[common[at]])
        found[at] = np.maximum(found[at], flushes)
    return found


@lru_cache
def threes() -> NDArray[np.int16]:
    """Return every set of three from the three to five ranks of a board in one suit, a row each."""
    found = np.zeros((10, ONE_SUIT + 1), np.int16)
    for n in (3, 4, 5):
        for ranks in combinations(range(13), n):
            bits = [1 << rank for rank in ranks]
            for at, three in enumerate(combinations(bits, 3)):
                found[at, sum(bits)] = sum(three)
    return found


def _best_flush(hole: Cards, board: Cards, suit: Any) -> Strengths:
    """Return the best flush from two hole cards and three board cards of this suit."""
    by_suit = known.omaha_high()[5]
    common = threes()[:, masks(board, suit)]
    mine = ((hole & 3) == suit) * (1 << (hole >> 2).astype(np.int16))
    one, other = mine[_TWOS[0]], mine[_TWOS[1]]
    pair = np.where((one > 0) & (other > 0), one | other, 0)
    best: Strengths = by_suit[pair[:, None] | common[None]].max((0, 1))  # of fewer than five: none
    return best
