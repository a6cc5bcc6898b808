"""Crazy Pineapple: each player gets three cards and discards one after the flop.

The discard is a decision, so no figure before it can be exact. The assumed player looks only at the
own cards and the flop. That player keeps the two cards that do best against a random hand, over
every turn and river. After the discard the game is hold'em.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.compiler.compile import compiled
from houseway.analysis.evaluator.known import codes, high, low
from houseway.analysis.poker.equity.deals import random_deals
from houseway.analysis.poker.equity.discard_loops import AGAINST, play_out, throw_away
from houseway.analysis.poker.equity.disjoint import choices
from houseway.analysis.poker.equity.lookup import Cards
from houseway.analysis.poker.equity.notation import Spot
from houseway.analysis.poker.equity.outcomes import Ways, add, outcomes_of

DEALT = 3
ASSUMES = (
    "players see only their own cards and the flop, and keep the two cards that do best against "
    f"a hand at random: every turn and river is tried, against {AGAINST} hands each",
)
HANDS_MOST = 8
"""The most hands for which every flop is counted."""


def is_decided(spot: Spot) -> bool:
    """Return True if every hand has made its discard."""
    return all(hand.known < DEALT for hand in spot.hands)


def can_count(spot: Spot) -> bool:
    """Return True if every flop can be counted, which requires known hands."""
    return len(spot.hands) <= HANDS_MOST and all(hand.fixed for hand in spot.hands)


def _tables(spot: Spot) -> tuple[Any, ...]:
    """Return the lookup tables of high hands, and of lows; empty ones without a qualifier."""
    qualifier = spot.form.qualifier
    none = np.zeros(0, np.uint32), np.zeros(0, np.int32)
    lows = none if qualifier is None else low(7, qualifier)
    return (codes(), *high(7), *lows)


def keep_two(spot: Spot, hands: Cards, flops: Cards, seed: int, run: Any = None) -> Cards:
    """Return the two cards that each hand of three keeps on its flop."""
    run = run or compiled(throw_away, no_refcount=True)
    hands, flops = np.ascontiguousarray(hands), np.ascontiguousarray(flops)
    dead = np.zeros(52, np.bool_)
    dead[list(spot.dead)] = True
    thrown = np.zeros(hands.shape[1], np.int64)
    run(hands, flops, dead, seed, *_tables(spot), np.zeros(52, np.uint8), thrown)
    keeps = np.array([(1, 2), (0, 2), (0, 1)])[thrown].T
    return np.take_along_axis(hands, keeps, 0)


def count(spot: Spot, seed: int) -> Ways:
    """Count the outcomes on every board under the assumption about discards."""
    taken = np.zeros(52, np.bool_)
    taken[[*spot.gone, *(card for hand in spot.hands for card in hand.fixed)]] = True
    left = np.flatnonzero(~taken).astype(np.uint8)
    flops = np.array(spot.board, np.uint8)[:, None]
    if not spot.board:
        flops = left[choices(len(left), 3)]
    n, players = flops.shape[1], len(spot.hands)
    kept: NDArray[np.uint8] = np.empty((players, 2, n), np.uint8)
    for player, hand in enumerate(spot.hands):
        cards = np.repeat(np.array(hand.fixed, np.uint8)[:, None], n, 1)
        kept[player] = keep_two(spot, cards, flops, seed) if hand.known == DEALT else cards
    found = np.zeros(1 << 2 * players, np.int64)
    run = compiled(play_out, no_refcount=True)
    run(kept, flops, taken, *_tables(spot), np.zeros(52, np.uint8), found)
    return Ways({int(at): int(found[at]) for at in np.flatnonzero(found)})


def sample(spot: Spot, deals: int, seed: int) -> Ways:
    """Count the same outcomes in random deals."""
    random = np.random.default_rng(seed)
    ways: Ways = Ways()
    for dealt, come in random_deals(spot, deals, random):
        known = np.repeat(np.array(spot.board, np.uint8)[:, None], come.shape[1], 1)
        board = np.vstack((known, come[-5 + len(known) :])) if len(known) < 5 else known
        made = []
        for cards in dealt:
            two = keep_two(spot, cards, board[:3], seed) if len(cards) == DEALT else cards
            made.append(spot.form.judge(two, board))
        add(ways, outcomes_of(list(zip(*made, strict=True))))
    return ways
