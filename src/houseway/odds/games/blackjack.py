"""Blackjack: the main wager by exact best play, side bets by what their rules read.

What is dealt is counted in fractions.  What hangs on how the hand is played is followed through
best play of the main wager; where a rule reads a whole hand, rounds of that play are simulated.
"""

from __future__ import annotations

from typing import Any

from houseway.odds.blackjack import late
from houseway.odds.blackjack.active_hands import worth_if_active
from houseway.odds.blackjack.counts import treats_splits
from houseway.odds.blackjack.dealer_cards import (
    DEALER,
    PLAYED_OUT,
    dealer_hands,
    is_drawn_for,
    placed_late,
)
from houseway.odds.blackjack.first_deal import BOTH, FACTS, both_hands, first_deal
from houseway.odds.blackjack.insurance import insurance
from houseway.odds.blackjack.lammers import FACTS as LAMMERS
from houseway.odds.blackjack.lammers import is_gathered
from houseway.odds.blackjack.paper import blackjack_paper
from houseway.odds.blackjack.played_out import FACTS as PLAYED
from houseway.odds.blackjack.played_out import is_followed
from houseway.odds.blackjack.report import (
    by_lammers,
    in_rounds,
    main_worth,
    played_out_worth,
    run_of,
)
from houseway.odds.blackjack.sim import BlackjackSimulation
from houseway.odds.blackjack.straights import goes_with_the_hand, run_worth
from houseway.odds.lab import Asked, Counted, Lab, by_facts, by_name, counted
from houseway.odds.simulate import chart_of
from houseway.shapes.blackjack import Blackjack
from houseway.wager import Wager


def on_time(game: Any, wager: Wager) -> bool:
    """Whether the wager is placed in every round."""
    return not late.is_late(game, wager)


def for_everybody(game: Any, wager: Wager) -> bool:
    """Whether it is placed in every round that comes to its moment, and drawn for."""
    return late.for_everybody(game, wager) and is_drawn_for(game, wager)


def for_some(game: Any, wager: Wager) -> bool:
    """Whether it is placed during the round, by who still has a hand, and drawn for."""
    return late.is_late(game, wager) and is_drawn_for(game, wager)


def simulation(game: Blackjack, asked: Asked) -> BlackjackSimulation:
    """Real shoes, any number of seats, by the strategy asked for."""
    seats = 1 if asked.seats is None else asked.seats
    return BlackjackSimulation(game, chart_of(asked, game), asked.wagers, seats)


LAB = Lab(
    methods=(
        by_name("main", find=main_worth),
        by_facts(*FACTS, find=counted(first_deal), if_=on_time),
        by_facts(*BOTH, find=Counted(both_hands), if_=on_time),
        by_facts(
            *DEALER, find=Counted(dealer_hands, (PLAYED_OUT,), placed_late), if_=for_everybody
        ),
        by_facts(*DEALER, find=lambda g, w: worth_if_active(g, w, run_of(g).best), if_=for_some),
        by_facts("run", find=lambda g, w: run_worth(g, w, run_of(g).best), if_=goes_with_the_hand),
        by_facts(*PLAYED, find=played_out_worth, if_=is_followed),
        by_facts(*LAMMERS, find=by_lammers, if_=is_gathered),
    ),
    in_rounds=in_rounds,
    simulation=simulation,
    paper=blackjack_paper,
    beside=insurance,
    treats=treats_splits,
)
