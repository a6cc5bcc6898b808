"""Distribution of the number of lammers at a spot under a given strategy:

Pot of Gold, Silver Stack.

    >>> best = best_play(game)
    >>> lammer_chances(best.terms, best.grounds, best.play)

Free bets are given on two cards, so only first cards and second cards of split hands matter. Other
cards are drawn in between, but that is decided by seen cards. The next card of a shuffled shoe then
still has its original chances, given the cards that matter. Second cards are therefore drawn from
the shoe less the first three cards and earlier second cards. The hole card is known to make no
blackjack. Floating point over exact enumeration, from a full shoe.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from houseway.analysis.blackjack.decisions import DOUBLE_FREE, SPLIT, SPLIT_FREE
from houseway.analysis.blackjack.simulation.mid_round_wagers import is_late
from houseway.analysis.blackjack.solver.best_play import ADDED, LAMMER, ORIGINAL, draw_chance
from houseway.analysis.blackjack.solver.dealer import ACE, TEN, VALUES
from houseway.analysis.blackjack.solver.rules import SolverRules
from houseway.analysis.blackjack.solver.solve import Array, BestPlay, PlayTable, UpCardContext
from houseway.analysis.blackjack.strategy.charts import NAMES
from houseway.analysis.facts.binding import bind_posting
from houseway.analysis.facts.distribution import FactDistribution, Values, finite, ways_of
from houseway.families.blackjack.game import Blackjack
from houseway.game.wagers import AFTER_DEALER, Wager

FACTS = ("lammers", "dealer_blackjack")
BY_SECOND_CARDS = "second cards of split hands are counted card by card"


def lammer_chances(
    terms: SolverRules, grounds: Sequence[UpCardContext], play: PlayTable
) -> tuple[Array, float]:
    """[n]: the chance of n lammers and no dealer blackjack; and the chance of a blackjack."""
    found, blackjack = np.zeros(2 * terms.hands_max), 0.0
    for g in grounds:
        for h in map(int, np.nonzero(g.dealt > 0.0)[0]):
            chance = float(g.dealt[h])
            blackjack += chance * float(g.blackjack[h])
            given = int(play.first[g.up, h])
            found += chance * (1.0 - float(g.blackjack[h])) * given_by(terms, g, play, h, given)
    return found, blackjack


def given_by(terms: SolverRules, g: UpCardContext, play: PlayTable, h: int, action: int) -> Array:
    """[n]: the chance of n lammers from two cards under this decision, without a blackjack."""
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
    """The hands made from one pair: which second cards pair, and which are doubled free."""

    def __init__(
        self, terms: SolverRules, g: UpCardContext, play: PlayTable, p: int, free: bool
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
        """Return [n]: the chance of n lammers from the split itself and all that follows."""
        found = np.zeros(self.size)
        start = tuple(float(sum(self.shoe[v] for v in values)) for _, values in self.groups)
        for more, chance in enumerate(self.known(2, True, 1, start)):
            if chance > 0.0:
                found[more + self.free] += chance
        return found

    def _from(
        self, made: int, first: bool, waiting: int, left: tuple[float, ...]
    ) -> tuple[float, ...]:
        """The distribution of lammers still to come, from these numbers of cards in each group.

        ``first`` is True while the first hand waits for its second card; ``waiting`` others do.
        """
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
        """Return ``draw_chance`` for a group of values."""
        barred = next((j for j, (mark, _) in enumerate(self.groups) if mark[1]), -1)
        return draw_chance(left, sum(left), i, barred)


def outcome_chances(game: Blackjack, wager: Wager, best: BestPlay) -> tuple[float, ...]:
    """Return the outcome chances of a wager that reads the lammers and a dealer blackjack only."""
    posted = bind_posting(game, wager)
    joint = lammer_joint(best, posted.reads)
    return tuple(map(float, ways_of(joint, posted, game.kind.show)))


def lammer_joint(best: BestPlay, reads: Sequence[str]) -> FactDistribution:
    """Return the joint distribution of the facts that are read.

    A blackjack found by a peek ends the round with 0 lammers. Without a peek lammers come first,
    and their number is not followed together with a blackjack.
    """
    numbers, blackjack = lammer_chances(best.terms, best.grounds, best.play)
    weights: dict[Values, float] = {}
    names = tuple(name for name in FACTS if name in reads)
    met = [((n, False), float(chance)) for n, chance in enumerate(numbers) if chance > 0.0]
    for values, chance in (*met, ((0, True), blackjack)):
        facts = dict(zip(FACTS, values, strict=True))
        key = tuple(facts[name] for name in names)
        weights[key] = weights.get(key, 0.0) + chance
    return finite(names, weights)


def is_gathered(game: Blackjack, wager: Wager) -> bool:
    """Return True if the wager is placed every round and settled last, under a peek."""
    return game.peek and not is_late(game, wager) and wager.resolves == AFTER_DEALER


def judged(wager: Wager, lammers: int, blackjack: bool) -> int:
    """Return the outcome for this number of lammers."""
    facts = dict(zip(FACTS, (lammers, blackjack), strict=True))
    return wager.outcome([facts[name] for name in wager.reads])


# Deviations from best play that gain lammers.


@dataclass(frozen=True)
class ForLammers:
    """A pair that is better split free when the side wager is large enough."""

    hand: str
    up: str
    best: int
    """The decision of best play of the main wager."""
    instead: int
    costs: float
    """The loss of the deviation, in units of the main wager."""
    gains: float
    """The gain of the deviation, in units of the side wager."""

    @property
    def from_size(self) -> float:
        """The side wager, in units of the main one, from which the deviation pays."""
        return self.costs / self.gains


def for_lammers(best: BestPlay, nets: Sequence[float]) -> list[ForLammers]:
    """Return the pairs that best play does not split free, with cost and gain of splitting them.

    ``nets`` is what the side wager nets for 0, 1, 2... lammers. Only the first decision is changed;
    later decisions are those of best play.
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
    """Return by pay column the pairs to split free for the wager's sake, and the size from which.

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
