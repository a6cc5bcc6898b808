"""Several seats at one blackjack table: the driver of ``compiled_round.py``, spot after spot.

Every seat makes the same wagers and plays the same strategy.  The shoe is one: its places go from
spot to spot with the turn, and the dealer's hand is dealt once and laid before everybody.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.analysis.blackjack import compiled_round
from houseway.analysis.blackjack.compiled_round import Posted, main_result_by, must_draw_by
from houseway.analysis.blackjack.hand_rules import HandRules
from houseway.analysis.blackjack.mid_round_wagers import (
    AT_DEALER,
    AT_PEEK,
    NOT_PLACED,
    Side,
    adding_by,
)
from houseway.analysis.blackjack.round_state import (
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
from houseway.analysis.blackjack.strategy import Strategy
from houseway.families.blackjack.counting import Count
from houseway.pieces.cards import TEN


def new_table(seats: int) -> Any:
    """Room for one round after another at so many spots."""
    return np.zeros((seats, *compiled_round.new_spot().shape), np.int64)


def pass_shoe(giver: Any, taker: Any) -> None:
    """The next spot draws where the one before it has stopped."""
    for place in (NEXT, BEGAN, LOOSE):
        taker[ROUND, place] = giver[ROUND, place]


def deal(shoe: Any, spots: Any, random: Any) -> None:
    """Two cards each, one at a time; the dealer's lie at the first spot, then before all."""
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
    """The shoe is ready to deal to so many spots, and anew if it is too short for them."""
    if len(shoe) - spot[ROUND, NEXT] < 2 * n + 2:
        shuffle(shoe, spot)
    spot[ROUND, BEGAN] = spot[ROUND, NEXT]
    have_ready(shoe, spot, random)


def show_dealer(giver: Any, taker: Any) -> None:
    """The dealer's hand, before another spot."""
    n = giver[DEALER, SIZE]
    taker[DEALER, SIZE] = n
    for i in range(n):
        taker[DEALER, i] = giver[DEALER, i]


def dealer_plays_by(count: Count) -> Any:
    """The dealer's cards, laid at one spot."""
    dealer_draws = count.dealer_draws

    def dealer_plays(shoe: Any, spot: Any, posted: Posted, random: Any) -> None:
        have_ready(shoe, spot, random)
        while dealer_draws(spot[DEALER, : spot[DEALER, SIZE]], posted.hit_soft_17):
            draw(shoe, spot, DEALER, random)

    return dealer_plays


def round_by(
    made_for: HandRules, gives_up: Any, play: Any, add: Any, moments: tuple[Any, Any, Any]
) -> Any:
    """One round of the whole table: outcomes and main result of each seat; the first's returned."""
    count = made_for.count
    natural, dealer_plays = count.natural, dealer_plays_by(count)
    must_draw, main_result = must_draw_by(count), main_result_by(made_for)
    after_deal, after_peek, after_dealer = moments

    def one_round(
        shoe: Any, spots: Any, random: Any, found: Any, posted: Posted, results: Any
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
    """So many rounds of a table from a shoe shuffled at the cut card; the first seat is counted.

    ``by`` is what the rounds are played by: the posting, and whatever else they read.
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
    """``one_round`` of a whole table, not yet compiled."""
    count = made_for.count
    play = compiled_round.player_by(
        compiled_round.decide_by(count, compiled_round.offers_by(made_for), strategy)
    )
    moments, gives_up = compiled_round.moments_of(count, sides), compiled_round.early_by(strategy)
    return round_by(made_for, gives_up, play, adding_by(count, sides), moments)
