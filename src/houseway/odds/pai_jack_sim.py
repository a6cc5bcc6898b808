"""The simulation of Pai Jack: one hand set for the best against the dealer's, set the house way.

A shuffled deck gives five cards and five, both settings are looked up, and ``settle_pai_jack`` and
the rule of the bonus judge them as they judge a live hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from houseway.game import Game
from houseway.hands.pai_jack import is_pai_jack, pai_jack_bonus, setting, settle_pai_jack
from houseway.hands.points21 import value
from houseway.odds.compiled import compiled, is_kept
from houseway.odds.facts import among, naming
from houseway.odds.five_cards import HAND, put_in_order, shape_of
from houseway.odds.pai_jack_exact import settings_of
from houseway.odds.result import Estimate, estimated, find_wager
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
    cards: Any, rounds: int, random: Any, settings: Any, low_ace_fixed_high: bool, counts: Any
) -> None:
    """So many rounds, each from a full deck, added to the counts of both wagers."""
    for _ in range(rounds):
        mix(cards, 0, 2 * HAND, random)
        main, bonus = one_round(cards, settings, low_ace_fixed_high)
        counts[among(main, MAIN)] += 1
        counts[MAIN + among(bonus, BONUS)] += 1


class PaiJackSimulation:
    """One player's hand with both wagers."""

    chunk = 1 << 21
    seats = 1
    counts = MAIN + BONUS

    def __init__(self, game: Game) -> None:
        self.game: Any = game
        self.bonus = find_wager(game, "bonus")

    loops: tuple[Callable[..., Any], ...] = (play_rounds,)

    @cached_property
    def settings(self) -> Any:
        """How every hand is set: the player's, and the dealer's."""
        return settings_of(self.game)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What is taken for granted."""
        return (
            "one hand, set for the best, against the dealer's, set the house way",
            "a full deck is shuffled before every round",
        )

    def is_ready(self) -> bool:
        """Whether nothing is left to compile."""
        return is_kept(compiled(play_rounds, borrows=True))

    def settle(self, cards: Any) -> tuple[int, int]:
        """The outcome of main wager and bonus on a deck in this order."""
        lies = np.array(cards, np.uint8)
        main, bonus = compiled(one_round)(lies, self.settings, self.game.low_ace_fixed_high)
        return int(main), int(bonus)

    def way(self, cards: Sequence[int]) -> tuple[int, ...]:
        """How the player of the simulation sets five cards."""
        ordered = sorted(cards, key=value)
        return setting(ordered, int(self.settings[0, shape_of(ordered)]))

    def play(self, rounds: int, random: Any) -> Any:
        """So many rounds from a stream of random numbers, as counts."""
        counts = np.zeros(self.counts, np.int64)
        cards: Any = np.array(self.game.kind.one_set(), np.uint8)
        loop = compiled(play_rounds, borrows=True)
        with naming(self.game, (self.bonus,), ("dealt",), lambda: [(sorted(cards[:HAND]),)]):
            loop(cards, rounds, random, self.settings, self.game.low_ace_fixed_high, counts)
        return counts

    def estimates(self, counts: Any) -> dict[str, Estimate]:
        """What the counts say of each wager."""
        ways = {"main": counts[:MAIN].tolist(), "bonus": counts[MAIN:].tolist()}
        return {
            name: estimated(self.game, find_wager(self.game, name), found)
            for name, found in ways.items()
        }
