"""Ante Up 21: 21 as any blackjack, ANTE by exact best play."""

from __future__ import annotations

from dataclasses import replace

from houseway.analysis.ante_up_21.charts import charts_of
from houseway.analysis.ante_up_21.compiled_round import AnteUpSimulation
from houseway.analysis.ante_up_21.report import ante_worth
from houseway.analysis.blackjack.hands import treats
from houseway.analysis.game_math import by_name
from houseway.analysis.games.blackjack import LAB as BLACKJACK

LAB = replace(
    BLACKJACK,
    methods=(by_name("ante", find=ante_worth), *BLACKJACK.methods),
    simulation=lambda game, asked: AnteUpSimulation(game),
    charts=charts_of,
    treats=treats,
)
