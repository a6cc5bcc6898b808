"""Flop games, every board counted."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from houseway.odds.equity.boards import count_boards
from houseway.odds.equity.disjoint import choices
from houseway.odds.equity.forms import Form
from houseway.odds.equity.joint import MOST, alike, ways_at_most
from houseway.odds.equity.lookup import Cards
from houseway.odds.equity.notation import Spot
from houseway.odds.equity.outcomes import Ways, add, outcomes_of

WAYS_MOST = 40_000
"""Ways to hold the hands, if boards are to be counted for each."""


def can_count(spot: Spot, patient: bool = False) -> bool:
    """Whether every way to hold the hands can be gone through, in a few seconds if not patient."""
    n = ways_at_most([hand.range for hand in spot.hands])
    return n <= (MOST if patient else WAYS_MOST)


def count(spot: Spot) -> Ways:
    """Who wins what, over every way to hold the hands and every board."""
    fixed = [frozenset(spot.board), frozenset(spot.gone) - frozenset(spot.board)]
    ways: Ways = Ways()
    for hands, weight in zip(*alike([hand.range for hand in spot.hands], fixed), strict=True):
        for outcome, n in _count_one(spot, hands).items():
            ways[outcome] += weight * n
    return ways


def _count_one(spot: Spot, hands: Sequence[Sequence[int]]) -> Ways:
    if not spot.board:
        return count_boards(hands, spot.gone, spot.form.two, spot.form.qualifier)
    return count_from(spot.form, hands, spot.board, spot.gone)


def count_from(
    form: Form, hands: Sequence[Sequence[int]], board: Sequence[int], gone: Sequence[int]
) -> Ways:
    """Who wins what on every board that begins so, card by card."""
    boards = boards_from(board, [*gone, *(card for hand in hands for card in hand)])
    n = boards.shape[1]
    made = [
        form.judge(np.repeat(np.array(hand, np.uint8)[:, None], n, 1), boards) for hand in hands
    ]
    ways: Ways = Ways()
    add(ways, outcomes_of(list(zip(*made, strict=True))))
    return ways


def boards_from(board: Sequence[int], gone: Sequence[int]) -> Cards:
    """Every board that begins so, a column each."""
    left = np.array([card for card in range(52) if card not in {*board, *gone}], np.uint8)
    come = left[choices(len(left), 5 - len(board))]
    return np.vstack((np.repeat(np.array(board, np.uint8)[:, None], come.shape[1], 1), come))
