"""Distribution of a round's result under a fixed strategy."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from houseway.analysis.blackjack.decisions import (
    DOUBLE,
    DOUBLE_FREE,
    HIT,
    SPLIT,
    SPLIT_FREE,
    STAND,
    SURRENDER,
)
from houseway.analysis.blackjack.simulation.compiled_round import MOST
from houseway.analysis.blackjack.solver.best_play import (
    ADDED,
    KINDS,
    LAMMER,
    LOSE,
    ORIGINAL,
    ROW,
    TO_22,
    TO_BLACKJACK,
    WIN,
)
from houseway.analysis.blackjack.solver.dealer import (
    ACE,
    LANES,
    TEN,
    VALUES,
    dealer_scratch,
    dealer_states,
)
from houseway.analysis.blackjack.solver.solve import Array
from houseway.analysis.compiler.compile import compiled

if TYPE_CHECKING:
    from houseway.analysis.blackjack.solver.rules import SolverRules
    from houseway.analysis.blackjack.solver.solve import PlayTable, UpCardContext


# Final hands under a fixed strategy: multisets of cards, each with its number of draw orders.
#
# In a shuffled shoe every order of the same cards is equally likely. The chance of a final hand is
# therefore a function of its cards times the number of orders in which the strategy takes them. The
# same holds for several hands of a round together with the dealer's. An *end* is a multiset of
# cards, its number of orders and its kind: how the stake stands, and the class it settles in. Busts
# by hitting are not listed: they are the remaining probability. Busts after a double are listed.

ONCE, DOUBLED, DOUBLED_FREE = range(3)
"""The stake of an end. The kind of an end is ``stake * number of classes + class``."""
GIVEN_UP, DEALT_21, SWITCHED_21, OVER = -4, -3, -2, -1
"""Kinds counted from the last: surrendered; an ace and a ten worth more than 21; the same made by a
switch; bust by hitting."""
WHATEVER = 0
"""The only class where nothing but a hand's first cards is followed."""


@dataclass(frozen=True)
class Ends:
    """Final hands: multisets of cards, numbers of draw orders, and kinds."""

    cards: Array
    """[end, value]: the number of cards of each value."""
    orders: Array
    """[end, beginning]: the number of orders, by the way the hand began."""
    kind: Array

    def plus(self, more: Array) -> Ends:
        """Return the same ends with these cards added to each multiset."""
        return Ends(self.cards + more, self.orders, self.kind)


def only(*cards: Array) -> Ends:
    """Ends that are these multisets of cards alone, in one order each and of class WHATEVER."""
    sets = np.array(cards, np.int64)
    return Ends(sets, np.ones((len(sets), 1)), np.full(len(sets), WHATEVER))


NOTHING = only(np.zeros(VALUES, np.int64))
"""No second hand: one end without cards."""


def kinds_of(tree: dict[str, Any]) -> int:
    """Return the number of kinds of ends: classes by stake, and the four special kinds."""
    return 3 * classes_of(tree) + 4


def classes_of(tree: dict[str, Any]) -> int:
    """Return the number of classes of hands that settle alike; the last one is lost."""
    return int(tree["kind"].max()) + 2


def ends_of(tree: dict[str, Any], start: Array, choice: Array, began: Array | None = None) -> Ends:
    """Return the ends of hands that begin with each hand of the tree in ``start`` orders.

    Cards of ``began`` are subtracted from the multisets; the caller counts them.
    """
    capacity = 3 * len(start) + VALUES * VALUES
    cards, orders = np.zeros((capacity, VALUES), np.int64), np.zeros(capacity)
    kind = np.zeros(capacity, np.int64)
    n = compiled(find_ends)(start.copy(), choice, tree["child"], tree["comp"], tree["kind"],
                            tree["done"], classes_of(tree), cards, orders, kind)  # fmt: skip
    if began is not None:
        cards -= began
    return in_order(cards[:n], orders[:n, None], kind[:n])


def joined(one: Ends, more: Ends) -> Ends:
    """Return the ends of both lists as one."""
    return in_order(
        np.concatenate((one.cards, more.cards)),
        np.concatenate((one.orders, more.orders)),
        np.concatenate((one.kind, more.kind)),
    )


def in_order(cards: Array, orders: Array, kind: Array) -> Ends:
    """Return ends sorted by kind, then by high cards, so that each kind is summed in one run."""
    order = np.lexsort((*cards.T, kind))
    return Ends(cards[order], orders[order], kind[order])


def find_ends(
    ways: Any, choice: Any, child: Any, comp: Any, class_: Any, done: Any, classes: int,
    cards: Any, orders: Any, kind: Any,
) -> int:  # fmt: skip
    """Follow a strategy through the tree of hands; return the number of ends written."""
    size = comp.shape[0]
    paid, free = np.zeros(size), np.zeros(size)
    n = 0
    for h in range(size):
        what = choice[h]
        if ways[h] <= 0.0 or done[h] or what not in (HIT, DOUBLE, DOUBLE_FREE):
            continue
        for v in range(VALUES):
            c = child[h, v]
            if c < 0:
                if what != HIT:
                    copy_cards(cards[n], comp[h])
                    cards[n, v] += 1
                    orders[n] = ways[h]
                    stands = DOUBLED if what == DOUBLE else DOUBLED_FREE
                    kind[n] = stands * classes + classes - 1
                    n += 1
            elif what == HIT:
                ways[c] += ways[h]
            elif what == DOUBLE:
                paid[c] += ways[h]
            else:
                free[c] += ways[h]
        ways[h] = 0.0
    for h in range(size):
        if ways[h] > 0.0 and choice[h] == SURRENDER:
            copy_cards(cards[n], comp[h])
            orders[n], kind[n] = ways[h], 3 * classes
            n, ways[h] = n + 1, 0.0
        for stake, found in ((ONCE, ways), (DOUBLED, paid), (DOUBLED_FREE, free)):
            if found[h] > 0.0:
                copy_cards(cards[n], comp[h])
                orders[n] = found[h]
                kind[n] = stake * classes + class_[h]
                n += 1
    return n


def copy_cards(where: Any, cards: Any) -> None:
    """Copy a multiset; an array assignment would compile numba's error messages about shapes."""
    for v in range(VALUES):
        where[v] = cards[v]


# Joint distribution of two final hands and the dealer's final state.
#
# Every pair of ends is visited; the dealer's chances are computed once for each distinct multiset
# of cards that two ends use together.

BITS = 6
"""Bits for each value in the integer that encodes a multiset of cards."""
MIDDLE, HIGH = 3, 6
"""Bounds of the middle values: four to six."""


def meet(g: UpCardContext, one: Ends, other: Ends = NOTHING) -> Array:
    """[kind, kind of the other hand, dealer state]: the joint probability of two final hands.

    The shoe lacks the up card alone. Under a peek the probability includes that the hole card makes
    no blackjack. Both hands have the same beginnings in ``orders``, or one beginning.
    """
    return _met(g, one, other, False)


def meet_alike(g: UpCardContext, one: Ends, other: Ends) -> Array:
    """Return the same for two hands with equal ends, counting each unordered pair both ways."""
    found = _met(g, one, other, True)
    both: Array = found + found.transpose(1, 0, 2)
    return both


def _met(g: UpCardContext, one: Ends, other: Ends, alike: bool) -> Array:
    """Return [kind, kind, dealer state]: the joint probability of the ends of two hands.

    With ``alike``, each unordered pair of equal ends is counted once.
    """
    kinds = kinds_of(g.tree)
    found = np.zeros((kinds, kinds, g.states))
    sums = [
        sums_of(one.cards, other.cards, least, most)
        for least, most in ((0, MIDDLE), (MIDDLE, HIGH), (HIGH, VALUES))
    ]
    compiled(add_all)(g.shoe, g.short, g.barred, one.orders, one.kind, other.orders, other.kind,
                      *sums, alike, found)  # fmt: skip
    return found


def with_over(found: Array, one: Array, two: Array, all_: Array) -> Array:
    """Fill in the entries of hands that bust by hitting: what is left of each margin and of all.

    ``one`` and ``two`` are the margins [kind, state], which already include their own busts.
    """
    found[OVER, :OVER] = two[:OVER] - found[:OVER, :OVER].sum(axis=0)
    found[:OVER, OVER] = one[:OVER] - found[:OVER, :OVER].sum(axis=1)
    found[OVER, OVER] = all_ - found.sum(axis=(0, 1))
    return found


def add_all(
    shoe: Any, walk: Any, barred: int, orders: Any, kind: Any, orders_2: Any, kind_2: Any,
    low: Sums, middle: Sums, high: Sums, alike: bool, found: Any,
) -> None:  # fmt: skip
    """Add every pair of ends with every dealer state; if ``alike``, half of each symmetric pair."""
    n, m = orders.shape[0], orders_2.shape[0]
    place: Any = np.zeros((n, m), np.int32)
    sets = find_sets(low, middle, high, alike, place)
    number = found.shape[2]
    states = np.zeros((sets.shape[0], number))
    beside(shoe, walk, barred, sets, states)
    sums, begins = np.zeros(number), np.zeros(orders.shape[1], np.int64)
    for i in range(n):
        used = 0
        for k in range(orders.shape[1]):
            if orders[i, k] != 0.0:
                begins[used] = k
                used += 1
        for j in range(i if alike else 0, m):
            weight, at = 0.0, place[i, j]
            for k in range(used):
                weight += orders[i, begins[k]] * orders_2[j, begins[k]]
            if alike and i == j:
                weight *= 0.5
            for s in range(number):
                sums[s] += weight * states[at, s]
            if j == m - 1 or kind_2[j] != kind_2[j + 1]:
                for s in range(number):
                    found[kind[i], kind_2[j], s] += sums[s]
                    sums[s] = 0.0


def find_sets(lows: Sums, middles: Sums, highs: Sums, alike: bool, place: Any) -> Any:
    """The distinct multisets that two ends use together; ``place`` gets the index for each pair.

    Low, middle and high cards are numbered separately. The three numbers of a sum come from small
    tables, and together index one larger table that is visited almost in order.
    """
    high, high_2, high_sums, of_high = highs
    middle, middle_2, middle_sums, of_middle = middles
    low, low_2, low_sums, of_low = lows
    n, m = high.shape[0], high_2.shape[0]
    wide, deep = low_sums.shape[0], middle_sums.shape[0]
    known: Any = np.full(high_sums.shape[0] * deep * wide, -1, np.int32)
    met = 0
    for i in range(n):
        for j in range(i if alike else 0, m):
            at = of_high[high[i], high_2[j]] * deep + of_middle[middle[i], middle_2[j]]
            at = at * wide + of_low[low[i], low_2[j]]
            if known[at] < 0:
                known[at] = met
                met += 1
            place[i, j] = known[at]
    both: Any = np.zeros((met, VALUES), np.int64)
    for at in range(known.shape[0]):
        if known[at] >= 0:
            key = (
                low_sums[at % wide] + middle_sums[at // wide % deep] + high_sums[at // wide // deep]
            )
            for v in range(VALUES):
                both[known[at], v] = key >> BITS * v & (1 << BITS) - 1
    return both


Sums: TypeAlias = tuple[Any, Any, Any, Any]
"""Numbers of both lists of ends, the distinct sums, and the number of the sum for each pair."""


def sums_of(cards: Array, cards_2: Array, least: int, most: int) -> Sums:
    """Encode the cards with values from ``least`` to ``most``, and all sums of two encodings.

    NumPy does this as fast as compiled code, which takes seconds to compile.
    """
    names, numbers = np.unique(keys_of(cards, least, most), return_inverse=True)
    names_2, numbers_2 = np.unique(keys_of(cards_2, least, most), return_inverse=True)
    of_two = names[:, None] + names_2
    sums = np.unique(of_two)
    return numbers, numbers_2, sums, np.searchsorted(sums, of_two)


def keys_of(cards: Array, least: int, most: int) -> Array:
    """Each multiset as one integer; the union of two multisets has the sum of both integers."""
    places = BITS * np.arange(least, most, dtype=np.int64)
    keys: Array = (cards[:, least:most] << places).sum(axis=1)
    return keys


def beside(shoe: Any, walk: Any, barred: int, sets: Any, found: Any) -> None:
    """Write, for each multiset drawn, the chance of one order of it with each dealer state.

    The chance includes that the hole card is not of the barred value, if there is one.
    """
    number = found.shape[1]
    scratch = dealer_scratch(number)
    counts, states = np.ones((VALUES, LANES)), np.zeros((number, LANES))
    chance, held = np.zeros(LANES), np.zeros(LANES, np.int64)
    lane, n = 0, sets.shape[0]
    for i in range(n):
        chance[lane] = order_chance(shoe, barred, sets[i])
        if chance[lane] > 0.0:
            for v in range(VALUES):
                counts[v, lane] = shoe[v] - sets[i, v]
            held[lane] = i
            lane += 1
        if lane == LANES or (i == n - 1 and lane > 0):
            dealer_states(counts, walk, scratch, states, barred)
            for b in range(lane):
                for s in range(number):
                    found[held[b], s] = chance[b] * states[s, b]
            lane = 0


def order_chance(shoe: Any, barred: int, cards: Any) -> float:
    """The chance that these cards come in one given order and the hole card is not barred."""
    left, chance = 0.0, 1.0
    for v in range(VALUES):
        left += shoe[v]
    for v in range(VALUES):
        for k in range(cards[v]):
            if shoe[v] <= k:
                return 0.0
            chance *= (shoe[v] - k) / left
            left -= 1.0
    if barred >= 0:
        chance *= 1.0 - (shoe[barred] - cards[barred]) / left
    return chance


# Sum of several hands' results, conditional on the dealer's final state.
#
# Each single hand, and each pair of hands, has an exact distribution with the dealer's. The sum of
# one or two hands is therefore exact. For three hands or more every marginal and every pairwise
# dependence is exact; dependence of three hands beyond that is neglected. Hands depend on each
# other only through the shoe, so the neglected part is of higher order.

WIDEST = 2
"""The largest number of units that a hand of 21 wins or loses."""


def by_units(found: Array, nets: Array, widest: int = WIDEST) -> Array:
    """[dealer state, units] from [kind, state]; ``nets`` holds the units for each of both."""
    sums: Array = (found.T[:, None] @ _which(nets, widest))[:, 0]
    return sums


def pairs_by_units(found: Array, nets: Array, other: Array, widest: int = WIDEST) -> Array:
    """Return [dealer state, units, units of the other hand] from [kind, kind, state]."""
    mine, theirs = _which(nets, widest), _which(other, widest)
    sums: Array = mine.transpose(0, 2, 1) @ found.transpose(2, 0, 1) @ theirs
    return sums


def _which(nets: Array, widest: int) -> Array:
    """Return [state, kind, units]: 1.0 where a kind nets this number of units, else 0.0."""
    found: Array = (nets.T[:, :, None] == np.arange(-widest, widest + 1)).astype(np.float64)
    return found


def given(by_state: Array, all_: Array) -> Array:
    """Return probabilities conditional on the dealer state, from joint ones."""
    shares: Array = by_state / np.where(all_ > 0.0, all_, 1.0)[:, None]
    return shares


def linked(pair: Array) -> Array:
    """[state, sum]: the joint distribution of two hands' sum minus that of independent hands."""
    all_ = pair.sum(axis=(1, 2))
    one, two = given(pair.sum(axis=2), all_), given(pair.sum(axis=1), all_)
    return given(added(pair), all_) - product(one, two)


def added(pair: Array) -> Array:
    """Return [state, sum of units] from [state, units, units]."""
    units = pair.shape[1]
    sums = np.zeros((len(pair), 2 * units - 1))
    for x in range(units):
        sums[:, x : x + units] += pair[:, x]
    return sums


def product(one: Array, other: Array) -> Array:
    """Return [state, sum of units] of two independent results."""
    sums = np.zeros((len(one), one.shape[1] + other.shape[1] - 1))
    for x in range(one.shape[1]):
        sums[:, x : x + other.shape[1]] += one[:, x, None] * other
    return sums


def summed(alone: Sequence[Array], linked: Callable[[int, int], Array]) -> Array:
    """Return [state, sum of units] of all hands, each given by its conditional [state, units].

    ``linked(i, j)`` is the deviation of a pair's sum from independence.
    """

    @cache
    def of(left: tuple[int, ...]) -> Array:
        if not left:
            return np.ones((len(alone[0]), 1))
        first, rest = left[0], left[1:]
        sums = product(alone[first], of(rest))
        for j in rest:
            sums = sums + product(linked(first, j), of(tuple(i for i in rest if i != j)))
        return sums

    return of(tuple(range(len(alone))))


# Hands made by splitting one pair.
#
# The number of hands depends on which second cards pair. While more splits are possible, every hand
# has a second card that does not pair; at the maximum the hands still waiting take any card. The
# probability of each case is found by inclusion-exclusion over further cards of the pair.


@dataclass(frozen=True)
class Case:
    """One number of hands from a pair: its probability and the distribution of each hand."""

    hands: int
    dealer: Array
    """[state]: the probability of the case with each dealer state."""
    alone: tuple[Array, ...]
    """For each hand, [state, units]: its distribution conditional on the dealer state."""


def unit_nets(terms: SolverRules, kind: int) -> Array:
    """Return [kind of end, dealer state]: the net of a split hand with a stake of this kind.

    In units, or in half units where a split hand may be surrendered.
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


def most_hands(terms: SolverRules, p: int) -> int:
    """Return the largest number of hands that a pair of this value may become."""
    return int(terms.most[p])


def cases(most: int) -> Iterator[tuple[int, int, int]]:
    """Yield (number of hands, hands known not to pair, number of ways) for a pair."""
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
    """A pair against one up card; chances include that of being dealt the pair.

    The shoe is the one less the up card.

    ``beside`` are first cards of other hands that are out of the shoe too, with their weights. The
    dependence between two hands of the pair is then taken from the pair ``alone``.
    """

    def __init__(
        self, terms: SolverRules, g: UpCardContext, p: int, after: Array, extra: int = ADDED,
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
        """Return the multiset of ``n`` cards of the pair's value."""
        found = np.zeros(VALUES, np.int64)
        found[self.p] = n
        return found

    def _ends(self, kind: int, pairs: bool) -> Ends:
        """The ends of a hand whose second card pairs, or does not, without its first card."""
        tree = self.g.tree
        start = np.zeros(len(tree["cards"]))
        for v in range(VALUES):
            if (v == self.p) == pairs:
                start[tree["pair"][self.p, v]] = 1.0
        return ends_of(tree, start, self.choices[kind], self.out(1))

    def _dealer(self, out: int) -> Array:
        """Return [state]: the dealer's chances with ``out`` cards of the pair's value out."""
        found: Array = meet(self.g, only(self.out(out)), self.beside).sum(axis=(0, 1))
        return found

    def _closed(self, kind: int, out: int) -> Array:
        """Return [kind, state] of a hand whose second card does not pair."""
        found = self._begun(kind, False, out)
        found[OVER] = self.dealer(out) - self.dealer(out + 1) - found.sum(axis=0)
        return found

    def _open(self, kind: int, out: int) -> Array:
        """Return [kind, state] of a hand whose second card may be any."""
        found = self._begun(kind, True, out) + self.closed(kind, out)
        found[OVER] = 0.0
        found[OVER] = self.dealer(out) - found.sum(axis=0)
        return found

    def _begun(self, kind: int, pairs: bool, out: int) -> Array:
        """Return [kind, state] of a hand of the pair with ``out`` such cards out of the shoe.

        With ``pairs``, its second card may pair the first one.
        """
        ends = self.ends(kind, pairs).plus(self.out(out))
        found: Array = meet(self.g, ends, self.beside).sum(axis=1)
        return found

    @staticmethod
    def none_pairs(known: Callable[[int], Array], out: int, others: int) -> Array:
        """Inclusion-exclusion: ``known(out)`` given that none of ``others`` second cards pairs."""
        found = known(out)
        for i in range(1, others + 1):
            found = found + (-1) ** i * math.comb(others, i) * known(out + i)
        return found

    @functools.cached_property
    def two(self) -> Array:
        """[kind, kind of the other, dealer state]: both hands of a pair that becomes two."""
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
        """Return [state, sum]: the deviation from independence of two hands of a round of two."""
        return linked(pairs_by_units(self.two, self.nets[kind], self.nets[other], self.widest))

    def kinds(self, n: int) -> list[int]:
        """Return the stake kinds of ``n`` hands: the original one, then those added."""
        return [ORIGINAL, *[self.extra] * (n - 1)]

    def cases(self) -> Iterator[Case]:
        """Yield every case: each number of hands with the number known not to pair."""
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
        """Return [state, sum of units] of all hands of a case, conditional on the dealer state."""
        kinds = self.kinds(case.hands)
        return summed(case.alone, lambda i, j: self.link(kinds[i], kinds[j]))

    def results(self) -> tuple[Array, float]:
        """Return the chance of every sum of units (or half units), and of three hands or more."""
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


# Distribution of the main wager's result under a given strategy.
#
#     >>> best = best_play(game)
#     >>> round_results(best.terms, best.grounds, best.play).units
#
# A round without a split is one hand, followed to its ends. For two split hands the joint
# distribution with one dealer hand is exact. For three hands or more each hand is exact with the
# dealer's, and their pairwise dependence is taken from rounds of two. ``several`` is the
# probability of such rounds. Floating point over exact enumeration, from a full shoe.

STAKES = 3
"""The stakes of one hand: not doubled, doubled with chips, doubled with a lammer."""


@dataclass(frozen=True)
class RoundResults:
    """The probability of every result of one unit wagered."""

    blackjack: float
    """The probability that a blackjack is paid."""
    surrender: float
    units: Array
    """By whole units won or lost; index ``MOST`` is 0 units."""
    several: float
    """The probability of three hands or more from one pair."""
    halves: Array
    """By results that are half a unit above whole ones; index 0 is ``-MOST + 0.5``."""


def round_results(
    terms: SolverRules, grounds: tuple[UpCardContext, ...], play: PlayTable
) -> RoundResults:
    """Return the distribution of results at a posted table under this strategy."""
    units, halves = np.zeros(2 * MOST + 1), np.zeros(2 * MOST)
    blackjack = surrender = several = 0.0
    for g in grounds:
        first, dealt = play.first[g.up], g.dealt.copy()
        gives_up = first == SURRENDER
        dealt[natural_hand(g)] = 0.0
        if terms.early:
            surrender += float(dealt[gives_up].sum())
            dealt[gives_up] = 0.0
        if terms.peek:
            units[MOST - 1] += (dealt * g.blackjack).sum()
            dealt = dealt * (1.0 - g.blackjack)
        blackjack += _naturals(terms, g, units)
        surrender += float(dealt[gives_up].sum())
        dealt[gives_up] = 0.0
        for p in range(VALUES):
            h = g.tree["pair"][p, p]
            if first[h] in (SPLIT, SPLIT_FREE) and dealt[h] > 0.0:
                extra = LAMMER if first[h] == SPLIT_FREE else ADDED
                found, more = Split(terms, g, p, play.after[g.up], extra).results()
                units += g.shown * found[:: terms.parts]
                if terms.parts > 1:
                    halves += g.shown * found[1 :: terms.parts]
                several += g.shown * more
                dealt[h] = 0.0
        _alone(terms, g, dealt, first, units)
    return RoundResults(blackjack, surrender, units, several, halves)


def natural_hand(g: UpCardContext) -> int:
    """Return the hand of an ace and a ten."""
    return int(g.tree["pair"][ACE, TEN])


def _naturals(terms: SolverRules, g: UpCardContext, units: Array) -> float:
    """Add the results of naturals to ``units``; return the chance of a paid blackjack."""
    natural = natural_hand(g)
    dealt = float(g.dealt[natural])
    pushes = float(g.rows[natural, TO_22]) if terms.blackjack_pushes_22 and dealt else 0.0
    lone = 1.0 - float(g.blackjack[natural])
    paid = lone * (1.0 - pushes) if terms.peek else lone - pushes
    nets = (None, 1.0, 0.0, -1.0, *terms.pays)
    blackjack = 0.0
    for share, outcomes in zip((paid, 1.0 - lone), terms.naturals, strict=True):
        for chance, net in zip(outcomes, nets, strict=False):
            if net is None:
                blackjack += dealt * share * chance
            elif chance:
                units[MOST + int(net)] += dealt * share * chance
    units[MOST] += dealt * (lone - paid)
    return blackjack


def _alone(terms: SolverRules, g: UpCardContext, dealt: Array, choice: Array, units: Array) -> None:
    """Add the results of rounds of one hand to ``units``, from the standing chances in ``g``."""
    tree, best = g.tree, terms.settled.wins.max(axis=1)
    wins = np.unique(np.maximum(best, 1.0))
    tier = np.searchsorted(wins, np.maximum(best, 1.0))[tree["kind"]]
    ends, over = np.zeros((len(wins), STAKES, ROW + 1)), np.zeros(STAKES)
    compiled(follow_ends)(dealt, choice, tree["child"], tree["done"], g.chances, g.rows, tier,
                          ends, over)  # fmt: skip
    for stake, (win, chips) in enumerate(((1, 1), (2, 2), (2, 1))):
        units[MOST - chips] += over[stake]
        for pays, end in zip(wins, ends[:, stake], strict=True):
            won, lost, taken = end[WIN] / pays, end[LOSE], end[TO_BLACKJACK]
            units[MOST + win * int(pays)] += won
            units[MOST - chips] += lost
            units[MOST - (chips if terms.takes else 1)] += taken
            units[MOST] += end[ROW] - won - lost - taken


def follow_ends(
    met: Any, choice: Any, child: Any, done: Any, chances: Any, rows: Any, tier: Any, ends: Any,
    over: Any,
) -> None:  # fmt: skip
    """Follow hands to their ends; ``ends`` sums up chances by tier (units a hand wins) and stake.

    ``over`` counts by stake the hands that bust.
    """
    for h in range(child.shape[0]):
        if met[h] <= 0.0:
            continue
        what = STAND if done[h] else choice[h]
        stake = 1 if what == DOUBLE else (2 if what == DOUBLE_FREE else 0)
        if what not in (HIT, DOUBLE, DOUBLE_FREE):
            add_end(ends[tier[h], 0], rows[h], met[h])
            continue
        for v in range(VALUES):
            drawn, c = met[h] * chances[h, v], child[h, v]
            if drawn <= 0.0:
                continue
            if c < 0:
                over[stake] += drawn
            elif what == HIT:
                met[c] += drawn
            else:
                add_end(ends[tier[c], stake], rows[c], drawn)


def add_end(end: Any, row: Any, chance: float) -> None:
    """Add the row of a hand that stands with this probability."""
    for i in range(ROW):
        end[i] += chance * row[i]
    end[ROW] += chance
