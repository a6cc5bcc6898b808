"""Pai Gow Poker: every hand against every hand, both set the house way."""

from __future__ import annotations

from houseway.analysis.enumeration import hand_dealt
from houseway.analysis.game_math import ExactCount, GameMath, by_facts, by_name
from houseway.analysis.set_hands.pai_gow_poker.best_sheet import best_settings
from houseway.analysis.set_hands.pai_gow_poker.main_wager import SETS, main_ways
from houseway.analysis.set_hands.pai_gow_poker.simulation import PaiGowSimulation
from houseway.analysis.set_hands.settings import HOUSE_WAY_PLAYER, settings_sheet

MATH = GameMath(
    live_player=HOUSE_WAY_PLAYER,
    methods=(
        by_name("main", find=ExactCount(main_ways, (SETS, "before collection fees"))),
        by_facts("dealt", find=ExactCount(hand_dealt)),
    ),
    simulation=lambda game, job: PaiGowSimulation(game),
    strategy_sheet=settings_sheet(best_settings),
)
