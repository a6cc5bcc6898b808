"""Three Card Poker with an open card: best play by the cards seen, under each reading."""

from __future__ import annotations

from houseway.analysis.ante_play.advice import BEST_PLAYER, ante_play_advice
from houseway.analysis.ante_play.compiled_round import AntePlaySimulation
from houseway.analysis.ante_play.open_card_sheet import (
    OWN_CARDS,
    odds_by_readings,
    open_card_strategy,
)
from houseway.analysis.game_math import GameMath, by_facts, by_name

MATH = GameMath(
    methods=(
        by_name("ante", find=odds_by_readings),
        by_facts("player", find=OWN_CARDS),
    ),
    in_simulation=True,
    advice=ante_play_advice,
    live_player=BEST_PLAYER,
    simulation=lambda game, job: AntePlaySimulation(game),
    strategy_sheet=open_card_strategy,
)
