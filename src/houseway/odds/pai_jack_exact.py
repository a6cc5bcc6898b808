"""Pai Jack, every deal of a player's five cards against the dealer's five.

There are C(52,5) x C(47,5) = 3,986,646,103,440 deals, but only 1,993 different hands by the values
of their cards, which alone decide the main wager; each pair of hands is met once and weighed with
the ways it can be dealt, the dealer's from what the player's leaves.  The dealer sets the house
way.  A player takes of the ten settings the one that does best against all hands the dealer can
then have; what the house way would cost him is counted beside it.

For one player's hand the dealer's hands are gathered by their totals first, so that each setting is
compared (``compare``) with every pair of totals once.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from houseway.game import Game
from houseway.hands.five_cards import CHOICES
from houseway.hands.pai_jack import (
    BUST,
    DEALER_BUST,
    DEALER_PAI_JACK,
    LOSE,
    PAI_JACK,
    PLAYER_BUST,
    WIN,
    compare,
    high_total,
    house_way,
    is_pai_jack,
    low_total,
    may_stand,
    setting,
    settle_pai_jack,
)
from houseway.odds.compiled import compiled
from houseway.odds.five_cards import (
    COPIES,
    DEALS,
    TOTALS,
    Array,
    best_ways,
    by_shape,
    every_hand,
    ways_left,
)  # fmt: skip
from houseway.odds.worth import Details
from houseway.wager import Wager

OUTCOMES = len(settle_pai_jack.outcomes)
SETS = "the dealer sets the house way, the player for the best (`houseway strategy pai-jack`)"


@dataclass(frozen=True)
class Hands:
    """All hands by the values of their cards: ways, totals of each setting, the house way's."""

    values: Array
    cards: Array
    ways: Array
    high: Array
    low: Array
    stands: Array
    house: Array
    pai_jack: Array


@dataclass(frozen=True)
class PaiJackOdds:
    """What a hand is worth against a dealer who sets the house way."""

    house: tuple[int, ...]
    """Deals by outcome for a player who sets the house way, of ``DEALS``."""
    best: tuple[int, ...]
    """The same for the best setting of each hand."""
    hands: Hands
    choice: Array
    """The best setting of each hand; that of the house where it is as good."""
    by_hand: Array
    """[hand, choice, outcome]: deals of each hand in each setting; ``BUST`` where it has none."""


@functools.lru_cache(maxsize=4)
def all_hands(low_ace_fixed_high: bool) -> Hands:
    """Every hand, as the rules of setting see it."""
    values, cards, ways = every_hand()
    n = len(ways)
    high, low = np.zeros((2, n, CHOICES), np.int64)
    stands = np.zeros((n, CHOICES), np.bool_)
    house, pai_jack = np.zeros(n, np.int64), np.zeros(n, np.bool_)
    compiled(_set_all)(cards, low_ace_fixed_high, high, low, stands, house, pai_jack)
    return Hands(values, cards, ways, high, low, stands, house, pai_jack)


def _set_all(
    cards: Any, low_ace_fixed_high: bool, high: Any, low: Any, stands: Any, house: Any,
    pai_jack: Any,
) -> None:  # fmt: skip
    for i in range(cards.shape[0]):
        house[i], pai_jack[i] = house_way(cards[i], low_ace_fixed_high), is_pai_jack(cards[i])
        for choice in range(CHOICES):
            a, b, c, d, e = setting(cards[i], choice)
            high[i, choice] = high_total(a, b, c)
            low[i, choice] = low_total(d, e, high[i, choice], low_ace_fixed_high)
            stands[i, choice] = may_stand(high[i, choice], low[i, choice])


def count_pairs(
    values: Any, copies: Any, ways: Any, high: Any, low: Any, stands: Any, house: Any,
    pai_jack: Any, found: Any,
) -> None:  # fmt: skip
    """``found[hand, choice, outcome]``: deals of a player's hand, so set, by how they end."""
    n = values.shape[0]
    left = copies.copy()
    dealer = np.zeros((TOTALS, TOTALS), np.int64)
    for i in range(n):
        for k in range(5):
            left[values[i, k]] -= 1
        dealer[:] = 0
        busts = pai_jacks = 0
        for j in range(n):
            dealt = ways[i] * ways_left(values[j], left)
            if pai_jack[j]:
                pai_jacks += dealt
            elif house[j] == BUST:
                busts += dealt
            else:
                dealer[high[j, house[j]], low[j, house[j]]] += dealt
        for k in range(5):
            left[values[i, k]] += 1
        for choice in range(CHOICES + 1):
            if pai_jack[i]:
                if choice == house[i]:
                    found[i, choice, PAI_JACK] += busts + pai_jacks + dealer.sum()
            elif choice == BUST:
                if house[i] == BUST:
                    found[i, choice, DEALER_BUST] += busts
                    found[i, choice, DEALER_PAI_JACK] += pai_jacks
                    found[i, choice, PLAYER_BUST] += dealer.sum()
            elif stands[i, choice]:
                found[i, choice, DEALER_BUST] += busts
                found[i, choice, DEALER_PAI_JACK] += pai_jacks
                meet(high[i, choice], low[i, choice], dealer, found[i, choice])


def meet(high: int, low: int, dealer: Any, found: Any) -> None:
    """Two totals against every pair of totals of the dealer."""
    for dealer_high in range(TOTALS):
        for dealer_low in range(dealer_high + 1):
            dealt = dealer[dealer_high, dealer_low]
            if dealt:
                found[compare(high, low, dealer_high, dealer_low)] += dealt


@functools.lru_cache(maxsize=4)
def pai_jack_odds(low_ace_fixed_high: bool = False) -> PaiJackOdds:
    """Every deal of one hand against the dealer's, for one reading of an ace in the low hand."""
    h = all_hands(low_ace_fixed_high)
    found = np.zeros((len(h.ways), CHOICES + 1, OUTCOMES), np.int64)
    copies = np.array(COPIES, np.int64)
    compiled(count_pairs)(
        h.values, copies, h.ways, h.high, h.low, h.stands, h.house, h.pai_jack, found
    )
    rows, best = np.arange(len(found)), best_ways(found, h.house, half_units())
    return PaiJackOdds(_sums(found[rows, h.house]), _sums(found[rows, best]), h, best, found)


def half_units() -> Array:
    """What each outcome nets in halves of the bet: whole numbers."""
    worth = np.zeros(OUTCOMES, np.int64)
    worth[[PAI_JACK, WIN]] = 3, 2
    worth[[LOSE, PLAYER_BUST, DEALER_PAI_JACK]] = -2
    return worth


def _sums(found: Array) -> tuple[int, ...]:
    return tuple(int(n) for n in found.sum(axis=0))


def odds_of(game: Game) -> PaiJackOdds:
    """The odds at a posted table."""
    posted: Any = game
    return pai_jack_odds(posted.low_ace_fixed_high)


def by_the_house_way(game: Game, wager: Wager) -> tuple[tuple[str, ...], Details]:
    """What the same wager costs a player who sets like the dealer."""
    nets = [payout.net() for payout in game.pay[wager.name]]
    lost = -sum(n * net for n, net in zip(odds_of(game).house, nets, strict=True)) / DEALS
    said = f"of a player who sets the house way too the house keeps {float(lost):.4%} = {lost}"
    column: str = getattr(game, wager.paid_by)
    return (said,), {column: {"house_way": {"house_edge": float(lost), "fraction": str(lost)}}}


def main_wager(game: Game, wager: Wager) -> Sequence[int]:
    """The Pai Jack bet of a player who sets every hand for the best."""
    return odds_of(game).best


# -- a hand looked up ----------------------------------------------------------------------------


def settings_of(game: Game) -> Array:
    """[0, shape]: the player's best setting of a hand in order; [1, shape]: the house way."""
    odds = odds_of(game)
    return by_shape(odds.hands.cards, odds.choice, odds.hands.house, BUST)
