"""21-Hold 'em: blackjack of one deck, and a poker wager by exact best play."""

from __future__ import annotations

from dataclasses import replace

from houseway.analysis.blackjack.hands import treats
from houseway.analysis.game_math import by_name
from houseway.analysis.games.blackjack import LAB as BLACKJACK
from houseway.analysis.hold_em_21.charts import charts_of
from houseway.analysis.hold_em_21.compiled_round import HoldEmSimulation
from houseway.analysis.hold_em_21.exact import poker_worth
from houseway.analysis.simulation.simulation import chart_of

LAB = replace(
    BLACKJACK,
    methods=(by_name("pk", find=poker_worth), *BLACKJACK.methods),
    simulation=lambda game, asked: HoldEmSimulation(game, chart_of(asked, game)),
    charts=charts_of,
    treats=treats,
)
