"""A pot that is opened by a hand: who has openers may open it, others pass.

To open falsely is a matter for the floor and not among the decisions here; who opened and breaks
his openers is taken to have said so, and what he gives up lies apart.
"""

from __future__ import annotations

from typing import Any

from houseway.analysis.poker.tables.layout import (
    ACTED,
    ANSWERED,
    CHIPS,
    DECLARED,
    FULLS,
    HELD,
    HELD_MOST,
    HOLE,
    LEVEL,
    OPENED,
    OPENER,
    QUEUE,
    SEATS,
    SIZE,
    TO_CALL,
    TURN,
    UNOPENED,
)
from houseway.hands.poker_joker import joker_high5
from houseway.rulebook.delta.draw_jacks_or_better.game import jacks_or_better


def has_openers(g: Any, t: Any, c: Any) -> bool:
    """Whether the place whose turn it is has a hand to open with."""
    first = HOLE + HELD_MOST * t[TURN]
    return jacks_or_better(joker_high5(c[first : first + t[HELD + t[TURN]]]))


def open_pot(t: Any) -> None:
    """Who passed has passed; who has no chips has no more to decide, or declares the pot open."""
    turn = t[TURN]
    t[UNOPENED], t[OPENER] = 0, turn + 1
    for place in range(t[SEATS]):
        if t[CHIPS + place] == 0 and place != turn:
            t[ACTED] &= ~(1 << place)
            t[QUEUE] &= ~(1 << place)
    if t[CHIPS + turn]:
        return
    t[DECLARED] = 1
    t[QUEUE] = (t[QUEUE] | t[ACTED]) & ~(1 << turn)
    t[ACTED] = 0
    t[TO_CALL] = t[LEVEL] = t[SIZE]
    t[FULLS] += 1
    t[ANSWERED + turn] = t[FULLS]
    t[OPENED] = turn + 1
    t[TURN] = turn + 1 if turn + 1 < t[SEATS] else 0
