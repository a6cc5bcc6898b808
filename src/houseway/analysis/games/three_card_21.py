"""3 Card 21 "N" Done: the bonus counted, the main wager by exact best play."""

from __future__ import annotations

from houseway.analysis.blackjack.hands import treats
from houseway.analysis.blackjack.side_bets.insurance import insurance
from houseway.analysis.enumeration import of_hand
from houseway.analysis.game_math import ExactCount, GameMath, by_facts, by_name
from houseway.analysis.three_card_21.report import main_worth
from houseway.analysis.three_card_21.simulation import ThreeCardSimulation

LAB = GameMath(
    methods=(
        by_name("main", find=main_worth),
        by_facts(
            "first_three", find=ExactCount(lambda game, w: of_hand(game, w, "first_three", 3))
        ),
    ),
    beside=insurance,
    treats=treats,
    simulation=lambda game, asked: ThreeCardSimulation(game),
)
