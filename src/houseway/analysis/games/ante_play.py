"""Ante and play: the ante by best play, side bets by the cards dealt."""

from __future__ import annotations

from houseway.analysis.ante_play.advice import BEST_PLAYER, ante_play_advice
from houseway.analysis.ante_play.compiled_round import AntePlaySimulation
from houseway.analysis.ante_play.table import (
    ante_odds,
    ante_play_sheet,
    cards_of_both,
    if_folded,
    is_kept,
    own_cards,
)
from houseway.analysis.game_math import ExactCount, GameMath, by_facts, by_name

MATH = GameMath(
    methods=(
        by_name("ante", find=ante_odds),
        by_facts("player", find=ExactCount(own_cards, about=if_folded)),
        by_facts("both_hands", find=ExactCount(cards_of_both), if_=is_kept),
    ),
    in_simulation=True,
    advice=ante_play_advice,
    live_player=BEST_PLAYER,
    simulation=lambda game, job: AntePlaySimulation(game),
    strategy_sheet=ante_play_sheet,
)
