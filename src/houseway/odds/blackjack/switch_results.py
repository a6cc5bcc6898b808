"""How often two hands that may switch cards end with each result together.

    >>> switch_results(switch_play(game)).units

Where neither hand is split, all ways in which both can end are met with one dealer's hand.  With a
split there are three hands or more: each is exact beside the dealer's and the first cards of the
other spot, and how two of them go together is taken from two hands by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from houseway.odds.blackjack.best_play import ORIGINAL, SPLIT
from houseway.odds.blackjack.dealer import ACE, TEN, VALUES
from houseway.odds.blackjack.hand_ends import (
    DEALT_21,
    OVER,
    SWITCHED_21,
    WHATEVER,
    Ends,
    ends_of,
    in_order,
    joined,
    only,
)
from houseway.odds.blackjack.meeting import meet, meet_alike, with_over
from houseway.odds.blackjack.one_seat import MOST
from houseway.odds.blackjack.settling import settling
from houseway.odds.blackjack.solve import Array, Ground
from houseway.odds.blackjack.split_results import Split, unit_nets
from houseway.odds.blackjack.switch import SwitchPlay
from houseway.odds.blackjack.together import (
    added,
    by_units,
    given,
    linked,
    pairs_by_units,
    product,
    summed,
)
from houseway.pieces.cards import CARDS
from houseway.rulebook.colorado.blackjack_switch.two_hands import switch_outcome
from houseway.shapes.blackjack import rules

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

    def __init__(self, play: SwitchPlay, g: Ground, nets: Array) -> None:
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
