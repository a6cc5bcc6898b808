"""Blackjack Switch: two hands by one way to play, side bets by the cards dealt."""

from __future__ import annotations

from houseway.analysis.blackjack.advice import blackjack_advice
from houseway.analysis.blackjack.side_bets.dealer_hand import (
    DEALER,
    PLAYED_OUT,
    dealer_hands,
    is_drawn_for,
)
from houseway.analysis.blackjack.side_bets.insurance import insurance
from houseway.analysis.blackjack.solver.hands import explain_unsupported
from houseway.analysis.blackjack_switch.main_wager import main_odds, switch_sheet
from houseway.analysis.blackjack_switch.simulation import SwitchSimulation
from houseway.analysis.enumeration import of_hand
from houseway.analysis.game_math import ExactCount, GameMath, by_facts, by_name

MATH = GameMath(
    methods=(
        by_name("main", find=lambda game, wager: main_odds(game)),
        by_facts("first_four", find=ExactCount(lambda game, w: of_hand(game, w, "first_four", 4))),
        by_facts(*DEALER, find=ExactCount(dealer_hands, (PLAYED_OUT,)), if_=is_drawn_for),
    ),
    in_simulation=True,
    extra_wagers=insurance,
    unsupported_reason=explain_unsupported,
    advice=blackjack_advice(explain_unsupported),
    simulation=lambda game, job: SwitchSimulation(game),
    strategy_sheet=switch_sheet,
)
