"""Pai Jack against the house way: which hands are better set otherwise, and an easy rule.

Every setting of every hand is weighed against all hands the dealer can then have
(``pai_jack_exact``), so nothing here is estimated.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from houseway.game import Game
from houseway.hands.pai_jack import BUST, STEP, setting
from houseway.odds.five_cards import DEALS, Array, by_value
from houseway.odds.pai_jack_exact import (
    Hands,
    PaiJackOdds,
    half_units,
    odds_of,
)
from houseway.odds.settings import BestSettings, BetterSetting

BALANCE_TO = 13
"""The low hand up to which the easy rule leaves the house way."""
EASY = (
    f"the house way; but if it makes no 21 high and {BALANCE_TO} or less low, the highest low hand "
    "that may stand, and then the highest high hand"
)


def best_settings(game: Game) -> BestSettings:
    """The hands that the house way does not set for the best, by what they gain overall."""
    odds = odds_of(game)
    nets = [payout.net() for payout in game.pay["main"]]
    worth = half_units()
    gains = at(odds, odds.choice) @ worth - at(odds, odds.hands.house) @ worth
    order = np.argsort(-gains, kind="stable")[: int((gains > 0).sum())]
    by_easy_rule = tuple(int(n) for n in at(odds, easy_choice(odds)).sum(axis=0))
    return BestSettings(
        "the house",
        -mean(odds.house, nets),
        -mean(odds.best, nets),
        tuple(_better(odds, int(i), int(gains[i])) for i in order),
        math.comb(52, 5),
        easy=((EASY, -mean(by_easy_rule, nets)),),
    )


def at(odds: PaiJackOdds, choice: Array) -> Array:
    """Deals by outcome of each hand in one setting of it."""
    found: Array = odds.by_hand[np.arange(len(choice)), choice]
    return found


def easy_choice(odds: PaiJackOdds) -> Array:
    """Each hand as the easy rule sets it."""
    h = odds.hands
    rows, settable = np.arange(len(h.house)), (h.house != BUST) & ~h.pai_jack
    house = np.where(settable, h.house, 0)
    leaves = (h.high[rows, house] < 21) & (h.low[rows, house] <= BALANCE_TO)
    low_first = np.where(h.stands, h.low * STEP + h.high, -1).argmax(axis=1)
    found: Array = np.where(settable & leaves, low_first, h.house)
    return found


def mean(ways: Sequence[int], nets: Sequence[Fraction]) -> Fraction:
    """The result of a unit over all deals."""
    return sum((Fraction(n, DEALS) * net for n, net in zip(ways, nets, strict=True)), Fraction())


def _better(odds: PaiJackOdds, i: int, gain: int) -> BetterSetting:
    h = odds.hands
    ways = int(h.ways[i])
    return BetterSetting(
        by_value(h.cards[i][::-1]),
        _words(h, i, int(h.house[i])),
        _words(h, i, int(odds.choice[i])),
        Fraction(gain, 2 * ways * math.comb(47, 5)),
        ways,
    )


def _words(h: Hands, i: int, choice: int) -> str:
    cards = setting(h.cards[i], choice)
    totals = f"{h.high[i, choice]} and {h.low[i, choice]}"
    return f"{by_value(cards[2::-1])} / {by_value(cards[:2:-1])}: {totals}"
