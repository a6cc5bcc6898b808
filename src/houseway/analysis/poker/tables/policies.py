"""Policies to begin with: they read the public row and their hand, and nothing else."""

from __future__ import annotations

from typing import Any

from houseway.analysis.poker.tables.layout import (
    BETTING,
    CALL,
    FOLD,
    HELD,
    LEAST,
    MOST,
    OWES,
    PHASE,
    STEP,
    TURN,
)
from houseway.analysis.simulation.random import below


def legal(t: Any, to: int) -> int:
    """The bet or raise that may be made and comes nearest to this from below; a call if none."""
    if t[MOST] == 0:
        return CALL
    if to >= t[MOST]:
        return int(t[MOST])
    if to <= t[LEAST]:
        return int(t[LEAST])
    return int(to - (to - t[LEAST]) % t[STEP])


def give_up_any(t: Any, random: Any) -> int:
    """A mask of as many cards as must be given up, or may, at random."""
    n = t[LEAST] + below(random, t[MOST] - t[LEAST] + 1)
    left, mask = t[HELD + t[TURN]], 0
    for i in range(t[HELD + t[TURN]]):
        if below(random, left) < n:
            mask |= 1 << i
            n -= 1
        left -= 1
    return mask


def at_random(t: Any, hand: Any, random: Any) -> int:
    """One of the decisions that may be taken, each as likely; nobody folds when he can check."""
    if t[PHASE] != BETTING:
        return give_up_any(t, random)
    first = 0 if t[OWES] else 1
    pick = first + below(random, (3 if t[MOST] else 2) - first)
    if pick == 0:
        return FOLD
    if pick == 1:
        return CALL
    steps = (t[MOST] - t[LEAST]) // t[STEP]
    return int(t[LEAST] + t[STEP] * below(random, steps + 1))


def stays(t: Any, hand: Any, random: Any) -> int:
    """Who never bets and never folds; of cards to give up the last ones dealt."""
    if t[PHASE] != BETTING:
        held, n = t[HELD + t[TURN]], t[LEAST]
        return int(((1 << n) - 1) << (held - n))
    return CALL
