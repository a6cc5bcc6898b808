"""Funtazee 21: every hand against every hand, the player-dealer's set the house way."""

from __future__ import annotations

from houseway.odds.funtazee_settings import SETS, best_settings, by_the_house_way, main_bet
from houseway.odds.funtazee_sim import FuntazeeSimulation
from houseway.odds.hand_dealt import hand_dealt
from houseway.odds.lab import Counted, Lab, by_facts, by_name
from houseway.odds.set_tables import FuntazeeTable
from houseway.odds.settings import settings_paper

LAB = Lab(
    methods=(
        by_name("main", find=Counted(main_bet, (SETS, "before collection fees"), by_the_house_way)),
        by_facts("dealt", find=Counted(hand_dealt)),
    ),
    simulation=lambda game, asked: FuntazeeSimulation(game, asked.strategy != "house way"),
    table=FuntazeeTable,
    settings=best_settings,
    paper=settings_paper(best_settings),
)
