"""Three Card Poker with an open card: best play by the cards seen, under each reading."""

from __future__ import annotations

from houseway.odds.ante_play_sim import AntePlaySimulation
from houseway.odds.lab import Lab, by_facts, by_name, in_simulation
from houseway.odds.up_card_paper import OWN_CARDS, open_paper, worth_by_readings

LAB = Lab(
    methods=(
        by_name("ante", find=worth_by_readings),
        by_facts("player", find=OWN_CARDS),
    ),
    in_rounds=in_simulation,
    simulation=lambda game, asked: AntePlaySimulation(game),
    paper=open_paper,
)
