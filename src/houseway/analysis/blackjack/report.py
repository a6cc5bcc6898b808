"""Blackjack: the main wager by exact best play, side bets under that play.

A side bet that asks of the player's hand only whether it is over some total, or how many lammers it
has, is exact too; others are counted in rounds of the best play.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

from houseway.analysis.blackjack import main_wager
from houseway.analysis.blackjack.best_rounds import SimulatedCounts, is_ready, play_best
from houseway.analysis.blackjack.main_wager import BEST
from houseway.analysis.blackjack.mid_round_wagers import is_late
from houseway.analysis.blackjack.side_bets.free_bet_count import (
    BY_SECOND_CARDS,
    outcome_chances,
    split_for_lammers,
)
from houseway.analysis.blackjack.side_bets.over_total import played_odds
from houseway.analysis.blackjack.side_bets.up_cards import by_up_card
from houseway.analysis.blackjack.solver import best_play
from houseway.analysis.game_math import math_of
from houseway.analysis.wager_odds import (
    EXACT,
    SIMULATED,
    Found,
    WagerOdds,
    by_pay_table,
    with_details,
)
from houseway.families.blackjack.game import Blackjack
from houseway.game.wagers import Wager

SIDE_ROUNDS = 10_000_000
SEED = 1
OWN_BEST = "the main wager is played for its own best, not for this one's"


def main_worth(game: Blackjack, wager: Wager) -> WagerOdds:
    """The main wager by best play."""
    return run_of(game).main


def in_rounds(game: Blackjack, wagers: Sequence[Wager]) -> Found:
    """Side bets that no method serves, in rounds of the best play of the main wager."""
    run = run_of(game)
    return {wager.name: run.side(wager) for wager in wagers}


class Run:
    """Best play of a posted table, and one run of its rounds, when it is first needed."""

    def __init__(self, game: Blackjack) -> None:
        self.game, self.best = game, best_play(game)

    @cached_property
    def counted(self) -> SimulatedCounts:
        """The rounds, with every side bet that is not known without, whichever was asked for."""
        lab = math_of(self.game)
        sides = tuple(
            w for w in self.game.offered if w.by is not None and lab.method_of(self.game, w) is None
        )
        if not is_ready(self.game, sides):
            said = f"compiling the rounds of {self.game.name}; some seconds, on first use only"
            print(said, file=sys.stderr)
        return play_best(self.game, self.best, SIDE_ROUNDS, SEED, sides)

    @cached_property
    def main(self) -> WagerOdds:
        """The main wager."""
        return main_wager.main_worth(self.game, self.best)

    def side(self, wager: Wager) -> WagerOdds | str:
        """A side bet, counted in the rounds."""
        if wager.name not in self.counted.sides:
            return f"{self.game.name}: {wager.words} is not offered at this table"
        return _side(self.game, wager, self.counted)


def run_of(game: Blackjack) -> Run:
    """What is known of a posted table, kept for the next who asks."""
    kind: Any = type(game)
    return _kept(kind, tuple(game.posting.items()))


@lru_cache(maxsize=16)
def _kept(kind: Any, posting: tuple[tuple[str, Any], ...]) -> Run:
    declared = kind.declared()
    return Run(kind({key: declared[key].show(value) for key, value in posting}))


# -- side bets -----------------------------------------------------------------------------------


def played_out_worth(game: Blackjack, wager: Wager) -> WagerOdds:
    """A wager that asks of the player's hand only whether it is over some total."""
    best = run_of(game).best
    found = played_odds(game, wager.name, best.terms, best.grounds, best.play)
    chances = tuple(found.probability.values())
    worth_ = by_pay_table(game, wager, chances, EXACT, (OWN_BEST, BEST, found.assumes[-1]))
    if is_late(game, wager):
        return with_details(worth_, by_up_card(game, wager, found.by_up))
    return worth_


def by_lammers(game: Blackjack, wager: Wager) -> WagerOdds:
    """A wager that asks how many lammers there are."""
    best = run_of(game).best
    chances = outcome_chances(game, wager, best)
    found = by_pay_table(game, wager, chances, EXACT, (OWN_BEST, BEST, BY_SECOND_CARDS))
    return with_details(found, split_for_lammers(wager, best, found.columns))


def _side(game: Blackjack, wager: Wager, counted: SimulatedCounts) -> WagerOdds:
    ways = counted.sides[wager.name]
    placed = sum(ways)
    chances = tuple(n / placed for n in ways)
    said = f"{placed:,} simulated rounds"
    return by_pay_table(game, wager, chances, SIMULATED, (said, OWN_BEST, BEST), placed)
