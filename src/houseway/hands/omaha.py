"""Omaha hands: exactly two cards from the hand and exactly three from the board.

High and low are separate combinations: a player may use the same two cards for both, or others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, combinations_with_replacement
from operator import itemgetter
from typing import TypeAlias

from houseway.cite import memo, rule
from houseway.hands.poker_high import BY_SUIT, NO_HAND, high_by_ranks, high_of
from houseway.hands.poker_low import NO_LOW, low_by_ranks, qualified


@rule()
def omaha_high(hole: Sequence[int], board: Sequence[int]) -> int:
    """Return the best high hand of two hole cards and three of the board."""
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
    """Return the best low of two hole cards and three of the board.

    The cards need not be those of the high hand.
    """
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


# For play.  A player's hand needs sixty lookups, so the strengths of the rule are kept in rows: one
# row for each two ranks of the hand, with a place for each three ranks of a board.  All threes of a
# board are picked from a row at once.  The rows are filled from the rule when the first hand is
# judged, in a few hundredths of a second.

_THREE = {ranks: i for i, ranks in enumerate(combinations_with_replacement(range(13), 3))}
"""Three ranks of a board, in order -> their place in a row."""

_Row: TypeAlias = list[int]
_Pick: TypeAlias = Callable[[_Row], tuple[int, ...]]


def _rows(judge: Callable[[int], int]) -> list[list[_Row]]:
    """Return the row of every two cards; cards of equal ranks share one."""
    judged = memo(judge)
    rows: list[list[_Row]] = [[[]] * 13 for _ in range(13)]
    for a, b in combinations_with_replacement(range(13), 2):
        pair = (1 << 3 * a) + (1 << 3 * b)
        row = [judged[pair + sum([1 << 3 * rank for rank in ranks])] for ranks in _THREE]
        if a == b:
            row[_THREE[a, a, a]] = 0  # there are no five of a rank
        rows[a][b] = rows[b][a] = row
    return [[rows[a >> 2][b >> 2] for b in range(52)] for a in range(52)]


_ROWS = memo(_rows)


class OmahaBoard:
    """A board, prepared once and then asked for every player: ``high(hole)``, ``low(hole, 8)``.

    It knows how to pick its threes from a row. Equal threes, as on a paired board, are looked up
    once.
    """

    __slots__ = ("_cards", "_flush_suit", "_flush_threes", "_high", "_low")

    def __init__(self, board: Sequence[int]) -> None:
        self._cards = tuple(board)
        self._high = _picking([card >> 2 for card in board])
        self._low: dict[int, _Pick | None] = {}
        self._flush_suit = -1
        self._flush_threes: list[int] = []
        suits = [card & 3 for card in board]
        for suit in set(suits):
            if suits.count(suit) >= 3:  # of five cards only one suit can
                ranks = [1 << (card >> 2) for card in board if card & 3 == suit]
                self._flush_suit = suit
                self._flush_threes = [x | y | z for x, y, z in combinations(ranks, 3)]

    def high(self, hole: Sequence[int]) -> int:
        """Return ``omaha_high`` with this board."""
        if self._high is None:
            return NO_HAND
        best = _best(_ROWS[high_by_ranks], hole, self._high)
        if self._flush_threes:
            suit = self._flush_suit
            ranks = [1 << (card >> 2) for card in hole if card & 3 == suit]
            for one, other in combinations(ranks, 2):
                for three in self._flush_threes:
                    best = max(best, BY_SUIT[one | other | three])
        return best

    def low(self, hole: Sequence[int], qualifier: int) -> int:
        """Return ``omaha_low`` with this board."""
        if qualifier not in self._low:
            self._low[qualifier] = _picking(self._ranks_under(qualifier))
        pick = self._low[qualifier]
        if pick is None:
            return NO_LOW
        return qualified(_best(_ROWS[low_by_ranks], hole, pick), qualifier)

    def _ranks_under(self, qualifier: int) -> list[int]:
        """Return the ranks that can be part of a low: with a qualifier, different and low
        enough."""
        ranks = [card >> 2 for card in self._cards]
        if not 0 < qualifier < 13:
            return ranks
        return list({rank for rank in ranks if (rank + 1) % 13 < qualifier})


def _picking(ranks: list[int]) -> _Pick | None:
    """Return a getter for every three of these ranks from a row; None if there are fewer."""
    places = {_THREE[three] for three in combinations(sorted(ranks), 3)}
    if len(places) > 1:
        return itemgetter(*places)
    for place in places:
        return lambda row: (row[place],)
    return None


def _best(rows: list[list[_Row]], hole: Sequence[int], pick: _Pick) -> int:
    """Return the best strength of any two of these cards with any three of the board."""
    if len(hole) == 4:
        a, b, c, d = hole
        of_a, of_b = rows[a], rows[b]
        pairs = (of_a[b], of_a[c], of_a[d], of_b[c], of_b[d], rows[c][d])
        return max(map(max, map(pick, pairs)))
    return max(map(max, map(pick, [rows[a][b] for a, b in combinations(hole, 2)])), default=0)


def best_omaha_high(hole: Sequence[int], board: Sequence[int]) -> int:
    """``omaha_high`` for play, for one player; for several make one ``OmahaBoard``."""
    return OmahaBoard(board).high(hole)


def best_omaha_low(hole: Sequence[int], board: Sequence[int], qualifier: int) -> int:
    """``omaha_low`` for play, for one player; for several make one ``OmahaBoard``."""
    return OmahaBoard(board).low(hole, qualifier)
