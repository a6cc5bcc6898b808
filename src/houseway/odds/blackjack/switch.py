"""Two hands whose second cards may change places: how to play them, and what that is worth exactly.

    >>> from houseway.rulebook import find
    >>> from houseway.odds.blackjack.switch import switch_play
    >>> switch_play(find("blackjack-switch")({"decks": 6})).house_edge

A hand is played by its own cards and the up card, as best play of one hand from a full shoe has
it.  What each two-card hand is then worth stands in one table, and the second cards are switched
where the two hands they make are worth more together.

The worth of this way to play is exact (floating point over exact enumeration, errors below 1e-12).
The expectation of a sum is the sum of expectations, and a hand that is played by its own cards is
worth the same whoever draws first; so each hand is valued by itself, from a shoe without the up
card, its own cards and the first two cards of the other hand: once for each of the 55 pairs the
other hand can be.  Insurance is never taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from houseway.odds.blackjack.best_play import TO_22
from houseway.odds.blackjack.dealer import ACE, TEN, VALUES
from houseway.odds.blackjack.solve import (
    CARDS_OF_VALUE,
    Array,
    BestPlay,
    Ground,
    followed,
    ground,
    met_by,
    solve,
)
from houseway.odds.blackjack.tables import NAMES, UPS
from houseway.odds.blackjack.terms import Terms, terms_of
from houseway.odds.blackjack.totals import TotalPlay, total_play
from houseway.rulebook.colorado.blackjack_switch.two_hands import SwitchBlackjack

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


def two_cards(terms: Terms, grounds: tuple[Ground, ...], value: Array) -> TwoCards:
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


def _chances(terms: Terms, shoe: Array) -> tuple[Array, Array, Array]:
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
