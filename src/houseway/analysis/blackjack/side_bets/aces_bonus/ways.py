"""How often each outcome of an opening comes when the first decision is given: integer ways.

A deal is six cards in turn: the hand's first two, the dealer's up card and hole card, and the two
that split aces would get; where fewer are needed the others are whatever is left.  Decisions look
at the values of the two cards and of the up card, so the cards are grouped by value before they are
met with the dealer's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from houseway.analysis.blackjack.side_bets.aces_bonus.asked import DECK, SUITS, VALUE_OF, Asked
from houseway.pieces.cards import ACE

VALUES = 10
ACES, TENS = 0, 9
STAYS, DRAWS, SPLITS_ACES = range(3)
"""What the first decision does for the opening: nothing, a third card, or a card to each ace."""
Decides = Callable[[int, int, int], int]
"""Values of the first two cards and of the up card -> what is done."""
Grouped = dict[tuple[int, ...], dict[int, int]]
"""Values of cards -> outcome -> ways to be dealt such cards."""


class Weighed:
    """The openings of a shoe, by values and outcomes."""

    def __init__(self, asked: Asked, decks: int, outcomes: int) -> None:
        self.decks, self.outcomes = decks, outcomes
        self.cards = DECK * decks
        first = np.arange(DECK)
        pair = decks * (decks - np.equal.outer(first, first))
        triple = pair[:, :, None] * (
            decks - np.equal.outer(first, first)[:, None, :] - np.equal.outer(first, first)[None]
        )
        self.two = self._grouped(asked.two, pair)
        self.three = self._grouped(asked.three, np.maximum(triple, 0))
        self.aces = self._aces(asked)

    def _grouped(self, outcome: Any, ways: Any) -> Grouped:
        """Ways by the values of the cards and by outcome."""
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

    def _aces(self, asked: Asked) -> Grouped:
        """The same for split aces: by the values of what they get."""
        found = np.zeros((VALUES, VALUES, self.outcomes), np.int64)
        for i, j in np.ndindex(SUITS, SUITS):
            left = np.full(DECK, self.decks)
            dealt = self.decks * (self.decks - (i == j))
            left[ACE * SUITS + i] -= 1
            left[ACE * SUITS + j] -= 1
            ways = dealt * np.maximum(np.outer(left, left) - np.diag(left), 0)
            x, y = np.broadcast_arrays(VALUE_OF[:, None], VALUE_OF[None, :])
            np.add.at(found, (x, y, asked.aces[i, j]), ways)
        return _as_dict(found)

    # -- with the dealer's cards -------------------------------------------------------------

    def left(self, *dealt: int) -> list[int]:
        """How many cards of each value are left without these."""
        of_value = [SUITS * self.decks] * (VALUES - 1) + [4 * SUITS * self.decks]
        for value in dealt:
            of_value[value] -= 1
        return of_value

    def with_dealer(self, up: int, natural: bool, *dealt: int) -> int:
        """Ways to be dealt an up card of a value, and a hole card that makes a natural or not."""
        left = self.left(*dealt)
        hole = {ACES: TENS, TENS: ACES}.get(up, -1)
        makes = left[hole] if hole >= 0 else 0
        shown, rest = left[up], sum(left) - 1
        return shown * (makes if natural else rest - makes)

    def alone(self) -> list[int]:
        """Ways of each outcome when nobody plays the hand."""
        found = [0] * self.outcomes
        for ways in self.two.values():
            for outcome, n in ways.items():
                found[outcome] += n
        return found

    def played(self, decides: Decides) -> list[int]:
        """Ways of each outcome when the first decision is taken like this, after the look."""
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
    for outcome, n in (ways or {}).items():
        found[outcome] += n * times


def _as_dict(found: Any) -> Grouped:
    """The entries that are not nothing, as Python's whole numbers, which do not overflow."""
    grouped: Grouped = {}
    for at in np.argwhere(found):
        *values, outcome = (int(i) for i in at)
        grouped.setdefault(tuple(values), {})[outcome] = int(found[tuple(at)])
    return grouped
