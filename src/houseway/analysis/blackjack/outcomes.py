"""Distribution of a round's result under a fixed strategy."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from houseway.analysis.blackjack.best_play import (
    ADDED,
    DOUBLE,
    DOUBLE_FREE,
    HIT,
    KINDS,
    LAMMER,
    LOSE,
    ORIGINAL,
    ROW,
    SPLIT,
    SPLIT_FREE,
    STAND,
    SURRENDER,
    TO_22,
    TO_BLACKJACK,
    WIN,
)
from houseway.analysis.blackjack.compiled_round import MOST
from houseway.analysis.blackjack.dealer import ACE, LANES, TEN, VALUES, dealer_room, dealer_states
from houseway.analysis.blackjack.solver import Array
from houseway.analysis.compiler.compile import compiled

if TYPE_CHECKING:
    from houseway.analysis.blackjack.solver import Play, UpCardContext
    from houseway.analysis.blackjack.solver_rules import SolverRules


# -- hand ends --------------------------------------------------------------------------------
# How a hand can end when it is played by its own cards: each set of cards, and in how many
# orders.
#
# Cards of a shuffled shoe come in any order alike. So how likely a hand ends with certain cards
# hangs on the cards alone, times the number of orders in which the play takes them; and that is
# so for several hands of a round and the dealer's together. An *end* is a set of cards, its
# number of orders, and what it is: how the stake stands, and the class it settles in. Hands that
# are hit until they are lost are not listed, since they are what is left of all; those that are
# doubled so are.

ONCE, DOUBLED, DOUBLED_FREE = range(3)
"""How the stake stands: an end is of a class of hands, so many times as many as there are on."""
GIVEN_UP, DEALT_21, SWITCHED_21, OVER = -4, -3, -2, -1
"""Behind these: a hand that was given up; an ace and a ten where they are more than 21, and where a
switch brought them together; and a hand that was hit until it was lost."""
WHATEVER = 0
"""The one class of a hand of which only the first cards are looked at."""


@dataclass(frozen=True)
class Ends:
    """The ends of a hand: sets of cards, in how many orders they come, and the class of each."""

    cards: Array
    """[end, value]: how many cards of each value."""
    orders: Array
    """[end, how the hand began]."""
    kind: Array

    def plus(self, more: Array) -> Ends:
        """With these cards of each value besides."""
        return Ends(self.cards + more, self.orders, self.kind)


def only(*cards: Array) -> Ends:
    """Sets of cards by themselves, whatever comes of them: each its own beginning."""
    sets = np.array(cards, np.int64)
    return Ends(sets, np.ones((len(sets), 1)), np.full(len(sets), WHATEVER))


NOTHING = only(np.zeros(VALUES, np.int64))
"""No hand besides."""


def kinds_of(tree: dict[str, Any]) -> int:
    """How many kinds of ends there are: classes of hands by stake, and four more."""
    return 3 * classes_of(tree) + 4


def classes_of(tree: dict[str, Any]) -> int:
    """How many classes of hands settle in different ways; the last of them is lost."""
    return int(tree["kind"].max()) + 2


def ends_of(tree: dict[str, Any], start: Array, choice: Array, began: Array | None = None) -> Ends:
    """The ends of hands that begin in so many ``start`` orders with each hand of the tree.

    Cards of ``began`` are left out of the sets: who asks counts them himself.
    """
    room = 3 * len(start) + VALUES * VALUES
    cards, orders = np.zeros((room, VALUES), np.int64), np.zeros(room)
    kind = np.zeros(room, np.int64)
    n = compiled(find_ends)(start.copy(), choice, tree["child"], tree["comp"], tree["kind"],
                            tree["done"], classes_of(tree), cards, orders, kind)  # fmt: skip
    if began is not None:
        cards -= began
    return in_order(cards[:n], orders[:n, None], kind[:n])


def joined(one: Ends, more: Ends) -> Ends:
    """The ends of both lists."""
    return in_order(
        np.concatenate((one.cards, more.cards)),
        np.concatenate((one.orders, more.orders)),
        np.concatenate((one.kind, more.kind)),
    )


def in_order(cards: Array, orders: Array, kind: Array) -> Ends:
    """By class, so that those of one class are summed up in one go; then by their high cards."""
    order = np.lexsort((*cards.T, kind))
    return Ends(cards[order], orders[order], kind[order])


def find_ends(
    ways: Any, choice: Any, child: Any, comp: Any, class_: Any, done: Any, classes: int,
    cards: Any, orders: Any, kind: Any,
) -> int:  # fmt: skip
    """Follow a play from hand to hand; how many ends there are."""
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
                    cards[n] = comp[h]
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
            cards[n], orders[n], kind[n] = comp[h], ways[h], 3 * classes
            n, ways[h] = n + 1, 0.0
        for stake, found in ((ONCE, ways), (DOUBLED, paid), (DOUBLED_FREE, free)):
            if found[h] > 0.0:
                cards[n], orders[n] = comp[h], found[h]
                kind[n] = stake * classes + class_[h]
                n += 1
    return n


# -- meeting ----------------------------------------------------------------------------------
# Two hands and the dealer's: how often they end so, whatever is drawn in which order.
#
# All ways in which two hands can end are gone through; the dealer's chances are worked out once
# for each set of cards that both take together.

BITS = 6
"""A set of cards is one number: so many bits for each value."""
MIDDLE, HIGH = 3, 6
"""Middle cards are four to six."""


def meet(g: UpCardContext, one: Ends, other: Ends = NOTHING) -> Array:
    """[class, class of the other, dealer's state]: how often two hands end so.

    Counted from the shoe that lacks the up card only, together with the hole card's making no
    blackjack where the dealer has looked.  Both have the same beginnings in ``orders``, or one.
    """
    return _met(g, one, other, False)


def meet_alike(g: UpCardContext, one: Ends, other: Ends) -> Array:
    """The same of two hands with the same ends, as often one way round as the other."""
    found = _met(g, one, other, True)
    both: Array = found + found.transpose(1, 0, 2)
    return both


def _met(g: UpCardContext, one: Ends, other: Ends, alike: bool) -> Array:
    kinds = kinds_of(g.tree)
    found = np.zeros((kinds, kinds, g.states))
    compiled(add_all)(g.shoe, g.short, g.barred, one.cards, one.orders, one.kind, other.cards,
                      other.orders, other.kind, alike, found)  # fmt: skip
    return found


def with_over(found: Array, one: Array, two: Array, all_: Array) -> Array:
    """The same with hands hit until they are lost: what is left of each hand, and of all.

    ``one`` and ``two`` are each hand by itself [class, state] with its own filled in.
    """
    found[OVER, :OVER] = two[:OVER] - found[:OVER, :OVER].sum(axis=0)
    found[:OVER, OVER] = one[:OVER] - found[:OVER, :OVER].sum(axis=1)
    found[OVER, OVER] = all_ - found.sum(axis=(0, 1))
    return found


def add_all(
    shoe: Any, walk: Any, barred: int, cards: Any, orders: Any, kind: Any, cards_2: Any,
    orders_2: Any, kind_2: Any, alike: bool, found: Any,
) -> None:  # fmt: skip
    """Every two ends with every state; where both are alike half of what each two give."""
    n, m = cards.shape[0], cards_2.shape[0]
    place: Any = np.zeros((n, m), np.int32)
    sets = find_sets(cards, cards_2, alike, place)
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


def find_sets(cards: Any, cards_2: Any, alike: bool, place: Any) -> Any:
    """The sets of cards that two ends make together, and into ``place`` which one each two make.

    Low, middle and high cards are numbered apart: the three numbers of a sum stand in small tables,
    and all together in one that is gone through almost in order.
    """
    n, m = cards.shape[0], cards_2.shape[0]
    high, high_2, high_sums, of_high = sums_of(cards, cards_2, HIGH, VALUES)
    middle, middle_2, middle_sums, of_middle = sums_of(cards, cards_2, MIDDLE, HIGH)
    low, low_2, low_sums, of_low = sums_of(cards, cards_2, 0, MIDDLE)
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


def sums_of(cards: Any, cards_2: Any, least: int, most: int) -> tuple[Any, Any, Any, Any]:
    """Cards of some values only: the number of each end's, and of the sum of every two of them.

    Returned are the numbers of both lists, all sums, and the number of the sum by both.
    """
    keys, keys_2 = keys_of(cards, least, most), keys_of(cards_2, least, most)
    names, names_2 = np.unique(keys), np.unique(keys_2)
    of_two: Any = np.zeros((names.shape[0], names_2.shape[0]), np.int64)
    for i in range(names.shape[0]):
        for j in range(names_2.shape[0]):
            of_two[i, j] = names[i] + names_2[j]
    sums = np.unique(of_two)
    for i in range(names.shape[0]):
        of_two[i] = np.searchsorted(sums, of_two[i])
    return np.searchsorted(names, keys), np.searchsorted(names_2, keys_2), sums, of_two


def keys_of(cards: Any, least: int, most: int) -> Any:
    """Sets of cards as one number each; two of them together have the sum of both."""
    keys: Any = np.zeros(cards.shape[0], np.int64)
    for i in range(cards.shape[0]):
        for v in range(least, most):
            keys[i] += cards[i, v] << BITS * v
    return keys


def beside(shoe: Any, walk: Any, barred: int, sets: Any, found: Any) -> None:
    """For sets of cards drawn: the chance of one order of them together with each dealer's state.

    And with the hole card's not being of the barred value, if there is one.
    """
    number = found.shape[1]
    room = dealer_room(number)
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
            dealer_states(counts, walk, room, states, barred)
            for b in range(lane):
                for s in range(number):
                    found[held[b], s] = chance[b] * states[s, b]
            lane = 0


def order_chance(shoe: Any, barred: int, cards: Any) -> float:
    """The chance that these cards come in one certain order, and that the hole card may be."""
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


# -- together ---------------------------------------------------------------------------------
# What several hands of a round win or lose together, given how the dealer ends.
#
# Every hand by itself is known exactly beside the dealer's, and how two go together is known too.
# The sum of one or two hands is then exact. Of more hands, each is still exact, and every two go
# together as known; that a third one goes with them otherwise than each two do is left out.
# (Hands go together only because they draw from one shoe, so what is left out is smaller again
# than what two have in common by as much as that is small.)

WIDEST = 2
"""Units that a hand of 21 wins or loses at most."""


def by_units(found: Array, nets: Array, widest: int = WIDEST) -> Array:
    """[dealer's state, units] of what is known by [class, state]; ``nets`` are units by both."""
    sums: Array = (found.T[:, None] @ _which(nets, widest))[:, 0]
    return sums


def pairs_by_units(found: Array, nets: Array, other: Array, widest: int = WIDEST) -> Array:
    """[dealer's state, units, units of the other hand] of [class, class, state]."""
    mine, theirs = _which(nets, widest), _which(other, widest)
    sums: Array = mine.transpose(0, 2, 1) @ found.transpose(2, 0, 1) @ theirs
    return sums


def _which(nets: Array, widest: int) -> Array:
    """[state, class, units]: one where a class comes to so many units."""
    found: Array = (nets.T[:, :, None] == np.arange(-widest, widest + 1)).astype(np.float64)
    return found


def given(by_state: Array, all_: Array) -> Array:
    """What is known together with each state, for that state."""
    shares: Array = by_state / np.where(all_ > 0.0, all_, 1.0)[:, None]
    return shares


def linked(pair: Array) -> Array:
    """[state, sum of units]: how much oftener two hands come to it than each by itself would."""
    all_ = pair.sum(axis=(1, 2))
    one, two = given(pair.sum(axis=2), all_), given(pair.sum(axis=1), all_)
    return given(added(pair), all_) - product(one, two)


def added(pair: Array) -> Array:
    """[state, sum of units] of [state, units, units]."""
    units = pair.shape[1]
    sums = np.zeros((len(pair), 2 * units - 1))
    for x in range(units):
        sums[:, x : x + units] += pair[:, x]
    return sums


def product(one: Array, other: Array) -> Array:
    """The sum of two that go their own ways: [state, sum of units]."""
    sums = np.zeros((len(one), one.shape[1] + other.shape[1] - 1))
    for x in range(one.shape[1]):
        sums[:, x : x + other.shape[1]] += one[:, x, None] * other
    return sums


def summed(alone: Sequence[Array], linked: Callable[[int, int], Array]) -> Array:
    """[state, sum of units] of all these hands, each given by [state, units] for its state.

    ``linked(i, j)`` is how much oftener two hands come to a sum than if they went their own ways.
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


# -- split results ----------------------------------------------------------------------------
# The hands made of one pair: what they win or lose together.
#
# How many hands there are hangs on which second cards pair. As long as there may be more, every
# hand has a second card that does not; once there are as many as may be, the hands that still
# wait take any card. For each such case the chance of every end of one hand with every end of the
# dealer's is what it is with so many cards of the pair out, less what it is when one more pairs,
# and so on.


@dataclass(frozen=True)
class Case:
    """So many hands of one pair, and what they come to."""

    hands: int
    dealer: Array
    """How often, by state of the dealer."""
    alone: tuple[Array, ...]
    """Of each hand [state, units], for its state."""


def unit_nets(terms: SolverRules, kind: int) -> Array:
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


def most_hands(terms: SolverRules, p: int) -> int:
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


# -- results ----------------------------------------------------------------------------------
# How often a round of the main wager ends with each result, when a play is followed.
#
#     >>> best = best_play(game)
#     >>> round_results(best.terms, best.grounds, best.play).units
#
# A round without a split is one hand, followed to its ends. Of two hands made by a split all ways
# in which both can end are met with one dealer's hand. Where one pair becomes three hands or
# more, each hand is exact beside the dealer's, and how two of them go together is taken from
# rounds of two; ``several`` says how often that is. Floating point over exact enumeration, from a
# full shoe.

STAKES = 3
"""A hand that stands or is hit, one doubled with chips, one doubled with a lammer."""


@dataclass(frozen=True)
class RoundResults:
    """The chance of every result of one unit wagered."""

    blackjack: float
    """A blackjack is paid."""
    surrender: float
    units: Array
    """By whole units won or lost: ``MOST`` is in the middle."""
    several: float
    """Rounds in which one pair becomes three hands or more."""
    halves: Array
    """The same half a unit above: from half a unit more than ``-MOST``."""


def round_results(
    terms: SolverRules, grounds: tuple[UpCardContext, ...], play: Play
) -> RoundResults:
    """The results of a posted table when this play is followed."""
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
    """The hand of an ace and a ten."""
    return int(g.tree["pair"][ACE, TEN])


def _naturals(terms: SolverRules, g: UpCardContext, units: Array) -> float:
    """What becomes of naturals, into units; how often one is paid as a blackjack."""
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
    """Rounds of one hand: the dealer's chances stand in the ground."""
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
    """Follow hands to their ends: chances to win, to lose and so on, and how often each; by tier,
    which is what a hand wins, and by stake.

    ``over`` counts by stake the hands that are lost.
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
    """A hand that stands so often."""
    for i in range(ROW):
        end[i] += chance * row[i]
    end[ROW] += chance
