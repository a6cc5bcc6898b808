"""The simulation of 3 Card 21 "N" Done under best play, and estimates from its counts."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from houseway.analysis.blackjack.simulation.round_state import IN_ORDER, new_spot
from houseway.analysis.compiler.compile import compiled, is_kept
from houseway.analysis.facts.rule_errors import naming
from houseway.analysis.odds_row import in_words
from houseway.analysis.simulation.hand_sides import HandSides
from houseway.analysis.three_card_21.compiled_round import (
    MOST,
    RESULTS,
    StrategyArrays,
    many_rounds,
    many_with,
    new_hands,
    way_of,
)
from houseway.analysis.three_card_21.exact import best_play
from houseway.analysis.wager_odds import Estimate, estimated, find_wager, weigh_column
from houseway.rulebook.colorado.three_card_21_n_done.game import ThreeCard21NDone
from houseway.rulebook.colorado.three_card_21_n_done.rules import BONUS

OWN = len(RESULTS) + len(BONUS)
"""The number of counters of the game's own wagers."""
NETS = tuple(Fraction(half, 2) for half in range(-MOST, MOST + 1))
RULES = "rules"
"""The name of the column of a wager that the rules pay, not a table."""


class ThreeCardSimulation:
    """One seat with both wagers, from a real shoe with its cut card."""

    chunk = 1 << 20
    seats = 1

    def __init__(self, game: ThreeCard21NDone) -> None:
        self.game = game
        self.sides = HandSides(game, "first_three", 3, ("bonus",))
        self.counts = OWN + self.sides.counts
        self.loop = many_with(self.sides.judge) if self.sides.wagers else many_rounds

    @property
    def loops(self) -> tuple[Callable[..., Any], ...]:
        """The functions whose fingerprint, with everything they reach, determines the counts."""
        return (self.loop,)

    @cached_property
    def way(self) -> StrategyArrays:
        """Best play of the posting, as arrays."""
        return way_of(self.game, best_play(self.game))

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Assumptions of the estimates, as sentences."""
        cut = f"shuffled when {self.game.reshuffle_at()} cards are left"
        return (
            "one seat by best play card by card; insurance is never taken",
            f"a shoe of {in_words((self.game.sets(),))}, {cut}",
            "edges are fractions of the Three Card 21 wager",
        )

    def is_ready(self) -> bool:
        """Return True if nothing is left to compile."""
        return is_kept(compiled(self.loop, no_refcount=True))

    def play(self, rounds: int, random: Any) -> Any:
        """Play rounds with a stream of random numbers; return the counts."""
        found = np.zeros(self.counts, np.int64)
        shoe: Any = np.array(self.game.kind.one_set(self.game.sets()), np.uint8)
        spot, loop = new_spot(), compiled(self.loop, no_refcount=True)
        wagers = (find_wager(self.game, "bonus"), *self.sides.wagers)
        beside = self.sides.given(found[OWN:], ())
        with naming(self.game, wagers, ("first_three",), lambda: [(spot[IN_ORDER, :3],)]):
            loop(rounds, shoe, spot, new_hands(), self.way, random, np.zeros(1, np.int64),
                 found[: len(RESULTS)], found[len(RESULTS) : OWN], *beside[:2])  # fmt: skip
        return found

    def estimates(self, counts: Any) -> dict[str, Estimate]:
        """Return the estimates of both wagers and of plug-in side bets from the counts."""
        main, bonus = counts[: len(RESULTS)].tolist(), counts[len(RESULTS) : OWN].tolist()
        seen = [i for i, n in enumerate(main) if n]
        column = weigh_column(RULES, [main[i] for i in seen], [NETS[i] for i in seen])
        names = tuple(RESULTS[i] for i in seen)
        ways = tuple(main[i] for i in seen)
        return {
            "main": Estimate(self.game.id, "main", names, ways, {RULES: column}, RULES),
            "bonus": estimated(self.game, find_wager(self.game, "bonus"), bonus),
            **self.sides.estimates(counts[OWN:]),
        }
