"""Simple policies: functions of the public row, the own hand and random numbers."""

from __future__ import annotations

from typing import Any

from houseway.analysis.poker.tables.compiled.layout import (
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
from houseway.analysis.random_streams import below


def legal(t: Any, to: int) -> int:
    """Return the largest allowed bet or raise up to ``to``, the least one, or a call if none."""
    if t[MOST] == 0:
        return CALL
    if to >= t[MOST]:
        return int(t[MOST])
    if to <= t[LEAST]:
        return int(t[LEAST])
    return int(to - (to - t[LEAST]) % t[STEP])


def give_up_any(t: Any, random: Any) -> int:
    """Return a random mask of cards to give up, within the allowed number."""
    n = t[LEAST] + below(random, t[MOST] - t[LEAST] + 1)
    left, mask = t[HELD + t[TURN]], 0
    for i in range(t[HELD + t[TURN]]):
        if below(random, left) < n:
            mask |= 1 << i
            n -= 1
        left -= 1
    return mask


def at_random(t: Any, hand: Any, random: Any) -> int:
    """Return a random decision, each kind as likely; never fold where a check is possible."""
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
    """Check or call always; give up the last cards dealt."""
    if t[PHASE] != BETTING:
        held, n = t[HELD + t[TURN]], t[LEAST]
        return int(((1 << n) - 1) << (held - n))
    return CALL
