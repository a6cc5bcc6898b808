"""Hand strengths in batches: NumPy arrays of pieces in, arrays of strengths out.

    >>> import numpy as np
    >>> from houseway.analysis.evaluator import batch as batch
    >>> from houseway.pieces.cards import CARDS
    >>> batch.high(np.array([CARDS.parse("As Ks Qs Js Ts 2c 2d")], np.uint8)) >> 20
    array([8], dtype=int32)

One row is one hand, one column one piece as in ``pieces/``. Arrays of another type than ``uint8``
are refused. So are unknown pieces, and hands with more copies of a piece than the deck or set has.
Each row's strength equals that of the rule, bit by bit: the rules fill the lookup tables
(``tables.py``).

The first use of a kind of hand compiles its loop and fills its tables, with a notice. Later uses
load both from the disk, unless a rule or a loop has changed.

``trusted=True`` skips the search for duplicate cards, for hands dealt from a shuffled deck. High
hands of seven cards are then 1.7 times as fast.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.evaluator import kernels, known, tables
from houseway.analysis.evaluator.store import kernel
from houseway.hands import blackjack
from houseway.hands.poker_low import LOW27_TOP, NO_QUALIFIER
from houseway.pieces.cards import CARDS, CARDS_AND_JOKER
from houseway.pieces.kind import Kind
from houseway.pieces.tiles import TILES

Pieces: TypeAlias = NDArray[np.uint8]
Strengths: TypeAlias = NDArray[np.int32]


# Poker.


def high(cards: Pieces, trusted: bool = False) -> Strengths:
    """Return ``poker_high.high_any`` of five, six or seven cards a row."""
    hands = _hands(cards, "cards", CARDS, 5, 7)
    n, what = hands.shape[1], f"high hands of {hands.shape[1]} cards"
    run = kernel(kernels.high_of(n, not trusted), what)
    out = np.empty(len(hands), np.int32)
    if run(hands, known.codes(), *known.high(n), out):
        _refuse_twice(hands)
    return out


def low(cards: Pieces, qualifier: int = NO_QUALIFIER, trusted: bool = False) -> Strengths:
    """Return ``poker_low.low_any`` of five, six or seven cards a row."""
    hands = _hands(cards, "cards", CARDS, 5, 7)
    return _by_ranks(hands, known.low(hands.shape[1], _qualifier(qualifier)), trusted)


def omaha_high(hole: Pieces, board: Pieces, trusted: bool = False) -> Strengths:
    """Return ``omaha.omaha_high`` of four cards in the hand and five of the board, row by row."""
    mine, common = _omaha_hands(hole, board)
    run = kernel(kernels.omaha_high_of(not trusted), "Omaha high hands")
    out = np.empty(len(mine), np.int32)
    if run(mine, common, known.codes(), *known.omaha_high(), out):
        _refuse_twice(np.hstack((mine, common)))
    return out


def omaha_low(
    hole: Pieces, board: Pieces, qualifier: int = NO_QUALIFIER, trusted: bool = False
) -> Strengths:
    """Return ``omaha.omaha_low`` of four cards in the hand and five of the board, row by row."""
    mine, common = _omaha_hands(hole, board)
    bar = _qualifier(qualifier)
    run = kernel(kernels.omaha_low_of(not trusted), "Omaha lows")
    out = np.empty(len(mine), np.int32)
    if run(mine, common, known.codes(), *known.omaha_low(bar), out):
        _refuse_twice(np.hstack((mine, common)))
    return out


def low27(cards: Pieces, trusted: bool = False) -> Strengths:
    """Return ``poker_low.low27`` of five cards a row: deuce to seven."""
    hands = _hands(cards, "cards", CARDS, 5, 5)
    run = kernel(kernels.high_of(5, not trusted), "high hands of 5 cards")
    out = np.empty(len(hands), np.int32)
    if run(hands, known.codes(), *known.low27(), out):
        _refuse_twice(hands)
    return np.subtract(LOW27_TOP, out, out=out)


def joker_high(cards: Pieces, trusted: bool = False) -> Strengths:
    """Return ``poker_joker.joker_high5`` of five cards a row, one of which may be the joker."""
    hands = _hands(cards, "cards", CARDS_AND_JOKER, 5, 5)
    run = kernel(kernels.high_of(5, not trusted), "high hands of 5 cards")
    out = np.empty(len(hands), np.int32)
    if run(hands, known.codes(), *known.joker_high(), out):
        _refuse_twice(hands)
    return out


def joker_low(cards: Pieces, trusted: bool = False) -> Strengths:
    """Return ``poker_low.joker_low5`` of five cards a row, one of which may be the joker."""
    hands = _hands(cards, "cards", CARDS_AND_JOKER, 5, 5)
    return _by_ranks(hands, known.joker_low(), trusted)


def board_high(cards: Pieces, trusted: bool = False) -> Strengths:
    """Return ``up_cards.board_high`` of one to four up cards a row."""
    hands = _hands(cards, "cards", CARDS, 1, 4)
    return _by_ranks(hands, known.board_high(hands.shape[1]), trusted)


def board_low(cards: Pieces, trusted: bool = False) -> Strengths:
    """Return ``up_cards.board_low`` of one to four up cards a row."""
    hands = _hands(cards, "cards", CARDS, 1, 4)
    return _by_ranks(hands, known.board_low(hands.shape[1]), trusted)


def _by_ranks(hands: Pieces, table: tables.Arrays, trusted: bool) -> Strengths:
    """Return strengths of hands whose suits do not matter."""
    n = hands.shape[1]
    run = kernel(kernels.low_of(n, not trusted), f"lows of {n} cards")
    out = np.empty(len(hands), np.int32)
    if run(hands, known.codes(), *table, out):
        _refuse_twice(hands)
    return out


def all_seven_card_counts() -> dict[int, int]:
    """Return the number of the 133,784,560 seven-card hands in each category of ``poker_high``."""
    run = kernel(kernels.count_sevens, "the count of all hands of seven cards")
    ways = np.zeros(9, np.int64)
    run(known.codes(), *known.high(7), ways)
    return dict(enumerate(ways.tolist()))


# Blackjack.


def points21(cards: Pieces) -> Strengths:
    """Return ``hands.blackjack.points`` of any number of cards a row, from any number of decks."""
    return _each(blackjack.points, cards)


def soft21(cards: Pieces) -> NDArray[np.bool_]:
    """Return ``hands.blackjack.is_soft`` of any number of cards a row."""
    return _each(blackjack.is_soft, cards).astype(np.bool_)


def _each(rule: Any, cards: Pieces) -> Strengths:
    """Return a rule's answer for each row of cards."""
    hands = _hands(cards, "cards", CARDS, 1, 52 * 8)
    out = np.empty(len(hands), np.int32)
    kernel(kernels.each_hand(rule), "blackjack hands")(hands, out)
    return out


# Tiles.


def tiles_rank(tiles: Pieces, gee_joon_lowest: bool = False) -> Strengths:
    """Return ``pai_gow_tiles.hand_rank`` of two tiles a row."""
    hands = _hands(tiles, "tiles", TILES, 2, 2)
    (ranks,) = known.tile_ranks()
    out = np.empty(len(hands), np.int32)
    if kernel(kernels.two_tiles, "hands of two tiles")(hands, ranks[int(gee_joon_lowest)], out):
        _refuse_row("tiles", "more of one tile than a set has", hands, out < 0)
    return out


def house_way(
    tiles: Pieces, never_split_into_worse: bool = True, gee_joon_lowest: bool = False
) -> NDArray[np.uint8]:
    """Return ``pai_gow_tiles_house_way.house_way`` of four tiles a row: the choice 0, 1 or 2."""
    return _four_tiles(tiles, 2 * int(never_split_into_worse) + int(gee_joon_lowest))


def arranging_aid(tiles: Pieces, gee_joon_lowest: bool = False) -> NDArray[np.uint8]:
    """Return ``pai_gow_tiles_house_way.arranging_aid`` of four tiles a row: 0, 1 or 2."""
    return _four_tiles(tiles, 4 + int(gee_joon_lowest))


def _four_tiles(tiles: Pieces, which: int) -> NDArray[np.uint8]:
    """Return the choice ``which`` of the stored settings for each row of four tiles."""
    hands = _hands(tiles, "tiles", TILES, 4, 4)
    (choices,) = known.settings()
    out = np.empty(len(hands), np.uint8)
    if kernel(kernels.four_tiles, "the setting of four tiles")(hands, choices[which], out):
        too_many = out == tables.NO_SUCH_HAND
        _refuse_row("tiles", "more of one tile than a set has", hands, too_many)
    return out


# Refused arguments.


def _hands(given: Any, noun: str, kind: Kind, least: int, most: int) -> Pieces:
    """Return the array as the loops need it; ValueError with a description if it is invalid."""
    if not isinstance(given, np.ndarray) or given.dtype != np.uint8:
        array = isinstance(given, np.ndarray)
        found = f"one of {given.dtype}" if array else f"a {type(given).__name__}"
        raise ValueError(f"{noun} must be a NumPy array of uint8, not {found}")
    if given.ndim != 2 or not least <= given.shape[1] <= most:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        raise ValueError(
            f"{noun} must have one hand a row and {wanted} columns, not the shape {given.shape}"
        )
    hands = np.ascontiguousarray(given)
    last = len(kind.copies) - 1
    if hands.size and hands.max() > last:
        row = int(np.argmax((hands > last).any(1)))
        raise ValueError(
            f"{noun}: row {row} is {hands[row].tolist()}; a {kind.noun} is a number from 0 to "
            f"{last}"
        )
    return hands


def _omaha_hands(hole: Any, board: Any) -> tuple[Pieces, Pieces]:
    """Return hole cards and boards after checks; there must be a board for each hand."""
    mine, common = _hands(hole, "hole", CARDS, 4, 4), _hands(board, "board", CARDS, 5, 5)
    if len(mine) != len(common):
        raise ValueError(
            f"hole has {len(mine)} rows and board {len(common)}; each hand needs its board beside "
            "it"
        )
    return mine, common


def _qualifier(given: Any) -> int:
    """Return a qualifier as a plain int, so that one table serves 8 and ``np.int64(8)``."""
    if not isinstance(given, int | np.integer) or not 0 <= given <= 13:
        raise ValueError(
            f"a qualifier is a number from 0 (none) to 13, such as 8 for eight or better, not "
            f"{given!r}"
        )
    return int(given)


def _refuse_twice(hands: Pieces) -> None:
    """Raise ValueError for the first row that holds a card twice."""
    ordered = np.sort(hands, axis=1)
    _refuse_row("cards", "a card twice", hands, (ordered[:, 1:] == ordered[:, :-1]).any(1))


def _refuse_row(noun: str, holds: str, hands: Pieces, wrong: NDArray[np.bool_]) -> None:
    """Raise ValueError for the first row that is ``wrong``; ``holds`` names the fault."""
    row = int(np.argmax(wrong))
    raise ValueError(f"{noun}: row {row} is {hands[row].tolist()}, which holds {holds}")
