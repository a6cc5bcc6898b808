"""Blackjack Switch: two hands by one way to play, side bets by the cards dealt."""

from __future__ import annotations

from houseway.analysis.blackjack.hands import treats
from houseway.analysis.blackjack.side_bets.dealer_hand import (
    DEALER,
    PLAYED_OUT,
    dealer_hands,
    is_drawn_for,
)
from houseway.analysis.blackjack.side_bets.insurance import insurance
from houseway.analysis.blackjack.strategy_sheet import switch_paper
from houseway.analysis.blackjack_switch.report import worth_of
from houseway.analysis.blackjack_switch.simulation import SwitchSimulation
from houseway.analysis.enumeration import of_hand
from houseway.analysis.game_math import ExactCount, GameMath, by_facts, by_name, in_simulation

LAB = GameMath(
    methods=(
        by_name("main", find=lambda game, wager: worth_of(game)),
        by_facts("first_four", find=ExactCount(lambda game, w: of_hand(game, w, "first_four", 4))),
        by_facts(*DEALER, find=ExactCount(dealer_hands, (PLAYED_OUT,)), if_=is_drawn_for),
    ),
    in_rounds=in_simulation,
    beside=insurance,
    treats=treats,
    simulation=lambda game, asked: SwitchSimulation(game),
    paper=switch_paper,
)
