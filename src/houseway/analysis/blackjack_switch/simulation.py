"""The simulation of a table with two hands to a seat: its loops, and estimates from its counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from houseway.analysis.blackjack.simulation import compiled_round, round_seats
from houseway.analysis.blackjack.simulation.compiled_round import MOST
from houseway.analysis.blackjack.simulation.round_state import LOOSE, NEXT, ROUND
from houseway.analysis.blackjack.simulation.seat_facts import in_order
from houseway.analysis.blackjack.simulation.simulate import ENOUGH, MAIN, PIECE, sides_of
from houseway.analysis.blackjack.solver.solve import BestPlay
from houseway.analysis.blackjack_switch import switch_round, switch_table_round
from houseway.analysis.blackjack_switch.exact import SPOTS, switches_of, table_of
from houseway.analysis.blackjack_switch.switch_round import RESULTS, Played
from houseway.analysis.compiler.compile import compiled, is_kept
from houseway.analysis.facts.binding import bind_posting
from houseway.analysis.facts.rule_errors import naming
from houseway.analysis.odds_row import in_words
from houseway.analysis.wager_odds import Estimate, estimated, weigh_column
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.game.wagers import AFTER_DEAL
from houseway.rulebook.colorado.blackjack_switch.game import BlackjackSwitch

NETS = tuple(Fraction(units, SPOTS) for units in range(-MOST, MOST + 1))
"""The net of each result, in units of the two initial bets together."""
PLAYED_SO = (
    "each hand is played by its own cards and the up card, best as one hand of a full shoe; the "
    "second cards are switched where the two hands are then worth more; insurance is never taken"
)


class SwitchSimulation:
    """Rounds of one seat with both side bets, from a real shoe with its cut card."""

    chunk = 1 << 20
    seats = 1
    by_tables = True
    """False selects the general driver, which plays the same rounds; comparisons use it."""

    def __init__(self, game: Game) -> None:
        if not isinstance(game, BlackjackSwitch):
            raise Refused(f"{game.name} is not a game of two hands")
        self.game: BlackjackSwitch = game
        self.sides = sides_of(game, None)
        self.widest = max((len(wager.rule.outcomes) for wager in self.sides), default=0)
        self.counts = len(RESULTS) + len(self.sides) * self.widest

    @cached_property
    def played(self) -> Any:
        """The posting, and the play of both hands."""
        return played_of(self.game, *table_of(self.game))

    @cached_property
    def tables(self) -> Any:
        """The lookup tables of the rules and the strategy."""
        return switch_table_round.tables_of(
            self.game.free_double, self.game.free_split, self.played
        )

    @property
    def one_round(self) -> Any:
        """One round of this table, not compiled."""
        moments: dict[bool, list[tuple[int, Any]]] = {True: [], False: []}
        for place, wager in enumerate(self.sides):
            by = bind_posting(self.game, wager).rule
            moments[wager.resolves == AFTER_DEAL].append((place, by))
        return _one(
            self.by_tables, self.game.free_double, self.game.free_split, tuple(moments[True]),
            tuple(moments[False]),
        )  # fmt: skip

    @property
    def loops(self) -> tuple[Callable[..., Any], ...]:
        """The loop that plays this table, and the function that decides the switches."""
        return (_many(self.one_round), switches_of)

    def is_ready(self) -> bool:
        """Return True if nothing is left to compile."""
        return is_kept(compiled(self.loops[0], no_refcount=True))

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Assumptions of the estimates, as sentences."""
        cut = f"shuffled when {self.game.reshuffle_at()} cards are left"
        return (
            "one seat",
            PLAYED_SO,
            f"a shoe of {in_words((self.game.sets(),))}, {cut}",
            "edges are fractions of the two initial bets together",
        )

    def play(self, rounds: int, random: Any, full_shoe: bool = False) -> Any:
        """Play rounds with a stream of random numbers; return the counts."""
        found = np.zeros(self.counts, np.int64)
        main = found[: len(RESULTS)]
        sides = found[len(RESULTS) :].reshape(len(self.sides), self.widest)
        shoe: Any = np.array(self.game.kind.one_set(self.game.sets()), PIECE)
        played = self.played._replace(reshuffle_at=len(shoe)) if full_shoe else self.played
        outcome: Any = np.zeros((1, len(self.sides)), np.int64)
        loop = compiled(self.loops[0], no_refcount=True)
        spots, four = switch_round.new_spots()
        with self._naming(spots, four):
            loop(rounds, shoe, spots, random, outcome, self._by(played, four), main, sides)
        return found

    def _naming(self, spots: Any, four: Any) -> AbstractContextManager[None]:
        """Return a context in which an invalid outcome names its rule and the cards."""

        def facts() -> list[Any]:
            ordered = switch_round.four_in_order(spots, four)
            return [switch_round.facts_of(spots, four, ordered, in_order(spots[0]))]

        return naming(self.game, self.sides, switch_round.FACTS, facts)

    def _by(self, played: Any, four: Any) -> tuple[Any, ...]:
        """The further arguments of the drivers: tables, and an array for each hand's result."""
        more = (np.zeros(SPOTS, np.int64), self.tables) if self.by_tables else ()
        return (played, four, *more)

    def from_cards(self, cards: Sequence[int], interpreted: bool = False) -> OneSwitchRound:
        """Return the round that these cards make; more may be given than it takes.

        An ``interpreted`` round does not wait for the compiler, for a table that plays few of them.
        """
        shoe: Any = np.zeros(len(cards) + ENOUGH, np.int64 if interpreted else PIECE)
        shoe[: len(cards)] = cards
        spots, four = switch_round.new_spots()
        spots[0, ROUND, NEXT] = spots[0, ROUND, LOOSE] = 0
        found: Any = np.zeros((1, len(self.sides)), np.int64)
        one = self.one_round if interpreted else compiled(self.one_round, no_refcount=True)
        by = self._by(self.played, four)
        result = one(shoe, spots, np.zeros(4, np.uint64), found, *by)
        if (taken := int(spots[0, ROUND, NEXT])) > len(cards):
            raise Refused(f"the round takes more than the {len(cards)} cards given")
        outcomes = zip(self.sides, found[0].tolist(), strict=True)
        return OneSwitchRound(
            int(result) - MOST, {wager.name: outcome for wager, outcome in outcomes}, taken
        )

    def estimates(self, counts: Any) -> dict[str, Estimate]:
        """Return the estimate of every wager from the counts."""
        ways = counts[: len(RESULTS)].tolist()
        seen = [i for i, n in enumerate(ways) if n]
        counted, names = [ways[i] for i in seen], tuple(RESULTS[i] for i in seen)
        price = self.game.blackjack_pays
        columns = {price: weigh_column(price, counted, [NETS[i] for i in seen])}
        found = {MAIN: Estimate(self.game.id, MAIN, names, tuple(counted), columns, price)}
        rows = counts[len(RESULTS) :].reshape(len(self.sides), self.widest).tolist()
        for wager, row in zip(self.sides, rows, strict=True):
            found[wager.name] = estimated(self.game, wager, row[: len(wager.rule.outcomes)])
        return found


@dataclass(frozen=True)
class OneSwitchRound:
    """One round from a given order of cards."""

    units: int
    """The net of both spots together, in initial bets of one spot."""
    outcomes: dict[str, int]
    """Side bet -> number of its outcome."""
    cards: int
    """The number of cards that the round took."""


def played_of(game: BlackjackSwitch, best: BestPlay, switches: Any) -> Any:
    """Return a posting and a strategy as the driver reads them."""
    tree = best.terms.tree
    posted = compiled_round.read_posted(game, sides_of(game, None))
    return Played(
        *posted, best.play.first, best.play.after, tree["pair"], tree["child"], switches,
    )  # fmt: skip


@lru_cache(maxsize=16)
def _one(by_tables: bool, *rules: Any) -> Any:
    """Return the function that plays one round; ``by_tables`` looks up what a hand does."""
    return (switch_table_round if by_tables else switch_round).driver(*rules)


@lru_cache(maxsize=16)
def _many(one_round: Any) -> Any:
    """Return the loop over rounds that plays each by ``one_round``."""
    return round_seats.many_by(one_round)
