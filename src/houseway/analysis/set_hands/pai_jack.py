"""Pai Jack: exact counts, settings, simulation."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from houseway.analysis.compiler.compile import compiled
from houseway.analysis.facts import among
from houseway.analysis.set_hands.five_cards import (
    COPIES,
    DEALS,
    HAND,
    TOTALS,
    Array,
    best_ways,
    by_shape,
    by_value,
    every_hand,
    put_in_order,
    shape_of,
    ways_left,
)
from houseway.analysis.set_hands.five_cards_simulation import FiveCardSimulation
from houseway.analysis.set_hands.settings import BestSettings, BetterSetting
from houseway.analysis.simulation.random import mix
from houseway.hands.pai_jack import (
    BUST,
    DEALER_BUST,
    DEALER_PAI_JACK,
    LOSE,
    PAI_JACK,
    PLAYER_BUST,
    STEP,
    WIN,
    compare,
    high_total,
    house_way,
    is_pai_jack,
    low_total,
    may_stand,
    pai_jack_bonus,
    setting,
    settle_pai_jack,
)
from houseway.hands.splits_2_3 import CHOICES

if TYPE_CHECKING:
    from houseway.analysis.wager_odds import Details
    from houseway.game.base import Game
    from houseway.game.wagers import Wager


# -- pai jack exact ---------------------------------------------------------------------------
# Pai Jack, every deal of a player's five cards against the dealer's five.
#
# There are C(52,5) x C(47,5) = 3,986,646,103,440 deals, but only 1,993 different hands by the
# values of their cards, which alone decide the main wager; each pair of hands is met once and
# weighed with the ways it can be dealt, the dealer's from what the player's leaves. The dealer
# sets the house way. A player takes of the ten settings the one that does best against all hands
# the dealer can then have; what the house way would cost him is counted beside it.
#
# For one player's hand the dealer's hands are gathered by their totals first, so that each
# setting is compared (``compare``) with every pair of totals once.

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


# -- pai jack settings ------------------------------------------------------------------------
# Pai Jack against the house way: which hands are better set otherwise, and an easy rule.
#
# Every setting of every hand is weighed against all hands the dealer can then have
# (``pai_jack_exact``), so nothing here is estimated.

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


# -- pai jack sim -----------------------------------------------------------------------------
# The simulation of Pai Jack: one hand set for the best against the dealer's, set the house way.
#
# A shuffled deck gives five cards and five, both settings are looked up, and ``settle_pai_jack``
# and the rule of the bonus judge them as they judge a live hand.

MAIN, BONUS = len(settle_pai_jack.outcomes), len(pai_jack_bonus.outcomes)


def one_round(cards: Any, settings: Any, low_ace_fixed_high: bool) -> tuple[int, int]:
    """The outcome of both wagers of a hand of the first five cards against the next five.

    Each hand is put in order where it lies.
    """
    mine, dealers = cards[:HAND], cards[HAND : 2 * HAND]
    put_in_order(mine)
    put_in_order(dealers)
    way = setting(mine, settings[0, shape_of(mine)])
    dealers_way = setting(dealers, settings[1, shape_of(dealers)])
    main = settle_pai_jack(way, dealers_way, is_pai_jack(mine), low_ace_fixed_high)
    return main, pai_jack_bonus(mine)


def play_rounds(
    cards: Any, rounds: int, random: Any, settings: Any, counts: Any, low_ace_fixed_high: bool
) -> None:
    """So many rounds, each from a full deck, added to the counts of both wagers."""
    for _ in range(rounds):
        mix(cards, 0, 2 * HAND, random)
        main, bonus = one_round(cards, settings, low_ace_fixed_high)
        counts[among(main, MAIN)] += 1
        counts[MAIN + among(bonus, BONUS)] += 1


class PaiJackSimulation(FiveCardSimulation):
    """One player's hand with both wagers, set for the best."""

    assumptions = (
        "one hand, set for the best, against the dealer's, set the house way",
        "a full deck is shuffled before every round",
    )

    def __init__(self, game: Any) -> None:
        super().__init__(game, one_round, play_rounds, (MAIN, BONUS), (game.low_ace_fixed_high,))

    @cached_property
    def settings(self) -> Any:
        """How every hand is set: the player's, and the dealer's."""
        return settings_of(self.game)

    def way(self, cards: Sequence[int]) -> tuple[int, ...]:
        """How the player of the simulation sets five cards."""
        return setting(*self.choice(cards))
