"""The simulation of Funtazee 21: one hand played for the best against a bank of the house way.

A shuffled deck gives five cards and five, both ways are looked up, and ``settle_funtazee`` and the
rule of the bonus judge them as they judge a live hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from houseway.game import Game
from houseway.hands.funtazee_21 import GIVE_UP, funtazee_bonus, setting, settle_funtazee
from houseway.odds.facts import among
from houseway.odds.five_cards import HAND, put_in_order, shape_of
from houseway.odds.five_cards_sim import FiveCardSimulation
from houseway.odds.funtazee_exact import settings_of
from houseway.odds.shuffle import mix

MAIN, BONUS = len(settle_funtazee.outcomes), len(funtazee_bonus.outcomes)


def one_round(cards: Any, settings: Any) -> tuple[int, int]:
    """The outcome of both wagers of a hand of the first five cards against the next five.

    Each hand is put in order where it lies.
    """
    mine, banks = cards[:HAND], cards[HAND : 2 * HAND]
    put_in_order(mine)
    put_in_order(banks)
    way = settings[0, shape_of(mine)]
    banks_way = setting(banks, settings[1, shape_of(banks)])
    main = settle_funtazee(setting(mine, way), banks_way, way == GIVE_UP)
    return main, funtazee_bonus(mine)


def play_rounds(cards: Any, rounds: int, random: Any, settings: Any, counts: Any) -> None:
    """So many rounds, each from a full deck, added to the counts of both wagers."""
    for _ in range(rounds):
        mix(cards, 0, 2 * HAND, random)
        main, bonus = one_round(cards, settings)
        counts[among(main, MAIN)] += 1
        counts[MAIN + among(bonus, BONUS)] += 1


class FuntazeeSimulation(FiveCardSimulation):
    """One player's hand with both wagers, played for the best or the house way."""

    seats = 2

    def __init__(self, game: Game, best: bool = True) -> None:
        super().__init__(game, one_round, play_rounds, (MAIN, BONUS))
        self.best = best

    @cached_property
    def settings(self) -> Any:
        """How every hand is played: the player's, and the player-dealer's."""
        return settings_of(self.game, self.best)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What is taken for granted."""
        how = "for the best" if self.best else "the house way"
        return (
            f"one hand, played {how}, against the player-dealer's, set the house way",
            "the player-dealer's wager covers both wagers",
            "collections are not counted",
            "a full deck is shuffled before every round",
        )

    def way(self, cards: Sequence[int]) -> tuple[tuple[int, ...], int]:
        """How the player of the simulation plays five cards: as they are set, and the choice."""
        ordered, way = self.choice(cards)
        return setting(ordered, way), way
