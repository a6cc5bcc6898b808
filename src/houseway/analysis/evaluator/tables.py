"""The lookup tables of ``batch.py``, filled by calling the rules; no hand is ranked here.

A hand of cards is found by a sum of weights, one per rank. The weights give no two patterns of up
to seven ranks the same sum. The sums are sparse, so they are compressed (``interleave``). The upper
bits of a sum name a row, each row has an offset, and rows fill each other's gaps. The 49,205
patterns of seven cards take 0.4 MB instead of 31, which fits into a core's cache. That, more than
the arithmetic, makes a lookup fast.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from houseway.hands.pai_gow_tiles import hand_rank
from houseway.hands.pai_gow_tiles_house_way import arranging_aid, house_way
from houseway.hands.poker_high import ONE_SUIT, count_ranks, high_by_ranks, high_by_suit
from houseway.hands.poker_joker import joker_high5
from houseway.hands.poker_low import LOW27_TOP, joker_low5, low27, low_by_ranks
from houseway.hands.up_cards import board_high, board_low
from houseway.pieces.cards import JOKER
from houseway.pieces.tiles import TILES

Arrays: TypeAlias = tuple[NDArray[Any], ...]

WEIGHTS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
"""One weight for each rank, deuce to ace. Each is the least number that keeps the sums of any seven
cards distinct. A test derives the first of them, and the build checks them all."""

SHIFT = 10
"""A row has ``1 << SHIFT`` sums; larger rows leave more gaps, smaller ones need more offsets."""

SUITS_AT = 32
"""Above the sum of weights a card's code counts its suit, four bits each."""

JOKER_WEIGHT = 5 * WEIGHTS[-1] + 1
"""Above the sum of any five cards, so that hands with and without the joker have distinct sums."""

KINDS_OF_TILE = len(TILES.copies)
COPIES = TILES.copies
NO_SUCH_HAND = 255
"""The entry for tiles that one set does not contain."""


def card_codes() -> Arrays:
    """Return the code of each of the 52 cards, and of the joker, which counts for every suit."""
    suits = [1 << (SUITS_AT + 4 * (card & 3)) for card in range(52)]
    codes = [suits[card] + WEIGHTS[card >> 2] for card in range(52)]
    return (np.array([*codes, sum(suits[:4]) + JOKER_WEIGHT], np.uint64),)


# Ranks.


def patterns(n: int) -> list[tuple[int, ...]]:
    """Return every pattern of ranks of n cards from one deck: no rank more than four times."""
    every = combinations_with_replacement(range(13), n)
    return [ranks for ranks in every if all(ranks.count(r) <= 4 for r in {*ranks})]


def sums(ranks: list[tuple[int, ...]]) -> NDArray[np.int64]:
    """Return the sum of weights of each pattern."""
    added: NDArray[np.int64] = np.array(WEIGHTS, np.int64)[np.array(ranks, np.int64)].sum(1)
    return added


def interleave(keys: NDArray[np.int64], n: int, heaviest: int = WEIGHTS[-1]) -> Arrays:
    """Return an offset for each row of sums of n weights, and the resulting place of each key.

    Rows are placed by descending size, each at the first offset without a collision. Sets of places
    are ints, with bit p for place p, so one shift and one "or" test a column at every offset. Every
    sum of n weights has an offset into the table, even one of cards that no deck has. An invalid
    hand can therefore be refused after the lookup.
    """
    rows: dict[int, list[int]] = {}
    for key in keys.tolist():
        rows.setdefault(key >> SHIFT, []).append(key & ((1 << SHIFT) - 1))
    offsets = np.zeros((n * heaviest >> SHIFT) + 1, np.uint32)
    used = 0
    for row in sorted(rows, key=lambda row: (-len(rows[row]), row)):
        meets = mine = 0
        for column in rows[row]:
            meets |= used >> column
            mine |= 1 << column
        offset = (~meets & (meets + 1)).bit_length() - 1
        offsets[row] = offset
        used |= mine << offset
    return offsets, offsets[keys >> SHIFT] + (keys & ((1 << SHIFT) - 1))


def spread(values: NDArray[Any], offsets: NDArray[Any], places: NDArray[Any]) -> NDArray[Any]:
    """Return a table with the values at their places, long enough for any offset and column."""
    if len(np.unique(places)) != len(places):
        raise ValueError("two patterns of ranks have the same sum; choose other WEIGHTS")
    table = np.zeros(int(offsets.max()) + (1 << SHIFT), values.dtype)
    table[places] = values
    return table


def judged(ranks: list[tuple[int, ...]], judge: Callable[[int], int]) -> NDArray[np.int32]:
    """Return the answer of a rule over counted ranks for each pattern."""
    counted = [count_ranks([4 * rank for rank in pattern]) for pattern in ranks]
    return np.array([judge(counts) for counts in counted], np.int32)


def by_pattern(n: int, judge: Callable[[int], int]) -> Arrays:
    """Return the offsets and strengths of every pattern of n ranks."""
    ranks = patterns(n)
    offsets, places = interleave(sums(ranks), n)
    return offsets, spread(judged(ranks, judge), offsets, places)


def high_tables(n: int) -> Arrays:
    """Offsets and strengths by the ranks of n cards, and strengths by the ranks of one suit."""
    flushes = [high_by_suit(mask) for mask in range(ONE_SUIT + 1)]
    return (*by_pattern(n, high_by_ranks), np.array(flushes, np.int32))


def low_tables(n: int) -> Arrays:
    """Return offsets and lows by the ranks of n cards."""
    return by_pattern(n, low_by_ranks)


# Hands of one to five cards, evaluated card by card; the joker.


def unsuited(ranks: tuple[int, ...]) -> list[int]:
    """Cards of these ranks, lowest first and at most four equal, that are not of one suit."""
    return [4 * rank + at % 4 for at, rank in enumerate(ranks)]


def evaluated(n: int, rule: Callable[[Sequence[int]], int], joker: bool) -> Arrays:
    """Offsets and a rule's answer for every pattern of n cards, with or without the joker."""
    hands = [(sum(WEIGHTS[rank] for rank in ranks), unsuited(ranks)) for ranks in patterns(n)]
    if joker:
        fewer = [
            (sum(WEIGHTS[rank] for rank in ranks), unsuited(ranks)) for ranks in patterns(n - 1)
        ]
        hands += [(weight + JOKER_WEIGHT, [*cards, JOKER]) for weight, cards in fewer]
    keys = np.array([weight for weight, _ in hands], np.int64)
    offsets, places = interleave(keys, n, JOKER_WEIGHT if joker else WEIGHTS[-1])
    found = np.array([rule(cards) for _, cards in hands], np.int32)
    return offsets, spread(found, offsets, places)


def evaluated_suited(rule: Callable[[Sequence[int]], int], joker: bool) -> NDArray[np.int32]:
    """Return a rule's answer for five cards of one suit, by ranks; four ranks have the joker.

    The joker's number is that of one more club: a bit above the ranks, which changes nothing.
    """
    found = np.zeros(ONE_SUIT + 1, np.int32)
    for mask in range(ONE_SUIT + 1):
        cards = [4 * rank for rank in range(13) if mask >> rank & 1]
        if joker and len(cards) == 4:
            cards.append(JOKER)
        if len(cards) == 5:
            found[mask] = rule(cards)
    return np.tile(found, 2) if joker else found


def height27(cards: Sequence[int]) -> int:
    """Return the height of a deuce-to-seven hand; of flush and high cards the greater counts."""
    return LOW27_TOP - low27(cards)


def low27_tables() -> Arrays:
    """Return the tables of deuce-to-seven low.

    They hold offsets and strengths by the ranks of five cards, and strengths of flushes.
    """
    return (*evaluated(5, height27, False), evaluated_suited(height27, False))


def joker_high_tables() -> Arrays:
    """Offsets and strengths by the ranks of five cards, and strengths by one suit's ranks."""
    return (*evaluated(5, joker_high5, True), evaluated_suited(joker_high5, True))


def joker_low_tables() -> Arrays:
    """Return offsets and lows by the ranks of five cards, one of which may be the joker."""
    return evaluated(5, joker_low5, True)


def board_high_tables(n: int) -> Arrays:
    """Return offsets and heights by the ranks of n up cards, which are too few for a flush."""
    return evaluated(n, board_high, False)


def board_low_tables(n: int) -> Arrays:
    """Return offsets and lows by the ranks of n up cards."""
    return evaluated(n, board_low, False)


# Omaha.


def pair_numbers() -> NDArray[np.uint8]:
    """Return a number from 0 to 90 for the ranks of two cards, at ``first * 64 + second``."""
    numbers = np.zeros((64, 64), np.uint8)
    for number, (a, b) in enumerate(combinations_with_replacement(range(13), 2)):
        for one, other in ((a, b), (b, a)):
            numbers[4 * one : 4 * one + 4, 4 * other : 4 * other + 4] = number
    return numbers.reshape(-1)


def best_with_board(judge: Callable[[int], int]) -> Arrays:
    """Return, for each board and two ranks from the hand, the best of the ten threes of the board.

    Offsets and row numbers find a board. For each row and pair the table holds the *place* of a
    strength in the sorted list of strengths. It fits into two bytes and compares like the strength.
    """
    boards = patterns(5)
    offsets, places = interleave(sums(boards), 5)
    rows = spread(np.arange(len(boards), dtype=np.uint16), offsets, places)
    found = judged(boards, judge)
    strengths = np.unique(np.append(found, np.int32(0)))
    five = spread(np.searchsorted(strengths, found).astype(np.uint16), offsets, places)
    pairs = np.array(list(combinations_with_replacement(range(13), 2)), np.int64)
    ranks, weights = np.array(boards, np.int64), np.array(WEIGHTS, np.int64)
    best = np.zeros((len(boards), len(pairs)), np.uint16)
    for three in combinations(range(5), 3):
        on_board = ranks[:, three]
        keys = weights[on_board].sum(1)[:, None] + weights[pairs].sum(1)[None, :]
        made = five[offsets[keys >> SHIFT] + (keys & ((1 << SHIFT) - 1))]
        alike = (on_board.min(1) == on_board.max(1))[:, None] & (pairs[:, 0] == pairs[:, 1])
        made[alike & (on_board[:, :1] == pairs[None, :, 0])] = 0  # five of a rank: no such hand
        best = np.maximum(best, made)
    return offsets, rows, best.reshape(-1), strengths, pair_numbers()


def omaha_high_tables() -> Arrays:
    """Return ``best_with_board`` for high hands, and strengths by the ranks of one suit."""
    return (*best_with_board(high_by_ranks), high_tables(5)[2])


def omaha_low_tables() -> Arrays:
    """Return ``best_with_board`` for lows."""
    return best_with_board(low_by_ranks)


# Tiles.


def tile_ranks() -> Arrays:
    """Return the rank of every two tiles, for both readings of the single rank of gee joon."""
    n = KINDS_OF_TILE
    ranks = np.full((2, n, n), -1, np.int32)
    for lowest in range(2):
        for a in range(n):
            for b in range(n):
                if a != b or COPIES[a] > 1:
                    ranks[lowest, a, b] = hand_rank(a, b, lowest == 1)
    return (ranks.reshape(2, -1),)


def in_the_set(a: int, b: int, c: int, d: int) -> bool:
    """Return True if four tiles can come from one set."""
    for tile in (a, b, c, d):
        held = (a == tile) + (b == tile) + (c == tile) + (d == tile)
        if held > COPIES[tile]:
            return False
    return True


def every_setting() -> Arrays:
    """Return the house way's and the arranging aid's choice for four tiles in every order.

    The first index is ``2 * never_split_into_worse + gee_joon_lowest`` for the house way, then two
    rows of the aid by ``gee_joon_lowest``. The order of tiles matters: a choice names the tile that
    joins the first. The function is meant to be compiled.
    """
    n = KINDS_OF_TILE
    choices = np.full((6, n**4), NO_SUCH_HAND, np.uint8)
    for hand in range(n**4):
        a, b, c, d = hand // n**3, hand // n**2 % n, hand // n % n, hand % n
        if in_the_set(a, b, c, d):
            for lowest in range(2):
                for guard in range(2):
                    choice = house_way(a, b, c, d, guard == 1, lowest == 1)
                    choices[2 * guard + lowest, hand] = choice
                choices[4 + lowest, hand] = arranging_aid(a, b, c, d, lowest == 1)
    return (choices,)
