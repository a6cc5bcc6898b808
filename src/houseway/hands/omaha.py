"""Omaha hands: exactly two cards from the hand and exactly three from the board.

High and low are separate combinations: a player may use the same two cards both ways, or others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, combinations_with_replacement

from houseway.cite import memo, rule
from houseway.hands.low5 import NO_LOW, low_by_ranks, qualified
from houseway.hands.poker5 import BY_SUIT, NO_HAND, high_by_ranks, high_of
from houseway.pieces.cards import ACE, KING


@rule()
def omaha_high(hole: Sequence[int], board: Sequence[int]) -> int:
    """The best high hand of two hole cards and three of the board."""
    best = NO_HAND
    for j in range(1, len(hole)):
        for i in range(j):
            first, second = int(hole[i]), int(hole[j])
            for n in range(2, len(board)):
                for m in range(1, n):
                    for k in range(m):
                        flop = int(board[k]), int(board[m]), int(board[n])
                        best = max(best, high_of(first, second, flop[0], flop[1], flop[2]))
    return best


@rule()
def omaha_low(hole: Sequence[int], board: Sequence[int], qualifier: int) -> int:
    """The best low of two hole cards and three of the board, not tied to those of the high."""
    best = NO_LOW
    for j in range(1, len(hole)):
        for i in range(j):
            pair = (1 << 3 * (int(hole[i]) >> 2)) + (1 << 3 * (int(hole[j]) >> 2))
            for n in range(2, len(board)):
                for m in range(1, n):
                    two = (1 << 3 * (int(board[n]) >> 2)) + (1 << 3 * (int(board[m]) >> 2))
                    for k in range(m):
                        three = two + (1 << 3 * (int(board[k]) >> 2))
                        best = max(best, low_by_ranks(pair + three))
    return qualified(best, qualifier)


# For play: sixty lookups a player, so the five-card patterns stand in a list rather than a memo.
# It is filled from the rule, once, when the first hand is judged: a few hundredths of a second.

_RANK_SUM = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
"""One number for each rank, so chosen that no two patterns of five ranks have the same sum."""

_SUM = tuple(_RANK_SUM[card >> 2] for card in range(52))


def _table(judge: Callable[[int], int]) -> list[int]:
    """What the rule says of each of the 6,175 patterns of five ranks, at the sum of its ranks."""
    table = [0] * (4 * _RANK_SUM[ACE] + _RANK_SUM[KING] + 1)
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] != ranks[4]:
            counts = sum([1 << 3 * rank for rank in ranks])
            table[sum([_RANK_SUM[rank] for rank in ranks])] = judge(counts)
    return table


_TABLE = memo(_table)


class OmahaBoard:
    """A board made ready once and then asked for every player: ``high(hole)``, ``low(hole, 8)``.

    It keeps the rank sums of its threes; adding that of two hole cards gives the place of the
    five-card pattern in the table.  Equal threes, as on a paired board, are looked up once.
    """

    __slots__ = ("_cards", "_flush_suit", "_flush_threes", "_low_threes", "_threes")

    def __init__(self, board: Sequence[int]) -> None:
        sums = [_SUM[card] for card in board]
        if len(sums) == 5:
            a, b, c, d, e = sums
            ab, de, ac, bc = a + b, d + e, a + c, b + c
            self._threes = {
                *(ab + c, ab + d, ab + e, ac + d, ac + e),
                *(bc + d, bc + e, a + de, b + de, c + de),
            }
        else:
            self._threes = {x + y + z for x, y, z in combinations(sums, 3)}
        self._cards = tuple(board)
        self._low_threes: dict[int, list[int]] = {}
        self._flush_suit = -1
        self._flush_threes: list[int] = []
        suits = [card & 3 for card in board]
        for suit in set(suits):
            if suits.count(suit) >= 3:  # of five cards only one suit can
                ranks = [1 << (card >> 2) for card in board if card & 3 == suit]
                self._flush_suit = suit
                self._flush_threes = [x | y | z for x, y, z in combinations(ranks, 3)]

    def high(self, hole: Sequence[int]) -> int:
        """``omaha_high`` with this board."""
        known, threes = _TABLE[high_by_ranks], self._threes
        if not threes:
            return NO_HAND
        best = max([known[pair + three] for pair in _pairs(hole) for three in threes])
        if self._flush_threes:
            suit = self._flush_suit
            ranks = [1 << (card >> 2) for card in hole if card & 3 == suit]
            for one, other in combinations(ranks, 2):
                for three in self._flush_threes:
                    best = max(best, BY_SUIT[one | other | three])
        return best

    def low(self, hole: Sequence[int], qualifier: int) -> int:
        """``omaha_low`` with this board."""
        threes = self._low_threes.get(qualifier)
        if threes is None:
            threes = self._low_threes[qualifier] = self._threes_under(qualifier)
        if not threes:
            return NO_LOW
        known = _TABLE[low_by_ranks]
        best = max([known[pair + three] for pair in _pairs(hole) for three in threes])
        return qualified(best, qualifier)

    def _threes_under(self, qualifier: int) -> list[int]:
        """The threes that can be part of a low: with a qualifier, different and low enough."""
        if not 0 < qualifier < 13:
            return list(self._threes)
        low = {_SUM[card] for card in self._cards if (card // 4 + 1) % 13 < qualifier}
        return [a + b + c for a, b, c in combinations(low, 3)]


def _pairs(hole: Sequence[int]) -> set[int]:
    """The rank sums of every two of the hole cards; equal ones once."""
    if len(hole) == 4:
        a, b, c, d = hole
        a, b, c, d = _SUM[a], _SUM[b], _SUM[c], _SUM[d]
        return {a + b, a + c, a + d, b + c, b + d, c + d}
    return {a + b for a, b in combinations([_SUM[card] for card in hole], 2)}


def best_omaha_high(hole: Sequence[int], board: Sequence[int]) -> int:
    """``omaha_high`` for play, for one player; for several make one ``OmahaBoard``."""
    return OmahaBoard(board).high(hole)


def best_omaha_low(hole: Sequence[int], board: Sequence[int], qualifier: int) -> int:
    """``omaha_low`` for play, for one player; for several make one ``OmahaBoard``."""
    return OmahaBoard(board).low(hole, qualifier)
