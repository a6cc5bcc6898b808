"""Pai Gow Tiles: every hand against every hand, both set the house way."""

from __future__ import annotations

from houseway.odds.hand_dealt import hand_dealt
from houseway.odds.lab import Counted, Lab, by_facts, by_name
from houseway.odds.set_hands_sim import SetHandsSimulation
from houseway.odds.set_tables import TilesTable
from houseway.odds.settings import settings_paper
from houseway.odds.tiles_exact import SETS, tiles_main
from houseway.odds.tiles_reply import best_settings

LAB = Lab(
    methods=(
        by_name("main", find=Counted(tiles_main, (SETS, "before collection fees"))),
        by_facts("dealt", find=Counted(hand_dealt)),
    ),
    simulation=lambda game, asked: SetHandsSimulation(game),
    table=TilesTable,
    settings=best_settings,
    paper=settings_paper(best_settings),
)
