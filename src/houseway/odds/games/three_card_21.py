"""3 Card 21 "N" Done: the bonus counted, the main wager by exact best play."""

from __future__ import annotations

from houseway.odds.blackjack.counts import treats
from houseway.odds.blackjack.insurance import insurance
from houseway.odds.hand_dealt import of_hand
from houseway.odds.lab import Counted, Lab, by_facts, by_name
from houseway.odds.three_card_21.report import main_worth
from houseway.odds.three_card_21.sim import ThreeCardSimulation

LAB = Lab(
    methods=(
        by_name("main", find=main_worth),
        by_facts("first_three", find=Counted(lambda game, w: of_hand(game, w, "first_three", 3))),
    ),
    beside=insurance,
    treats=treats,
    simulation=lambda game, asked: ThreeCardSimulation(game),
)
