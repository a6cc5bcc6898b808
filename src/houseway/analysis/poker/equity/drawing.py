"""What a plain player keeps in a draw game: for hands of which nothing is known, and for bots.

Lows: different ranks up to the eight, and a ten or better as it is.  High: a straight or better as
it is, else sets of a kind, else four of a suit, else the highest card.  Nobody has to play so; a
figure that rests on it says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.poker.equity import lookup
from houseway.analysis.poker.equity.lookup import Cards
from houseway.hands.poker_high import FULL_HOUSE, HIGH_CARD, QUADS, STRAIGHT
from houseway.hands.poker_low import LOW27_TOP
from houseway.pieces.cards import ACE, JOKER

Kept: TypeAlias = NDArray[np.bool_]
"""Of each card of each hand, whether it is kept."""
Keep: TypeAlias = Callable[[Cards], Kept]

EIGHT, TEN = 8, 10
LOW_VALUES = np.array([*((card // 4 + 1) % 13 + 1 for card in range(52)), 0], np.int8)
"""Ace 1 to king 13; the joker is below all and like none."""
LOW27_VALUES = np.array([card // 4 + 2 for card in range(53)], np.int8)
"""Deuce 2 to ace 14."""
HIGH_RANKS = np.array([*(card // 4 for card in range(52)), ACE], np.int8)
"""The joker is an ace."""

ASSUMES = (
    "a random hand draws by a plain rule: of a low it keeps different cards up to the eight, and "
    "stands on a ten or better; of a high it keeps a straight or better, else sets of a kind, else "
    "four of a suit, else its highest card",
)


def _different(values: NDArray[np.int8], most: int) -> Kept:
    """Cards up to a value, one of each."""
    kept = values <= most
    for at in range(1, len(values)):
        for before in range(at):
            kept[at] &= values[at] != values[before]
    return kept


def keep_low(cards: Cards) -> Kept:
    """For ace to five, with or without a joker."""
    values = LOW_VALUES[cards]
    whole = _different(values, TEN).all(0)
    kept: Kept = _different(values, EIGHT) | whole
    return kept


def keep_low27(cards: Cards) -> Kept:
    """For deuce to seven, where a straight or a flush throws its highest card away."""
    values = LOW27_VALUES[cards]
    height = LOW27_TOP - lookup.low27(cards)
    plain = height >> 20 == HIGH_CARD
    whole = _different(values, TEN).all(0) & plain
    kept = _different(values, EIGHT)
    spoilt = kept.all(0) & ~plain
    kept[values.argmax(0)[spoilt], np.flatnonzero(spoilt)] = False
    found: Kept = kept | whole
    return found


def keep_high(cards: Cards) -> Kept:
    """For high hands, with or without a joker."""
    strength = lookup.joker_high(cards) >> 20
    ranks = HIGH_RANKS[cards]
    alike = (ranks[:, None] == ranks[None]).sum(1) > 1
    suits = np.where(cards == JOKER, 0, cards & 3)
    in_suit = np.stack([((suits == suit) | (cards == JOKER)).sum(0) for suit in range(4)])
    four = (suits == in_suit.argmax(0)) | (cards == JOKER)
    top = ranks * 2 + (cards == JOKER)
    highest = np.arange(len(cards))[:, None] == top.argmax(0)
    kept = np.where(alike.any(0), alike, np.where(in_suit.max(0) >= 4, four, highest))
    whole = (strength >= STRAIGHT) & (strength != QUADS) | (strength == FULL_HOUSE)
    found: Kept = kept | whole
    return found


def redraw(keep: Keep, dealt: Cards, more: Cards) -> Cards:
    """Hands after the draw: what is kept, and for the rest the cards that come."""
    return np.where(keep(dealt), dealt, more)
