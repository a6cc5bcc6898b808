"""Strengths of hands for a part of the pot, by the rules or by lookup tables filled by them.

``tables`` has the tables of ``batch`` for seven-card high hands and for Omaha. If they are empty,
the rules are called, which gives the same strengths more slowly.
"""

from __future__ import annotations

from typing import Any

from houseway.analysis.evaluator.kernels import (
    FIVE_OR_MORE,
    HIGH,
    JOKER_HIGH,
    JOKER_LOW,
    LOW,
    OMAHA_HIGH,
    OMAHA_LOW,
    PAIRS,
    THREE_OR_MORE,
    best_flush,
    best_two,
    lowest_suit,
    place_of,
    ranks_in,
    suits_with,
)
from houseway.analysis.poker.tables.compiled.layout import (
    BOARD,
    BOARD_N,
    FINAL,
    HELD,
    HELD_MOST,
    HOLE,
    JUDGE,
    LIVE,
    PARTS,
    PLACES,
    QUALIFIER,
    SEATS,
    STRENGTHS,
)
from houseway.hands.omaha import omaha_high, omaha_low
from houseway.hands.poker_high import high_any
from houseway.hands.poker_joker import joker_high5
from houseway.hands.poker_low import joker_low5, low27, low_any, qualified


def judge_all(g: Any, t: Any, c: Any, part: int, tables: Any) -> None:
    """Set the strength of each live hand for a part of the pot."""
    kind = g[PARTS + 3 * part + JUDGE]
    qualifier = g[PARTS + 3 * part + QUALIFIER]
    for place in range(t[SEATS]):
        if t[LIVE] >> place & 1:
            first = HOLE + HELD_MOST * place
            found = strength(kind, qualifier, c[first : first + t[HELD + place]], t, c, tables)
            t[STRENGTHS + PLACES * part + place] = found


def strength(kind: int, qualifier: int, hole: Any, t: Any, c: Any, tables: Any) -> int:
    """Return the strength of one hand."""
    board = t[BOARD : BOARD + t[BOARD_N]]
    if kind == OMAHA_HIGH:
        if len(tables[3]) and len(board) == 5:
            return of_table_high(hole, board, tables)
        return omaha_high(hole, board)
    if kind == OMAHA_LOW:
        if len(tables[9]) and len(board) == 5:
            return qualified(of_table_low(hole, board, tables), qualifier)
        return omaha_low(hole, board, qualifier)
    n = len(hole)
    for i in range(n):
        c[FINAL + i] = hole[i]
    for i in range(len(board)):
        c[FINAL + n + i] = board[i]
    cards = c[FINAL : FINAL + n + len(board)]
    if kind == HIGH:
        if len(cards) == 7 and len(tables[1]):
            return high_of_seven(cards, tables)
        return high_any(cards)
    if kind == LOW:
        return low_any(cards, qualifier)
    if kind == JOKER_HIGH:
        return joker_high5(cards)
    if kind == JOKER_LOW:
        return joker_low5(cards)
    return low27(cards)


def high_of_seven(cards: Any, tables: Any) -> int:
    """Return the best high hand of seven cards."""
    codes, offsets, by_ranks, by_suit = tables[0], tables[1], tables[2], tables[8]
    key = codes[cards[0]]
    for j in range(1, 7):
        key += codes[cards[j]]
    best = int(by_ranks[place_of(key, offsets)])
    flush = suits_with(key, FIVE_OR_MORE)
    if flush:
        best = max(best, int(by_suit[ranks_in(cards, lowest_suit(flush), 7)]))
    return best


def row_of(board: Any, codes: Any, offsets: Any, rows: Any) -> Any:
    """Return the row of a board in an Omaha table, and the suits of the board."""
    key = codes[board[0]]
    for j in range(1, 5):
        key += codes[board[j]]
    return rows[place_of(key, offsets)] * PAIRS, suits_with(key, THREE_OR_MORE)


def of_table_high(hole: Any, board: Any, tables: Any) -> int:
    """Return the best high hand of two hole cards and three of the board."""
    row, flush = row_of(board, tables[0], tables[3], tables[4])
    best = int(tables[6][best_two(hole, row, tables[5], tables[7])])
    if flush:
        best = max(best, best_flush(hole, board, lowest_suit(flush), tables[8]))
    return best


def of_table_low(hole: Any, board: Any, tables: Any) -> int:
    """Return the best low of two hole cards and three of the board."""
    row, _ = row_of(board, tables[0], tables[9], tables[10])
    return int(tables[12][best_two(hole, row, tables[11], tables[7])])
