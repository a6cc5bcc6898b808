"""A whole hand in two rows of ints: begin it, go on to the next decision, apply a decision."""

from __future__ import annotations

from typing import Any

from houseway.analysis.poker.tables.compiled.betting import (
    bet_or_not,
    close_betting,
    is_asked,
    question,
    seat_at,
)
from houseway.analysis.poker.tables.compiled.betting_order import open_betting
from houseway.analysis.poker.tables.compiled.deal import (
    burn,
    deal_due,
    deal_later,
    deal_street,
    give_up,
    open_draw,
    refill,
    seed_hand,
    shuffle,
)
from houseway.analysis.poker.tables.compiled.layout import (
    A_STREET,
    ALL,
    ANTE,
    ANTE_OF,
    ANTES_STAY,
    AT_ONCE,
    BETS,
    BETTING,
    BIG,
    BIG_BLIND,
    BLINDS_LEFT,
    BURN,
    BUTTON,
    BUTTON_BLIND,
    CALL,
    CHIPS,
    CLAIMS,
    DEAD,
    DEAD_COLLECTION,
    DEAL,
    DEALT,
    DISCARD,
    DRAW,
    DRAW_MOST,
    DREW,
    DROP,
    DUE,
    FOLD,
    GIVE_UP,
    HALF_BLIND,
    HAS_BUTTON,
    HELD,
    LAST,
    LATER,
    LEAST,
    LIVE,
    MIDDLE_BLIND,
    MOST,
    N_STREETS,
    NO_SEAT,
    OF_BUTTON,
    OVER,
    OWES,
    PHASE,
    POT,
    PUBLIC,
    PUT,
    QUEUE,
    SEAT,
    SEAT_COLLECTION,
    SEATS,
    SECOND,
    SMALL,
    SMALL_BLIND,
    STEP,
    STREET,
    STREET_OVER,
    STREETS,
    STUB,
    TURN,
    UNOPENED,
    UP,
    UP_N,
    count,
    lowest,
)
from houseway.families.poker.draw import cards_at_once
from houseway.families.poker.forced_bets.positions import has_half


def begin(g: Any, t: Any, c: Any, random: Any, stacks: Any, seed: int, number: int) -> None:
    """Set up the hand with this number, before the first card."""
    seats, lay_up = len(stacks), t[UP_N] > 0
    for i in range(UP):
        t[i] = 0
    if lay_up:
        for i in range(UP, CLAIMS):
            t[i] = 0
    for i in range(CLAIMS, PUBLIC):
        t[i] = 0
    t[SEATS] = seats
    t[BUTTON] = number % seats if g[HAS_BUTTON] else -1
    t[STREET] = -1
    t[LIVE] = (1 << seats) - 1
    for place in range(seats):
        t[CHIPS + place] = stacks[seat_at(g, t, place)]
    seed_hand(random, seed, number)
    shuffle(g, t, c, random)
    post(g, t)
    t[PHASE] = STREET_OVER


def post(g: Any, t: Any) -> None:
    """Collect fees, antes and blinds before the deal."""
    seats = t[SEATS]
    button = seats - 1
    place_blinds(g, t)
    for place in range(seats):
        fee = g[SEAT_COLLECTION] if place < button else g[SEAT_COLLECTION] + g[DEAD_COLLECTION]
        if t[CHIPS + place] > fee:
            t[CHIPS + place] -= fee
            t[DROP] += fee
    if g[ANTES_STAY]:
        for place in range(seats):  # a pot of its own, of those who have matched it: everybody
            t[CHIPS + place] -= g[ANTE]
            t[DEAD] += g[ANTE]
            t[POT] += g[ANTE]
    elif g[ANTE] and g[ANTE_OF] == ALL:
        for place in range(seats):
            cents = min(g[ANTE], t[CHIPS + place])
            t[CHIPS + place] -= cents
            t[PUT + place] += cents
            t[POT] += cents
    elif g[ANTE]:
        place = button if g[ANTE_OF] == OF_BUTTON else t[BIG]
        cents = min(g[ANTE], t[CHIPS + place])
        t[CHIPS + place] -= cents
        t[DEAD] += cents
        t[POT] += cents
    if g[BLINDS_LEFT] == 0:
        return
    post_blind(t, button, g[BUTTON_BLIND])
    if t[SMALL] >= 0:
        post_blind(t, t[SMALL], g[SMALL_BLIND])
    if t[SECOND] >= 0:
        post_blind(t, t[SECOND], g[MIDDLE_BLIND])
    place = first_big(g, seats)
    while place != t[BIG]:  # those who have less than half of it
        post_blind(t, place, g[BIG_BLIND])
        place = place + 1 if place < button else 0
    post_blind(t, t[BIG], g[BIG_BLIND])


def first_big(g: Any, seats: int) -> int:
    """Return the place of the big blind; heads-up the button posts the small one."""
    if g[BLINDS_LEFT] == 1 or seats == 2:
        return 0
    return int(g[BLINDS_LEFT] - 1)


def place_blinds(g: Any, t: Any) -> None:
    """Find the places of the blinds; in some games a place with less than half passes it on."""
    seats, blinds = t[SEATS], g[BLINDS_LEFT]
    t[SMALL] = t[SECOND] = t[BIG] = -1
    if blinds == 0:
        return
    if blinds > 1:
        t[SMALL] = seats - 1 if seats == 2 else 0
    if blinds == 3 and seats > 2:
        t[SECOND] = 1
    big = t[BIG] = first_big(g, seats)
    if g[HALF_BLIND] == 0:
        return
    for i in range(seats):
        place = (big + i) % seats
        if has_half(t[CHIPS + place], g[BIG_BLIND]):
            pass_blind_to(t, big, place)
            return


def pass_blind_to(t: Any, big: int, taker: int) -> None:
    """Pass the big blind to this place; a small blind that is passed is not posted."""
    place = big
    while t[BIG] != taker:
        place = place + 1 if place + 1 < t[SEATS] else 0
        t[BIG] = place
        if t[SMALL] == place:
            t[SMALL] = -1
        if t[SECOND] == place:
            t[SECOND] = -1


def post_blind(t: Any, place: int, to: int) -> None:
    """Bet the blind, or all the chips left."""
    cents = min(to - t[BETS + place], t[CHIPS + place])
    if cents > 0:
        t[CHIPS + place] -= cents
        t[BETS + place] += cents


def go_on(g: Any, t: Any, c: Any, random: Any) -> None:
    """Run the hand up to the next decision, or until only the pots are to be awarded."""
    while True:
        phase = t[PHASE]
        if phase == BETTING:
            if is_asked(t):
                question(g, t, c)
                return
            close_betting(t)
            t[PHASE] = STREET_OVER
            if t[UNOPENED]:
                t[LIVE] = 0
        elif phase == STREET_OVER:
            if t[LIVE] & (t[LIVE] - 1) == 0 or t[STREET] + 1 == g[N_STREETS]:
                t[PHASE] = OVER
                return
            t[STREET] += 1
            open_street(g, t, c, random)
        elif phase in (DRAW, DISCARD):
            if t[DUE]:
                deal_due(t, c, random, t[TURN])
            if t[QUEUE]:
                ask_for_cards(g, t)
                return
            if phase == DRAW:
                deal_later(t, c, random)
            t[PHASE] = DEAL
        else:
            deal_street(g, t, c, random)
            open_betting(g, t, c)


def open_street(g: Any, t: Any, c: Any, random: Any) -> None:
    """Begin the next stage of the deal: discards or draws come before new cards."""
    for place in range(t[SEATS]):
        t[LAST + place] = 0
    street = STREETS + A_STREET * t[STREET]
    t[PHASE], t[QUEUE] = DEAL, t[LIVE]
    if g[street + DRAW_MOST]:
        t[PHASE] = DRAW
        open_draw(t, c)
        if g[street + BURN]:
            if t[DEALT] == t[STUB]:
                refill(t, c, random, NO_SEAT)
            burn(t, c)
    elif g[street + GIVE_UP]:
        t[PHASE] = DISCARD


def ask_for_cards(g: Any, t: Any) -> None:
    """Set the next place that discards cards, and the least and the most it may discard."""
    street = STREETS + A_STREET * t[STREET]
    t[TURN] = lowest(t[QUEUE])
    t[SEAT] = seat_at(g, t, t[TURN])
    t[OWES] = 0
    t[LEAST], t[MOST] = g[street + GIVE_UP], g[street + GIVE_UP] + g[street + DRAW_MOST]


def may_decide(t: Any, decision: int) -> bool:
    """Return True if this decision is allowed now."""
    if t[PHASE] == BETTING:
        if t[UNOPENED] and decision == FOLD:
            return False
        if decision in (FOLD, CALL) or decision == t[MOST]:
            return bool(decision <= CALL or t[MOST] > 0)
        return bool(t[LEAST] <= decision <= t[MOST] and (decision - t[LEAST]) % t[STEP] == 0)
    held = t[HELD + t[TURN]]
    return bool(decision >= 0 and decision >> held == 0 and t[LEAST] <= count(decision) <= t[MOST])


def decide(g: Any, t: Any, c: Any, decision: int) -> None:
    """Apply an allowed decision."""
    if t[PHASE] == BETTING:
        bet_or_not(g, t, c, decision)
        return
    turn = t[TURN]
    give_up(t, c, turn, decision)
    t[QUEUE] &= ~(1 << turn)
    if t[PHASE] == DRAW:
        cards = count(decision)
        t[DREW + turn] = cards
        t[DUE] = cards_at_once(cards, g[STREETS + A_STREET * t[STREET] + AT_ONCE])
        t[LATER + turn] = cards - t[DUE]
