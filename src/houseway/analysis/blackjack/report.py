"""Odds of a blackjack table: the main wager under best play, and side bets under that play.

Side bets that read only whether the player's hand is over a total, or its number of lammers, are
exact. Others are counted in simulated rounds of best play.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

from houseway.analysis.blackjack import main_wager
from houseway.analysis.blackjack.main_wager import BEST
from houseway.analysis.blackjack.side_bets.free_bet_count import (
    BY_SECOND_CARDS,
    outcome_chances,
    split_for_lammers,
)
from houseway.analysis.blackjack.side_bets.over_total import played_odds
from houseway.analysis.blackjack.side_bets.up_cards import by_up_card
from houseway.analysis.blackjack.simulation.best_rounds import SimulatedCounts, is_ready, play_best
from houseway.analysis.blackjack.simulation.mid_round_wagers import is_late
from houseway.analysis.blackjack.solver.solve import best_play
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


def main_odds(game: Blackjack, wager: Wager) -> WagerOdds:
    """Return the odds of the main wager under best play."""
    return run_of(game).main


def simulate_rest(game: Blackjack, wagers: Sequence[Wager], without: Sequence[Wager]) -> Found:
    """Return odds of side bets without an exact method, from simulated rounds of best play.

    All side bets ``without`` a method are counted in the same rounds, whichever are asked for.
    """
    counted = run_of(game).counted(tuple(without))
    return {wager.name: _side(game, wager, counted) for wager in wagers}


class Run:
    """Best play of a posted table, and one simulation under it, run on first use."""

    def __init__(self, game: Blackjack) -> None:
        self.game, self.best = game, best_play(game)
        self._counted: SimulatedCounts | None = None

    def counted(self, sides: tuple[Wager, ...]) -> SimulatedCounts:
        """Return the counts of these side bets; the rounds are played once and reused."""
        if self._counted is None:
            self._counted = self._play(sides)
        return self._counted

    def _play(self, sides: tuple[Wager, ...]) -> SimulatedCounts:
        """Simulate best play with these side bets; say so first if loops have to be compiled."""
        if not is_ready(self.game, sides):
            said = f"compiling the rounds of {self.game.name}, on first use only"
            print(said, file=sys.stderr)
        return play_best(self.game, self.best, SIDE_ROUNDS, SEED, sides)

    @cached_property
    def main(self) -> WagerOdds:
        """The odds of the main wager."""
        return main_wager.main_wager_odds(self.game, self.best)


def run_of(game: Blackjack) -> Run:
    """Return the best play and simulation of a posted table, from a cache by posting."""
    kind: Any = type(game)
    return _kept(kind, tuple(game.posting.items()))


@lru_cache(maxsize=16)
def _kept(kind: Any, posting: tuple[tuple[str, Any], ...]) -> Run:
    """Return the run of a posted table; cached by class and posting."""
    declared = kind.declared()
    return Run(kind({key: declared[key].show(value) for key, value in posting}))


def over_total_odds(game: Blackjack, wager: Wager) -> WagerOdds:
    """Return odds of a wager that reads of the player's hand only whether it is over a total."""
    best = run_of(game).best
    found = played_odds(game, wager.name, best.terms, best.grounds, best.play)
    chances = tuple(found.probability.values())
    worth_ = by_pay_table(game, wager, chances, EXACT, (OWN_BEST, BEST, found.assumes[-1]))
    if is_late(game, wager):
        return with_details(worth_, by_up_card(game, wager, found.by_up))
    return worth_


def by_lammers(game: Blackjack, wager: Wager) -> WagerOdds:
    """Return odds of a wager that reads the number of lammers."""
    best = run_of(game).best
    chances = outcome_chances(game, wager, best)
    found = by_pay_table(game, wager, chances, EXACT, (OWN_BEST, BEST, BY_SECOND_CARDS))
    return with_details(found, split_for_lammers(wager, best, found.columns))


def _side(game: Blackjack, wager: Wager, counted: SimulatedCounts) -> WagerOdds | str:
    """Return the odds of a side bet from simulated counts, or why it has none."""
    if wager.name not in counted.sides:
        return f"{game.name}: {wager.words} is not offered at this table"
    ways = counted.sides[wager.name]
    placed = sum(ways)
    chances = tuple(n / placed for n in ways)
    said = f"{placed:,} simulated rounds"
    return by_pay_table(game, wager, chances, SIMULATED, (said, OWN_BEST, BEST), placed, SEED)
