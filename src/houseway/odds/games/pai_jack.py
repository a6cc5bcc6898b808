"""Pai Jack: every hand against every hand, the dealer's set the house way."""

from __future__ import annotations

from houseway.odds.hand_dealt import hand_dealt
from houseway.odds.lab import Counted, Lab, by_facts, by_name
from houseway.odds.pai_jack_exact import SETS, by_the_house_way, main_wager
from houseway.odds.pai_jack_settings import best_settings
from houseway.odds.pai_jack_sim import PaiJackSimulation
from houseway.odds.settings import settings_paper

LAB = Lab(
    methods=(
        by_name("main", find=Counted(main_wager, (SETS,), by_the_house_way)),
        by_facts("dealt", find=Counted(hand_dealt)),
    ),
    simulation=lambda game, asked: PaiJackSimulation(game),
    settings=best_settings,
    paper=settings_paper(best_settings),
)
