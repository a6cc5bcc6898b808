"""The rounds of ``round_seats.py`` by lookup tables, for several seats.

The general driver takes the turn of a seat whose hand is split or surrendered, or for which the
shoe may run short. Seats that are not judged are played too, for the cards they take and for the
dealer's draws. Only judged seats have results and side bets evaluated. From the same random stream
both drivers make the same rounds, card by card.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.analysis.blackjack.decisions import (
    DOUBLE,
    DOUBLE_FREE,
    HIT,
    SPLIT,
    SPLIT_FREE,
    STAND,
    SURRENDER,
)
from houseway.analysis.blackjack.simulation import compiled_round
from houseway.analysis.blackjack.simulation.compiled_round import (
    PostedRules,
    double_hand,
    main_result_by,
    must_draw_by,
)
from houseway.analysis.blackjack.simulation.hand_rules import HandRules
from houseway.analysis.blackjack.simulation.mid_round_wagers import (
    AT_DEALER,
    AT_PEEK,
    Side,
    adding_by,
)
from houseway.analysis.blackjack.simulation.round_seats import open_round, pass_shoe, show_dealer
from houseway.analysis.blackjack.simulation.round_state import (
    BEGAN,
    DEALER,
    NEXT,
    ROUND,
    SIZE,
    draw,
    have_ready,
    new_hand,
)
from houseway.analysis.blackjack.simulation.table_round import (
    AFTER,
    AGAIN,
    DEALER_DRAWS,
    FIRST_CHOICE,
    FREE,
    NATURAL,
    PAID,
    RESULT,
    STATES,
    TWO,
    WANTS,
    lay,
)
from houseway.analysis.blackjack.simulation.table_round import FOR_GENERAL as BY_SUITS
from houseway.analysis.blackjack.solver.hands import looks_at_suits
from houseway.analysis.blackjack.strategy.basic import Strategy
from houseway.families.blackjack.rules import Count
from houseway.pieces.cards import TEN

PLAYED, GIVEN_UP, FOR_GENERAL = -1, -2, -3
"""A seat played, or to be played, by the general driver; other seats have state and stake."""


def new_hands(seats: int) -> Any:
    """Allocate the result of each seat's turn."""
    return np.zeros(seats, np.int64)


def turn_by(keep: bool) -> Any:
    """Return a seat's turn by tables: ``STATES * stake + state``, or FOR_GENERAL."""

    def turn(shoe: Any, spots: Any, k: int, seen: bool, tables: Any) -> int:
        """``seen`` is True if the seat's cards are needed later."""
        first, at, n = spots[0, ROUND, BEGAN], spots[0, ROUND, NEXT], len(spots)
        a, b, up = shoe[first + k] >> 2, shoe[first + n + 1 + k] >> 2, shoe[first + n] >> 2
        state, stake = int(tables[TWO + 16 * a + b]), 0
        chosen = tables[FIRST_CHOICE + 256 * a + 16 * b + up]
        if chosen == STAND:
            return state
        if chosen in (SPLIT, SPLIT_FREE, SURRENDER):
            return FOR_GENERAL
        while True:
            if at == len(shoe):
                return FOR_GENERAL
            drawn = shoe[at]
            at += 1
            state = int(tables[AFTER + 16 * state + (drawn >> 2)])
            if keep and seen:
                spots[k, 0, spots[k, 0, SIZE]] = drawn
                spots[k, 0, SIZE] += 1
            if chosen != HIT or not tables[AGAIN + 16 * state + up]:
                break
        if chosen != HIT:
            stake = PAID if chosen == DOUBLE else FREE
            if keep and seen:
                double_hand(spots[k], 0, 1 if chosen == DOUBLE_FREE else 0)
        spots[0, ROUND, NEXT] = at
        return STATES * stake + state

    return turn


def handed_by(gives_up: Any, play: Any, add: Any) -> Any:
    """Return a seat's turn by the general driver, in the middle of the round."""

    def handed(shoe: Any, spots: Any, k: int, posted: PostedRules, random: Any) -> int:
        first, n = spots[0, ROUND, BEGAN], len(spots)
        up, hole = shoe[first + n], shoe[first + 2 * n + 1]
        lay(spots[k], shoe[first + k], up, shoe[first + n + 1 + k], hole)
        if k:
            pass_shoe(spots[0], spots[k])
        add(spots[k], posted, AT_PEEK, False)
        surrendered = False
        if posted.early and up >> 2 >= TEN:
            surrendered = gives_up(spots[k], posted)
        if not surrendered:
            surrendered = play(shoe, spots[k], posted, random)
        add(spots[k], posted, AT_DEALER, surrendered)
        if k:
            pass_shoe(spots[k], spots[0])
        return GIVEN_UP if surrendered else PLAYED

    return handed


def seats_by(count: Count, turn: Any, handed: Any, add: Any, keep: bool) -> Any:
    """Return the turns of all seats; it returns True if the dealer must play."""
    must_draw = must_draw_by(count)

    def play_seats(
        shoe: Any,
        spots: Any,
        hands: Any,
        judged: int,
        posted: PostedRules,
        tables: Any,
        random: Any,
    ) -> bool:
        wanted = False
        for k in range(len(spots)):
            have_ready(shoe, spots[0], random)
            seen = keep and k < judged
            if seen:
                add(spots[k], posted, AT_PEEK, False)
            became = turn(shoe, spots, k, seen, tables)
            # A blackjack that is not paid yet may add wagers for which the dealer draws.
            waits = keep and posted.draws_for_added and not posted.peek and became == NATURAL
            if became == FOR_GENERAL or waits:
                became = handed(shoe, spots, k, posted, random)
                wants = must_draw(spots[k], posted, became == GIVEN_UP)
            else:
                wants = tables[WANTS + became % STATES] != 0
                if seen:
                    add(spots[k], posted, AT_DEALER, False)
            hands[k] = became
            wanted = wanted or wants
        return wanted

    return play_seats


def dealer_plays(shoe: Any, spots: Any, state: int, tables: Any, random: Any) -> int:
    """Draw the dealer's cards at the first spot; return the state of the hand."""
    have_ready(shoe, spots[0], random)
    while tables[DEALER_DRAWS + state]:
        draw(shoe, spots[0], DEALER, random)
        drawn = spots[0, DEALER, spots[0, DEALER, SIZE] - 1]
        state = tables[AFTER + 16 * state + (drawn >> 2)]
    return state


def deal(shoe: Any, spots: Any, random: Any, seen: int) -> None:
    """Deal the first cards by position; lay those of the dealer and of the first ``seen`` seats."""
    n = len(spots)
    open_round(shoe, spots[0], n, random)
    first = spots[0, ROUND, BEGAN]
    spots[0, ROUND, NEXT] = first + 2 * n + 2
    up, hole = shoe[first + n], shoe[first + 2 * n + 1]
    for k in range(seen):
        lay(spots[k], shoe[first + k], up, shoe[first + n + 1 + k], hole)
    if not seen:
        new_hand(spots[0], DEALER, 0, 0)
        spots[0, DEALER, 0], spots[0, DEALER, 1], spots[0, DEALER, SIZE] = up, hole, 2


def round_by(
    made_for: HandRules, play_seats: Any, moments: tuple[Any, Any, Any], keep: bool
) -> Any:
    """One round of the whole table; the first seats are judged, as many as ``results`` has."""
    main_result, suited = main_result_by(made_for), looks_at_suits(made_for.count)
    after_deal, after_peek, after_dealer = moments

    def one_round(
        shoe: Any, spots: Any, random: Any, found: Any, posted: PostedRules, hands: Any,
        tables: Any, results: Any,
    ) -> int:  # fmt: skip
        n, judged = len(spots), len(results)
        deal(shoe, spots, random, judged if keep else 0)
        up, hole = spots[0, DEALER, 0] >> 2, spots[0, DEALER, 1] >> 2
        dealer = tables[TWO + 16 * up + hole]
        peeked = posted.peek and dealer != NATURAL
        if keep:
            for k in range(judged):
                after_deal(spots[k], posted, found[k])
                if peeked:
                    after_peek(spots[k], posted, found[k])
        if peeked or not posted.peek:
            if play_seats(shoe, spots, hands, judged, posted, tables, random):
                dealer = dealer_plays(shoe, spots, dealer, tables, random)
        else:
            first = spots[0, ROUND, BEGAN]
            for k in range(judged):
                a, b = shoe[first + k] >> 2, shoe[first + n + 1 + k] >> 2
                hands[k] = tables[TWO + 16 * a + b]
                if posted.early and tables[FIRST_CHOICE + 256 * a + 16 * b + up] == SURRENDER:
                    hands[k] = GIVEN_UP
        for k in range(judged):
            if k and (keep or hands[k] < 0):
                show_dealer(spots[0], spots[k])
            if keep:
                if not peeked:
                    after_peek(spots[k], posted, found[k])
                after_dealer(spots[k], posted, found[k])
            if hands[k] < 0:
                results[k] = main_result(spots[k], posted, hands[k] == GIVEN_UP)
                continue
            results[k] = tables[RESULT + STATES * hands[k] + dealer]
            if suited and results[k] == BY_SUITS:
                results[k] = main_result(spots[k], posted, False)
        return int(results[0])

    return one_round


def driver(made_for: HandRules, strategy: Strategy, sides: tuple[Side, ...]) -> Any:
    """Return ``one_round`` of a whole table by tables, not compiled."""
    count = made_for.count
    decide = compiled_round.decide_by(count, compiled_round.offers_by(made_for), strategy)
    add, keep = adding_by(count, sides), bool(sides) or looks_at_suits(count)
    handed = handed_by(compiled_round.early_by(strategy), compiled_round.player_by(decide), add)
    play_seats = seats_by(count, turn_by(keep), handed, add, keep)
    return round_by(made_for, play_seats, compiled_round.moments_of(count, sides), keep)
