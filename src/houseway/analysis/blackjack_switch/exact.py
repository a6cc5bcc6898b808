"""Blackjack Switch, counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from houseway.analysis.blackjack.decisions import SPLIT
from houseway.analysis.blackjack.outcomes import (
    DEALT_21,
    OVER,
    SWITCHED_21,
    WHATEVER,
    Ends,
    Split,
    added,
    by_units,
    ends_of,
    given,
    in_order,
    joined,
    linked,
    meet,
    meet_alike,
    only,
    pairs_by_units,
    product,
    summed,
    unit_nets,
    with_over,
)
from houseway.analysis.blackjack.simulation.compiled_round import MOST
from houseway.analysis.blackjack.solver.best_play import ORIGINAL, TO_22
from houseway.analysis.blackjack.solver.dealer import ACE, TEN, VALUES
from houseway.analysis.blackjack.solver.hands import settling
from houseway.analysis.blackjack.solver.rules import terms_of
from houseway.analysis.blackjack.solver.solve import (
    CARDS_OF_VALUE,
    Array,
    BestPlay,
    followed,
    ground,
    met_by,
    solve,
)
from houseway.analysis.blackjack.strategy.chart_by_totals import TotalPlay, total_play
from houseway.analysis.blackjack.strategy.charts import NAMES, UPS
from houseway.families.blackjack import rules
from houseway.pieces.cards import CARDS
from houseway.rulebook.colorado.blackjack_switch.game import switch_outcome

if TYPE_CHECKING:
    from houseway.analysis.blackjack.solver.rules import SolverRules
    from houseway.analysis.blackjack.solver.solve import UpCardContext
    from houseway.rulebook.colorado.blackjack_switch.game import BlackjackSwitch


# Two hands whose second cards may be exchanged: their play, and its exact value.
#
#     >>> from houseway.rulebook import find
#     >>> from houseway.analysis.blackjack_switch.exact import switch_play
#     >>> switch_play(find("blackjack-switch")({"decks": 6})).house_edge
#
# A hand is played by its own cards and the up card, as best play of one hand from a full shoe. The
# value of each two-card hand comes from one table, and second cards are switched if the two
# resulting hands are worth more together.
#
# The value of this strategy is exact (floating point over exact enumeration, errors below 1e-12).
# Expectations add up, and a hand played by its own cards is worth the same whichever hand draws
# first. So each hand is valued by itself. Its shoe lacks the up card, its own cards and the first
# two cards of the other hand. That is done once for each of the 55 pairs that the other hand can
# be. Insurance is never taken.

BETTER = 1e-9
"""The least gain of a switch; equal values that differ by rounding are left as dealt."""
SPOTS = 2


@dataclass(frozen=True)
class TwoCards:
    """[up, first, second]: values of two-card hands, by values of the cards."""

    dealt: Array
    """As dealt, so an ace and a ten are a blackjack."""
    switched: Array
    """Made by a switch, so an ace and a ten are 21."""


@dataclass(frozen=True)
class BothHands:
    """The joint value of the two hands of every deal, with the deal's probability."""

    kept: Array
    """[up, first hand's two cards, second hand's two cards]: as dealt."""
    switched: Array
    """With the second cards exchanged."""
    chance: Array
    blackjack: Array
    """The probability that the dealer peeks and finds a blackjack."""
    lost: Array
    """The number of bets that such a blackjack takes."""

    def expectation(self, switches: Array) -> float:
        """Return the expectation of two equal bets under these switches, in units of both."""
        value = np.where(switches, self.switched, self.kept)
        found = self.chance * ((1.0 - self.blackjack) * value - self.blackjack * self.lost)
        return float(found.sum()) / SPOTS


@dataclass(frozen=True)
class SwitchPlay:
    """A strategy for both hands of a posted table, and its value."""

    best: BestPlay
    """The play of one hand."""
    worth: TwoCards
    """By a hand's own cards and the up card; under a peek, given no dealer blackjack."""
    switches: Array
    """[up, first hand's two cards, second hand's two cards]: True to switch."""
    both: BothHands

    @property
    def expectation(self) -> float:
        """The expectation of two equal bets, in units of both."""
        return self.both.expectation(self.switches)

    @property
    def house_edge(self) -> float:
        """The house's expected share of the two initial bets."""
        return -self.expectation

    @property
    def switch_chance(self) -> float:
        """The share of rounds with a switch."""
        played = self.both.chance * (1.0 - self.both.blackjack)
        return float((played * self.switches).sum())


def switch_play(game: BlackjackSwitch) -> SwitchPlay:
    """Return the strategy of a posted table with its exact value."""
    terms = terms_of(game)
    best = solve(terms)
    worth = two_cards(terms, best.grounds, best.value)
    return SwitchPlay(best, worth, switches_of(worth), both_hands(best))


def table_of(game: BlackjackSwitch) -> tuple[BestPlay, Array]:
    """Return the play of one hand and the switches, without the value, which takes longer."""
    terms = terms_of(game)
    best = solve(terms)
    return best, switches_of(two_cards(terms, best.grounds, best.value))


def two_cards(terms: SolverRules, grounds: tuple[UpCardContext, ...], value: Array) -> TwoCards:
    """Return the values of two-card hands, from those of all hands [up, hand]."""
    pair = terms.tree["pair"]
    natural = pair[ACE, TEN]
    dealt, switched = value[:, pair].copy(), value[:, pair].copy()
    for g in grounds:
        blackjack = terms.blackjack_pays * (1.0 if terms.peek else 1.0 - g.blackjack[natural])
        dealt[g.up, ACE, TEN] = dealt[g.up, TEN, ACE] = blackjack
        if not terms.push_22:  # the 22 that other hands beat pushes this one
            for a, b in ((ACE, TEN), (TEN, ACE)):
                switched[g.up, a, b] -= g.rows[natural, TO_22]
    return TwoCards(dealt, switched)


def switches_of(worth: TwoCards) -> Array:
    """Return the deals in which the switched hands are worth more together."""
    up, a1, a2, b1, b2 = deals()
    kept = worth.dealt[up, a1, a2] + worth.dealt[up, b1, b2]
    switched = worth.switched[up, a1, b2] + worth.switched[up, b1, a2]
    found: Array = switched > kept + BETTER
    return found


def deals() -> Any:
    """Return every deal by value: up card, two cards of the first hand, two of the second."""
    return np.indices((VALUES,) * 5)


def both_hands(best: BestPlay) -> BothHands:
    """Return both hands of every deal, each valued without the cards of the other."""
    shoe = np.array([n * best.terms.decks for n in CARDS_OF_VALUE], dtype=np.float64)
    dealt, switched = np.zeros((2, *(VALUES,) * 5))
    met = [met_by(best.terms.tree, first) for first in best.play.first]
    for a in range(VALUES):
        for b in range(a, VALUES):
            known = _beside(best, shoe, met, a, b)
            dealt[a, b] = dealt[b, a] = known.dealt
            switched[a, b] = switched[b, a] = known.switched
    up, a1, a2, b1, b2 = deals()
    return BothHands(
        dealt[b1, b2, up, a1, a2] + dealt[a1, a2, up, b1, b2],
        switched[b1, a2, up, a1, b2] + switched[a1, b2, up, b1, a2],
        *_chances(best.terms, shoe),
    )


def _beside(best: BestPlay, shoe: Array, met: Sequence[Array], a: int, b: int) -> TwoCards:
    """Return the values of two-card hands with these two cards out of the shoe."""
    left = shoe.copy()
    left[a] -= 1
    left[b] -= 1
    grounds = tuple(ground(best.terms, left, up, met[up]) for up in range(VALUES))
    first, after = best.play.first, best.play.after
    value = np.array([followed(best.terms, g, first[g.up], after[g.up]) for g in grounds])
    return two_cards(best.terms, grounds, value)


def _chances(terms: SolverRules, shoe: Array) -> tuple[Array, Array, Array]:
    """Return the probability of every deal, that of a found blackjack, and the bets it takes."""
    cards = deals()
    up, a1, a2, b1, b2 = cards
    total = float(shoe.sum())
    chance = np.ones(up.shape)
    for n, card in enumerate(cards):
        out = sum(earlier == card for earlier in cards[:n])
        chance *= np.maximum(shoe[card] - out, 0.0) / (total - n)
    blackjack = np.zeros(up.shape)
    if terms.peek:
        for shown, hole in ((ACE, TEN), (TEN, ACE)):
            left = shoe[hole] - (cards == hole).sum(axis=0)
            blackjack = np.where(up == shown, left / (total - len(cards)), blackjack)
    lost = SPOTS - _natural(a1, a2).astype(int) - _natural(b1, b2)
    return chance, blackjack, lost


def _natural(a: Array, b: Array) -> Array:
    """Return a mask of the pairs of values that are an ace and a ten."""
    found: Array = ((a == ACE) & (b == TEN)) | ((a == TEN) & (b == ACE))
    return found


# Charts for people.


@dataclass(frozen=True)
class SwitchChart:
    """A printed chart by totals for each hand, and a table that decides the switch."""

    play: SwitchPlay
    totals: TotalPlay
    expectation_by_totals: float
    """The expectation with hands played by the chart and cards switched by the table."""
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    """Two cards, and their values against 2 to 10 and the ace, in hundredths of a bet."""


def switch_chart(game: BlackjackSwitch) -> SwitchChart:
    """Return the charts of a posted table."""
    play = switch_play(game)
    totals = total_play(play.best)
    by_chart = both_hands(replace(play.best, play=totals.play)).expectation(play.switches)
    rows = [("blackjack", _hundredths(play.worth.dealt[:, ACE, TEN]))]
    for a in range(VALUES):
        for b in range(a, VALUES):
            name = f"{NAMES[a]}{NAMES[b]}" + " switched" * ((a, b) == (ACE, TEN))
            rows.append((name, _hundredths(play.worth.switched[:, a, b])))
    return SwitchChart(play, totals, by_chart, tuple(rows))


def _hundredths(by_up: Array) -> tuple[int, ...]:
    """Return numbers by up card in hundredths, rounded."""
    return tuple(round(100 * float(by_up[up])) for up in UPS)


# Distribution of the joint result of two hands that may switch cards.
#
#     >>> switch_results(switch_play(game)).units
#
# If neither hand is split, the joint distribution of both ends with the dealer's hand is exact. A
# split makes three hands or more. Each is exact with the dealer's and the first cards of the other
# spot, and pairwise dependence is taken from two hands alone.

PAIRS = tuple((a, b) for a in range(VALUES) for b in range(a, VALUES))
NATURAL = len(PAIRS)
"""The index of a dealt blackjack among beginnings; an ace and a ten in ``PAIRS`` are switched."""
BEGINNINGS = NATURAL + 1
A_TEN = PAIRS.index((ACE, TEN))


@dataclass(frozen=True)
class SwitchResults:
    """The probability of every result of the two initial bets, in units of one of them."""

    units: Array
    """[units]: index ``MOST`` is 0."""
    several: float
    """The probability of three hands or more."""


def switch_results(play: SwitchPlay) -> SwitchResults:
    """Return the distribution of results at a posted table under this strategy."""
    units, several = np.zeros(2 * MOST + 1), 0.0
    both = play.both
    for lost in range(3):
        units[MOST - lost] += (both.chance * both.blackjack)[both.lost == lost].sum()
    nets = switch_nets(play)
    for g in play.best.grounds:
        against = _Against(play, g, nets)
        both_whole = added(pairs_by_units(against.no_split(), nets, nets))
        _add(units, g.shown * both_whole.sum(axis=0))
        for sums in against.splits():
            _add(units, g.shown * sums)
            several += g.shown * float(sums.sum())
    return SwitchResults(units, several)


def _add(units: Array, sums: Array) -> None:
    """Add sums of units, both arrays being centred on 0."""
    middle = len(sums) // 2
    units[MOST - middle : MOST + middle + 1] += sums


def switch_nets(play: SwitchPlay) -> Array:
    """Return [kind of end, dealer state]: the net of a hand that was not split."""
    terms = play.best.terms
    found = unit_nets(terms, ORIGINAL)
    dealer_22 = rules.PUSHES_HANDS if terms.push_22 else rules.BEATS_NOBODY
    mine = CARDS.parse("Ac Kd")
    worth = {rules.BLACKJACK: 1, rules.WIN: 1, rules.PUSH: 0, rules.LOSE: -1}
    for s, theirs in enumerate(settling(terms.count).dealers):
        for kind, switched in ((DEALT_21, False), (SWITCHED_21, True)):
            outcome = switch_outcome(mine, theirs, False, switched, dealer_22)
            found[kind, s] = worth[outcome]
    return found


class _Against:
    """Both hands against one up card."""

    def __init__(self, play: SwitchPlay, g: UpCardContext, nets: Array) -> None:
        self.g, self.nets, self.terms = g, nets, play.best.terms
        self.first, self.after = play.best.play.first[g.up], play.best.play.after[g.up]
        pair = g.tree["pair"]
        self.split = [p for p in range(VALUES) if self.first[pair[p, p]] == SPLIT]
        self.ways = beginnings(play.switches[g.up])
        self.whole = np.ones(BEGINNINGS, np.bool_)
        for p in self.split:
            self.whole[PAIRS.index((p, p))] = False

    @cached_property
    def starts(self) -> Ends:
        """The first two cards of unsplit hands, whatever follows."""
        cards = np.array([_cards(t) for t in range(BEGINNINGS)])
        return Ends(cards[self.whole], np.eye(BEGINNINGS)[self.whole],
                    np.full(self.whole.sum(), WHATEVER))  # fmt: skip

    @cached_property
    def ends(self) -> Ends:
        """The ends of all unsplit hands, by beginning."""
        tree = self.g.tree
        rows, orders = [], []
        for t in np.nonzero(self.whole)[0].tolist():
            if t in (A_TEN, NATURAL):
                kind = SWITCHED_21 if t == A_TEN else DEALT_21
                rows.append(np.append(_cards(t), kind)[None])
                orders.append(np.eye(BEGINNINGS)[[t]])
                continue
            start = np.zeros(len(tree["cards"]))
            start[tree["pair"][PAIRS[t]]] = 1.0
            found = ends_of(tree, start, self.first)
            rows.append(np.hstack((found.cards, found.kind[:, None])))
            orders.append(found.orders * np.eye(BEGINNINGS)[t])
        alike, place = np.unique(np.concatenate(rows), axis=0, return_inverse=True)
        summed_up = np.zeros((len(alike), BEGINNINGS))
        np.add.at(summed_up, place.ravel(), np.concatenate(orders))
        return in_order(alike[:, :VALUES], summed_up, alike[:, VALUES])

    def beside(self, ends: Ends, p: int | None = None) -> Ends:
        """Return the ends of the other hand, weighted by its beginnings.

        ``p`` is the pair that the first hand is; None if that is any unsplit hand.
        """
        if p is None:
            return Ends(ends.cards, ends.orders @ self.ways.T, ends.kind)
        weights = ends.orders @ self.ways[PAIRS.index((p, p))]
        some = weights > 0.0
        return Ends(ends.cards[some], weights[some, None], ends.kind[some])

    def no_split(self) -> Array:
        """Return [kind, kind of the other, dealer state] for two unsplit hands."""
        one = meet(self.g, self.ends, self.beside(self.starts))[:, WHATEVER]
        all_ = meet(self.g, self.starts, self.beside(self.starts))[WHATEVER, WHATEVER]
        both = meet_alike(self.g, self.ends, self.beside(self.ends))
        return with_over(both, one, one, all_)

    def splits(self) -> Iterator[Array]:
        """Yield the probability of every sum of units where one hand is split, or both are."""
        alone = {p: Split(self.terms, self.g, p, self.after) for p in self.split}
        for i, p in enumerate(self.split):
            if len(self.beside(self.starts, p).cards):
                yield 2.0 * self.one_split(alone[p])
            for q in self.split[i:]:
                ways = self.ways[PAIRS.index((p, p)), PAIRS.index((q, q))]
                if ways:
                    yield (1.0 if p == q else 2.0) * ways * self.both_split(alone[p], alone[q])

    def one_split(self, alone: Split) -> Array:
        """Return the sums of a split pair with an unsplit hand."""
        p = alone.p
        split = Split(self.terms, self.g, p, self.after, beside=self.beside(self.starts, p),
                      alone=alone)  # fmt: skip
        other = self.beside(self.ends, p)
        hand = self._other(split, other, 2)
        one = given(by_units(hand, self.nets), split.dealer(2))
        link = self._link(split, other, hand)
        units: Array = np.zeros(1)
        for case in split.cases():
            kinds = split.kinds(case.hands)

            def linked_to(i: int, j: int, kinds: list[int] = kinds) -> Array:
                return link if j == len(kinds) else alone.link(kinds[i], kinds[j])

            sums = case.dealer @ summed((*case.alone, one), linked_to)
            units = padded(units, sums)
        return units

    def _other(self, split: Split, other: Ends, out: int) -> Array:
        """Return [kind, state] of the other hand of a pair when ``out`` pair cards are out."""
        found: Array = meet(self.g, only(split.out(out)), other)[WHATEVER]
        found[OVER] = split.dealer(out) - found.sum(axis=0)
        return found

    def _link(self, split: Split, other: Ends, hand: Array) -> Array:
        """Return the dependence between a hand of the pair and the other hand."""
        ends = split.ends(ORIGINAL, False)
        if split.most > 2:
            one = split.closed(ORIGINAL, 2)
            two = hand - self._other(split, other, 3)
        else:
            ends = joined(ends, split.ends(ORIGINAL, True))
            one, two = split.open(ORIGINAL, 2), hand
        both = meet(self.g, ends.plus(split.out(2)), other)
        both = with_over(both, one, two, one.sum(axis=0))
        return linked(pairs_by_units(both, split.nets[ORIGINAL], self.nets))

    def both_split(self, one: Split, two: Split) -> Array:
        """Return the sums of two split pairs; hands of one ignore those of the other."""
        by_state = []
        for split, other in ((one, two), (two, one)):
            beside = Split(self.terms, self.g, split.p, self.after, beside=only(other.out(2)),
                           alone=split)  # fmt: skip
            units: Array = np.zeros((self.g.states, 1))
            for case in beside.cases():
                units = padded(units, case.dealer[:, None] * beside.sums(case))
            by_state.append(given(units, beside.dealer(2)))
            all_ = beside.dealer(2)
        sums: Array = all_ @ product(*by_state)
        return sums


def padded(one: Array, other: Array) -> Array:
    """Return the sum of two arrays whose last axes have the same middle; the shorter is padded."""
    narrow, wide = sorted((one, other), key=lambda sums: sums.shape[-1])
    more = (wide.shape[-1] - narrow.shape[-1]) // 2
    found: Array = wide.copy()
    found[..., more : wide.shape[-1] - more] += narrow
    return found


def beginnings(switches: Array) -> Array:
    """Return [first hand, second hand]: the number of deals with these hands after switching."""
    found = np.zeros((BEGINNINGS, BEGINNINGS))
    a1, a2, b1, b2 = np.indices((VALUES,) * 4)
    one = np.where(switches, number(a1, b2), dealt_number(a1, a2))
    two = np.where(switches, number(b1, a2), dealt_number(b1, b2))
    np.add.at(found, (one, two), 1.0)
    return found


def number(a: Array, b: Array) -> Array:
    """Return the index of a two-card hand."""
    low, high = np.minimum(a, b), np.maximum(a, b)
    found: Array = low * VALUES - low * (low - 1) // 2 + high - low
    return found


def dealt_number(a: Array, b: Array) -> Array:
    """Return the index of a two-card hand as dealt, which may be a blackjack."""
    found = number(a, b)
    return np.where(found == A_TEN, NATURAL, found)


def _cards(t: int) -> Array:
    """Return the number of cards of each value in a two-card hand."""
    found = np.zeros(VALUES, np.int64)
    for v in PAIRS[A_TEN if t == NATURAL else t]:
        found[v] += 1
    return found
