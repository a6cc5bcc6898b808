"""Outcomes of a rule for every opening, independent of shoe and strategy.

An opening is two cards; two cards and a third, drawn by the first decision; or split aces, each
with the card dealt to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.game.wagers import outcome_of, reads_of
from houseway.pieces.cards import ACE, CARDS, TEN

DECK = 52
SUITS = 4
FACTS = ("opening", "split_aces")
"""The facts that a rule may read to be counted here."""
Outcomes = npt.NDArray[np.int64]

VALUE_OF: Outcomes = np.array(
    [0 if card >> 2 == ACE else 9 if card >> 2 >= TEN else (card >> 2) + 1 for card in range(DECK)]
)
"""Card -> value: 0 for an ace, 1 to 8 for two to nine, 9 for ten and faces."""


@dataclass(frozen=True)
class BonusOutcomes:
    """The outcome of a rule for each opening."""

    two: Outcomes
    """[first, second]: no card drawn."""
    three: Outcomes
    """[first, second, third]: a card drawn to the hand, or to the first hand of a split."""
    aces: Outcomes
    """[suit of the first, suit of the second, card to the first, card to the second]."""


@lru_cache(maxsize=8)
def ask(by: Any, third_after_split: bool) -> BonusOutcomes:
    """Return the outcomes of the rule for every opening; each is evaluated once."""
    names = reads_of(by)

    def outcome(opening: tuple[int, ...], split_aces: tuple[int, ...] = ()) -> int:
        known = {"opening": opening, "split_aces": split_aces}
        return outcome_of(by, [known[name] for name in names], "", CARDS.show)

    cards = range(DECK)
    two = np.array([[outcome((a, b)) for b in cards] for a in cards])
    three = np.array([[[outcome((a, b, c)) for c in cards] for b in cards] for a in cards])
    aces = np.zeros((SUITS, SUITS, DECK, DECK), np.int64)
    for i, j, x, y in np.ndindex(aces.shape):
        a, b = ACE * SUITS + i, ACE * SUITS + j
        opening = (a, b, x) if third_after_split else (a, b)
        aces[i, j, x, y] = outcome(opening, (a, x, b, y))
    return BonusOutcomes(two, three, aces)
