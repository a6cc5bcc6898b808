"""Pai Jack: every hand against every hand, the dealer's set the house way."""

from __future__ import annotations

from houseway.analysis.enumeration import hand_dealt
from houseway.analysis.game_math import Counted, Lab, by_facts, by_name
from houseway.analysis.set_hands.pai_jack import (
    SETS,
    PaiJackSimulation,
    best_settings,
    by_the_house_way,
    main_wager,
)
from houseway.analysis.set_hands.settings import settings_paper

LAB = Lab(
    methods=(
        by_name("main", find=Counted(main_wager, (SETS,), by_the_house_way)),
        by_facts("dealt", find=Counted(hand_dealt)),
    ),
    simulation=lambda game, asked: PaiJackSimulation(game),
    settings=best_settings,
    paper=settings_paper(best_settings),
)
