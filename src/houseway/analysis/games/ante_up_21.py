"""Ante Up 21: 21 as any blackjack, ANTE by exact best play."""

from __future__ import annotations

from dataclasses import replace

from houseway.analysis.ante_up_21.charts import charts_of
from houseway.analysis.ante_up_21.compiled_round import AnteUpSimulation
from houseway.analysis.ante_up_21.report import ante_odds
from houseway.analysis.blackjack.advice import blackjack_advice
from houseway.analysis.blackjack.solver.hands import explain_unsupported
from houseway.analysis.blackjack.strategy.sheet import blackjack_sheet
from houseway.analysis.game_math import by_name
from houseway.analysis.games.blackjack import MATH as BLACKJACK

MATH = replace(
    BLACKJACK,
    methods=(by_name("ante", find=ante_odds), *BLACKJACK.methods),
    simulation=lambda game, job: AnteUpSimulation(game),
    advice=blackjack_advice(explain_unsupported),
    strategy_sheet=lambda game, most: blackjack_sheet(game, most, charts_of(game)),
    unsupported_reason=explain_unsupported,
)
