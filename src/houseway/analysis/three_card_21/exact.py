"""Best play of 3 Card 21 "N" Done, by composition.

    >>> from houseway.rulebook import find
    >>> from houseway.analysis.three_card_21.exact import best_play
    >>> best_play(find("3-card-21-n-done")()).expectation

The method is floating point over exact enumeration, every round from a full shoe. The chances of
the dealer and of each draw are those of ``analysis/blackjack`` for the cards known to be out. Three
cards kept together are played by their exact cards. A split hand is played as the same cards would
be alone. Its value counts the other two split cards as out of the shoe, so the expectation of this
strategy is exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np

from houseway.analysis.blackjack.decisions import DOUBLE, HIT, STAND
from houseway.analysis.blackjack.solver.best_play import LOSE, WIN, draw_chance
from houseway.analysis.blackjack.solver.dealer import ACE, TEN, VALUES
from houseway.analysis.blackjack.solver.hand_tree import hands
from houseway.analysis.blackjack.solver.rules import SolverRules, terms_of
from houseway.analysis.blackjack.solver.solve import CARDS_OF_VALUE, Array, UpCardContext, ground
from houseway.analysis.blackjack.strategy.chart_by_totals import drawing
from houseway.hands.blackjack import points
from houseway.rulebook.colorado.three_card_21_n_done import rules
from houseway.rulebook.colorado.three_card_21_n_done.game import ThreeCard21NDone

PAID, KEEP, SURRENDER, IN_THREE = 10, 11, 12, 13
"""Decisions on the first three cards besides STAND, HIT and DOUBLE."""
RANKS = 13


@dataclass(frozen=True)
class Best:
    """The decisions, and the expectation of one unit on the Three Card 21 wager."""

    first: Array
    """[rank, rank, rank, up]: the decision on the first three cards, ranks in order."""
    draw: Array
    """[up, hand]: HIT or STAND."""
    two: Array
    """[up, hand]: HIT, STAND or DOUBLE, for two cards of a split hand."""
    expectation: float
    first_value: Array
    """[rank, rank, rank, up]: the value of the three cards, dealer blackjacks included."""


def best_play(game: ThreeCard21NDone) -> Best:
    """Return best play of a posted table."""
    return _best(game.decks, game.soft_17, game.double_three_cards, game.double_on,
                 game.double_after_split, game.split_aces_one_card)  # fmt: skip


@lru_cache(maxsize=4)
def _best(
    decks: int, soft_17: str, double_three: bool, double_on: str, das: bool, one_card: bool
) -> Best:
    """Return best play for these posted rules; cached, since pays do not change it."""
    game = ThreeCard21NDone(
        {"decks": decks, "soft_17": soft_17, "double_three_cards": double_three,
         "double_on": double_on, "double_after_split": das, "split_aces_one_card": one_card}
    )  # fmt: skip
    return ThreeCardSolver(game).solve()


def value_of(rank: int) -> int:
    """Return the value class of a rank: 0 for an ace, 9 for ten and faces."""
    return ACE if rank == RANKS - 1 else min(rank + 1, TEN)


def three_ranks() -> Iterator[tuple[int, int, int]]:
    """Yield every three ranks, in order."""
    yield from combinations_with_replacement(range(RANKS), 3)


class ThreeCardSolver:
    def __init__(self, game: ThreeCard21NDone) -> None:
        self.game, self.terms = game, terms_of(game)
        self.shoe: Array = np.array([n * game.decks for n in CARDS_OF_VALUE], np.float64)
        self.plain = [UpCard(self.terms, self.shoe, up) for up in range(VALUES)]
        n = len(hands()["cards"])
        self.draw, self.two = np.zeros((2, VALUES, n), np.int8)
        for up, against in enumerate(self.plain):
            self.draw[up], self.two[up] = against.choices(game.double_after_split)

    def solve(self) -> Best:
        """Return the best first decision and its value for every three ranks and up card."""
        first = np.zeros((RANKS, RANKS, RANKS, VALUES), np.int8)
        value = np.zeros((RANKS, RANKS, RANKS, VALUES))
        split = self._split_values()
        whole = [against.whole(self.draw[up]) for up, against in enumerate(self.plain)]
        expectation = 0.0
        for ranks in three_ranks():
            for up in range(VALUES):
                what, worth = self._first(ranks, up, whole[up], split)
                first[(*ranks, up)], value[(*ranks, up)] = what, worth
                expectation += self.chance(ranks, up) * worth
        return Best(first, self.draw, self.two, expectation, value)

    def chance(self, ranks: tuple[int, int, int], up: int) -> float:
        """Return the chance that a player gets these ranks and the dealer this up card."""
        decks, ways = self.game.decks, 1
        for rank in set(ranks):
            ways *= comb(4 * decks, ranks.count(rank))
        left = self.shoe[up] - sum(value_of(rank) == up for rank in ranks)
        return float(ways / comb(52 * decks, 3) * left / (52 * decks - 3))

    def blackjack(self, ranks: tuple[int, int, int], up: int) -> float:
        """Return the chance of a dealer blackjack, given these cards."""
        hole = {ACE: TEN, TEN: ACE}.get(up, -1)
        if hole < 0:
            return 0.0
        left = self.shoe[hole] - sum(value_of(rank) == hole for rank in ranks)
        return float(left / (52 * self.game.decks - 4))

    def _first(
        self, ranks: tuple[int, int, int], up: int, whole: Any, split: Any
    ) -> tuple[int, float]:
        """Return the best decision on three cards, and its value."""
        cards = [rank * 4 + suit for suit, rank in enumerate(ranks)]
        values = tuple(sorted(value_of(rank) for rank in ranks))
        lost = self.blackjack(ranks, up)

        def checked(worth: float) -> float:
            return worth * (1.0 - lost) - lost

        if points(cards) == 21:
            kept = checked(split[values][up]) if rules.may_decline_21(cards) else -1.0
            return (KEEP, kept) if kept > 1.0 else (PAID, 1.0)
        options: list[tuple[float, int]] = []
        if points(cards) < 21:
            h = index_of(values)
            options += [(whole.stand[h], STAND), (whole.hit[h], HIT)]
            if self.game.double_three_cards and rules.may_double_three(
                cards, self.game.offers.double_on
            ):
                options.append((whole.double[h], DOUBLE))
        if rules.may_be_over(cards):
            options.append((-0.5, SURRENDER))
        if rules.may_split_in_three(cards):
            options.append((split[values][up], IN_THREE))
        worth, what = max(options)
        return what, checked(worth)

    def _split_values(self) -> dict[tuple[int, ...], list[float]]:
        """Return the value of splitting three values in three, by up card, given no blackjack."""
        one: dict[tuple[int, int, int, int], float] = {}
        for dead in combinations_with_replacement(range(VALUES), 2):
            shoe = self.shoe.copy()
            for value in dead:
                shoe[value] -= 1
            for up in range(VALUES):
                against = UpCard(self.terms, shoe, up)
                for card in range(VALUES):
                    one[(*dead, card, up)] = against.from_one(
                        card, self.draw[up], self.two[up], self.game.split_aces_one_card
                    )
        return {
            (a, b, c): [
                one[b, c, a, up] + one[a, c, b, up] + one[a, b, c, up] for up in range(VALUES)
            ]
            for a, b, c in combinations_with_replacement(range(VALUES), 3)
        }


def index_of(values: tuple[int, ...]) -> int:
    """Return the hand of three values in the tree of hands."""
    tree = hands()
    return int(tree["child"][tree["pair"][values[0], values[1]], values[2]])


@dataclass(frozen=True)
class Whole:
    """Values of the decisions on three cards kept together."""

    stand: Array
    hit: Array
    double: Array


class UpCard:
    """Every hand against one up card from a given shoe, given no dealer blackjack."""

    def __init__(self, terms: SolverRules, shoe: Array, up: int) -> None:
        self.g: UpCardContext = ground(terms, shoe, up)
        self.terms = terms
        total = hands()["total"]
        standing = self.g.rows[:, WIN] - self.g.rows[:, LOSE]
        self.stand: Array = np.where(total == 21, 1.0, standing)
        self.double: Array = 2.0 * drawing(self.g, self.stand, -1.0)

    def choices(self, das: bool) -> tuple[Array, Array]:
        """Return the best draw of every hand, and the best play of two cards after a split."""
        tree = hands()
        value = self.stand.copy()
        draw = np.full(len(value), STAND, np.int8)
        hard = (tree["comp"] * np.arange(1, VALUES + 1)).sum(axis=1)
        for made in range(20, 1, -1):
            here = np.nonzero((hard == made) & (tree["total"] < 21) & self.g.possible)[0]
            hit = drawing(self.g, value, -1.0, here)
            better = hit > value[here]
            draw[here[better]] = HIT
            value[here] = np.maximum(hit, value[here])
        may = (self.terms.doubles & 1).astype(np.bool_) & (tree["total"] < 21) & das
        two = np.where(may & (self.double > value), DOUBLE, draw).astype(np.int8)
        return draw, two

    def following(self, draw: Array) -> Array:
        """Return the value of every hand under these draws."""
        tree = hands()
        value = self.stand.copy()
        hard = (tree["comp"] * np.arange(1, VALUES + 1)).sum(axis=1)
        for made in range(20, 1, -1):
            here = np.nonzero((hard == made) & (draw == HIT) & self.g.possible)[0]
            value[here] = drawing(self.g, value, -1.0, here)
        return value

    def whole(self, draw: Array) -> Whole:
        """Return the values of a whole hand: stood on, hit and played on by ``draw``, doubled."""
        return Whole(self.stand, drawing(self.g, self.following(draw), -1.0), self.double)

    def from_one(self, card: int, draw: Array, two: Array, one_card_aces: bool) -> float:
        """Return the value of a split hand that begins with this card."""
        tree, counts = hands(), self.g.shoe.copy()
        counts[card] -= 1
        left, value = float(counts.sum()), self._following(draw)
        worth = 0.0
        for drawn in range(VALUES):
            chance = draw_chance(counts, left, drawn, self.g.barred)
            h = int(tree["pair"][card, drawn])
            if card == ACE and one_card_aces:
                mine = self.stand[h]
            else:
                mine = self.double[h] if two[h] == DOUBLE else value[h]
            worth += chance * mine
        return float(worth)

    def _following(self, draw: Array) -> Array:
        """Return ``following`` of these draws, computed once; every caller has the same."""
        if not hasattr(self, "_followed"):
            self._followed = self.following(draw)
        return self._followed
