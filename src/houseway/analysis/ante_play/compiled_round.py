"""The simulation of ante and play: one hand against the dealer's, under a fixed policy.

The rules of the game rank, compare and judge. The policy is exact best play: a least strength to
play or, with an open dealer card, a table by hand and open card. A folded hand loses what a fold
gives up, whatever its cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

import numpy as np

from houseway.analysis.ante_play import table as table
from houseway.analysis.ante_play.open_card import hand_number
from houseway.analysis.compiler.compile import compiled
from houseway.analysis.enumeration import DECK
from houseway.analysis.facts.binding import Reader, among, bind_rule, chain_rules
from houseway.analysis.facts.rule_errors import naming
from houseway.analysis.random_streams import mix
from houseway.analysis.simulation.counting import Counting, estimate_played, estimates_of
from houseway.analysis.simulation.sorting import order_of
from houseway.analysis.wager_odds import Estimate
from houseway.families.ante_play.decisions import ANTE
from houseway.families.ante_play.game import FACTS, AntePlay
from houseway.game.pay_tables import LOSE

NAMES = tuple(FACTS)
FOLDED = 0


def two_hands(n: int) -> Any:
    """Return the facts of a round where no wager reads both hands together."""
    in_order = order_of(n)

    def facts_of(cards: Any, both: Any) -> Any:
        in_order(cards, 0)
        in_order(cards, n)
        return cards[:n], cards[n : 2 * n], both

    return facts_of


def three_facts(n: int) -> Any:
    """Return the facts of a round in the order of ``NAMES``; hands are sorted in place.

    The lower half of both hands together consists of the minima of one hand's cards, ascending,
    with the other's, descending.
    """
    in_order = order_of(n)

    def facts_of(cards: Any, both: Any) -> Any:
        in_order(cards, 0)
        in_order(cards, n)
        for i in range(n):
            one, other = cards[i], cards[2 * n - 1 - i]
            both[i], both[n + i] = min(one, other), max(one, other)
        in_order(both, 0)
        in_order(both, n)
        return cards[:n], cards[n : 2 * n], both

    return facts_of


def from_a_strength(mine: Any, hand: Any, up: Any, policy: Any) -> Any:
    """Return True if a hand of this strength is played."""
    return mine >= policy[0]


def by_the_table(mine: Any, hand: Any, up: Any, policy: Any) -> Any:
    """Return True if the policy, a table by hand and open card, plays this hand."""
    return policy[hand_number(hand) * DECK + up] != 0


def no_bonus(hand: Any) -> int:
    """Return 0, the only outcome of an ante without a bonus."""
    return 0


def one_round(
    rank: Any,
    showdown: Any,
    bonus: Any,
    sides: Any,
    ends: int,
    bonuses: int,
    plays: Any,
    facts_of: Any,
) -> Any:
    """Return the settlement of a round: the outcome of the ante and of each side bet.

    The cards are the player's followed by the dealer's; an open card is the dealer's last.
    """

    def settle(cards: Any, n: int, policy: Any, given_up: Any, both: Any, found: Any) -> None:
        up = cards[2 * n - 1]
        facts = facts_of(cards, both)
        mine = rank(facts[0])
        sides(facts, found)
        if plays(mine, facts[0], up, policy):
            earned = among(bonus(facts[0]), bonuses)
            found[0] = 1 + earned * ends + among(showdown(mine, rank(facts[1])), ends)
        else:
            found[0] = FOLDED
            for place in range(1, len(found)):
                if given_up[place] >= 0:
                    found[place] = given_up[place]

    return settle


def many_rounds(settle: Any) -> Any:
    """Return the loop over rounds, each from a shuffled full deck."""

    def play(
        deck: Any, random: Any, rounds: int, n: int, policy: Any, given_up: Any, starts: Any,
        both: Any, found: Any, counts: Any,
    ) -> None:  # fmt: skip
        for _ in range(rounds):
            mix(deck, 0, 2 * n, random)
            settle(deck, n, policy, given_up, both, found)
            for place in range(len(found)):
                counts[starts[place] + found[place]] += 1

    return play


class AntePlaySimulation(Counting):
    """One hand with all side bets."""

    def __init__(self, game: AntePlay) -> None:
        self.game = game
        self.sides = tuple(w for w in game.offered if w.rule is not None)
        self.plays = by_the_table if game.up_cards else from_a_strength
        self.policy: Any = table.policy(game)
        readers: list[tuple[int, Reader]] = [
            (place, bind_rule(wager.rule, NAMES)) for place, wager in enumerate(self.sides, 1)
        ]
        bonus: Any = game.bonus_rule or no_bonus
        reads_both = any("both_hands" in wager.reads for wager in self.sides)
        self.facts_of = (three_facts if reads_both else two_hands)(game.hand_size)
        self.settle = one_round(
            game.rank, game.showdown, bonus, chain_rules(readers), len(game.showdown.outcomes),
            len(table.pays(game).bonus), self.plays, self.facts_of,
        )  # fmt: skip
        sizes = [len(table.outcomes(game)), *(len(w.rule.outcomes) for w in self.sides)]
        super().__init__(many_rounds(self.settle), sizes)
        lost = [
            game.pay[w.paid_by].index(LOSE) if w.name in game.forfeits else -1 for w in self.sides
        ]
        self.given_up: Any = np.array([-1, *lost], np.int64)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Assumptions of the estimates, as sentences."""
        return (
            f"best play: {table.policy_words(self.game)}",
            "one hand, which sees no other cards",
            "a full deck is shuffled before every round",
        )

    def outcomes(self, cards: Any) -> list[int]:
        """Return the outcomes of the ante and the side bets for these cards, the player's first."""
        found: Any = np.zeros(1 + len(self.sides), np.int64)
        dealt, both = np.array(cards, np.int64), self._both()
        loop = compiled(self.settle, no_refcount=True)
        with self._naming(dealt, both):
            loop(dealt, self.game.hand_size, self.policy, self.given_up, both, found)
        settled: list[int] = found.tolist()
        return settled

    def is_played(self, cards: Sequence[int], dealer: Sequence[int]) -> bool:
        """Return True if the policy plays this hand, given the dealer's open card."""
        hand = sorted(cards)
        return bool(self.plays(self.game.rank(hand), hand, dealer[-1], self.policy))

    def _both(self) -> Any:
        """Return a scratch row for the cards of both hands."""
        return np.zeros(2 * self.game.hand_size, np.int64)

    def _naming(self, dealt: Any, both: Any) -> AbstractContextManager[None]:
        """Return a context in which an invalid outcome names its rule and the cards."""
        return naming(self.game, self.sides, NAMES, lambda: [self.facts_of(dealt, both)])

    def play(self, rounds: int, random: Any) -> Any:
        """Play rounds with a stream of random numbers; return the counts."""
        game = self.game
        deck = np.array(game.kind.one_set(game.sets()), np.int64)
        found, counts = np.zeros(1 + len(self.sides), np.int64), np.zeros(self.counts, np.int64)
        loop, both = compiled(self.loop, no_refcount=True), self._both()
        with self._naming(deck, both):
            loop(deck, random, rounds, game.hand_size, self.policy, self.given_up, self.starts,
                 both, found, counts)  # fmt: skip
        return counts

    def estimates(self, counts: Any) -> dict[str, Estimate]:
        """Return the estimate of every wager from the counts."""
        game = self.game
        first, *sides = self.parts(counts)
        ends, nets = table.outcomes(game), table.nets(game)
        ante = estimate_played(game, ANTE, getattr(game, ANTE), ends, first, nets)
        return {ANTE: ante, **estimates_of(game, self.sides, sides)}
