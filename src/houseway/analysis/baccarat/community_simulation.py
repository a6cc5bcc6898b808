"""Compiled rounds of 21st Century Baccarat: one bettor with both wagers, by a table of decisions.

The table is exact best play of the base wager, by the values of the three cards seen.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

import numpy as np

from houseway.analysis.baccarat import community
from houseway.analysis.baccarat.community import ENDS, VALUES
from houseway.analysis.compiler.compile import compiled
from houseway.analysis.facts.binding import bind_rule, chain_rules
from houseway.analysis.facts.rule_errors import naming
from houseway.analysis.random_streams import mix
from houseway.analysis.simulation.counting import Counting, estimate_played, estimates_of
from houseway.analysis.wager_odds import Estimate
from houseway.hands.baccarat import card_value
from houseway.rulebook.delta.twenty_first_century_baccarat.game import TwentyFirstCenturyBaccarat
from houseway.rulebook.delta.twenty_first_century_baccarat.rules import bank_hits, main
from houseway.rulebook.delta.twenty_first_century_baccarat.state import DOUBLE, HIT, SURRENDER

FACTS = ("player_points", "bank_points")
CARDS = 6
HITS, DOUBLES, GIVES_UP = (community.DECISIONS.index(x) for x in (HIT, DOUBLE, SURRENDER))


def sight(cards: Any) -> Any:
    """Return the index of the players' two cards and the open one in a table of decisions."""
    first, second = card_value(cards[0]), card_value(cards[2])
    return (first * VALUES + second) * VALUES + card_value(cards[1])


def counts_of(cards: Any, decision: Any) -> Any:
    """Return the final points of both hands: the facts, in the order of ``FACTS``."""
    mine = (card_value(cards[0]) + card_value(cards[2])) % 10
    bank = (card_value(cards[1]) + card_value(cards[3])) % 10
    at = 4
    if decision in (HITS, DOUBLES):
        mine, at = (mine + card_value(cards[4])) % 10, 5
    if bank_hits(bank):
        bank = (bank + card_value(cards[at])) % 10
    return mine, bank


def one_round(sides: Any) -> Any:
    """Return the settlement of a round: the outcomes of the base wager and of the others."""

    def settle(cards: Any, policy: Any, found: Any) -> None:
        decision = policy[sight(cards)]
        facts = counts_of(cards, decision)
        sides(facts, found)
        row = main(facts[0], facts[1])
        if decision == GIVES_UP:
            found[0] = 0
        elif decision == DOUBLES:
            found[0] = 1 + ENDS + row
        else:
            found[0] = 1 + row

    return settle


def many_rounds(settle: Any) -> Any:
    """Return the loop over rounds, each from a full shoe."""

    def play(
        shoe: Any, random: Any, rounds: int, policy: Any, starts: Any, found: Any, counts: Any
    ) -> None:  # fmt: skip
        for _ in range(rounds):
            mix(shoe, 0, CARDS, random)
            settle(shoe, policy, found)
            for place in range(len(found)):
                counts[starts[place] + found[place]] += 1

    return play


class CommunitySimulation(Counting):
    """One bettor with the base wager under best play, and every other wager in every round."""

    def __init__(self, game: TwentyFirstCenturyBaccarat) -> None:
        self.game = game
        self.sides = tuple(wager for wager in game.offered if wager.name != "main")
        readers = [(i, bind_rule(wager.rule, FACTS)) for i, wager in enumerate(self.sides, 1)]
        self.policy: Any = community.policy(game)
        self.settle = one_round(chain_rules(readers))
        sizes = [len(community.OUTCOMES), *(len(wager.rule.outcomes) for wager in self.sides)]
        super().__init__(many_rounds(self.settle), sizes)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Assumptions of the estimates, as sentences."""
        return (
            "the base wager is played for its best by the cards seen",
            "a tie bet is made in every round, regardless of the cards seen",
            "every round from a full shoe, shuffled",
            "the player-dealer covers every wager",
        )

    def _naming(self, cards: Any) -> AbstractContextManager[None]:
        """Return a context in which an invalid outcome names its rule and points."""

        def facts() -> Any:
            return [counts_of(cards, int(self.policy[sight(cards)]))]

        return naming(self.game, self.sides, FACTS, facts)

    def outcomes(self, cards: Any, interpreted: bool = False) -> list[int]:
        """Return the outcomes for six cards: the base wager's, then the others'."""
        found: Any = np.zeros(1 + len(self.sides), np.int64)
        dealt = np.array(cards, np.int64)
        settle = self.settle if interpreted else compiled(self.settle, no_refcount=True)
        settle(dealt, self.policy, found)
        settled: list[int] = found.tolist()
        return settled

    def play(self, rounds: int, random: Any) -> Any:
        """Play rounds with a stream of random numbers; return the counts."""
        shoe = np.array(self.game.kind.one_set(self.game.sets()), np.int64)
        found, counts = np.zeros(1 + len(self.sides), np.int64), np.zeros(self.counts, np.int64)
        loop = compiled(self.loop, no_refcount=True)
        with self._naming(shoe):
            loop(shoe, random, rounds, self.policy, self.starts, found, counts)
        return counts

    def estimates(self, counts: Any) -> dict[str, Estimate]:
        """Return the estimate of every wager from the counts."""
        game = self.game
        first, *sides = self.parts(counts)
        base = estimate_played(
            game, "main", game.posting["main"], community.OUTCOMES, first, community.nets(game)
        )
        return {"main": base, **estimates_of(game, self.sides, sides)}
