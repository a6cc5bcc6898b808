"""Ante and play: the ante by best play, side bets by the cards dealt."""

from __future__ import annotations

from houseway.analysis.ante_play.compiled_round import AntePlaySimulation
from houseway.analysis.ante_play.table import (
    ante_worth,
    cards_of_both,
    if_folded,
    is_kept,
    own_cards,
    play_paper,
)
from houseway.analysis.game_math import ExactCount, GameMath, by_facts, by_name, in_simulation

LAB = GameMath(
    methods=(
        by_name("ante", find=ante_worth),
        by_facts("player", find=ExactCount(own_cards, about=if_folded)),
        by_facts("both_hands", find=ExactCount(cards_of_both), if_=is_kept),
    ),
    in_rounds=in_simulation,
    simulation=lambda game, asked: AntePlaySimulation(game),
    paper=play_paper,
)
