"""21st Century Baccarat: best decisions by the cards seen, the tie bet at any odds."""

from __future__ import annotations

from houseway.odds.community_baccarat_paper import century_paper
from houseway.odds.community_baccarat_sim import CommunitySimulation
from houseway.odds.community_baccarat_table import base_row, tie_row
from houseway.odds.lab import Lab, by_name

LAB = Lab(
    methods=(by_name("main", find=base_row), by_name("tie", find=tie_row)),
    simulation=lambda game, asked: CommunitySimulation(game),
    paper=century_paper,
)
