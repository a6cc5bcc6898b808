"""The hands made of one pair: what they win or lose together.

How many hands there are hangs on which second cards pair.  As long as there may be more, every
hand has a second card that does not; once there are as many as may be, the hands that still wait
take any card.  For each such case the chance of every end of one hand with every end of the
dealer's is what it is with so many cards of the pair out, less what it is when one more pairs, and
so on.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from houseway.odds.blackjack.best_play import ADDED, KINDS, LAMMER, ORIGINAL, STAND
from houseway.odds.blackjack.dealer import ACE, VALUES
from houseway.odds.blackjack.hand_ends import (
    DEALT_21,
    DOUBLED,
    DOUBLED_FREE,
    GIVEN_UP,
    NOTHING,
    ONCE,
    OVER,
    SWITCHED_21,
    Ends,
    classes_of,
    ends_of,
    joined,
    kinds_of,
    only,
)
from houseway.odds.blackjack.meeting import meet, meet_alike, with_over
from houseway.odds.blackjack.one_seat import MOST
from houseway.odds.blackjack.solve import Array, Ground
from houseway.odds.blackjack.terms import Terms
from houseway.odds.blackjack.together import (
    added,
    by_units,
    given,
    linked,
    pairs_by_units,
    summed,
)


@dataclass(frozen=True)
class Case:
    """So many hands of one pair, and what they come to."""

    hands: int
    dealer: Array
    """How often, by state of the dealer."""
    alone: tuple[Array, ...]
    """Of each hand [state, units], for its state."""


def unit_nets(terms: Terms, kind: int) -> Array:
    """[kind of end, dealer's state]: what a hand made by a split wins or loses, by stake.

    In units, or in parts of one where a split hand may be given up for half.
    """
    tree, settled = terms.tree, terms.settled
    classes = classes_of(tree)
    found = np.zeros((kinds_of(tree), settled.wins.shape[1]), np.int64)
    own = 0 if kind == LAMMER else 1
    for stake, wins, chips in ((ONCE, 1, own), (DOUBLED, 2, own + 1), (DOUBLED_FREE, 2, own)):
        here = slice(stake * classes, (stake + 1) * classes)
        found[here] = terms.parts * (wins * settled.wins - chips * settled.loses)
        taken = terms.parts * (chips if terms.takes else int(kind == ORIGINAL))
        meets = ~settled.loses[:, settled.natural]
        found[here, settled.natural] -= taken * meets
    found[OVER] = found[classes - 1]
    found[GIVEN_UP] = -terms.parts // 2
    found[DEALT_21] = found[SWITCHED_21] = found[terms.natural_class]
    return found


def most_hands(terms: Terms, p: int) -> int:
    """How many hands a pair of this value may become."""
    return int(terms.most[p])


def cases(most: int) -> Iterator[tuple[int, int, int]]:
    """How many hands, how many of them are known not to pair, and in how many ways that comes."""
    found: dict[tuple[int, int], int] = {}
    todo = [(2, 2, 0)]
    while todo:
        made, waiting, closed = todo.pop()
        if made >= most or waiting == 0:
            found[made, closed] = found.get((made, closed), 0) + 1
        else:
            todo += [(made + 1, waiting + 1, closed), (made, waiting - 1, closed + 1)]
    yield from ((*case, ways) for case, ways in sorted(found.items()))


class Split:
    """A pair against one up card; chances count the pair itself, from the shoe less the up card.

    ``beside`` are hands of which the first cards are out too, each as often as it comes.  How two
    hands of the pair go together is then taken from the pair ``alone``.
    """

    def __init__(
        self, terms: Terms, g: Ground, p: int, after: Array, extra: int = ADDED,
        beside: Ends = NOTHING, alone: Split | None = None,
    ) -> None:  # fmt: skip
        self.g, self.p, self.extra, self.beside = g, p, extra, beside
        self.most = most_hands(terms, p)
        self.choices = after.copy()
        if p == ACE and terms.one_card_aces:
            self.choices[:] = STAND
        alike = (self.choices[extra] == self.choices[ORIGINAL]).all()
        self.played = {ORIGINAL: ORIGINAL, extra: ORIGINAL if alike else extra}
        self.nets = [unit_nets(terms, kind) for kind in range(KINDS)]
        self.parts, self.widest = terms.parts, int(max(np.abs(nets).max() for nets in self.nets))
        self.ends = functools.cache(self._ends)
        self.dealer = functools.cache(self._dealer)
        self.closed = functools.cache(self._closed)
        self.open = functools.cache(self._open)
        self.link: Callable[[int, int], Array] = functools.cache(self._link)
        if alone is not None:
            self.ends, self.link = alone.ends, alone.link

    def out(self, n: int) -> Array:
        """So many cards of the pair."""
        found = np.zeros(VALUES, np.int64)
        found[self.p] = n
        return found

    # -- with so many cards of the pair out ------------------------------------------------------

    def _ends(self, kind: int, pairs: bool) -> Ends:
        """The ends of a hand whose second card pairs, or does not; but for its first card."""
        tree = self.g.tree
        start = np.zeros(len(tree["cards"]))
        for v in range(VALUES):
            if (v == self.p) == pairs:
                start[tree["pair"][self.p, v]] = 1.0
        return ends_of(tree, start, self.choices[kind], self.out(1))

    def _dealer(self, out: int) -> Array:
        found: Array = meet(self.g, only(self.out(out)), self.beside).sum(axis=(0, 1))
        return found

    def _closed(self, kind: int, out: int) -> Array:
        """[class, state] of a hand whose second card does not pair."""
        found = self._begun(kind, False, out)
        found[OVER] = self.dealer(out) - self.dealer(out + 1) - found.sum(axis=0)
        return found

    def _open(self, kind: int, out: int) -> Array:
        """The same of a hand whose second card may be any."""
        found = self._begun(kind, True, out) + self.closed(kind, out)
        found[OVER] = 0.0
        found[OVER] = self.dealer(out) - found.sum(axis=0)
        return found

    def _begun(self, kind: int, pairs: bool, out: int) -> Array:
        ends = self.ends(kind, pairs).plus(self.out(out))
        found: Array = meet(self.g, ends, self.beside).sum(axis=1)
        return found

    @staticmethod
    def none_pairs(known: Callable[[int], Array], out: int, others: int) -> Array:
        """What is known, less what it is when any of so many second cards pairs."""
        found = known(out)
        for i in range(1, others + 1):
            found = found + (-1) ** i * math.comb(others, i) * known(out + i)
        return found

    # -- two hands, and more ---------------------------------------------------------------------

    @functools.cached_property
    def two(self) -> Array:
        """[class, class of the other, dealer's state]: the hands of a round of two."""
        kinds = ORIGINAL, self.played[self.extra]
        if self.most > 2:
            ends = [self.ends(kind, False) for kind in kinds]
            each = [self.none_pairs(functools.partial(self.closed, kind), 2, 1) for kind in kinds]
            all_ = self.none_pairs(self.dealer, 2, 2)
        else:
            ends = [joined(self.ends(kind, False), self.ends(kind, True)) for kind in kinds]
            each, all_ = [self.open(kind, 2) for kind in kinds], self.dealer(2)
        how = meet_alike if kinds[0] == kinds[1] else meet
        found = how(self.g, ends[0].plus(self.out(2)), ends[1])
        return with_over(found, each[0], each[1], all_)

    def _link(self, kind: int, other: int) -> Array:
        """[state, sum of units]: how much oftener two hands of a round of two come to it."""
        return linked(pairs_by_units(self.two, self.nets[kind], self.nets[other], self.widest))

    def kinds(self, n: int) -> list[int]:
        """The stakes of so many hands."""
        return [ORIGINAL, *[self.extra] * (n - 1)]

    def cases(self) -> Iterator[Case]:
        """Every number of hands."""
        for n, closed, ways in cases(self.most):
            all_ = self.none_pairs(self.dealer, n, closed)
            alone = []
            for i, kind in enumerate(self.kinds(n)):
                own = self.played[kind]
                known = functools.partial(self.closed if i < closed else self.open, own)
                ends = self.none_pairs(known, n, closed - 1 if i < closed else closed)
                alone.append(given(by_units(ends, self.nets[kind], self.widest), all_))
            yield Case(n, ways * all_, tuple(alone))

    def sums(self, case: Case) -> Array:
        """[state, sum of units] of all hands of a case, for its state."""
        kinds = self.kinds(case.hands)
        return summed(case.alone, lambda i, j: self.link(kinds[i], kinds[j]))

    def results(self) -> tuple[Array, float]:
        """The chance of every sum of units, or parts of them, and of three hands or more."""
        middle_of_all = self.parts * MOST
        units, several = np.zeros(2 * middle_of_all + 1), 0.0
        for case in self.cases():
            if case.hands == 2:
                nets = self.nets[ORIGINAL], self.nets[self.extra]
                sums = added(pairs_by_units(self.two, *nets, self.widest)).sum(axis=0)
            else:
                several += float(case.dealer.sum())
                sums = case.dealer @ self.sums(case)
            middle = self.widest * case.hands
            units[middle_of_all - middle : middle_of_all + middle + 1] += sums
        return units, several
