"""Blackjack Switch, counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from houseway.analysis.blackjack.best_play import ORIGINAL, SPLIT, TO_22
from houseway.analysis.blackjack.chart_by_totals import TotalPlay, total_play
from houseway.analysis.blackjack.charts import NAMES, UPS
from houseway.analysis.blackjack.compiled_round import MOST
from houseway.analysis.blackjack.dealer import ACE, TEN, VALUES
from houseway.analysis.blackjack.hands import settling
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
from houseway.analysis.blackjack.solver import (
    CARDS_OF_VALUE,
    Array,
    BestPlay,
    followed,
    ground,
    met_by,
    solve,
)
from houseway.analysis.blackjack.solver_rules import terms_of
from houseway.families.blackjack import rules
from houseway.pieces.cards import CARDS
from houseway.rulebook.colorado.blackjack_switch.two_hands import switch_outcome

if TYPE_CHECKING:
    from houseway.analysis.blackjack.solver import UpCardContext
    from houseway.analysis.blackjack.solver_rules import SolverRules
    from houseway.rulebook.colorado.blackjack_switch.two_hands import SwitchBlackjack


# -- switch -----------------------------------------------------------------------------------
# Two hands whose second cards may change places: how to play them, and what that is worth
# exactly.
#
#     >>> from houseway.rulebook import find
#     >>> from houseway.analysis.blackjack_switch.exact import switch_play
#     >>> switch_play(find("blackjack-switch")({"decks": 6})).house_edge
#
# A hand is played by its own cards and the up card, as best play of one hand from a full shoe has
# it. What each two-card hand is then worth stands in one table, and the second cards are switched
# where the two hands they make are worth more together.
#
# The worth of this way to play is exact (floating point over exact enumeration, errors below
# 1e-12). The expectation of a sum is the sum of expectations, and a hand that is played by its
# own cards is worth the same whoever draws first; so each hand is valued by itself, from a shoe
# without the up card, its own cards and the first two cards of the other hand: once for each of
# the 55 pairs the other hand can be. Insurance is never taken.

BETTER = 1e-9
"""Two hands are worth more only beyond this: what is equal but for rounding is left as dealt."""
SPOTS = 2


@dataclass(frozen=True)
class TwoCards:
    """What every hand of two cards is worth: [up, first, second], by value of the cards."""

    dealt: Array
    """As dealt, so an ace and a ten are a blackjack."""
    switched: Array
    """Brought together by a switch: they are 21."""


@dataclass(frozen=True)
class BothHands:
    """What the two hands of every deal are worth together, and how often it comes."""

    kept: Array
    """[up, first and second card of the first hand, of the second]: as dealt."""
    switched: Array
    """With the second cards in each other's place."""
    chance: Array
    blackjack: Array
    """The chance that the dealer looks and finds a blackjack."""
    lost: Array
    """The bets that a blackjack takes."""

    def expectation(self, switches: Array) -> float:
        """Of the two equal bets together, when second cards are switched so."""
        value = np.where(switches, self.switched, self.kept)
        found = self.chance * ((1.0 - self.blackjack) * value - self.blackjack * self.lost)
        return float(found.sum()) / SPOTS


@dataclass(frozen=True)
class SwitchPlay:
    """A way to play both hands of a posted table, and what it is worth."""

    best: BestPlay
    """How a hand is played."""
    worth: TwoCards
    """By its own cards and the up card; under a peek, when the dealer has no blackjack."""
    switches: Array
    """[up, first and second card of the first hand, of the second]: whether they are switched."""
    both: BothHands

    @property
    def expectation(self) -> float:
        """Of the two equal bets together."""
        return self.both.expectation(self.switches)

    @property
    def house_edge(self) -> float:
        """The house's expected share of the two initial bets."""
        return -self.expectation

    @property
    def switch_chance(self) -> float:
        """How often cards are switched."""
        played = self.both.chance * (1.0 - self.both.blackjack)
        return float((played * self.switches).sum())


def switch_play(game: SwitchBlackjack) -> SwitchPlay:
    """The way to play a posted table, and its exact worth."""
    terms = terms_of(game)
    best = solve(terms)
    worth = two_cards(terms, best.grounds, best.value)
    return SwitchPlay(best, worth, switches_of(worth), both_hands(best))


def table_of(game: SwitchBlackjack) -> tuple[BestPlay, Array]:
    """How hands are played and which cards are switched, without the worth of it: sooner known."""
    terms = terms_of(game)
    best = solve(terms)
    return best, switches_of(two_cards(terms, best.grounds, best.value))


def two_cards(terms: SolverRules, grounds: tuple[UpCardContext, ...], value: Array) -> TwoCards:
    """Of what all hands are worth [up, hand], the hands of two cards."""
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
    """Where the hands that a switch makes are worth more together."""
    up, a1, a2, b1, b2 = deals()
    kept = worth.dealt[up, a1, a2] + worth.dealt[up, b1, b2]
    switched = worth.switched[up, a1, b2] + worth.switched[up, b1, a2]
    found: Array = switched > kept + BETTER
    return found


def deals() -> Any:
    """Every deal by value: the up card, two cards of the first hand, two of the second."""
    return np.indices((VALUES,) * 5)


def both_hands(best: BestPlay) -> BothHands:
    """Both hands of every deal, each valued beside the cards of the other."""
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
    """What hands of two cards are worth beside a hand of these two, of hands that are met so."""
    left = shoe.copy()
    left[a] -= 1
    left[b] -= 1
    grounds = tuple(ground(best.terms, left, up, met[up]) for up in range(VALUES))
    first, after = best.play.first, best.play.after
    value = np.array([followed(best.terms, g, first[g.up], after[g.up]) for g in grounds])
    return two_cards(best.terms, grounds, value)


def _chances(terms: SolverRules, shoe: Array) -> tuple[Array, Array, Array]:
    """Of every deal: its chance, that of a blackjack the dealer finds, and the bets lost to it."""
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
    found: Array = ((a == ACE) & (b == TEN)) | ((a == TEN) & (b == ACE))
    return found


# -- for people ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class SwitchChart:
    """On paper: a chart by totals for each hand, and a table that decides the switch."""

    play: SwitchPlay
    totals: TotalPlay
    expectation_by_totals: float
    """With hands played by the chart, and cards switched by the table."""
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    """Two cards, and what they are worth against 2 to 10 and the ace, in hundredths of a bet."""


def switch_chart(game: SwitchBlackjack) -> SwitchChart:
    """Charts of a posted table."""
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
    return tuple(round(100 * float(by_up[up])) for up in UPS)


# -- switch results ---------------------------------------------------------------------------
# How often two hands that may switch cards end with each result together.
#
#     >>> switch_results(switch_play(game)).units
#
# Where neither hand is split, all ways in which both can end are met with one dealer's hand. With
# a split there are three hands or more: each is exact beside the dealer's and the first cards of
# the other spot, and how two of them go together is taken from two hands by themselves.

PAIRS = tuple((a, b) for a in range(VALUES) for b in range(a, VALUES))
NATURAL = len(PAIRS)
"""Two-card hands; the last is a blackjack as dealt, an ace and a ten among the others were
switched."""
BEGINNINGS = NATURAL + 1
A_TEN = PAIRS.index((ACE, TEN))


@dataclass(frozen=True)
class SwitchResults:
    """The chance of every result of the two initial bets, in units of one of them."""

    units: Array
    """``MOST`` is in the middle."""
    several: float
    """Rounds of three hands or more."""


def switch_results(play: SwitchPlay) -> SwitchResults:
    """The results of a posted table that is played so."""
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
    """Sums of units around their middle."""
    middle = len(sums) // 2
    units[MOST - middle : MOST + middle + 1] += sums


def switch_nets(play: SwitchPlay) -> Array:
    """[class, dealer's state]: what a hand that was not split wins or loses."""
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
        """The first two cards of a hand that is not split, whatever comes of it."""
        cards = np.array([_cards(t) for t in range(BEGINNINGS)])
        return Ends(cards[self.whole], np.eye(BEGINNINGS)[self.whole],
                    np.full(self.whole.sum(), WHATEVER))  # fmt: skip

    @cached_property
    def ends(self) -> Ends:
        """The ends of all hands that are not split, by their beginnings."""
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
        """The ends of the other hand, weighed by how often it begins so.

        ``p`` is the pair that the first hand is; otherwise it is any hand that is not split.
        """
        if p is None:
            return Ends(ends.cards, ends.orders @ self.ways.T, ends.kind)
        weights = ends.orders @ self.ways[PAIRS.index((p, p))]
        some = weights > 0.0
        return Ends(ends.cards[some], weights[some, None], ends.kind[some])

    def no_split(self) -> Array:
        """[class, class of the other, dealer's state]: neither hand is split."""
        one = meet(self.g, self.ends, self.beside(self.starts))[:, WHATEVER]
        all_ = meet(self.g, self.starts, self.beside(self.starts))[WHATEVER, WHATEVER]
        both = meet_alike(self.g, self.ends, self.beside(self.ends))
        return with_over(both, one, one, all_)

    def splits(self) -> Iterator[Array]:
        """The chance of every sum of units where a hand is split, or both are."""
        alone = {p: Split(self.terms, self.g, p, self.after) for p in self.split}
        for i, p in enumerate(self.split):
            if len(self.beside(self.starts, p).cards):
                yield 2.0 * self.one_split(alone[p])
            for q in self.split[i:]:
                ways = self.ways[PAIRS.index((p, p)), PAIRS.index((q, q))]
                if ways:
                    yield (1.0 if p == q else 2.0) * ways * self.both_split(alone[p], alone[q])

    def one_split(self, alone: Split) -> Array:
        """A pair that is split beside a hand that is not."""
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
        """[class, state] of the hand beside a pair of which so many cards are out."""
        found: Array = meet(self.g, only(split.out(out)), other)[WHATEVER]
        found[OVER] = split.dealer(out) - found.sum(axis=0)
        return found

    def _link(self, split: Split, other: Ends, hand: Array) -> Array:
        """How a hand of the pair and the one beside go together."""
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
        """Two pairs that are split, each beside the other; hands of one do not know the other's."""
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
    """The sum of two that lie around one middle."""
    narrow, wide = sorted((one, other), key=lambda sums: sums.shape[-1])
    more = (wide.shape[-1] - narrow.shape[-1]) // 2
    found: Array = wide.copy()
    found[..., more : wide.shape[-1] - more] += narrow
    return found


def beginnings(switches: Array) -> Array:
    """[first hand, second hand]: in how many deals they begin so, once cards are switched."""
    found = np.zeros((BEGINNINGS, BEGINNINGS))
    a1, a2, b1, b2 = np.indices((VALUES,) * 4)
    one = np.where(switches, number(a1, b2), dealt_number(a1, a2))
    two = np.where(switches, number(b1, a2), dealt_number(b1, b2))
    np.add.at(found, (one, two), 1.0)
    return found


def number(a: Array, b: Array) -> Array:
    """The number of a hand of two cards."""
    low, high = np.minimum(a, b), np.maximum(a, b)
    found: Array = low * VALUES - low * (low - 1) // 2 + high - low
    return found


def dealt_number(a: Array, b: Array) -> Array:
    """The same of a hand as dealt, which may be a blackjack."""
    found = number(a, b)
    return np.where(found == A_TEN, NATURAL, found)


def _cards(t: int) -> Array:
    found = np.zeros(VALUES, np.int64)
    for v in PAIRS[A_TEN if t == NATURAL else t]:
        found[v] += 1
    return found
