"""A whole hand between two rows of ints: begun, gone on with to the next decision, decided."""

from __future__ import annotations

from typing import Any

from houseway.odds.poker_tables.betting import (
    bet_or_not,
    big_place,
    close_betting,
    is_asked,
    open_betting,
    question,
    seat_at,
)
from houseway.odds.poker_tables.deal import deal_street, seed_hand, shuffle
from houseway.odds.poker_tables.layout import (
    A_STREET,
    ALL,
    ANTE,
    ANTE_OF,
    BETS,
    BETTING,
    BIG_BLIND,
    BLINDS_LEFT,
    BUTTON,
    BUTTON_BLIND,
    CALL,
    CHIPS,
    COLLECTION,
    DEAD,
    DEAL,
    DISCARD,
    DROP,
    FOLD,
    GIVE_UP,
    HELD,
    HELD_MOST,
    HOLE,
    LEAST,
    LIVE,
    MOST,
    N_STREETS,
    OF_BUTTON,
    OVER,
    OWES,
    PHASE,
    POT,
    PUBLIC,
    PUT,
    QUEUE,
    SEAT,
    SEATS,
    SMALL_BLIND,
    STEP,
    STREET,
    STREET_OVER,
    STREETS,
    TURN,
)
from houseway.odds.poker_tables.masks import count, lowest
from houseway.odds.poker_tables.pots import award


def begin(
    g: Any, t: Any, c: Any, random: Any, stacks: Any, seed: int, number: int, tables: Any
) -> None:
    """The hand of this number, up to its first decision."""
    seats = len(stacks)
    for i in range(PUBLIC):
        t[i] = 0
    t[SEATS] = seats
    t[BUTTON] = number % seats if g[BLINDS_LEFT] else -1
    t[STREET] = -1
    t[LIVE] = (1 << seats) - 1
    for place in range(seats):
        t[CHIPS + place] = stacks[seat_at(g, t, place)]
    seed_hand(random, seed, number)
    shuffle(g, t, c, random)
    post(g, t)
    t[PHASE] = STREET_OVER
    go_on(g, t, c, random, tables)


def post(g: Any, t: Any) -> None:
    """Antes, the collection and the blinds, before the cards are dealt."""
    seats = t[SEATS]
    button, big = seats - 1, big_place(g, t)
    if g[ANTE] and g[ANTE_OF] == ALL:
        for place in range(seats):
            cents = min(g[ANTE], t[CHIPS + place])
            t[CHIPS + place] -= cents
            t[PUT + place] += cents
            t[POT] += cents
    elif g[ANTE]:
        place = button if g[ANTE_OF] == OF_BUTTON else big
        cents = min(g[ANTE], t[CHIPS + place])
        t[CHIPS + place] -= cents
        t[DEAD] += cents
        t[POT] += cents
    if g[BLINDS_LEFT] == 0:
        return
    if t[CHIPS + button] > g[COLLECTION]:
        t[CHIPS + button] -= g[COLLECTION]
        t[DROP] += g[COLLECTION]
    post_blind(t, button, g[BUTTON_BLIND])
    if g[BLINDS_LEFT] > 1:
        post_blind(t, button if seats == 2 else 0, g[SMALL_BLIND])
    post_blind(t, big, g[BIG_BLIND])


def post_blind(t: Any, place: int, to: int) -> None:
    """A blind is a bet, or all the chips left."""
    cents = min(to - t[BETS + place], t[CHIPS + place])
    if cents > 0:
        t[CHIPS + place] -= cents
        t[BETS + place] += cents


def go_on(g: Any, t: Any, c: Any, random: Any, tables: Any) -> None:
    """Everything up to the next decision, or the end of the hand."""
    while True:
        phase = t[PHASE]
        if phase == BETTING:
            if is_asked(t):
                question(g, t)
                return
            close_betting(t)
            t[PHASE] = STREET_OVER
        elif phase == STREET_OVER:
            if t[LIVE] & (t[LIVE] - 1) == 0 or t[STREET] + 1 == g[N_STREETS]:
                award(g, t, c, tables)
                t[PHASE] = OVER
                return
            t[STREET] += 1
            given_up = g[STREETS + A_STREET * t[STREET] + GIVE_UP]
            t[PHASE] = DISCARD if given_up else DEAL
            t[QUEUE] = t[LIVE] if given_up else 0
        elif phase == DISCARD:
            if t[QUEUE]:
                ask_for_cards(g, t)
                return
            t[PHASE] = DEAL
        else:
            deal_street(g, t, c, random)
            open_betting(g, t, c)


def ask_for_cards(g: Any, t: Any) -> None:
    """Who has to give up cards next, and how many."""
    t[TURN] = lowest(t[QUEUE])
    t[SEAT] = seat_at(g, t, t[TURN])
    t[OWES] = 0
    t[LEAST] = t[MOST] = g[STREETS + A_STREET * t[STREET] + GIVE_UP]


def may_decide(t: Any, decision: int) -> bool:
    """Whether this is one of the decisions that may be taken now."""
    if t[PHASE] == BETTING:
        if decision in (FOLD, CALL) or decision == t[MOST]:
            return bool(decision <= CALL or t[MOST] > 0)
        return bool(t[LEAST] <= decision <= t[MOST] and (decision - t[LEAST]) % t[STEP] == 0)
    held = t[HELD + t[TURN]]
    return bool(decision >= 0 and decision >> held == 0 and t[LEAST] <= count(decision) <= t[MOST])


def decide(g: Any, t: Any, c: Any, decision: int) -> None:
    """Carry out a decision that may be taken."""
    if t[PHASE] == BETTING:
        bet_or_not(g, t, decision)
        return
    turn = t[TURN]
    kept, first = 0, HOLE + HELD_MOST * turn
    for i in range(t[HELD + turn]):
        if not decision >> i & 1:
            c[first + kept] = c[first + i]
            kept += 1
    t[HELD + turn] = kept
    t[QUEUE] &= ~(1 << turn)
