"""Three Card Poker with an open card: best play by the cards seen, under each reading."""

from __future__ import annotations

from houseway.odds.ante_play_sim import AntePlaySimulation
from houseway.odds.ante_play_table import if_folded, own_cards
from houseway.odds.lab import Counted, Lab, by_facts, by_name, in_simulation
from houseway.odds.up_card_paper import open_paper, worth_by_readings

LAB = Lab(
    methods=(
        by_name("ante", find=worth_by_readings),
        by_facts("player", find=Counted(own_cards, about=if_folded)),
    ),
    in_rounds=in_simulation,
    simulation=lambda game, asked: AntePlaySimulation(game),
    paper=open_paper,
)
