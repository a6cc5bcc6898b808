"""The discards of a plain player in a draw game, for unknown hands and for bots.

In lowball, the player keeps different ranks up to the eight, and stands pat with a ten or better.
For high hands, the player stands pat with a straight or better. Otherwise pairs, trips or quads are
kept, else four of a suit, else the highest card. This is an assumption, and results name it.
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

CardMask: TypeAlias = NDArray[np.bool_]
"""A bool for each card of each hand: True if it is kept."""
Keep: TypeAlias = Callable[[Cards], CardMask]

EIGHT, TEN = 8, 10
LOW_VALUES = np.array([*((card // 4 + 1) % 13 + 1 for card in range(52)), 0], np.int8)
"""Values from ace 1 to king 13; the joker is below all and pairs none."""
LOW27_VALUES = np.array([card // 4 + 2 for card in range(53)], np.int8)
"""Values from deuce 2 to ace 14."""
HIGH_RANKS = np.array([*(card // 4 for card in range(52)), ACE], np.int8)
"""Ranks for high hands; the joker is an ace."""

ASSUMES = (
    "a random hand draws by a plain rule: of a low it keeps different cards up to the eight, and "
    "stands on a ten or better; of a high it keeps a straight or better, else sets of a kind, else "
    "four of a suit, else its highest card",
)


def _different(values: NDArray[np.int8], most: int) -> CardMask:
    """Return which cards have at most this value, one card of each value."""
    mask = values <= most
    for at in range(1, len(values)):
        for before in range(at):
            mask[at] &= values[at] != values[before]
    return mask


def keep_low(cards: Cards) -> CardMask:
    """Return the kept cards for ace to five, with or without a joker."""
    values = LOW_VALUES[cards]
    whole = _different(values, TEN).all(0)
    mask: CardMask = _different(values, EIGHT) | whole
    return mask


def keep_low27(cards: Cards) -> CardMask:
    """Return the kept cards for deuce to seven; of a straight or a flush the highest card goes."""
    values = LOW27_VALUES[cards]
    height = LOW27_TOP - lookup.low27(cards)
    plain = height >> 20 == HIGH_CARD
    whole = _different(values, TEN).all(0) & plain
    mask = _different(values, EIGHT)
    spoilt = mask.all(0) & ~plain
    mask[values.argmax(0)[spoilt], np.flatnonzero(spoilt)] = False
    found: CardMask = mask | whole
    return found


def keep_high(cards: Cards) -> CardMask:
    """Return the kept cards for high hands, with or without a joker."""
    strength = lookup.joker_high(cards) >> 20
    ranks = HIGH_RANKS[cards]
    alike = (ranks[:, None] == ranks[None]).sum(1) > 1
    suits = np.where(cards == JOKER, 0, cards & 3)
    in_suit = np.stack([((suits == suit) | (cards == JOKER)).sum(0) for suit in range(4)])
    four = (suits == in_suit.argmax(0)) | (cards == JOKER)
    top = ranks * 2 + (cards == JOKER)
    highest = np.arange(len(cards))[:, None] == top.argmax(0)
    mask = np.where(alike.any(0), alike, np.where(in_suit.max(0) >= 4, four, highest))
    whole = (strength >= STRAIGHT) & (strength != QUADS) | (strength == FULL_HOUSE)
    found: CardMask = mask | whole
    return found


def redraw(keep: Keep, dealt: Cards, more: Cards) -> Cards:
    """Return hands after the draw: the kept cards, and new cards in place of the others."""
    return np.where(keep(dealt), dealt, more)
