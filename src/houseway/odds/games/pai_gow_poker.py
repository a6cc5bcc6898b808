"""Pai Gow Poker: every hand against every hand, both set the house way."""

from __future__ import annotations

from houseway.odds.hand_dealt import hand_dealt
from houseway.odds.lab import Counted, Lab, by_facts, by_name
from houseway.odds.pai_gow_poker.best_paper import best_settings
from houseway.odds.pai_gow_poker.main_wager import SETS, main_ways
from houseway.odds.pai_gow_poker.sim import PaiGowSimulation
from houseway.odds.settings import settings_paper

LAB = Lab(
    methods=(
        by_name("main", find=Counted(main_ways, (SETS, "before collection fees"))),
        by_facts("dealt", find=Counted(hand_dealt)),
    ),
    simulation=lambda game, asked: PaiGowSimulation(game),
    paper=settings_paper(best_settings),
)
