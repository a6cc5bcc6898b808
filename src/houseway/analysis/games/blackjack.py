"""Blackjack: the main wager by exact best play, side bets by the facts that their rules read.

Bets on dealt cards are counted in fractions.  Bets on the play of the hand follow best play of the
main wager.  Where a rule reads a whole hand, rounds of that play are simulated.
"""

from __future__ import annotations

from typing import Any

from houseway.analysis.blackjack.advice import CHART_PLAYER, blackjack_advice
from houseway.analysis.blackjack.report import (
    by_lammers,
    main_odds,
    over_total_odds,
    run_of,
    simulate_rest,
)
from houseway.analysis.blackjack.side_bets.active_hands import odds_if_active
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
from houseway.analysis.blackjack.side_bets.straights import goes_with_the_hand, straight_odds
from houseway.analysis.blackjack.simulation import mid_round_wagers
from houseway.analysis.blackjack.simulation.simulate import BlackjackSimulation
from houseway.analysis.blackjack.solver.hands import explain_unsupported_splits
from houseway.analysis.blackjack.strategy.charts import requested_strategy
from houseway.analysis.blackjack.strategy.sheet import blackjack_sheet
from houseway.analysis.game_math import (
    ExactCount,
    GameMath,
    SimulationRequest,
    by_facts,
    by_name,
    counted,
)
from houseway.families.blackjack.game import Blackjack
from houseway.game.wagers import Wager


def on_time(game: Any, wager: Wager) -> bool:
    """Return True if the wager is placed in every round."""
    return not mid_round_wagers.is_late(game, wager)


def for_everybody(game: Any, wager: Wager) -> bool:
    """Return True if the wager may be placed with any hand, and the dealer draws for it."""
    return mid_round_wagers.for_everybody(game, wager) and is_drawn_for(game, wager)


def for_some(game: Any, wager: Wager) -> bool:
    """Return True if live hands place the wager during the round, and the dealer draws for it."""
    return mid_round_wagers.is_late(game, wager) and is_drawn_for(game, wager)


def simulation(game: Blackjack, request: SimulationRequest) -> BlackjackSimulation:
    """Return the simulation of a table with any number of seats, under the requested strategy."""
    seats = 1 if request.seats is None else request.seats
    return BlackjackSimulation(game, requested_strategy(request, game), request.wagers, seats)


MATH = GameMath(
    methods=(
        by_name("main", find=main_odds),
        by_facts(*FACTS, find=counted(first_deal), if_=on_time),
        by_facts(*BOTH, find=ExactCount(both_hands), if_=on_time),
        by_facts(
            *DEALER, find=ExactCount(dealer_hands, (PLAYED_OUT,), placed_late), if_=for_everybody
        ),
        by_facts(*DEALER, find=lambda g, w: odds_if_active(g, w, run_of(g).best), if_=for_some),
        by_facts(
            "run", find=lambda g, w: straight_odds(g, w, run_of(g).best), if_=goes_with_the_hand
        ),
        by_facts(*PLAYED, find=over_total_odds, if_=is_followed),
        by_facts(*LAMMERS, find=by_lammers, if_=is_gathered),
    ),
    simulate_rest=simulate_rest,
    simulation=simulation,
    strategy_sheet=blackjack_sheet,
    extra_wagers=insurance,
    advice=blackjack_advice(explain_unsupported_splits),
    live_player=CHART_PLAYER,
    unsupported_reason=explain_unsupported_splits,
)
