"""The simulation of a blackjack table: its compiled loop, and estimates from the counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from houseway.analysis.blackjack.simulation import compiled_round, round_seats, table_round_seats
from houseway.analysis.blackjack.simulation.hand_rules import HandRules, rules_of
from houseway.analysis.blackjack.simulation.mid_round_wagers import NOT_PLACED, Side, side_of
from houseway.analysis.blackjack.simulation.seat_facts import FACTS, facts_by, in_order
from houseway.analysis.blackjack.simulation.table_round import PADDING, tables_of
from houseway.analysis.blackjack.simulation.table_round import driver as driver_by_tables
from houseway.analysis.blackjack.strategy.basic import BY_TOTALS, PLAYED, Strategy, basic
from houseway.analysis.compiler.compile import compiled, is_kept
from houseway.analysis.facts.rule_errors import naming
from houseway.analysis.odds_row import in_words
from houseway.analysis.wager_odds import Estimate, estimated, find_wager, net_of, weigh_column
from houseway.errors import Refused
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.settlement import HALF_BACK
from houseway.game.base import Game
from houseway.game.pay_tables import Payout, parse_payout
from houseway.game.posting import OneOf
from houseway.game.wagers import Wager

MAIN = "main"
RESULTS = len(compiled_round.RESULTS)
PIECE = np.uint8

Rules = tuple[HandRules, Strategy, tuple[Side, ...]]


class BlackjackSimulation:
    """Rounds of a posted table with the main wager and some side bets, under a fixed strategy."""

    def __init__(
        self, game: Blackjack, strategy: Strategy, wagers: Sequence[str] | None, seats: int = 1
    ) -> None:
        if not 1 <= seats <= game.seats_max:
            raise Refused(f"{game.name} has 1 to {game.seats_max} seats, not {seats}")
        self.game, self.strategy, self.seats = game, strategy, seats
        self.sides = sides_of(game, wagers)
        self.by_tables = strategy in BY_TOTALS
        self.chunk = 1 << (22 if self.by_tables and seats == 1 and not self.sides else 20)
        self.widest = max((len(wager.rule.outcomes) for wager in self.sides), default=0)
        self.counts = RESULTS + len(self.sides) * self.widest

    @cached_property
    def posted(self) -> compiled_round.PostedRules:
        """The posting as the drivers read it."""
        return compiled_round.read_posted(self.game, self.sides)

    @property
    def rules(self) -> Rules:
        """The rules, strategy and side bets for which loops are compiled."""
        sides = tuple(side_of(self.game, wager) for wager in self.sides)
        return rules_of(self.game), self.strategy, sides

    @property
    def loops(self) -> tuple[Callable[..., Any], ...]:
        """The loop that plays this table, not compiled; it is what gets fingerprinted."""
        return (_loop(self.rules, self.by_tables, self.seats > 1),)

    def is_ready(self) -> bool:
        """Return True if nothing is left to compile."""
        return all(is_kept(compiled(loop, no_refcount=True)) for loop in self.loops)

    @cached_property
    def tables(self) -> Any:
        """The lookup tables of the strategy and the rules."""
        return tables_of(*self.rules[:2], self.posted)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Assumptions of the estimates, as sentences."""
        seats = "one seat" if self.seats == 1 else f"{self.seats} seats, the first is counted"
        cut = f"shuffled when {self.game.reshuffle_at()} cards are left"
        return (
            seats,
            f"{PLAYED.get(self.strategy, self.strategy.__name__)}; insurance is never taken",
            f"a shoe of {in_words((self.game.sets(),))}, {cut}",
            "edges are fractions of the initial wager",
        )

    def play(self, rounds: int, random: Any) -> Any:
        """Play rounds with a stream of random numbers; return the counts."""
        found = np.zeros(self.counts, np.int64)
        main, sides = found[:RESULTS], found[RESULTS:].reshape(len(self.sides), self.widest)
        loop = compiled(self.loops[0], no_refcount=True)
        shoe: Any = np.array(self.game.kind.one_set(self.game.sets()), PIECE)
        outcome = np.zeros(len(self.sides), np.int64)
        if self.seats > 1:
            self._at_table(loop, rounds, shoe, random, main, sides)
            return found
        spot = compiled_round.new_spot()
        with self._naming(spot[None]):
            if self.by_tables:
                size = len(shoe)
                padded = np.concatenate((shoe, np.zeros(PADDING, PIECE)))
                loop(rounds, padded, size, 0, spot, self.posted, self.tables, random, outcome,
                     main, sides)  # fmt: skip
            else:
                loop(rounds, shoe, spot, self.posted, random, outcome, main, sides)
        return found

    def _naming(self, spots: Any) -> AbstractContextManager[None]:
        """Name a rule that gives no valid outcome, with the facts of the round at each spot."""

        def facts() -> list[Any]:
            dealt = [spot for spot in spots if spot[compiled_round.DEALER, compiled_round.SIZE]]
            facts_of = facts_by(self.game.count)
            return [facts_of(spot, self.posted, in_order(spot)) for spot in dealt]

        return naming(self.game, self.sides, FACTS, facts)

    def _at_table(
        self, loop: Any, rounds: int, shoe: Any, random: Any, main: Any, sides: Any
    ) -> None:
        """Play rounds of several seats; by tables only the first is judged, otherwise all are."""
        table, judged = round_seats.new_table(self.seats), 1 if self.by_tables else self.seats
        outcomes: Any = np.zeros((judged, len(self.sides)), np.int64)
        results: Any = np.zeros(judged, np.int64)
        by: tuple[Any, ...]
        with self._naming(table):
            if self.by_tables:
                by = (self.posted, table_round_seats.new_hands(self.seats), self.tables, results)
            else:
                by = (self.posted, results)
            loop(rounds, shoe, table, random, outcomes, by, main, sides)

    def estimates(self, counts: Any) -> dict[str, Estimate]:
        """Return the estimate of every wager from the counts."""
        found = {MAIN: main_estimate(self.game, counts[:RESULTS].tolist())}
        rows = counts[RESULTS:].reshape(len(self.sides), self.widest).tolist()
        for wager, ways in zip(self.sides, rows, strict=True):
            found[wager.name] = estimated(self.game, wager, ways[: len(wager.rule.outcomes)])
        return found


@lru_cache(maxsize=64)
def _loop(rules: Rules, by_tables: bool, several: bool) -> Any:
    """Return the loop over rounds, not compiled; ``by_tables`` looks up what a hand does.

    ``several`` is for a table with more seats than one.
    """
    if several:
        return round_seats.many_by(table_round(rules, by_tables))
    return (
        driver_by_tables(*rules)
        if by_tables
        else compiled_round.many_by(compiled_round.driver(*rules))
    )


@lru_cache(maxsize=64)
def table_round(rules: Rules, by_tables: bool) -> Any:
    """Return one round of several seats, not compiled."""
    return (table_round_seats if by_tables else round_seats).driver(*rules)


# Rounds from given cards.


@dataclass(frozen=True)
class RoundResult:
    """One round from a given order of cards: net units and outcome of each wager placed."""

    nets: dict[str, Fraction]
    outcomes: dict[str, str]
    cards: int
    """The number of cards that the round took."""


class OneRound:
    """Play single rounds from given cards with the compiled loop of the simulation."""

    def __init__(
        self,
        game: Game,
        strategy: Strategy = basic,
        wagers: Sequence[str] | None = None,
        general: bool = False,
        interpreted: bool = False,
    ) -> None:
        """``general`` selects the general driver where the tables would do.

        ``interpreted`` rounds do not wait for the compiler, for a strategy that plays few of them.
        """
        if not isinstance(game, Blackjack):
            raise Refused(f"{game.name} is a game of {game.family}, not of blackjack")
        self.game = game
        self._sim = BlackjackSimulation(game, strategy, wagers)
        self._sim.by_tables = self._sim.by_tables and not general
        self._posted = self._sim.posted._replace(reshuffle_at=-1)
        self._nets = main_nets(game, game.main_pays[0])
        self._spot = compiled_round.new_spot()
        self._interpreted = interpreted

    def play(self, cards: Sequence[int]) -> RoundResult:
        """Return the round that these cards make; more may be given than it takes."""
        sides, found = self._sim.sides, np.zeros(len(self._sim.sides), np.int64)
        result, taken = self._from(cards, found)
        if taken > len(cards):
            raise Refused(f"the round takes more than the {len(cards)} cards given")
        nets, outcomes = {MAIN: self._nets[result]}, {MAIN: compiled_round.RESULTS[result]}
        for wager, outcome in zip(sides, found.tolist(), strict=True):
            if outcome == NOT_PLACED:
                continue
            nets[wager.name] = self.game.pay[wager.paid_by][outcome].net()
            outcomes[wager.name] = wager.rule.outcomes[outcome]
        return RoundResult(nets, outcomes, taken)

    def _from(self, cards: Sequence[int], found: Any) -> tuple[int, int]:
        """Return the result of the main wager and the number of cards taken."""
        sim, spot, size = self._sim, self._spot, len(cards) + ENOUGH
        padded: Any = np.zeros(size + PADDING, np.int64 if self._interpreted else PIECE)
        padded[: len(cards)] = cards
        random: Any = np.zeros(4, np.uint64)
        if not sim.by_tables:
            spot[compiled_round.ROUND, compiled_round.NEXT] = spot[
                compiled_round.ROUND, compiled_round.LOOSE
            ] = 0
            result = self._made(_one(sim.rules))(padded[:size], spot, self._posted, random, found)
            return int(result), int(spot[compiled_round.ROUND, compiled_round.NEXT])
        main: Any = np.zeros(RESULTS, np.int64)
        sides: Any = np.zeros((len(sim.sides), sim.widest), np.int64)
        taken = self._made(sim.loops[0])(
            1, padded, size, size, spot, self._posted, self._tables, random, found, main, sides
        )
        return int(np.argmax(main)), int(taken)

    @cached_property
    def _tables(self) -> Any:
        """Return the lookup tables; with wide integers if the round runs as plain Python."""
        return self._sim.tables.astype(np.int64) if self._interpreted else self._sim.tables

    def _made(self, driver: Any) -> Any:
        """Return a loop compiled, or as it is if the round runs as plain Python."""
        return driver if self._interpreted else compiled(driver, no_refcount=True)


@lru_cache(maxsize=64)
def _one(rules: Rules) -> Any:
    """Return the loop of one round for these rules, not compiled."""
    return compiled_round.driver(*rules)


ENOUGH = 128
"""An upper bound on the cards of a round."""


# Wagers, nets and estimates.


def sides_of(game: Blackjack, wagers: Sequence[str] | None) -> tuple[Wager, ...]:
    """Return the side bets of these names, or all that are offered."""
    if wagers is None:
        return tuple(wager for wager in game.offered if wager.rule is not None)
    named = [find_wager(game, name) for name in wagers if name != MAIN]
    for wager in named:
        if wager not in game.offered:
            raise Refused(f"{wager.words} is not offered at this table", wager.clauses)
    return tuple(named)


def main_nets(game: Blackjack, blackjack_pays: Payout) -> tuple[Fraction, ...]:
    """Return the net of each result of the main wager in units, for this pay of a blackjack."""
    units = range(-compiled_round.MOST, compiled_round.MOST + 1)
    paid = net_of(blackjack_pays, f"a blackjack of {game.name}")
    halves = (n + Fraction(1, 2) for n in units[:-1])
    return (paid, HALF_BACK.net(), *(Fraction(n) for n in units), *halves)


def blackjack_prices(game: Blackjack) -> tuple[str, ...]:
    """Return the pays of a blackjack that may be posted."""
    declared = game.declared()[game.natural_price]
    return tuple(declared.values) if isinstance(declared, OneOf) else (game.blackjack_pays,)


def main_estimate(game: Blackjack, ways: list[int]) -> Estimate:
    """Return the estimate of the main wager under every blackjack price that may be posted."""
    seen = [i for i, n in enumerate(ways) if n]
    counted = [ways[i] for i in seen]
    columns = {}
    for price in blackjack_prices(game):
        nets = main_nets(game, parse_payout(price))
        columns[price] = weigh_column(price, counted, [nets[i] for i in seen])
    names = tuple(compiled_round.RESULTS[i] for i in seen)
    return Estimate(game.id, MAIN, names, tuple(counted), columns, game.blackjack_pays)
