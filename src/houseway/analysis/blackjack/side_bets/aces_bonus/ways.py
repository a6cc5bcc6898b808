"""Integer ways of each outcome of an opening under a given first decision.

A deal is six cards: the hand's two, the dealer's up card and hole card, and two for split aces.
Cards that are not needed may be any. First decisions depend on the values of the two cards and the
up card, so cards are grouped by value before they meet the dealer's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from houseway.analysis.blackjack.side_bets.aces_bonus.facts import (
    DECK,
    SUITS,
    VALUE_OF,
    BonusOutcomes,
)
from houseway.pieces.cards import ACE

VALUES = 10
ACES, TENS = 0, 9
STAYS, DRAWS, SPLITS_ACES = range(3)
"""Effect of the first decision on the opening: none, a third card, or a card to each ace."""
Decides = Callable[[int, int, int], int]
"""(value of the first card, of the second, of the up card) to one of the three effects."""
Grouped = dict[tuple[int, ...], dict[int, int]]
"""Values of the cards -> outcome -> ways to be dealt such cards."""


class Weighed:
    """The openings of a shoe, by values and outcomes, with their integer ways."""

    def __init__(self, by_hand: BonusOutcomes, decks: int, outcomes: int) -> None:
        self.decks, self.outcomes = decks, outcomes
        self.cards = DECK * decks
        first = np.arange(DECK)
        pair = decks * (decks - np.equal.outer(first, first))
        triple = pair[:, :, None] * (
            decks - np.equal.outer(first, first)[:, None, :] - np.equal.outer(first, first)[None]
        )
        self.two = self._grouped(by_hand.two, pair)
        self.three = self._grouped(by_hand.three, np.maximum(triple, 0))
        self.aces = self._aces(by_hand)

    def _grouped(self, outcome: Any, ways: Any) -> Grouped:
        """Return the ways by values of the cards and by outcome."""
        number = outcome.ndim
        found = np.zeros((VALUES,) * number + (self.outcomes,), np.int64)
        at = tuple(
            np.broadcast_to(
                VALUE_OF.reshape([-1 if k == i else 1 for k in range(number)]), outcome.shape
            )
            for i in range(number)
        )
        np.add.at(found, (*at, outcome), ways)
        return _as_dict(found)

    def _aces(self, by_hand: BonusOutcomes) -> Grouped:
        """Return the ways of split aces by the values of the two cards they get, and by outcome."""
        found = np.zeros((VALUES, VALUES, self.outcomes), np.int64)
        for i, j in np.ndindex(SUITS, SUITS):
            left = np.full(DECK, self.decks)
            dealt = self.decks * (self.decks - (i == j))
            left[ACE * SUITS + i] -= 1
            left[ACE * SUITS + j] -= 1
            ways = dealt * np.maximum(np.outer(left, left) - np.diag(left), 0)
            x, y = np.broadcast_arrays(VALUE_OF[:, None], VALUE_OF[None, :])
            np.add.at(found, (x, y, by_hand.aces[i, j]), ways)
        return _as_dict(found)

    def left(self, *dealt: int) -> list[int]:
        """Return the number of cards of each value without those ``dealt``."""
        of_value = [SUITS * self.decks] * (VALUES - 1) + [4 * SUITS * self.decks]
        for value in dealt:
            of_value[value] -= 1
        return of_value

    def with_dealer(self, up: int, natural: bool, *dealt: int) -> int:
        """Return the ways of this up card with a hole card that makes a natural, or does not."""
        left = self.left(*dealt)
        hole = {ACES: TENS, TENS: ACES}.get(up, -1)
        makes = left[hole] if hole >= 0 else 0
        shown, rest = left[up], sum(left) - 1
        return shown * (makes if natural else rest - makes)

    def alone(self) -> list[int]:
        """Return the ways of each outcome where the hand is not played."""
        found = [0] * self.outcomes
        for ways in self.two.values():
            for outcome, n in ways.items():
                found[outcome] += n
        return found

    def played(self, decides: Decides) -> list[int]:
        """Return the ways of each outcome under these first decisions, taken after the peek."""
        found = [0] * self.outcomes
        a, b = self.cards - 4, self.cards - 5
        for (first, second), two in self.two.items():
            for up in range(VALUES):
                what = decides(first, second, up)
                over = self.with_dealer(up, True, first, second) * a * b
                if what == STAYS:
                    over += self.with_dealer(up, False, first, second) * a * b
                _add(found, two, over)
                if what == DRAWS:
                    for third in range(VALUES):
                        cards = (first, second, third)
                        _add(found, self.three.get(cards), self.with_dealer(up, False, *cards) * b)
                elif what == SPLITS_ACES:
                    for got, ways in self.aces.items():
                        _add(found, ways, self.with_dealer(up, False, first, second, *got))
        return found


def _add(found: list[int], ways: dict[int, int] | None, times: int) -> None:
    """Add ``times`` the ways of each outcome to ``found``; None adds nothing."""
    for outcome, n in (ways or {}).items():
        found[outcome] += n * times


def _as_dict(found: Any) -> Grouped:
    """Return the nonzero entries as Python integers, which do not overflow."""
    grouped: Grouped = {}
    for at in np.argwhere(found):
        *values, outcome = (int(i) for i in at)
        grouped.setdefault(tuple(values), {})[outcome] = int(found[tuple(at)])
    return grouped
