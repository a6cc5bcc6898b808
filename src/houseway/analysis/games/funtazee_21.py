"""Funtazee 21: every hand against every hand, the player-dealer's set the house way."""

from __future__ import annotations

from houseway.analysis.enumeration import hand_dealt
from houseway.analysis.game_math import ExactCount, GameMath, by_facts, by_name
from houseway.analysis.set_hands.funtazee import (
    SETS,
    FuntazeeSimulation,
    best_settings,
    by_the_house_way,
    main_bet,
)
from houseway.analysis.set_hands.settings import HOUSE_WAY_PLAYER, settings_sheet
from houseway.analysis.set_hands.table_round import FuntazeeTable

MATH = GameMath(
    live_player=HOUSE_WAY_PLAYER,
    methods=(
        by_name(
            "main", find=ExactCount(main_bet, (SETS, "before collection fees"), by_the_house_way)
        ),
        by_facts("dealt", find=ExactCount(hand_dealt)),
    ),
    simulation=lambda game, job: FuntazeeSimulation(game, job.strategy != "house way"),
    table=FuntazeeTable,
    settings=best_settings,
    strategy_sheet=settings_sheet(best_settings),
)
