"""A betting round over ints: the question to the place in turn, and the effect of its decision.

The limits of a bet, and whether it reopens the betting, are the rules of the live table
(``families/poker/betting/limits.py``). The queue is the mask of the places that still have to act,
in order from the place in turn. A bet puts those that have acted back into it.
"""

from __future__ import annotations

from typing import Any

from houseway.analysis.poker.tables.compiled.betting_order import is_limited, make_forced_bet
from houseway.analysis.poker.tables.compiled.deal import fold_cards
from houseway.analysis.poker.tables.compiled.layout import (
    ACTED,
    AGAINST_A_FORCED_BET,
    ANSWERED,
    BETS,
    BIG_BLIND,
    BRING_IN,
    BROUGHT,
    BUTTON,
    CALL,
    CAPPED,
    CHIP,
    CHIPS,
    DECLARED,
    DRAWS,
    FOLD,
    FULLS,
    GO_ON,
    GOING,
    HALF_BET,
    HAS_BUTTON,
    HELD,
    HELD_MOST,
    HOLE,
    LAST,
    LEAST,
    LEVEL,
    LIVE,
    MOST,
    MUST_OPEN,
    OPENED,
    OPENER,
    OPENS_FOR,
    OWES,
    POT,
    POT_UNIT,
    PUT,
    QUEUE,
    RAISES,
    RAISES_MAX,
    SEAT,
    SEATS,
    SHORT,
    SHORT_TO,
    SIZE,
    STEP,
    STREET,
    STRUCTURE,
    TO_CALL,
    TURN,
    UNOPENED,
    UPTO,
    count,
    lowest,
    next_of,
)
from houseway.families.poker.betting.limits import (
    LIMIT,
    POT_LIMIT,
    SPREAD,
    bet_limits,
    is_capped,
    limit_raise_is_full,
    may_raise,
    next_raise,
    opening_limit,
    pot_limit,
)
from houseway.hands.poker_joker import joker_high5
from houseway.rulebook.delta.draw_jacks_or_better.game import jacks_or_better


def is_asked(t: Any) -> bool:
    """Return True if a place still has a decision in this betting round."""
    queue = t[QUEUE]
    if queue == 0:
        return False
    if t[UNOPENED] or t[ACTED] or queue & (queue - 1):
        return True
    if t[LIVE] & (t[LIVE] - 1) == 0:
        return False
    most = 0
    for place in range(t[SEATS]):
        most = max(most, t[BETS + place])
    return bool(t[BETS + lowest(queue)] < (t[TO_CALL] if t[DECLARED] and not t[STREET] else most))


def question(g: Any, t: Any, c: Any) -> None:
    """Set the cost of a call and the limits of a bet for the place in turn."""
    turn = t[TURN] = next_of(t[QUEUE], t[TURN])
    t[SEAT] = seat_at(g, t, turn)
    have, bet, to_call = t[CHIPS + turn], t[BETS + turn], t[TO_CALL]
    owes = max(to_call - bet, 0)
    t[OWES] = min(owes, have)
    t[LEAST] = t[MOST] = 0
    t[STEP] = g[CHIP]
    if t[UNOPENED]:
        if not has_openers(g, t, c):
            return
        if have == 0:
            t[LEAST] = t[MOST] = t[SIZE]
            return
    elif t[MUST_OPEN] and not to_call:
        t[OWES] = min(g[BRING_IN], have)
        t[STEP] = 1
        if have <= g[BRING_IN]:
            return
    else:
        able = count(t[QUEUE] | t[ACTED])
        capped = t[CAPPED] == 1
        if have <= owes or not may_raise(t[ANSWERED + turn], t[FULLS], able, capped, False):
            return
        if t[UPTO] > t[SIZE] and g[STRUCTURE] == LIMIT:
            t[STEP] = t[UPTO] - t[SIZE]
    pot = pot_allows(g, t, bet) if g[STRUCTURE] == POT_LIMIT else 0
    t[LEAST], t[MOST] = bet_limits(
        g[STRUCTURE], t[LEVEL], t[SIZE], t[UPTO], bet_above(t), pot, have + bet
    )


def bet_above(t: Any) -> int:
    """Return the amount that a full raise is added to; 0 where a bring-in is completed."""
    return 0 if t[TO_CALL] == t[BROUGHT] else t[TO_CALL]


def seat_at(g: Any, t: Any, place: int) -> int:
    """Return the seat of a place; place 0 is to the left of the button, if there is one."""
    if g[HAS_BUTTON] == 0:
        return place
    seat = t[BUTTON] + 1 + place
    return int(seat if seat < t[SEATS] else seat - t[SEATS])


def pot_allows(g: Any, t: Any, bet: int) -> int:
    """Return the largest pot-limit bet; the first bet before the flop has its own limit."""
    if t[STREET] == 0 and not t[OPENED] and g[OPENS_FOR]:
        return opening_limit(g[BIG_BLIND], g[OPENS_FOR])
    in_play = t[POT]
    for place in range(t[SEATS]):
        in_play += t[BETS + place]
    return pot_limit(t[TO_CALL], bet, in_play, g[POT_UNIT])


def goes_on(g: Any, t: Any) -> bool:
    """Return True if a place that folds now still receives cards: there is nothing to call, or by
    the posting only a forced bet.
    """
    if t[TO_CALL] == 0:
        return True
    return bool(g[GO_ON] == AGAINST_A_FORCED_BET and t[TO_CALL] <= t[BROUGHT])


def bet_or_not(g: Any, t: Any, c: Any, decision: int) -> None:
    """Apply a decision: fold, check, call, bet or raise."""
    turn = t[TURN]
    bit = 1 << turn
    if decision == FOLD:
        t[QUEUE] &= ~bit
        t[LIVE] &= ~bit
        if g[DRAWS]:
            fold_cards(t, c, turn)
        if g[GO_ON] and goes_on(g, t):
            t[GOING] |= bit
    elif decision == CALL:
        if t[MUST_OPEN] and not t[TO_CALL]:
            make_forced_bet(g, t)
            return
        t[QUEUE] &= ~bit
        owes = t[OWES]
        t[ANSWERED + turn] = t[FULLS]
        if owes:
            t[CHIPS + turn] -= owes
            t[BETS + turn] += owes
            t[OPENED] = t[OPENED] or turn + 1
        if t[CHIPS + turn] or not owes:
            t[ACTED] |= bit
    else:
        if t[UNOPENED]:
            open_pot(t)
            if t[DECLARED]:
                return
        wager(g, t, decision)
    t[TURN] = turn + 1 if turn + 1 < t[SEATS] else 0


def wager(g: Any, t: Any, to: int) -> None:
    """Apply a bet or raise to ``to`` cents in all."""
    turn = t[TURN]
    bit = 1 << turn
    size, is_raise = t[SIZE], t[TO_CALL] > t[BROUGHT]
    capped = False
    if is_limited(g):
        full = limit_raise_is_full(to - t[LEVEL], t[SIZE], g[HALF_BET] == 1)
        size = next_raise(t[SIZE], t[UPTO], to - t[LEVEL], g[STRUCTURE] == SPREAD)
        capped = full and is_capped(t[RAISES] + is_raise, g[RAISES_MAX], count(t[LIVE]))
    else:
        full = to - bet_above(t) >= t[SIZE]
        if full:
            size = to - bet_above(t)
    t[CHIPS + turn] -= to - t[BETS + turn]
    t[BETS + turn] = to
    t[QUEUE] = (t[QUEUE] | t[ACTED]) & ~bit
    t[ACTED] = bit if t[CHIPS + turn] else 0
    if full:
        t[FULLS] += 1
        if is_raise:
            t[RAISES] += 1
        t[LEVEL] = to
        t[SIZE] = size
        t[CAPPED] = 1 if capped else 0
        t[SHORT] = 0
    t[TO_CALL] = to
    t[GOING] = 0
    t[ANSWERED + turn] = t[FULLS]
    t[OPENED] = t[OPENED] or turn + 1
    if not full:
        t[SHORT] |= bit
        if t[OPENED] == turn + 1:
            t[SHORT_TO] = to


def close_betting(t: Any) -> None:
    """Return the uncalled part of the highest bet, and move the rest into the pot."""
    most = second = 0
    better = -1
    for place in range(t[SEATS]):
        bet = t[BETS + place]
        if bet > most:
            second, most, better = most, bet, place
        elif bet > second:
            second = bet
    if most > second and t[LIVE] >> better & 1:
        t[BETS + better] -= most - second
        t[CHIPS + better] += most - second
    for place in range(t[SEATS]):
        bet = t[BETS + place]
        t[BETS + place] = 0
        t[LAST + place] = bet
        t[PUT + place] += bet
        t[POT] += bet
    t[QUEUE] = t[TO_CALL] = 0


# A pot that a hand opens: a player with openers may open it, others pass.  A false opening is a
# matter for the floor and no decision here.  A player who breaks openers is taken to have declared
# it, and the discard lies apart.


def has_openers(g: Any, t: Any, c: Any) -> bool:
    """Return True if the place in turn holds a hand that may open the pot."""
    first = HOLE + HELD_MOST * t[TURN]
    return jacks_or_better(joker_high5(c[first : first + t[HELD + t[TURN]]]))


def open_pot(t: Any) -> None:
    """Open the pot; places without chips leave the queue, or declare the pot open in turn."""
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
