"""The simulation of Funtazee 21: one hand played for the best against a bank of the house way.

A shuffled deck gives five cards and five, both ways are looked up, and ``settle_funtazee`` and the
rule of the bonus judge them as they judge a live hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from houseway.game import Game
from houseway.hands.funtazee_21 import GIVE_UP, funtazee_bonus, setting, settle_funtazee
from houseway.hands.points21 import value
from houseway.odds.compiled import compiled, is_kept
from houseway.odds.facts import among, naming
from houseway.odds.five_cards import HAND, put_in_order, shape_of
from houseway.odds.funtazee_exact import settings_of
from houseway.odds.result import Estimate, estimated, find_wager
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


class FuntazeeSimulation:
    """One player's hand with both wagers."""

    chunk = 1 << 21
    seats = 2
    counts = MAIN + BONUS

    def __init__(self, game: Game, best: bool = True) -> None:
        self.game: Any = game
        self.best = best
        self.bonus = find_wager(game, "bonus")

    loops: tuple[Callable[..., Any], ...] = (play_rounds,)

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

    def is_ready(self) -> bool:
        """Whether nothing is left to compile."""
        return is_kept(compiled(play_rounds, borrows=True))

    def settle(self, cards: Any) -> tuple[int, int]:
        """The outcome of main bet and bonus on a deck in this order."""
        lies = np.array(cards, np.uint8)
        main, bonus = compiled(one_round)(lies, self.settings)
        return int(main), int(bonus)

    def way(self, cards: Sequence[int]) -> tuple[tuple[int, ...], int]:
        """How the player of the simulation plays five cards: as they are set, and the choice."""
        ordered = sorted(cards, key=value)
        way = int(self.settings[0, shape_of(ordered)])
        return setting(ordered, way), way

    def play(self, rounds: int, random: Any) -> Any:
        """So many rounds from a stream of random numbers, as counts."""
        counts = np.zeros(self.counts, np.int64)
        cards: Any = np.array(self.game.kind.one_set(), np.uint8)
        loop = compiled(play_rounds, borrows=True)
        with naming(self.game, (self.bonus,), ("dealt",), lambda: [(sorted(cards[:HAND]),)]):
            loop(cards, rounds, random, self.settings, counts)
        return counts

    def estimates(self, counts: Any) -> dict[str, Estimate]:
        """What the counts say of each wager."""
        ways = {"main": counts[:MAIN].tolist(), "bonus": counts[MAIN:].tolist()}
        return {
            name: estimated(self.game, find_wager(self.game, name), found)
            for name, found in ways.items()
        }
