"""A betting round over ints: who opens, what may be done, what is done.

What a bet may come to and whether it reopens the betting are the rules of the live table
(``poker_room/limits.py``).  The queue is the mask of those who still have to act, read from the
turn on; those who have acted go back into it with a bet.
"""

from __future__ import annotations

from typing import Any

from houseway.hands.boards import board_high, board_low
from houseway.odds.poker_tables.deal import fold_cards
from houseway.odds.poker_tables.layout import (
    A_STREET,
    ACTED,
    ANSWERED,
    BETS,
    BETTING,
    BIG,
    BIG_BLIND,
    BLINDS_LEFT,
    BOARD,
    BOARD_N,
    BRING_IN,
    BROUGHT,
    BUTTON,
    BY_BLINDS,
    BY_BUTTON,
    BY_HIGH_BOARD,
    BY_HIGH_CARD,
    BY_LOW_CARD,
    BY_OPENER,
    CALL,
    CAPPED,
    CHIP,
    CHIPS,
    DRAWS,
    FINAL,
    FOLD,
    FULLS,
    GO_ON,
    GOING,
    HALF_BET,
    HELD_MOST,
    LEAST,
    LEAST_BET,
    LEVEL,
    LIVE,
    LOWER_BET,
    MOST,
    MUST_OPEN,
    OPEN_PAIR,
    OPENED,
    OPENS,
    OPENS_FOR,
    OWES,
    PHASE,
    POT,
    POT_UNIT,
    PUT,
    QUEUE,
    RAISES,
    RAISES_MAX,
    SEAT,
    SEATS,
    SIZE,
    STEP,
    STREET,
    STREET_OVER,
    STREETS,
    STRUCTURE,
    TIER,
    TO_CALL,
    TURN,
    UP,
    UP_N,
    UPPER_BET,
    UPTO,
)
from houseway.odds.poker_tables.masks import count, lowest, next_of
from houseway.shapes.poker_room.limits import (
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

# -- who opens ------------------------------------------------------------------------------------


def open_betting(g: Any, t: Any, c: Any) -> None:
    """Who opens is said by the street: the blinds, the button, a card or what lies up."""
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
    if g[street + OPEN_PAIR] and pair_lies_up(t):
        t[UPTO] = g[UPPER_BET]


def with_chips(t: Any) -> int:
    """The live hands that can still put in chips."""
    able = 0
    for place in range(t[SEATS]):
        if t[LIVE] >> place & 1 and t[CHIPS + place] > 0:
            able |= 1 << place
    return able


def is_limited(g: Any) -> bool:
    """Whether bets have fixed limits, or lie between two of them."""
    return bool(g[STRUCTURE] == LIMIT or g[STRUCTURE] == SPREAD)


def start(t: Any, able: int, first: int, to_call: int, size: int) -> None:
    """A betting round that begins with this place or the next who can act."""
    t[PHASE] = BETTING
    t[QUEUE], t[ACTED] = able, 0
    t[TURN] = next_of(able, first if first < t[SEATS] else 0) if able else 0
    for place in range(t[SEATS]):
        t[ANSWERED + place] = -1
    t[TO_CALL] = t[LEVEL] = to_call
    t[SIZE] = size
    t[FULLS] = t[RAISES] = t[CAPPED] = t[OPENED] = 0


def bring_in(g: Any, t: Any, able: int, first: int, size: int) -> None:
    """The first bet is forced; if its player is all-in for the ante, the next opens or folds."""
    forced = g[BRING_IN]
    there = able >> first & 1
    start(t, able, first, forced if there else 0, size)
    t[LEVEL] = 0
    t[BROUGHT] = forced if there else 0
    t[MUST_OPEN] = 0 if there else 1
    if there:
        make_forced_bet(g, t)


def brings_in(t: Any, opens: int) -> int:
    """The lowest or the highest card that lies up, by suit among equals."""
    found, best = -1, 0
    for place in range(t[SEATS]):
        if t[LIVE] >> place & 1 and t[UP_N + place]:
            card = t[UP + HELD_MOST * place]
            if found < 0 or (card < best if opens == BY_LOW_CARD else card > best):
                found, best = place, card
    return found


def opener(t: Any, c: Any, opens: int) -> int:
    """The highest or the lowest board; among equals who is dealt to first."""
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
    """Whether a player has an open pair."""
    for place in range(t[SEATS]):
        if t[LIVE] >> place & 1:
            first = UP + HELD_MOST * place
            for i in range(t[UP_N + place]):
                for j in range(i):
                    if t[first + i] >> 2 == t[first + j] >> 2:
                        return True
    return False


# -- what may be done -----------------------------------------------------------------------------


def is_asked(t: Any) -> bool:
    """Whether somebody still has something to act on."""
    queue = t[QUEUE]
    if queue == 0:
        return False
    if t[ACTED] or queue & (queue - 1):
        return True
    if t[LIVE] & (t[LIVE] - 1) == 0:
        return False
    most = 0
    for place in range(t[SEATS]):
        most = max(most, t[BETS + place])
    return bool(t[BETS + lowest(queue)] < most)


def question(g: Any, t: Any) -> None:
    """What a call costs and what may be bet, of the place whose turn it is."""
    turn = t[TURN] = next_of(t[QUEUE], t[TURN])
    t[SEAT] = seat_at(g, t, turn)
    have, bet, to_call = t[CHIPS + turn], t[BETS + turn], t[TO_CALL]
    owes = max(to_call - bet, 0)
    t[OWES] = min(owes, have)
    t[LEAST] = t[MOST] = 0
    t[STEP] = g[CHIP]
    if t[MUST_OPEN] and not to_call:
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
        g[STRUCTURE], t[LEVEL], t[SIZE], t[UPTO], to_call, pot, have + bet
    )


def seat_at(g: Any, t: Any, place: int) -> int:
    """The seat of a place: the first is to the left of the button, if there is one."""
    if g[BLINDS_LEFT] == 0:
        return place
    seat = t[BUTTON] + 1 + place
    return int(seat if seat < t[SEATS] else seat - t[SEATS])


def pot_allows(g: Any, t: Any, bet: int) -> int:
    """The most a pot limit bet may come to; who opens before the flop has a limit of his own."""
    if t[STREET] == 0 and not t[OPENED] and g[OPENS_FOR]:
        return opening_limit(g[BIG_BLIND], g[OPENS_FOR])
    in_play = t[POT]
    for place in range(t[SEATS]):
        in_play += t[BETS + place]
    return pot_limit(t[TO_CALL], bet, in_play, g[POT_UNIT])


# -- what is done ---------------------------------------------------------------------------------


def bet_or_not(g: Any, t: Any, c: Any, decision: int) -> None:
    """Fold, check, call, bet or raise."""
    turn = t[TURN]
    bit = 1 << turn
    if decision == FOLD:
        t[QUEUE] &= ~bit
        t[LIVE] &= ~bit
        if g[DRAWS]:
            fold_cards(t, c, turn)
        if g[GO_ON] and t[TO_CALL] <= t[BROUGHT]:
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
        wager(g, t, decision)
    t[TURN] = turn + 1 if turn + 1 < t[SEATS] else 0


def make_forced_bet(g: Any, t: Any) -> None:
    """The bring-in, or all the chips left: who makes it has acted."""
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


def wager(g: Any, t: Any, to: int) -> None:
    """A bet or raise of ``to`` in all."""
    turn = t[TURN]
    bit = 1 << turn
    size, is_raise = t[SIZE], t[TO_CALL] > t[BROUGHT]
    capped = False
    if is_limited(g):
        full = limit_raise_is_full(to - t[LEVEL], t[SIZE], g[HALF_BET] == 1)
        size = next_raise(t[SIZE], t[UPTO], to - t[LEVEL], g[STRUCTURE] == SPREAD)
        capped = full and is_capped(t[RAISES] + is_raise, g[RAISES_MAX], count(t[LIVE]))
    else:
        full = to - t[TO_CALL] >= t[SIZE]
        if full:
            size = to - t[TO_CALL]
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
    t[TO_CALL] = to
    t[GOING] = 0
    t[ANSWERED + turn] = t[FULLS]
    t[OPENED] = t[OPENED] or turn + 1


def close_betting(t: Any) -> None:
    """What nobody has called goes back, the rest into the pot."""
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
        t[PUT + place] += bet
        t[POT] += bet
    t[QUEUE] = t[TO_CALL] = 0
