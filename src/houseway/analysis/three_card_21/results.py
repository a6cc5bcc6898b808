"""Distribution of the Three Card 21 wager's results under best play.

    >>> results_of(game).half_units

Three cards kept together are followed to their ends. Each of three split hands is exact with the
dealer's and the first cards of the other two. Their pairwise dependence is taken from two hands
alone. ``in_three`` is the probability of such rounds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from houseway.analysis.blackjack.decisions import DOUBLE, HIT, STAND
from houseway.analysis.blackjack.outcomes import (
    DOUBLED,
    ONCE,
    OVER,
    STAKES,
    Ends,
    by_units,
    classes_of,
    ends_of,
    follow_ends,
    given,
    linked,
    meet,
    meet_alike,
    only,
    order_chance,
    pairs_by_units,
    summed,
    unit_nets,
    with_over,
)
from houseway.analysis.blackjack.solver.best_play import LOSE, ORIGINAL, ROW, WIN
from houseway.analysis.blackjack.solver.dealer import ACE, VALUES
from houseway.analysis.blackjack.solver.rules import SolverRules
from houseway.analysis.blackjack.solver.solve import Array, UpCardContext
from houseway.analysis.compiler.compile import compiled
from houseway.analysis.three_card_21.compiled_round import MOST
from houseway.analysis.three_card_21.exact import (
    IN_THREE,
    KEEP,
    PAID,
    SURRENDER,
    Best,
    ThreeCardSolver,
    best_play,
    index_of,
    three_ranks,
    value_of,
)
from houseway.rulebook.colorado.three_card_21_n_done.game import ThreeCard21NDone

Values = tuple[int, int, int]


@dataclass(frozen=True)
class ThreeCardResults:
    """The probability of every result in half units; index ``MOST`` is 0."""

    half_units: Array
    in_three: float
    """The probability of rounds with three hands."""


def results_of(game: ThreeCard21NDone) -> ThreeCardResults:
    """Return the distribution of results under best play of a posted table."""
    return round_results(ThreeCardSolver(game), best_play(game))


def round_results(solver: ThreeCardSolver, best: Best) -> ThreeCardResults:
    """Return the distribution of results of a table under this strategy."""
    found, in_three = np.zeros(2 * MOST + 1), 0.0
    for up in range(VALUES):
        against = _Against(solver, best, up)
        found += against.results()
        in_three += against.in_three
    return ThreeCardResults(found, in_three)


class _Against:
    """All first cards against one up card."""

    def __init__(self, solver: ThreeCardSolver, best: Best, up: int) -> None:
        self.g: UpCardContext = solver.plain[up].g
        tree = self.g.tree
        self.draw = best.draw[up]
        self.two = np.where(tree["size"] == 2, best.two[up], self.draw).astype(np.int8)
        self.one_card_aces = solver.game.split_aces_one_card
        self.nets = three_card_nets(solver.terms)
        self.found, self.in_three = np.zeros(2 * MOST + 1), 0.0
        self.whole = {what: np.zeros(len(self.draw)) for what in (STAND, HIT, DOUBLE)}
        self.apart: dict[Values, float] = {}
        for ranks in three_ranks():
            chance, lost = solver.chance(ranks, up), solver.blackjack(ranks, up)
            self._begin(ranks, int(best.first[(*ranks, up)]), chance, lost)
        self.ends = cache(self._ends)
        self.link = cache(self._link)

    def _begin(self, ranks: Values, what: int, chance: float, lost: float) -> None:
        """Count rounds that end at once, and add the others to the hands of their decision."""
        if what == PAID:
            self.found[MOST + 2] += chance
            return
        self.found[MOST - 2] += chance * lost
        a, b, c = sorted(value_of(rank) for rank in ranks)
        if what == SURRENDER:
            self.found[MOST - 1] += chance * (1.0 - lost)
        elif what in (IN_THREE, KEEP):
            self.apart[a, b, c] = self.apart.get((a, b, c), 0.0) + chance
            self.in_three += chance * (1.0 - lost)
        else:
            self.whole[what][index_of((a, b, c))] += chance * (1.0 - lost)

    def results(self) -> Array:
        """Return the probability of each result against this up card; index ``MOST`` is 0.

        A step is half a unit.
        """
        self._follow_whole()
        for values, chance in self.apart.items():
            units = chance * self.three(values)
            middle = len(units) // 2
            self.found[MOST - 2 * middle : MOST + 2 * middle + 1 : 2] += units
        return self.found

    def _follow_whole(self) -> None:
        """Follow three cards kept together: stood on, hit by best play, or doubled."""
        tree = self.g.tree
        rows = self.g.rows.copy()
        rows[tree["total"] == 21] = 0.0
        rows[tree["total"] == 21, WIN] = 1.0
        for what, met in self.whole.items():
            choice = np.where(tree["size"] == 3, what, self.draw).astype(np.int8)
            ends, over = np.zeros((1, STAKES, ROW + 1)), np.zeros(STAKES)
            tier = np.zeros(len(met), np.int64)
            compiled(follow_ends)(met, choice, tree["child"], tree["done"], self.g.chances, rows,
                                  tier, ends, over)  # fmt: skip
            for stake in range(2):
                won, lost = ends[0, stake, WIN], ends[0, stake, LOSE]
                half = 2 * (stake + 1)
                self.found[MOST + half] += won
                self.found[MOST - half] += lost + over[stake]
                self.found[MOST] += ends[0, stake, ROW] - won - lost

    def _ends(self, card: int) -> Ends:
        """Return the ends of a hand that begins with a card, without that card."""
        tree = self.g.tree
        start = np.zeros(len(self.two))
        for v in range(VALUES):
            start[tree["pair"][card, v]] += 1.0
        stuck = card == ACE and self.one_card_aces
        choice = np.full_like(self.two, STAND) if stuck else self.two
        return ends_of(tree, start, choice, cards_of(card))

    def alone(self, card: int, all_: Array, *first: int) -> Array:
        """Return [kind, state] of the hand of one of these first cards."""
        found: Array = meet(self.g, self.ends(card).plus(cards_of(*first))).sum(axis=1)
        found[OVER] = all_ - found.sum(axis=0)
        return found

    def dealer(self, *first: int) -> Array:
        """Return the probabilities of the dealer's states with these cards out."""
        found: Array = meet(self.g, only(cards_of(*first))).sum(axis=(0, 1))
        return found

    def three(self, values: Values) -> Array:
        """Return [sum of units] of three hands given these first cards; blackjacks are missing."""
        all_ = self.dealer(*values)
        hands_ = [
            given(by_units(self.alone(card, all_, *values), self.nets), all_) for card in values
        ]
        sums = summed(hands_, lambda i, j: self.link(values[i], values[j]))
        dealt = order_chance(self.g.shoe, -1, cards_of(*values))
        found: Array = all_ @ sums / dealt
        return found

    def _link(self, a: int, b: int) -> Array:
        """Return the dependence between two hands that begin with these cards."""
        all_ = self.dealer(a, b)
        how = meet_alike if a == b else meet
        both = how(self.g, self.ends(a).plus(cards_of(a, b)), self.ends(b))
        both = with_over(both, self.alone(a, all_, a, b), self.alone(b, all_, a, b), all_)
        return linked(pairs_by_units(both, self.nets, self.nets))


def three_card_nets(terms: SolverRules) -> Array:
    """Return [kind of end, dealer state]: nets as in blackjack, except that 21 always wins."""
    found = unit_nets(replace(terms, push_22=False, takes=1.0), ORIGINAL)
    for stake, units in ((ONCE, 1), (DOUBLED, 2)):
        found[stake * classes_of(terms.tree) + terms.natural_class] = units
    return found


def cards_of(*values: int) -> Array:
    """Return the number of cards of each value."""
    found = np.zeros(VALUES, np.int64)
    for value in values:
        found[value] += 1
    return found
