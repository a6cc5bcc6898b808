"""Pai Jack: every hand against every hand, the dealer's set the house way."""

from __future__ import annotations

from houseway.analysis.enumeration import hand_dealt
from houseway.analysis.game_math import ExactCount, GameMath, by_facts, by_name
from houseway.analysis.set_hands.pai_jack import (
    SETS,
    PaiJackSimulation,
    best_settings,
    by_the_house_way,
    main_wager,
)
from houseway.analysis.set_hands.settings import HOUSE_WAY_PLAYER, settings_sheet

MATH = GameMath(
    live_player=HOUSE_WAY_PLAYER,
    methods=(
        by_name("main", find=ExactCount(main_wager, (SETS,), by_the_house_way)),
        by_facts("dealt", find=ExactCount(hand_dealt)),
    ),
    simulation=lambda game, job: PaiJackSimulation(game),
    settings=best_settings,
    strategy_sheet=settings_sheet(best_settings),
)
