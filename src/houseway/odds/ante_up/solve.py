"""Best play of Ante Up 21: fold or bet, and then hit, stand, double or split for both wagers.

    >>> found = best_play(find("ante-up-21")({"decks": 6}))
    >>> found.together.expectation, found.ante_alone.expectation

For a finished hand the 21 wager hangs on the dealer's total and the poker wagers on his poker hand,
and the expectation of a sum is the sum of expectations: so each hand by rank has one worth, and
decisions are taken from the fullest hand back.  Everything is counted from a full shoe less the
cards seen.  A split is worth what it is in blackjack alone, and what the first hand, which is the
poker hand, then gains by being played for both; hands made by a split are valued as if the other
cards of the pair were still in the shoe.  Where all cards of the spot are the poker hand, the pair
itself is counted, and no card that improves on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from houseway.hands.points21 import value
from houseway.odds.ante_up.chances import Ground, ground
from houseway.odds.ante_up.tree import RANKS, Array, tree
from houseway.odds.blackjack.best_play import DOUBLE, HIT, SPLIT, STAND
from houseway.odds.blackjack.hands_tree import hands as hands_by_value
from houseway.odds.blackjack.solve import BestPlay
from houseway.odds.blackjack.solve import best_play as blackjack_play
from houseway.odds.compiled import compiled
from houseway.pieces.cards import ACE
from houseway.rulebook.colorado.ante_up_21.game import AnteUp21
from houseway.rulebook.colorado.ante_up_21.poker import ANTE, BET, FIRST_HAND
from houseway.rulebook.colorado.ante_up_21.rules import (
    LOSE,
    NATURAL_LOSE,
    NATURAL_WIN,
    two_card_poker,
)
from houseway.shapes.blackjack import rules

VALUE = tuple(value(rank * 4) - 1 for rank in range(RANKS))
"""The place of a rank's value among aces, twos, ... and tens."""
NEVER = -9.0
PLAYED, AS_DEALT = slice(0, LOSE + 1), slice(NATURAL_WIN, NATURAL_LOSE + 1)
"""Outcomes of two-card poker without a dealer's natural, and under one."""


@dataclass(frozen=True)
class Way:
    """Decisions for both wagers, or for the ANTE alone, and what they are worth."""

    bets: Array
    """[up, hand of two]: whether the poker hand is bet."""
    first: Array
    """[up, hand]: what a hand that is bet does before a split (of ``best_play.ACTIONS``)."""
    after: Array
    """[up, hand]: the same of the first hand after a split."""
    expectation: float
    """Of all wagers together, with one unit on each that is made."""


@dataclass(frozen=True)
class AnteUpPlay:
    """Best play of a posted table."""

    blackjack: BestPlay
    """21 alone, and every hand whose ANTE is folded."""
    grounds: tuple[Ground, ...]
    together: Way
    """One unit on 21 and one on ANTE."""
    ante_alone: Way


def best_play(game: AnteUp21) -> AnteUpPlay:
    """Best play of a posted table, worked out once for each that differs in it."""
    declared = game.declared()
    posting = {key: declared[key].show(value) for key, value in game.posting.items()}
    kind: Any = type(game)
    return _best_play(kind, tuple(posting.items()))


@lru_cache(maxsize=8)
def _best_play(kind: Any, posting: tuple[tuple[str, str], ...]) -> AnteUpPlay:
    game = kind(dict(posting))
    grounds = tuple(_ground(game.decks, up, game.hits_soft_17) for up in range(RANKS))
    alone = blackjack_play(game)
    together = Solver(game, grounds, alone, 1.0).way()
    return AnteUpPlay(alone, grounds, together, Solver(game, grounds, alone, 0.0).way())


@lru_cache(maxsize=32)
def _ground(decks: int, up: int, hits_soft_17: bool) -> Ground:
    return ground(decks, up, hits_soft_17)


def poker_nets(game: AnteUp21) -> Array:
    """What ANTE and BET together net for each outcome of two-card poker."""
    return np.array([
        float(game.pay[ANTE][i].net() + game.pay[BET][i].net())
        for i in range(len(two_card_poker.outcomes))
    ])  # fmt: skip


class Solver:
    """Decisions for a unit on ANTE and ``on_21`` units, one or none, on 21."""

    def __init__(
        self, game: AnteUp21, grounds: tuple[Ground, ...], alone: BestPlay, on_21: float
    ) -> None:
        self.game, self.grounds, self.alone, self.on_21 = game, grounds, alone, on_21
        self.nets = poker_nets(game)
        self.draws = bool(on_21) or game.draws_without_21
        self.paid = float(game.main_pays[0].net())
        double_on = game.offers.double_on
        self.doubles = np.array([
            bool(on_21) and len(hand) == 2
            and rules.may_double([rank * 4 for rank in hand], double_on)
            for hand in tree().cards
        ])  # fmt: skip

    def way(self) -> Way:
        """Every up card."""
        parts = [self.against(g) for g in self.grounds]
        bets, first, after, worth = zip(*parts, strict=True)
        return Way(np.array(bets), np.array(first), np.array(after), float(sum(worth)))

    def against(self, g: Ground) -> tuple[Array, Array, Array, float]:
        """Decisions against one up card, and what its deals add to the expectation."""
        stand, over = self.standing(g)
        worth, choice = self.best(g, stand, over, self.doubles)
        may = self.doubles if self.game.double_after_split else np.zeros_like(self.doubles)
        both, after = self.best(g, stand, over, may)
        if self.on_21:
            nothing = stand[0], np.zeros_like(stand[1])
            only_21, _ = self.best(g, nothing, np.zeros_like(over), may)
            self.add_splits(g, worth, choice, both, only_21, stand[1])
        bets = np.zeros(len(worth), np.bool_)
        total = 0.0
        for h in np.nonzero(g.dealt > 0.0)[0].tolist():
            bet, fold = self.if_bet(g, h, float(worth[h]), stand[1]), self.if_folded(g, h)
            bets[h] = bet > fold
            total += g.dealt[h] * max(bet, fold)
        return bets, choice, after, total

    def standing(self, g: Ground) -> tuple[tuple[Array, Array], Array]:
        """What a hand that stands is worth on 21 and in poker, and one over 21 in poker."""
        on_points = self.on_21 * (g.points[:, 0] - g.points[:, 1])
        return (on_points, g.poker @ self.nets[PLAYED]), g.over_poker @ self.nets[PLAYED]

    def best(
        self, g: Ground, stand: tuple[Array, Array], over: Array, doubles: Array
    ) -> tuple[Array, Array]:  # fmt: skip
        """The best of standing, hitting and doubling for every hand."""
        t = tree()
        worth, choice = np.full(len(t.cards), NEVER), np.full(len(t.cards), STAND, np.int8)
        compiled(choose)(t.child, t.total, g.possible, *stand, over, g.draws, doubles, self.on_21,
                         self.draws, worth, choice)  # fmt: skip
        return worth, choice

    def if_folded(self, g: Ground, h: int) -> float:
        """The ANTE is lost and blackjack is played for itself."""
        if not self.on_21:
            return -1.0
        natural = float(g.natural[h])
        if tree().natural[h]:
            return self.paid * (1.0 - natural) - 1.0
        cards = tree().cards[h]
        v = hands_by_value()["pair"][VALUE[cards[0]], VALUE[cards[1]]]
        return (1.0 - natural) * float(self.alone.value[VALUE[g.up], v]) - natural - 1.0

    def if_bet(self, g: Ground, h: int, worth: float, poker: Array) -> float:
        """Under a natural nothing is played; without one the hand is."""
        natural = float(g.natural[h])
        under = float(g.natural_poker[h] @ self.nets[AS_DEALT])
        if tree().natural[h]:
            worth = self.on_21 * self.paid + float(poker[h])
        else:
            under -= self.on_21
        return natural * under + (1.0 - natural) * worth

    def add_splits(
        self, g: Ground, worth: Array, choice: Array, first: Array, other: Array, poker: Array
    ) -> None:
        """Where splitting a pair is better than anything else.

        ``first`` and ``other`` are what hands made by a split are worth: the first one, played for
        both wagers, and any other, played for 21.
        """
        for a in range(RANKS):
            for b in range(a, RANKS if self.game.hands_max > 1 else 0):
                h = tree().pair[a, b]
                if g.possible[h] and rules.may_split((a * 4, b * 4), self.game.offers.by_rank):
                    split = self.if_split(g, a, b, first, other, poker)
                    split += self.if_split(g, b, a, first, other, poker)
                    if split / 2.0 > worth[h]:
                        worth[h], choice[h] = split / 2.0, SPLIT

    def if_split(
        self, g: Ground, kept: int, away: int, first: Array, other: Array, poker: Array
    ) -> float:
        """What a split is worth that leaves one card in the first hand and takes one away."""
        v = hands_by_value()["pair"][VALUE[kept], VALUE[away]]
        if self.alone.play.first[VALUE[g.up], v] == SPLIT:
            return self.split_as_alone(g, kept, away, first - other, poker)
        pair, h = tree().pair, tree().pair[kept, away]
        hand = [float(g.draws[h] @ other[pair[card]]) for card in range(RANKS)]
        made = first[pair[kept]]
        if self.game.poker_hand_of_split != FIRST_HAND:
            made = other[pair[kept]] + poker[h]
        worth = float(g.draws[h] @ made)
        for _ in range(self.game.hands_max - 2):  # the first hand may be split again
            split_again = [
                worth + hand[x] if VALUE[x] == VALUE[kept] else NEVER for x in range(RANKS)
            ]
            worth = float(g.draws[h] @ np.maximum(made, split_again))
        return worth + hand[away]

    def split_as_alone(self, g: Ground, kept: int, away: int, gains: Array, poker: Array) -> float:
        """A pair that blackjack alone splits, as often as it may: the first hand gains besides."""
        pair, game = tree().pair, self.game
        h = pair[kept, away]
        again = game.hands_max > 2 and (kept != ACE or game.resplit_aces)
        stuck = kept == ACE and game.split_aces_one_card
        gain = chance = 0.0
        for rank in range(RANKS):
            p = float(g.draws[h, rank])
            if p > 0.0 and not (again and VALUE[rank] == VALUE[kept]):
                mine = pair[kept, rank]
                gain += p * float(poker[mine] if stuck else gains[mine])
                chance += p
        gain = gain / chance if game.poker_hand_of_split == FIRST_HAND else float(poker[h])
        return float(self.alone.split_value[VALUE[g.up], VALUE[kept], 0]) + gain


def choose(
    child: Any, total: Any, possible: Any, points: Any, poker: Any, over: Any, draws: Any,
    doubles: Any, on_21: float, may_draw: bool, worth: Any, choice: Any,
) -> None:  # fmt: skip
    """From the fullest hand back; at 21 nothing is left to decide."""
    for h in range(child.shape[0] - 1, -1, -1):
        if not possible[h]:
            continue
        worth[h], choice[h] = points[h] + poker[h], STAND
        if total[h] == 21 or not may_draw:
            continue
        hit = double = 0.0
        for rank in range(RANKS):
            chance = draws[h, rank]
            if chance <= 0.0:
                continue
            c = child[h, rank]
            if c < 0:
                hit += chance * (over[-1 - c] - on_21)
                double += chance * (over[-1 - c] - 2.0 * on_21)
            else:
                hit += chance * worth[c]
                double += chance * (2.0 * points[c] + poker[c])
        if hit > worth[h]:
            worth[h], choice[h] = hit, HIT
        if doubles[h] and double > worth[h]:
            worth[h], choice[h] = double, DOUBLE
