"""Three Card Poker with an open card: best play by the cards seen, under each reading."""

from __future__ import annotations

from houseway.analysis.ante_play.compiled_round import AntePlaySimulation
from houseway.analysis.ante_play.open_card_sheet import OWN_CARDS, open_paper, worth_by_readings
from houseway.analysis.game_math import GameMath, by_facts, by_name, in_simulation

LAB = GameMath(
    methods=(
        by_name("ante", find=worth_by_readings),
        by_facts("player", find=OWN_CARDS),
    ),
    in_rounds=in_simulation,
    simulation=lambda game, asked: AntePlaySimulation(game),
    paper=open_paper,
)
