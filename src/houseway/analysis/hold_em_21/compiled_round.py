"""The simulation of 21-Hold 'em: a round of blackjack, then poker from the other fifty cards.

Blackjack uses the drivers of its family, by tables for a strategy by totals, each round from a
shuffled deck. The poker hand stays or folds by the best play in ``exact``, and is judged by the
live table's rule.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any, ClassVar

import numpy as np

from houseway.analysis.blackjack.simulation import compiled_round, table_round
from houseway.analysis.blackjack.simulation.hand_rules import HandRules, rules_of
from houseway.analysis.blackjack.simulation.mid_round_wagers import NOT_PLACED, Side, side_of
from houseway.analysis.blackjack.simulation.round_state import AHEAD, LOOSE, NEXT, ROUND, new_spot
from houseway.analysis.blackjack.simulation.seat_facts import FACTS, facts_by, in_order
from houseway.analysis.blackjack.simulation.simulate import PIECE, RESULTS, main_estimate
from houseway.analysis.blackjack.strategy.basic import BY_TOTALS, PLAYED, Strategy, basic
from houseway.analysis.compiler.compile import compiled, is_kept
from houseway.analysis.facts.rule_errors import naming
from houseway.analysis.hold_em_21.exact import OUTCOMES, PokerPlay, nets_of, poker_play
from houseway.analysis.random_streams import mix
from houseway.analysis.simulation.hand_sides import added, by_widest
from houseway.analysis.wager_odds import Estimate, net_of, weigh_column
from houseway.rulebook.colorado.twenty_one_hold_em.game import TwentyOneHoldEm
from houseway.rulebook.colorado.twenty_one_hold_em.rules import hold_em_hand
from houseway.rulebook.colorado.twenty_one_hold_em.state import PK

OWN = RESULTS + len(OUTCOMES)
"""The number of counters of the game's own wagers."""
MIXED = 5
"""The number of cards mixed; at least three of them are not community cards."""


def poker_end(first: int, second: int, a: int, b: int, c: int, stays: Any, stays_again: Any) -> int:
    """Return how a poker hand ends, an index of ``OUTCOMES``, if its cards come in this order."""
    if not stays[first, second, a]:
        return 0
    if not stays_again[first, second, a, b]:
        return 1
    return 2 + hold_em_hand((a, b, c), (first, second))


def poker_round(
    deck: Any, first: int, second: int, stays: Any, stays_again: Any, random: Any
) -> int:
    """Return the end of a hand of three cards from the fifty that are not community cards."""
    mix(deck, 0, MIXED, random)
    a = b = c = -1
    for i in range(MIXED):
        card: Any = np.int64(deck[i])
        if card in (first, second):
            continue
        if a < 0:
            a = card
        elif b < 0:
            b = card
        elif c < 0:
            c = card
    return poker_end(first, second, a, b, c, stays, stays_again)


def many_by(quick: Any, general: Any) -> Any:
    """Return the loop that plays rounds, each from a shuffled deck, and counts results.

    The shoe is the first ``size`` cards of ``padded``; the dealer's cards are the second and
    fourth.
    """

    def many_rounds(
        rounds: int, padded: Any, size: int, deck: Any, spot: Any, posted: Any, tables: Any,
        random: Any, found: Any, stays: Any, stays_again: Any, main: Any, poker: Any, sides: Any,
    ) -> None:  # fmt: skip
        shoe = padded[:size]
        for _ in range(rounds):
            mixed = mix(shoe, 0, AHEAD, random)
            result, after = quick(padded, 0, spot, posted, tables, found)
            if result == table_round.FOR_GENERAL or after > mixed:
                spot[ROUND, NEXT], spot[ROUND, LOOSE] = 0, size - mixed
                result = general(shoe, spot, posted, random, found)
            main[result] += 1
            for k in range(len(found)):
                if found[k] != NOT_PLACED:
                    sides[k, found[k]] += 1
            up: Any = np.int64(shoe[1])
            hole: Any = np.int64(shoe[3])
            poker[poker_round(deck, up, hole, stays, stays_again, random)] += 1

    return many_rounds


@lru_cache(maxsize=16)
def _loop(made_for: HandRules, strategy: Strategy, sides: tuple[Side, ...]) -> Any:
    """Return the loop that plays rounds under a strategy; cached with its side bets."""
    quick, general = table_round.rounds_of(made_for, strategy, sides)
    return many_by(quick if strategy in BY_TOTALS else table_round.not_by_tables, general)


class HoldEmSimulation:
    """One seat with B-J and PK wagers, and plug-in side bets."""

    by_strategy: ClassVar[bool] = True
    chunk = 1 << 19
    seats = 1

    def __init__(self, game: TwentyOneHoldEm, strategy: Strategy = basic) -> None:
        self.game, self.strategy = game, strategy
        self.sides = added(game, (PK,))
        self.widest = max((len(wager.rule.outcomes) for wager in self.sides), default=0)
        self.counts = OWN + len(self.sides) * self.widest

    @property
    def loops(self) -> tuple[Callable[..., Any], ...]:
        """The loop that plays this table, not compiled."""
        sides = tuple(side_of(self.game, wager) for wager in self.sides)
        return (_loop(rules_of(self.game), self.strategy, sides),)

    def is_ready(self) -> bool:
        """Return True if nothing is left to compile."""
        return all(is_kept(compiled(loop, no_refcount=True)) for loop in self.loops)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Assumptions of the estimates, as sentences."""
        return (
            "one seat, from a deck shuffled before each round",
            f"{PLAYED.get(self.strategy, self.strategy.__name__)}; insurance is never taken",
            "the poker hand stays in or folds by best play; pk stands for all its wagers",
            "edges are fractions of the initial wager",
        )

    @cached_property
    def poker(self) -> PokerPlay:
        """The best play of the poker element."""
        return poker_play(self._pays)

    @property
    def _pays(self) -> tuple[Any, ...]:
        """Return the net of each outcome of PK per unit."""
        return tuple(net_of(payout, PK) for payout in self.game.pay[PK])

    def _tables(self, posted: compiled_round.PostedRules) -> Any:
        """The lookup tables of the rules and a strategy by totals; empty for other strategies."""
        if self.strategy in BY_TOTALS:
            return table_round.tables_of(rules_of(self.game), self.strategy, posted)
        return np.zeros(0, np.uint8)

    def play(self, rounds: int, random: Any) -> Any:
        """Play rounds with a stream of random numbers; return the counts."""
        found = np.zeros(self.counts, np.int64)
        deck: Any = np.array(self.game.kind.one_set(), PIECE)
        padded = np.concatenate((deck, np.zeros(table_round.PADDING, PIECE)))
        posted, spot = compiled_round.read_posted(self.game, self.sides), new_spot()
        sides = found[OWN:].reshape(len(self.sides), self.widest)
        loop, outcomes = compiled(self.loops[0], no_refcount=True), np.zeros(len(sides), np.int64)
        facts_of = facts_by(self.game.count)
        facts = lambda: [facts_of(spot, posted, in_order(spot))]  # noqa: E731
        with naming(self.game, self.sides, FACTS, facts):
            loop(rounds, padded, len(deck), deck, spot, posted, self._tables(posted), random,
                 outcomes, self.poker.second, self.poker.third, found[:RESULTS],
                 found[RESULTS:OWN], sides)  # fmt: skip
        return found

    def estimates(self, counts: Any) -> dict[str, Estimate]:
        """Return the estimates of both wagers and of plug-in side bets from the counts."""
        ways = counts[RESULTS:OWN].tolist()
        rows = counts[OWN:].reshape(len(self.sides), self.widest).tolist()
        column = self.game.posting[PK]
        columns = {column: weigh_column(column, ways, nets_of(self._pays))}
        return {
            "main": main_estimate(self.game, counts[:RESULTS].tolist()),
            PK: Estimate(self.game.id, PK, OUTCOMES, tuple(ways), columns, column),
            **by_widest(self.game, self.sides, rows),
        }
