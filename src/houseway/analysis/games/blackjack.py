"""Blackjack: the main wager by exact best play, side bets by what their rules read.

What is dealt is counted in fractions.  What hangs on how the hand is played is followed through
best play of the main wager; where a rule reads a whole hand, rounds of that play are simulated.
"""

from __future__ import annotations

from typing import Any

from houseway.analysis.blackjack import mid_round_wagers
from houseway.analysis.blackjack.hands import treats_splits
from houseway.analysis.blackjack.report import (
    by_lammers,
    in_rounds,
    main_worth,
    played_out_worth,
    run_of,
)
from houseway.analysis.blackjack.side_bets.active_hands import worth_if_active
from houseway.analysis.blackjack.side_bets.dealer_hand import (
    DEALER,
    PLAYED_OUT,
    dealer_hands,
    is_drawn_for,
    placed_late,
)
from houseway.analysis.blackjack.side_bets.first_deal import BOTH, FACTS, both_hands, first_deal
from houseway.analysis.blackjack.side_bets.free_bet_count import FACTS as LAMMERS
from houseway.analysis.blackjack.side_bets.free_bet_count import is_gathered
from houseway.analysis.blackjack.side_bets.insurance import insurance
from houseway.analysis.blackjack.side_bets.over_total import FACTS as PLAYED
from houseway.analysis.blackjack.side_bets.over_total import is_followed
from houseway.analysis.blackjack.side_bets.straights import goes_with_the_hand, run_worth
from houseway.analysis.blackjack.simulation import BlackjackSimulation
from houseway.analysis.blackjack.strategy_sheet import blackjack_paper
from houseway.analysis.game_math import Asked, ExactCount, GameMath, by_facts, by_name, counted
from houseway.analysis.simulation.simulation import chart_of
from houseway.families.blackjack.game import Blackjack
from houseway.game.wagers import Wager


def on_time(game: Any, wager: Wager) -> bool:
    """Whether the wager is placed in every round."""
    return not mid_round_wagers.is_late(game, wager)


def for_everybody(game: Any, wager: Wager) -> bool:
    """Whether it is placed in every round that comes to its moment, and drawn for."""
    return mid_round_wagers.for_everybody(game, wager) and is_drawn_for(game, wager)


def for_some(game: Any, wager: Wager) -> bool:
    """Whether it is placed during the round, by who still has a hand, and drawn for."""
    return mid_round_wagers.is_late(game, wager) and is_drawn_for(game, wager)


def simulation(game: Blackjack, asked: Asked) -> BlackjackSimulation:
    """Real shoes, any number of seats, by the strategy asked for."""
    seats = 1 if asked.seats is None else asked.seats
    return BlackjackSimulation(game, chart_of(asked, game), asked.wagers, seats)


LAB = GameMath(
    methods=(
        by_name("main", find=main_worth),
        by_facts(*FACTS, find=counted(first_deal), if_=on_time),
        by_facts(*BOTH, find=ExactCount(both_hands), if_=on_time),
        by_facts(
            *DEALER, find=ExactCount(dealer_hands, (PLAYED_OUT,), placed_late), if_=for_everybody
        ),
        by_facts(*DEALER, find=lambda g, w: worth_if_active(g, w, run_of(g).best), if_=for_some),
        by_facts("run", find=lambda g, w: run_worth(g, w, run_of(g).best), if_=goes_with_the_hand),
        by_facts(*PLAYED, find=played_out_worth, if_=is_followed),
        by_facts(*LAMMERS, find=by_lammers, if_=is_gathered),
    ),
    in_rounds=in_rounds,
    simulation=simulation,
    paper=blackjack_paper,
    beside=insurance,
    treats=treats_splits,
)
