"""Pai Gow Tiles: every hand against every hand, both set the house way."""

from __future__ import annotations

from houseway.analysis.enumeration import hand_dealt
from houseway.analysis.game_math import ExactCount, GameMath, by_facts, by_name
from houseway.analysis.set_hands.compiled_round import SetHandsSimulation
from houseway.analysis.set_hands.settings import HOUSE_WAY_PLAYER, settings_sheet
from houseway.analysis.set_hands.table_round import TilesTable
from houseway.analysis.set_hands.tiles import SETS, tiles_main
from houseway.analysis.set_hands.tiles_reply import best_settings

MATH = GameMath(
    live_player=HOUSE_WAY_PLAYER,
    methods=(
        by_name("main", find=ExactCount(tiles_main, (SETS, "before collection fees"))),
        by_facts("dealt", find=ExactCount(hand_dealt)),
    ),
    simulation=lambda game, job: SetHandsSimulation(game),
    table=TilesTable,
    settings=best_settings,
    strategy_sheet=settings_sheet(best_settings),
)
