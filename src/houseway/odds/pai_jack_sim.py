"""The simulation of Pai Jack: one hand set for the best against the dealer's, set the house way.

A shuffled deck gives five cards and five, both settings are looked up, and ``settle_pai_jack`` and
the rule of the bonus judge them as they judge a live hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from houseway.hands.pai_jack import is_pai_jack, pai_jack_bonus, setting, settle_pai_jack
from houseway.odds.facts import among
from houseway.odds.five_cards import HAND, put_in_order, shape_of
from houseway.odds.five_cards_sim import FiveCardSimulation
from houseway.odds.pai_jack_exact import settings_of
from houseway.odds.shuffle import mix

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
