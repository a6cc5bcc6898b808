"""3 Card 21 "N" Done: the bonus counted, the main wager by exact best play."""

from __future__ import annotations

from houseway.analysis.blackjack.side_bets.insurance import insurance
from houseway.analysis.blackjack.solver.hands import explain_unsupported
from houseway.analysis.game_math import GameMath, by_facts, by_name
from houseway.analysis.three_card_21.main_wager import ON_FIRST_THREE, main_odds
from houseway.analysis.three_card_21.simulation import ThreeCardSimulation

MATH = GameMath(
    methods=(
        by_name("main", find=main_odds),
        by_facts("first_three", find=ON_FIRST_THREE),
    ),
    extra_wagers=insurance,
    unsupported_reason=explain_unsupported,
    simulation=lambda game, job: ThreeCardSimulation(game),
)
