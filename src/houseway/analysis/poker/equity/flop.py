"""Flop games: the outcomes on every board, counted."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any

import numpy as np

from houseway.analysis.poker.equity.boards import count_boards
from houseway.analysis.poker.equity.disjoint import Draws, choices, count_pairs
from houseway.analysis.poker.equity.forms import Form
from houseway.analysis.poker.equity.joint import MOST, alike, bits, together, ways_at_most
from houseway.analysis.poker.equity.lookup import Cards
from houseway.analysis.poker.equity.notation import Spot
from houseway.analysis.poker.equity.outcomes import Ways, add, outcomes_of

CLASSES_MOST = 4_000
"""The most ways to hold the hands before the flop, up to names of suits, times the hands."""
SUIT_NAMES = 24
OMAHA_TAKES = 2
"""The time that Omaha takes, as a multiple of hold'em."""
PAIRS_FROM, PAIRS_MOST = 20_000, 5_000_000
"""The ways to hold two hands of two cards from which hands are counted in pairs; the most hands
times boards.
"""
WORK_MOST = 60_000_000
"""The most ways to hold the hands times boards, once there is a flop."""


def can_count(spot: Spot, patient: bool = False) -> bool:
    """Return True if every way to hold the hands can be counted, in seconds unless patient."""
    n = ways_at_most([hand.range for hand in spot.hands])
    boards = comb(len(spot.left), 5 - len(spot.board))
    if spot.board and _in_pairs(spot):
        return boards * sum(len(hand.range.weights) for hand in spot.hands) <= PAIRS_MOST
    if patient or n > MOST:
        return n <= MOST
    if spot.board:
        return n * boards <= WORK_MOST
    most = CLASSES_MOST // (len(spot.hands) * (OMAHA_TAKES if spot.form.two else 1))
    return n == 1 or (n <= most * SUIT_NAMES and len(_ways(spot)[0]) <= most)


def count(spot: Spot) -> Ways:
    """Count the outcomes of every way to hold the hands and every board."""
    if not spot.board:
        return _count_by_ways(spot)
    hands = [hand.fixed for hand in spot.hands]
    if all(hands):
        return count_from(spot.form, hands, spot.board, spot.gone)
    return _count_by_pairs(spot) if _in_pairs(spot) else _count_by_boards(spot)


def _in_pairs(spot: Spot) -> bool:
    """Return True for two wide ranges of two cards, which are judged hand by hand, not pair by
    pair.
    """
    ranges = [hand.range for hand in spot.hands]
    return len(ranges) == spot.form.own == 2 and ways_at_most(ranges) > PAIRS_FROM


def _ways(spot: Spot) -> tuple[list[tuple[tuple[int, ...], ...]], list[int]]:
    """Return the different ways to hold the hands, up to suits, and the weight of each."""
    return alike([hand.range for hand in spot.hands], [frozenset(spot.gone)])


def _count_by_ways(spot: Spot) -> Ways:
    """Count the outcomes of every board for each different way to hold the hands."""
    ways: Ways = Ways()
    for hands, weight in zip(*_ways(spot), strict=True):
        counted = count_boards(hands, spot.gone, spot.form.two, spot.form.qualifier)
        for outcome, n in counted.items():
            ways[outcome] += weight * n
    return ways


def count_from(
    form: Form, hands: Sequence[Sequence[int]], board: Sequence[int], gone: Sequence[int]
) -> Ways:
    """Count the outcomes on every board that begins with these cards."""
    boards = boards_from(board, [*gone, *(card for hand in hands for card in hand)])
    n = boards.shape[1]
    held = [np.repeat(np.array(hand, np.uint8)[:, None], n, 1) for hand in hands]
    made = [form.judge(cards, boards) for cards in held]
    ways: Ways = Ways()
    add(ways, outcomes_of(list(zip(*made, strict=True))))
    return ways


def boards_from(board: Sequence[int], gone: Sequence[int]) -> Cards:
    """Return every board that begins with these cards, a column each."""
    left = np.array([card for card in range(52) if card not in {*board, *gone}], np.uint8)
    come = left[choices(len(left), 5 - len(board))]
    return np.vstack((np.repeat(np.array(board, np.uint8)[:, None], come.shape[1], 1), come))


def _count_by_boards(spot: Spot) -> Ways:
    """Count board by board: judge every hand of every range once, then combine the ways to hold
    them.
    """
    ranges = [hand.range for hand in spot.hands]
    places, weights = together(ranges)
    held = np.zeros(len(weights), np.uint64)
    for each, at in zip(ranges, places, strict=True):
        held |= bits(each.cards)[at]
    fixed = [card for hand in spot.hands for card in hand.fixed]
    boards = boards_from(spot.board, [*spot.gone, *fixed])
    taken = bits(boards)
    ways: Ways = Ways()
    for number in range(boards.shape[1]):
        free = np.flatnonzero((held & taken[number]) == 0)
        made = []
        for each, at in zip(ranges, places, strict=True):
            board = np.repeat(boards[:, number : number + 1], each.cards.shape[1], 1)
            made.append([part[at[free]] for part in spot.form.judge(each.cards, board)])
        if len(free):
            add(ways, outcomes_of(list(zip(*made, strict=True))), weights[free])
    return ways


def _count_by_pairs(spot: Spot, run: Any = None) -> Ways:
    """Count board by board every pair of hands that share no card (``disjoint``)."""
    boards = boards_from(spot.board, spot.gone)
    taken = bits(boards)
    ways: Ways = Ways()
    for number in range(boards.shape[1]):
        both = []
        for hand in spot.hands:
            free = (bits(hand.range.cards) & taken[number]) == 0
            cards = hand.range.cards[:, free]
            board = np.repeat(boards[:, number : number + 1], cards.shape[1], 1)
            made = spot.form.judge(cards, board)
            both.append(Draws(np.ascontiguousarray(cards.T), made, hand.range.weights[free]))
        ways += count_pairs(both[0], both[1], 52, run)
    return ways
