"""The simulation of ante and play: one hand against the dealer's, played by a fixed policy.

The rules of the game rank, compare and judge.  The policy is that of exact best play: a least
strength to play, or where a card of the dealer's lies open, a table of all hands beside it.  A
folded hand loses what a fold gives up, whatever it was worth.
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
from houseway.analysis.facts import Reader, among, bind_rule, judges
from houseway.analysis.simulation.counting import Counting, estimate_played, estimates_of
from houseway.analysis.simulation.random import mix
from houseway.analysis.simulation.rule_errors import naming
from houseway.analysis.simulation.sorting import order_of
from houseway.analysis.wager_odds import Estimate
from houseway.families.ante_play.decisions import ANTE
from houseway.families.ante_play.game import FACTS, AntePlay
from houseway.game.pay_tables import LOSE

NAMES = tuple(FACTS)
FOLDED = 0


def two_hands(n: int) -> Any:
    """The same facts where no wager reads both hands together, which are left out."""
    in_order = order_of(n)

    def facts_of(cards: Any, both: Any) -> Any:
        in_order(cards, 0)
        in_order(cards, n)
        return cards[:n], cards[n : 2 * n], both

    return facts_of


def three_facts(n: int) -> Any:
    """The facts of a round of given cards, in the order of ``NAMES``; hands are put in order.

    Of both together, the lower half is made of the lesser ones of each card of the one from below
    and each of the other from above.
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
    """Whether a hand of this strength is played."""
    return mine >= policy[0]


def by_the_table(mine: Any, hand: Any, up: Any, policy: Any) -> Any:
    """Whether this hand is played beside this open card."""
    return policy[hand_number(hand) * DECK + up] != 0


def no_bonus(hand: Any) -> int:
    """The only outcome where the ante has no bonus."""
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
    """A round of given cards, the player's first: the outcome of the ante and of each side bet.

    An open card of the dealer's is his last.
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
    """The loop over rounds, each from a full deck, shuffled."""

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
        self.sides = tuple(w for w in game.offered if w.by is not None)
        self.plays = by_the_table if game.up_cards else from_a_strength
        self.policy: Any = table.policy(game)
        readers: list[tuple[int, Reader]] = [
            (place, bind_rule(wager.by, NAMES)) for place, wager in enumerate(self.sides, 1)
        ]
        bonus: Any = game.bonus_rule or no_bonus
        reads_both = any("both_hands" in wager.reads for wager in self.sides)
        self.facts_of = (three_facts if reads_both else two_hands)(game.hand_size)
        self.settle = one_round(
            game.rank, game.showdown, bonus, judges(readers), len(game.showdown.outcomes),
            len(table.pays(game).bonus), self.plays, self.facts_of,
        )  # fmt: skip
        sizes = [len(table.outcomes(game)), *(len(w.by.outcomes) for w in self.sides)]
        super().__init__(many_rounds(self.settle), sizes)
        lost = [
            game.pay[w.paid_by].index(LOSE) if w.name in game.forfeits else -1 for w in self.sides
        ]
        self.given_up: Any = np.array([-1, *lost], np.int64)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What is taken for granted."""
        return (
            f"best play: {table.policy_words(self.game)}",
            "one hand, which sees no other cards",
            "a full deck is shuffled before every round",
        )

    def outcomes(self, cards: Any) -> list[int]:
        """A round of these cards, the player's first: the ante's outcome and the side bets'."""
        found: Any = np.zeros(1 + len(self.sides), np.int64)
        dealt, both = np.array(cards, np.int64), self._both()
        loop = compiled(self.settle, borrows=True)
        with self._naming(dealt, both):
            loop(dealt, self.game.hand_size, self.policy, self.given_up, both, found)
        settled: list[int] = found.tolist()
        return settled

    def is_played(self, cards: Sequence[int], dealer: Sequence[int]) -> bool:
        """Whether the policy plays this hand, seeing the open card of the dealer's."""
        hand = sorted(cards)
        return bool(self.plays(self.game.rank(hand), hand, dealer[-1], self.policy))

    def _both(self) -> Any:
        return np.zeros(2 * self.game.hand_size, np.int64)

    def _naming(self, dealt: Any, both: Any) -> AbstractContextManager[None]:
        return naming(self.game, self.sides, NAMES, lambda: [self.facts_of(dealt, both)])

    def play(self, rounds: int, random: Any) -> Any:
        """So many rounds from a stream of random numbers, as counts."""
        game = self.game
        deck = np.array(game.kind.one_set(game.sets()), np.int64)
        found, counts = np.zeros(1 + len(self.sides), np.int64), np.zeros(self.counts, np.int64)
        loop, both = compiled(self.loop, borrows=True), self._both()
        with self._naming(deck, both):
            loop(deck, random, rounds, game.hand_size, self.policy, self.given_up, self.starts,
                 both, found, counts)  # fmt: skip
        return counts

    def estimates(self, counts: Any) -> dict[str, Estimate]:
        """What the counts say of every wager."""
        game = self.game
        first, *sides = self.parts(counts)
        ends, nets = table.outcomes(game), table.nets(game)
        ante = estimate_played(game, ANTE, getattr(game, ANTE), ends, first, nets)
        return {ANTE: ante, **estimates_of(game, self.sides, sides)}
