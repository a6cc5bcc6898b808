"""The opening of a betting round: by blinds, button, hand, card or up cards."""

from __future__ import annotations

from typing import Any

from houseway.analysis.poker.tables.compiled.layout import (
    A_STREET,
    ACTED,
    ANSWERED,
    BETS,
    BETTING,
    BIG,
    BIG_BLIND,
    BOARD,
    BOARD_N,
    BRING_IN,
    BROUGHT,
    BY_BLINDS,
    BY_BUTTON,
    BY_HAND,
    BY_HIGH_BOARD,
    BY_HIGH_CARD,
    BY_LOW_CARD,
    BY_OPENER,
    CAPPED,
    CHIPS,
    FINAL,
    FIRST,
    FULLS,
    HELD_MOST,
    LEAST_BET,
    LEVEL,
    LIVE,
    LOWER_BET,
    MUST_OPEN,
    OPEN_PAIR,
    OPENED,
    OPENS,
    ORDER,
    PHASE,
    QUEUE,
    RAISES,
    SEATS,
    SHORT,
    SHORT_TO,
    SIZE,
    STREET,
    STREET_OVER,
    STREETS,
    STRUCTURE,
    TIER,
    TO_CALL,
    TURN,
    UNOPENED,
    UP,
    UP_N,
    UPPER_BET,
    UPTO,
    count,
    next_of,
)
from houseway.families.poker.betting.limits import LIMIT, SPREAD
from houseway.hands.up_cards import board_high, board_low


def open_betting(g: Any, t: Any, c: Any) -> None:
    """Open the betting of a street by its rule: blinds, button, card or up cards."""
    street = STREETS + A_STREET * t[STREET]
    opens = g[street + OPENS]
    size, upto = g[LEAST_BET], 0
    if g[STRUCTURE] == SPREAD:
        size, upto = g[LOWER_BET], g[UPPER_BET]
    elif g[STRUCTURE] == LIMIT:
        size = g[LOWER_BET] if g[street + TIER] == 1 else g[UPPER_BET]
    able = with_chips(t)
    t[PHASE] = STREET_OVER
    t[UPTO] = upto
    if opens == BY_BLINDS:
        least = size if is_limited(g) else g[BIG_BLIND]
        start(t, able, t[BIG] + 1, g[BIG_BLIND], least)
        return
    if opens == BY_HAND:
        start(t, t[LIVE], 0, 0, size)
        t[UNOPENED] = 1
        return
    if count(able) < 2:
        return
    if opens == BY_BUTTON:
        start(t, able, 0, 0, size)
        return
    if opens == BY_OPENER:
        start(t, able, max(t[OPENED] - 1, 0), 0, size)
        return
    if opens in (BY_LOW_CARD, BY_HIGH_CARD):
        bring_in(g, t, able, brings_in(t, opens), size)
        return
    start(t, able, opener(t, c, opens), 0, size)
    t[LEVEL] = t[BROUGHT] = t[MUST_OPEN] = 0
    if g[street + OPEN_PAIR] and g[STRUCTURE] == LIMIT and pair_lies_up(t):
        t[UPTO] = g[UPPER_BET]


def with_chips(t: Any) -> int:
    """Return the live hands that can still bet."""
    able = 0
    for place in range(t[SEATS]):
        if t[LIVE] >> place & 1 and t[CHIPS + place] > 0:
            able |= 1 << place
    return able


def is_limited(g: Any) -> bool:
    """Return True for fixed limits or a spread between two limits."""
    return bool(g[STRUCTURE] == LIMIT or g[STRUCTURE] == SPREAD)


def start(t: Any, able: int, first: int, to_call: int, size: int) -> None:
    """Begin a betting round with this place or the next that can act."""
    t[PHASE] = BETTING
    t[QUEUE], t[ACTED] = able, 0
    t[TURN] = next_of(able, first if first < t[SEATS] else 0) if able else 0
    for place in range(t[SEATS]):
        t[ANSWERED + place] = -1
    t[TO_CALL] = t[LEVEL] = to_call
    t[SIZE] = size
    t[FIRST], t[ORDER] = t[TURN], able
    t[SHORT] = t[SHORT_TO] = 0
    t[FULLS] = t[RAISES] = t[CAPPED] = t[OPENED] = 0


def bring_in(g: Any, t: Any, able: int, first: int, size: int) -> None:
    """Force the first bet; if its player is all-in from the ante, the next place opens or folds."""
    forced = g[BRING_IN]
    there = able >> first & 1
    start(t, able, first, forced if there else 0, size)
    t[LEVEL] = 0
    t[BROUGHT] = forced if there else 0
    t[MUST_OPEN] = 0 if there else 1
    if there:
        make_forced_bet(g, t)


def brings_in(t: Any, opens: int) -> int:
    """Return the place with the lowest up card, or the highest where the ace is low; suits break
    ties.
    """
    found, best = -1, 0
    for place in range(t[SEATS]):
        if t[LIVE] >> place & 1 and t[UP_N + place]:
            card = t[UP + HELD_MOST * place]
            key = -card if opens == BY_LOW_CARD else (card + 4) % 52
            if found < 0 or key > best:
                found, best = place, key
    return found


def opener(t: Any, c: Any, opens: int) -> int:
    """Return the place with the highest or lowest board; of equals the one dealt to first."""
    found, best = -1, 0
    for place in range(t[SEATS]):
        if t[LIVE] >> place & 1:
            n = t[UP_N + place]
            for i in range(n):
                c[FINAL + i] = t[UP + HELD_MOST * place + i]
            for i in range(t[BOARD_N]):
                c[FINAL + n + i] = t[BOARD + i]
            cards = c[FINAL : FINAL + n + t[BOARD_N]]
            height = board_high(cards) if opens == BY_HIGH_BOARD else board_low(cards)
            if found < 0 or height > best:
                found, best = place, height
    return found


def pair_lies_up(t: Any) -> bool:
    """Return True if a player has an open pair."""
    for place in range(t[SEATS]):
        if t[LIVE] >> place & 1:
            first = UP + HELD_MOST * place
            for i in range(t[UP_N + place]):
                for j in range(i):
                    if t[first + i] >> 2 == t[first + j] >> 2:
                        return True
    return False


def make_forced_bet(g: Any, t: Any) -> None:
    """Make the bring-in, all-in if short; its player has then acted."""
    turn = t[TURN]
    bit = 1 << turn
    cents = min(g[BRING_IN], t[CHIPS + turn])
    t[QUEUE] &= ~bit
    t[CHIPS + turn] -= cents
    t[BETS + turn] += cents
    t[TO_CALL] = t[BROUGHT] = g[BRING_IN]
    t[MUST_OPEN] = 0
    t[ANSWERED + turn] = t[FULLS]
    if t[CHIPS + turn]:
        t[ACTED] |= bit
    t[TURN] = turn + 1 if turn + 1 < t[SEATS] else 0
