"""Several seats at one blackjack table: the driver of ``compiled_round.py``, spot after spot.

Every seat makes the same wagers and plays the same strategy. The spots share one shoe: its
positions are passed on with the turn. The dealer's hand is dealt once and copied to every spot.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.analysis.blackjack.simulation import compiled_round
from houseway.analysis.blackjack.simulation.compiled_round import (
    PostedRules,
    main_result_by,
    must_draw_by,
)
from houseway.analysis.blackjack.simulation.hand_rules import HandRules
from houseway.analysis.blackjack.simulation.mid_round_wagers import (
    AT_DEALER,
    AT_PEEK,
    NOT_PLACED,
    Side,
    adding_by,
)
from houseway.analysis.blackjack.simulation.round_state import (
    ADDED,
    BEGAN,
    DEALER,
    FIRST,
    GIVEN,
    HANDS,
    LOOSE,
    NEXT,
    ROUND,
    SECOND,
    SIZE,
    draw,
    have_ready,
    new_hand,
    shuffle,
)
from houseway.analysis.blackjack.strategy.basic import Strategy
from houseway.families.blackjack.rules import Count
from houseway.pieces.cards import TEN


def new_table(seats: int) -> Any:
    """Allocate the state of a table with this number of spots."""
    return np.zeros((seats, *compiled_round.new_spot().shape), np.int64)


def pass_shoe(giver: Any, taker: Any) -> None:
    """Copy the shoe positions to the spot that draws next."""
    for place in (NEXT, BEGAN, LOOSE):
        taker[ROUND, place] = giver[ROUND, place]


def deal(shoe: Any, spots: Any, random: Any) -> None:
    """Deal two cards to each spot, one at a time; the dealer's cards are copied to all."""
    n = len(spots)
    open_round(shoe, spots[0], n, random)
    for k in range(n):
        new_hand(spots[k], 0, 1, 0)
        new_hand(spots[k], DEALER, 0, 0)
        spots[k, ROUND, HANDS], spots[k, ROUND, GIVEN], spots[k, ROUND, ADDED] = 1, 0, 0
    for _ in range(2):
        for k in range(n):
            draw(shoe, spots[k], 0, random)
            pass_shoe(spots[k], spots[(k + 1) % n])
        draw(shoe, spots[0], DEALER, random)
    for k in range(n):
        spots[k, ROUND, FIRST], spots[k, ROUND, SECOND] = spots[k, 0, 0], spots[k, 0, 1]
        show_dealer(spots[0], spots[k])


def open_round(shoe: Any, spot: Any, n: int, random: Any) -> None:
    """Prepare the shoe for a round of ``n`` spots, with a shuffle if it has too few cards."""
    if len(shoe) - spot[ROUND, NEXT] < 2 * n + 2:
        shuffle(shoe, spot)
    spot[ROUND, BEGAN] = spot[ROUND, NEXT]
    have_ready(shoe, spot, random)


def show_dealer(giver: Any, taker: Any) -> None:
    """Copy the dealer's hand to another spot."""
    n = giver[DEALER, SIZE]
    taker[DEALER, SIZE] = n
    for i in range(n):
        taker[DEALER, i] = giver[DEALER, i]


def dealer_plays_by(count: Count) -> Any:
    """Return the dealer's play, with the cards at one spot."""
    dealer_draws = count.dealer_draws

    def dealer_plays(shoe: Any, spot: Any, posted: PostedRules, random: Any) -> None:
        have_ready(shoe, spot, random)
        while dealer_draws(spot[DEALER, : spot[DEALER, SIZE]], posted.hit_soft_17):
            draw(shoe, spot, DEALER, random)

    return dealer_plays


def round_by(
    made_for: HandRules, gives_up: Any, play: Any, add: Any, moments: tuple[Any, Any, Any]
) -> Any:
    """Return one round of the whole table: outcomes and main result of each seat."""
    count = made_for.count
    natural, dealer_plays = count.natural, dealer_plays_by(count)
    must_draw, main_result = must_draw_by(count), main_result_by(made_for)
    after_deal, after_peek, after_dealer = moments

    def one_round(
        shoe: Any, spots: Any, random: Any, found: Any, posted: PostedRules, results: Any
    ) -> int:
        n = len(spots)
        deal(shoe, spots, random)
        blackjack_here = natural(spots[0, DEALER, : spots[0, DEALER, SIZE]])
        peeked = posted.peek and not blackjack_here
        wanted = False
        for k in range(n):
            results[k] = 0
            if posted.early and spots[k, DEALER, 0] >> 2 >= TEN and not natural(spots[k, 0, :2]):
                results[k] = 1 if gives_up(spots[k], posted) else 0
            after_deal(spots[k], posted, found[k])
            if peeked:
                after_peek(spots[k], posted, found[k])
        if not (posted.peek and blackjack_here):
            for k in range(n):
                have_ready(shoe, spots[k], random)
                add(spots[k], posted, AT_PEEK, False)
                if results[k] == 0:
                    results[k] = 1 if play(shoe, spots[k], posted, random) else 0
                add(spots[k], posted, AT_DEALER, results[k] == 1)
                pass_shoe(spots[k], spots[(k + 1) % n])
                wanted = wanted or must_draw(spots[k], posted, results[k] == 1)
            if wanted:
                dealer_plays(shoe, spots[0], posted, random)
        for k in range(n):
            show_dealer(spots[0], spots[k])
            if not peeked:
                after_peek(spots[k], posted, found[k])
            after_dealer(spots[k], posted, found[k])
            results[k] = main_result(spots[k], posted, results[k] == 1)
        return int(results[0])

    return one_round


def many_by(one_round: Any) -> Any:
    """Return the loop that plays rounds from a shoe with a cut card, and counts the first seat.

    ``by`` holds the further arguments of a round; its first item is the posting.
    """

    def many_rounds(
        rounds: int, shoe: Any, spots: Any, random: Any, found: Any, by: Any, main: Any, sides: Any
    ) -> None:
        shuffle(shoe, spots[0])
        for _ in range(rounds):
            if len(shoe) - spots[0, ROUND, NEXT] <= by[0].reshuffle_at:
                shuffle(shoe, spots[0])
            main[one_round(shoe, spots, random, found, *by)] += 1
            for k in range(found.shape[1]):
                if found[0, k] != NOT_PLACED:
                    sides[k, found[0, k]] += 1

    return many_rounds


def driver(made_for: HandRules, strategy: Strategy, sides: tuple[Side, ...]) -> Any:
    """Return ``one_round`` of a whole table, not compiled."""
    count = made_for.count
    play = compiled_round.player_by(
        compiled_round.decide_by(count, compiled_round.offers_by(made_for), strategy)
    )
    moments, gives_up = compiled_round.moments_of(count, sides), compiled_round.early_by(strategy)
    return round_by(made_for, gives_up, play, adding_by(count, sides), moments)
