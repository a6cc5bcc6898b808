"""How many lammers a spot gathers under a given play: Pot of Gold, Silver Stack.

    >>> best = best_play(game)
    >>> lammer_chances(best.terms, best.grounds, best.play)

Free bets are given on two cards, so only the first cards and the second cards of split hands count.
Hands draw others in between; but whether they do is decided by cards seen, and the next card of a
shuffled shoe is then as likely as before (given the cards that count).  So second cards come one
after the other from the shoe less the first three and those before them, the hole card being known
not to make a blackjack.  Floating point over exact enumeration, every round from a full shoe.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from houseway.analysis.blackjack.best_play import (
    ADDED,
    DOUBLE_FREE,
    LAMMER,
    ORIGINAL,
    SPLIT,
    SPLIT_FREE,
    draw_chance,
)
from houseway.analysis.blackjack.charts import NAMES
from houseway.analysis.blackjack.dealer import ACE, TEN, VALUES
from houseway.analysis.blackjack.mid_round_wagers import is_late
from houseway.analysis.blackjack.solver import Array, BestPlay, Play, UpCardContext
from houseway.analysis.blackjack.solver_rules import SolverRules
from houseway.analysis.fact_distribution import FactDistribution, Values, listed, ways_of
from houseway.analysis.facts import bind_posting
from houseway.families.blackjack.game import Blackjack
from houseway.game.wagers import AFTER_DEALER, Wager

FACTS = ("lammers", "dealer_blackjack")
BY_SECOND_CARDS = "second cards of split hands are counted card by card"


def lammer_chances(
    terms: SolverRules, grounds: Sequence[UpCardContext], play: Play
) -> tuple[Array, float]:
    """The chance of 0, 1, 2... lammers without a dealer's blackjack, and of a blackjack."""
    found, blackjack = np.zeros(2 * terms.hands_max), 0.0
    for g in grounds:
        for h in map(int, np.nonzero(g.dealt > 0.0)[0]):
            chance = float(g.dealt[h])
            blackjack += chance * float(g.blackjack[h])
            given = int(play.first[g.up, h])
            found += chance * (1.0 - float(g.blackjack[h])) * given_by(terms, g, play, h, given)
    return found, blackjack


def given_by(terms: SolverRules, g: UpCardContext, play: Play, h: int, action: int) -> Array:
    """The chance of each number of lammers when two cards are played so, no blackjack hidden."""
    found = np.zeros(2 * terms.hands_max)
    cards = g.tree["cards"][h]
    if g.tree["done"][h] or action not in (DOUBLE_FREE, SPLIT, SPLIT_FREE):
        found[0] = 1.0
    elif action == DOUBLE_FREE:
        found[1] = 1.0
    else:
        found += _Split(terms, g, play, cards[0], action == SPLIT_FREE).chances()
    return found


class _Split:
    """The hands made of one pair: which second cards pair, which are doubled free."""

    def __init__(
        self, terms: SolverRules, g: UpCardContext, play: Play, p: int, free: bool
    ) -> None:
        tree = g.tree
        self.most, self.free, self.size = int(terms.most[p]), free, 2 * terms.hands_max
        self.barred = {ACE: TEN, TEN: ACE}.get(g.up, -1)
        self.shoe = g.shoe.copy()
        self.shoe[p] -= 2
        kinds = (ORIGINAL, LAMMER if free else ADDED)
        stuck = p == ACE and terms.one_card_aces
        marks: dict[tuple[bool, ...], list[int]] = {}
        for v in range(VALUES):
            said = [play.after[g.up, kind, tree["pair"][p, v]] == DOUBLE_FREE for kind in kinds]
            open_ = not stuck and not tree["done"][tree["pair"][p, v]]
            mark = (v == p, v == self.barred, *(bool(x) and open_ for x in said))
            marks.setdefault(mark, []).append(v)
        self.groups = tuple(marks.items())
        self.known = functools.cache(self._from)

    def chances(self) -> Array:
        """The lammers of the split itself and of all that follows."""
        found = np.zeros(self.size)
        start = tuple(float(sum(self.shoe[v] for v in values)) for _, values in self.groups)
        for more, chance in enumerate(self.known(2, True, 1, start)):
            if chance > 0.0:
                found[more + self.free] += chance
        return found

    def _from(
        self, made: int, first: bool, waiting: int, left: tuple[float, ...]
    ) -> tuple[float, ...]:
        """Lammers still to come: whether the first hand waits for its second card, and how many
        of the others do, from so many cards of each group."""
        if not first and waiting == 0:
            return (1.0,)
        found = [0.0] * self.size
        for i, ((pairs, _, *doubled), _) in enumerate(self.groups):
            chance = self._chance(left, i)
            if chance <= 0.0:
                continue
            less = tuple(n - (j == i) for j, n in enumerate(left))
            if pairs and made < self.most:
                more, rest = int(self.free), self.known(made + 1, first, waiting + 1, less)
            else:
                more = int(doubled[0 if first else 1])
                rest = self.known(made, False, waiting if first else waiting - 1, less)
            for n, p in enumerate(rest):
                if p > 0.0:
                    found[n + more] += chance * p
        return tuple(found)

    def _chance(self, left: tuple[float, ...], i: int) -> float:
        """``draw_chance`` for a group of values."""
        barred = next((j for j, (mark, _) in enumerate(self.groups) if mark[1]), -1)
        return draw_chance(left, sum(left), i, barred)


def outcome_chances(game: Blackjack, wager: Wager, best: BestPlay) -> tuple[float, ...]:
    """The chances of a wager that reads the lammers and a dealer's blackjack only."""
    posted = bind_posting(game, wager)
    joint = lammer_joint(best, posted.reads)
    return tuple(map(float, ways_of(joint, posted, game.kind.show)))


def lammer_joint(best: BestPlay, reads: Sequence[str]) -> FactDistribution:
    """How often the facts that are read have which values.

    Under a blackjack that the dealer finds no hand is played; without a look, lammers are
    gathered first, and their number is not followed together with a blackjack.
    """
    numbers, blackjack = lammer_chances(best.terms, best.grounds, best.play)
    weights: dict[Values, float] = {}
    names = tuple(name for name in FACTS if name in reads)
    met = [((n, False), float(chance)) for n, chance in enumerate(numbers) if chance > 0.0]
    for values, chance in (*met, ((0, True), blackjack)):
        facts = dict(zip(FACTS, values, strict=True))
        key = tuple(facts[name] for name in names)
        weights[key] = weights.get(key, 0.0) + chance
    return listed(names, weights)


def is_gathered(game: Blackjack, wager: Wager) -> bool:
    """Whether the wager is placed in every round, settled last, and the dealer looks first."""
    return game.peek and not is_late(game, wager) and wager.resolves == AFTER_DEALER


def judged(wager: Wager, lammers: int, blackjack: bool) -> int:
    """The outcome of so many lammers."""
    facts = dict(zip(FACTS, (lammers, blackjack), strict=True))
    return wager.outcome([facts[name] for name in wager.reads])


# -- playing for lammers -------------------------------------------------------------------------


@dataclass(frozen=True)
class ForLammers:
    """Two cards that are better split or doubled free when the side wager is large enough."""

    hand: str
    up: str
    best: int
    """What best play of the main wager does with it."""
    instead: int
    costs: float
    """What that costs of a unit on the main wager."""
    gains: float
    """What it is worth to a unit on the side wager."""

    @property
    def from_size(self) -> float:
        """The side wager, in units of the main one, from which it pays."""
        return self.costs / self.gains


def for_lammers(best: BestPlay, nets: Sequence[float]) -> list[ForLammers]:
    """Pairs that best play does not split free, and what splitting them costs and gains.

    ``nets`` is what the side wager nets for 0, 1, 2... lammers.  Only the first decision is
    changed; the hands that it makes are played as always.
    """
    found, worth = [], np.zeros(2 * best.terms.hands_max)
    worth[: len(nets)] = nets
    for g in best.grounds:
        for p in range(VALUES):
            h = int(g.tree["pair"][p, p])
            said = int(best.play.first[g.up, h])
            if not best.terms.splits[p] & 2 or said == SPLIT_FREE or not g.possible[h]:
                continue
            now, then = (
                float(given_by(best.terms, g, best.play, h, action) @ worth)
                for action in (said, SPLIT_FREE)
            )
            costs = float(best.value[g.up, h] - best.split_value[g.up, p, 1])
            if then > now:
                found.append(
                    ForLammers(NAMES[p] * 2, NAMES[g.up], said, SPLIT_FREE, costs, then - now)
                )
    return sorted(found, key=lambda each: each.from_size)


def split_for_lammers(
    wager: Wager, best: BestPlay, columns: Mapping[str, Sequence[Any]]
) -> dict[str, dict[str, Any]]:
    """Pay column -> the pairs to split free for the wager's sake, and from which size of it.

    The size is in units of the main wager, and is enough against every up card.
    """
    found: dict[str, dict[str, Any]] = {}
    for column, nets in columns.items():
        by_number = [float(nets[judged(wager, n, False)]) for n in range(2 * best.terms.hands_max)]
        sizes: dict[str, float] = {}
        for each in for_lammers(best, by_number):
            sizes[each.hand] = max(each.from_size, sizes.get(each.hand, 0.0))
        found[column] = {"split_free_from": sizes}
    return found
