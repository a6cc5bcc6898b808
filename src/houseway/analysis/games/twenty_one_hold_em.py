"""21-Hold 'em: blackjack of one deck, and a poker wager by exact best play."""

from __future__ import annotations

from dataclasses import replace

from houseway.analysis.blackjack.advice import blackjack_advice
from houseway.analysis.blackjack.solver.hands import explain_unsupported
from houseway.analysis.blackjack.strategy.charts import requested_strategy
from houseway.analysis.blackjack.strategy.sheet import blackjack_sheet
from houseway.analysis.game_math import by_name
from houseway.analysis.games.blackjack import MATH as BLACKJACK
from houseway.analysis.hold_em_21.charts import charts_of
from houseway.analysis.hold_em_21.compiled_round import HoldEmSimulation
from houseway.analysis.hold_em_21.exact import poker_odds

MATH = replace(
    BLACKJACK,
    methods=(by_name("pk", find=poker_odds), *BLACKJACK.methods),
    simulation=lambda game, request: HoldEmSimulation(game, requested_strategy(request, game)),
    advice=blackjack_advice(explain_unsupported),
    strategy_sheet=lambda game, most: blackjack_sheet(game, most, charts_of(game)),
    unsupported_reason=explain_unsupported,
)
