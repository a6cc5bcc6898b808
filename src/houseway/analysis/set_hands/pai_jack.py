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
from houseway.analysis.facts.binding import among
from houseway.analysis.random_streams import mix
from houseway.analysis.set_hands.five_cards import (
    COPIES,
    DEALS,
    HAND,
    TOTALS,
    Array,
    best_ways,
    by_value,
    by_value_index,
    every_hand,
    put_in_order,
    value_index,
    ways_left,
)
from houseway.analysis.set_hands.five_cards_simulation import FiveCardSimulation
from houseway.analysis.strategy_sheet import BestSettings, BetterSetting
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


# Pai Jack: every deal of a player's five cards against the dealer's five. There are C(52,5) x
# C(47,5) = 3,986,646,103,440 deals, but only 1,993 different hands by card values, which alone
# decide the main wager. Each pair of hands is compared once and weighted by its deals. The dealer's
# cards come from what the player's hand leaves. The dealer sets the house way. A player takes the
# best of ten settings against all dealer hands that are then possible; the cost of the house way is
# counted too. The dealer's hands are first grouped by their totals, so each setting is compared
# (``compare``) with every pair of totals once.

OUTCOMES = len(settle_pai_jack.outcomes)
SETS = "the dealer sets the house way, the player for the best (`houseway strategy pai-jack`)"


@dataclass(frozen=True)
class PaiJackHands:
    """All hands by card values: ways, totals of each setting, the house way's setting."""

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
    """The value of each hand against a dealer who sets the house way."""

    house: tuple[int, ...]
    """Deals by outcome for a player who sets the house way; they sum to ``DEALS``."""
    best: tuple[int, ...]
    """The same for the best setting of each hand."""
    hands: PaiJackHands
    choice: Array
    """The best setting of each hand; the house way where it is as good."""
    by_hand: Array
    """[hand, choice, outcome]: deals of each hand in each setting; ``BUST`` where no setting
    stands.
    """


@functools.lru_cache(maxsize=4)
def all_hands(low_ace_fixed_high: bool) -> PaiJackHands:
    """Return every hand with the totals of each setting."""
    values, cards, ways = every_hand()
    n = len(ways)
    high, low = np.zeros((2, n, CHOICES), np.int64)
    stands = np.zeros((n, CHOICES), np.bool_)
    house, pai_jack = np.zeros(n, np.int64), np.zeros(n, np.bool_)
    compiled(_set_all)(cards, low_ace_fixed_high, high, low, stands, house, pai_jack)
    return PaiJackHands(values, cards, ways, high, low, stands, house, pai_jack)


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
    """Fill ``found[hand, choice, outcome]``: deals of a player's hand in each setting, by
    outcome.
    """
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
    """Compare two totals with every pair of the dealer's totals."""
    for dealer_high in range(TOTALS):
        for dealer_low in range(dealer_high + 1):
            dealt = dealer[dealer_high, dealer_low]
            if dealt:
                found[compare(high, low, dealer_high, dealer_low)] += dealt


@functools.lru_cache(maxsize=4)
def pai_jack_odds(low_ace_fixed_high: bool = False) -> PaiJackOdds:
    """Count every deal of one hand against the dealer's, for one reading of an ace in the low
    hand.
    """
    h = all_hands(low_ace_fixed_high)
    found = np.zeros((len(h.ways), CHOICES + 1, OUTCOMES), np.int64)
    copies = np.array(COPIES, np.int64)
    compiled(count_pairs)(
        h.values, copies, h.ways, h.high, h.low, h.stands, h.house, h.pai_jack, found
    )
    rows, best = np.arange(len(found)), best_ways(found, h.house, half_units())
    return PaiJackOdds(_sums(found[rows, h.house]), _sums(found[rows, best]), h, best, found)


def half_units() -> Array:
    """Return the net of each outcome in half bets, as whole numbers."""
    worth = np.zeros(OUTCOMES, np.int64)
    worth[[PAI_JACK, WIN]] = 3, 2
    worth[[LOSE, PLAYER_BUST, DEALER_PAI_JACK]] = -2
    return worth


def _sums(found: Array) -> tuple[int, ...]:
    """Return the sum of each column as an int."""
    return tuple(int(n) for n in found.sum(axis=0))


def odds_of(game: Game) -> PaiJackOdds:
    """Return the odds at a posted table."""
    posted: Any = game
    return pai_jack_odds(posted.low_ace_fixed_high)


def by_the_house_way(game: Game, wager: Wager) -> tuple[tuple[str, ...], Details]:
    """Return the cost of the wager for a player who sets like the dealer."""
    nets = [payout.net() for payout in game.pay[wager.name]]
    lost = -sum(n * net for n, net in zip(odds_of(game).house, nets, strict=True)) / DEALS
    said = f"of a player who sets the house way too the house keeps {float(lost):.4%} = {lost}"
    column: str = getattr(game, wager.paid_by)
    return (said,), {column: {"house_way": {"house_edge": float(lost), "fraction": str(lost)}}}


def main_wager(game: Game, wager: Wager) -> Sequence[int]:
    """Return the deals by outcome of a player who always takes the best setting."""
    return odds_of(game).best


# A hand looked up.


def settings_of(game: Game) -> Array:
    """Return [0, index]: the player's best setting of each hand; [1, index]: the house way."""
    odds = odds_of(game)
    return by_value_index(odds.hands.cards, odds.choice, odds.hands.house, BUST)


# Pai Jack against the house way: which hands are better set otherwise, and an easy rule.
#
# Every setting of every hand is weighed against all hands the dealer can then have
# above, so nothing here is estimated.

BALANCE_TO = 13
"""The greatest low hand for which the easy rule leaves the house way."""
EASY = (
    f"the house way; but if it makes no 21 high and {BALANCE_TO} or less low, the highest low hand "
    "that may stand, and then the highest high hand"
)


def best_settings(game: Game) -> BestSettings:
    """Return the hands for which the house way is not the best setting, by overall gain."""
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
    """Return the deals by outcome of each hand in one setting."""
    found: Array = odds.by_hand[np.arange(len(choice)), choice]
    return found


def easy_choice(odds: PaiJackOdds) -> Array:
    """Return the setting of each hand under the easy rule."""
    h = odds.hands
    rows, settable = np.arange(len(h.house)), (h.house != BUST) & ~h.pai_jack
    house = np.where(settable, h.house, 0)
    leaves = (h.high[rows, house] < 21) & (h.low[rows, house] <= BALANCE_TO)
    low_first = np.where(h.stands, h.low * STEP + h.high, -1).argmax(axis=1)
    found: Array = np.where(settable & leaves, low_first, h.house)
    return found


def mean(ways: Sequence[int], nets: Sequence[Fraction]) -> Fraction:
    """Return the mean result per unit over all deals."""
    return sum((Fraction(n, DEALS) * net for n, net in zip(ways, nets, strict=True)), Fraction())


def _better(odds: PaiJackOdds, i: int, gain: int) -> BetterSetting:
    """Return the better setting of a hand: both settings in words and the gain per hand held."""
    h = odds.hands
    ways = int(h.ways[i])
    return BetterSetting(
        by_value(h.cards[i][::-1]),
        _words(h, i, int(h.house[i])),
        _words(h, i, int(odds.choice[i])),
        Fraction(gain, 2 * ways * math.comb(47, 5)),
        ways,
    )


def _words(h: PaiJackHands, i: int, choice: int) -> str:
    """Return a setting in words: the cards of both parts and their totals."""
    cards = setting(h.cards[i], choice)
    totals = f"{h.high[i, choice]} and {h.low[i, choice]}"
    return f"{by_value(cards[2::-1])} / {by_value(cards[:2:-1])}: {totals}"


# The simulation of Pai Jack: a hand in its best setting against the dealer's, set the house way. A
# shuffled deck gives five cards to each side. Both settings are looked up. ``settle_pai_jack`` and
# the rule of the bonus judge them as they judge a live hand.

MAIN, BONUS = len(settle_pai_jack.outcomes), len(pai_jack_bonus.outcomes)


def one_round(cards: Any, settings: Any, low_ace_fixed_high: bool) -> tuple[int, int]:
    """Return the outcomes of both wagers for the first five cards against the next five.

    Sorts each hand in place.
    """
    mine, dealers = cards[:HAND], cards[HAND : 2 * HAND]
    put_in_order(mine)
    put_in_order(dealers)
    way = setting(mine, settings[0, value_index(mine)])
    dealers_way = setting(dealers, settings[1, value_index(dealers)])
    main = settle_pai_jack(way, dealers_way, is_pai_jack(mine), low_ace_fixed_high)
    return main, pai_jack_bonus(mine)


def play_rounds(
    cards: Any, rounds: int, random: Any, settings: Any, counts: Any, low_ace_fixed_high: bool
) -> None:
    """Play ``rounds`` rounds, each from a full deck, and add them to the counts of both wagers."""
    for _ in range(rounds):
        mix(cards, 0, 2 * HAND, random)
        main, bonus = one_round(cards, settings, low_ace_fixed_high)
        counts[among(main, MAIN)] += 1
        counts[MAIN + among(bonus, BONUS)] += 1


class PaiJackSimulation(FiveCardSimulation):
    """One player's hand with both wagers, in its best setting."""

    assumptions = (
        "one hand, set for the best, against the dealer's, set the house way",
        "a full deck is shuffled before every round",
    )

    def __init__(self, game: Any) -> None:
        super().__init__(game, one_round, play_rounds, (MAIN, BONUS), (game.low_ace_fixed_high,))

    @cached_property
    def settings(self) -> Any:
        """Return the setting of every hand: the player's, and the dealer's."""
        return settings_of(self.game)

    def way(self, cards: Sequence[int]) -> tuple[int, ...]:
        """Return the simulated player's setting of five cards."""
        return setting(*self.choice(cards))
