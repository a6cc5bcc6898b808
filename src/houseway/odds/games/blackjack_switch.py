"""Blackjack Switch: two hands by one way to play, side bets by the cards dealt."""

from __future__ import annotations

from houseway.odds.blackjack.counts import treats
from houseway.odds.blackjack.dealer_cards import DEALER, PLAYED_OUT, dealer_hands, is_drawn_for
from houseway.odds.blackjack.insurance import insurance
from houseway.odds.blackjack.paper import switch_paper
from houseway.odds.blackjack.switch_report import worth_of
from houseway.odds.blackjack.switch_sim import SwitchSimulation
from houseway.odds.hand_dealt import of_hand
from houseway.odds.lab import Counted, Lab, by_facts, by_name, in_simulation

LAB = Lab(
    methods=(
        by_name("main", find=lambda game, wager: worth_of(game)),
        by_facts("first_four", find=Counted(lambda game, w: of_hand(game, w, "first_four", 4))),
        by_facts(*DEALER, find=Counted(dealer_hands, (PLAYED_OUT,)), if_=is_drawn_for),
    ),
    in_rounds=in_simulation,
    beside=insurance,
    treats=treats,
    simulation=lambda game, asked: SwitchSimulation(game),
    paper=switch_paper,
)
