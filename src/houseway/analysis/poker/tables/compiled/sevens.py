"""Bets after the draw that limit lowball returns: for a checked seven, and calls of a short bet."""

from __future__ import annotations

from typing import Any

from houseway.analysis.poker.tables.compiled.layout import (
    CHIPS,
    FIRST,
    FULLS,
    LAST,
    LIVE,
    OPENED,
    ORDER,
    POT,
    PUT,
    SEATS,
    SHORT,
    SHORT_TO,
    SIZE,
    STRENGTHS,
    count,
)
from houseway.rulebook.delta.lowball.sevens import less_than_half, seven_or_better


def return_bets(t: Any) -> None:
    """Return bets for a checked seven or a short bet, before the pot is awarded."""
    playing = 0
    best = 0
    for place in range(t[SEATS]):
        if (t[ORDER] & t[LIVE]) >> place & 1 and t[LAST + place]:
            playing |= 1 << place
            best = max(best, t[STRENGTHS + place])
    if count(playing) < 2:
        return
    first = t[OPENED] - 1
    if seven_was_checked(t, playing, first, best):
        for place in range(t[SEATS]):
            give_back(t, place)
    elif t[FULLS] == 0 and t[SHORT] >> first & 1 and less_than_half(t[SHORT_TO], t[SIZE]):
        return_overcalls(t, playing & ~t[SHORT], first, best)


def seven_was_checked(t: Any, playing: int, first: int, best: int) -> bool:
    """Return True if the best hand, a seven or better, checked to the first bettor."""
    place = t[FIRST]
    while place != first:
        low = t[STRENGTHS + place]
        if playing >> place & 1 and low == best and seven_or_better(low):
            return True
        place = place + 1 if place + 1 < t[SEATS] else 0
    return False


def return_overcalls(t: Any, callers: int, first: int, best: int) -> None:
    """Return the lost bets of callers after the first seven or better that called a short bet."""
    place, called = first, False
    for _ in range(t[SEATS] - 1):
        place = place + 1 if place + 1 < t[SEATS] else 0
        if callers >> place & 1:
            low = t[STRENGTHS + place]
            if called and low < best:
                give_back(t, place)
            called = called or seven_or_better(low)


def give_back(t: Any, place: int) -> None:
    """Return the bet of the last round to its place."""
    t[PUT + place] -= t[LAST + place]
    t[POT] -= t[LAST + place]
    t[CHIPS + place] += t[LAST + place]
    t[LAST + place] = 0
