"""21st Century Baccarat: best decisions by the cards seen, the tie bet at any odds."""

from __future__ import annotations

from houseway.analysis.baccarat.community import base_row, community_sheet, tie_row
from houseway.analysis.baccarat.community_simulation import CommunitySimulation
from houseway.analysis.game_math import GameMath, by_name

MATH = GameMath(
    methods=(by_name("main", find=base_row), by_name("tie", find=tie_row)),
    simulation=lambda game, job: CommunitySimulation(game),
    strategy_sheet=community_sheet,
)
