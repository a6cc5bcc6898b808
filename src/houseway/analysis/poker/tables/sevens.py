"""Bets after the draw that go back in limit lowball: a checked seven, and calls of a short bet."""

from __future__ import annotations

from typing import Any

from houseway.analysis.poker.tables.layout import (
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
)
from houseway.analysis.poker.tables.masks import count
from houseway.rulebook.delta.lowball.sevens import less_than_half, seven_or_better


def return_bets(t: Any) -> None:
    """Before the pot is awarded: what a checked seven or a short bet sends back."""
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
    """Whether the best hand is a seven or better that let the first bettor bet behind it."""
    place = t[FIRST]
    while place != first:
        low = t[STRENGTHS + place]
        if playing >> place & 1 and low == best and seven_or_better(low):
            return True
        place = place + 1 if place + 1 < t[SEATS] else 0
    return False


def return_overcalls(t: Any, callers: int, first: int, best: int) -> None:
    """Who called behind the first seven or better that called a short bet gets a lost bet back."""
    place, called = first, False
    for _ in range(t[SEATS] - 1):
        place = place + 1 if place + 1 < t[SEATS] else 0
        if callers >> place & 1:
            low = t[STRENGTHS + place]
            if called and low < best:
                give_back(t, place)
            called = called or seven_or_better(low)


def give_back(t: Any, place: int) -> None:
    """The bets of the last round go back to who made them."""
    t[PUT + place] -= t[LAST + place]
    t[POT] -= t[LAST + place]
    t[CHIPS + place] += t[LAST + place]
    t[LAST + place] = 0
