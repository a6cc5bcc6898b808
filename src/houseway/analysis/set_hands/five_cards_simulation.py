"""A simulation of five cards against five, with a main wager and a bonus.

Settings are looked up. Each game supplies its round and its loop over rounds, which call the rules
that judge a live hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from houseway.analysis.compiler.compile import compiled, is_kept
from houseway.analysis.facts.rule_errors import naming
from houseway.analysis.set_hands.five_cards import HAND, value_index
from houseway.analysis.simulation.hand_sides import HandSides
from houseway.analysis.wager_odds import Estimate, estimated, find_wager
from houseway.game.base import Game
from houseway.hands.blackjack import value


class FiveCardSimulation:
    """One player's hand with both wagers, and plug-in side bets on the cards dealt.

    ``one_round(cards, settings, *posted)`` returns both outcomes. ``play_rounds(cards, rounds,
    random, settings, counts, *posted)`` adds the outcomes of many rounds to the counts.
    """

    chunk = 1 << 21
    seats = 1

    def __init__(
        self,
        game: Game,
        one_round: Callable[..., Any],
        play_rounds: Callable[..., Any],
        sizes: tuple[int, int],
        posted: tuple[Any, ...] = (),
    ) -> None:
        self.game: Any = game
        self.one_round = one_round
        self.sides = HandSides(game, "dealt", HAND, ("bonus",))
        self.loop = self.sides.around(play_rounds)
        self.loops = (self.loop,)
        self.mains, self.own, self.counts = sizes[0], sum(sizes), sum(sizes) + self.sides.counts
        self.posted = posted
        self.bonus = find_wager(game, "bonus")

    @cached_property
    def settings(self) -> Any:
        """Return the setting of every hand: the player's, and the other side's."""
        raise NotImplementedError

    def choice(self, cards: Sequence[int]) -> tuple[list[int], int]:
        """Return five cards in order, and the simulated player's setting of them."""
        ordered = sorted(cards, key=value)
        return ordered, int(self.settings[0, value_index(ordered)])

    def is_ready(self) -> bool:
        """Return True if nothing is left to compile."""
        return is_kept(compiled(self.loop, no_refcount=True))

    def settle(self, cards: Any) -> tuple[int, int]:
        """Return the outcome of main wager and bonus for this order of the deck."""
        lies = np.array(cards, np.uint8)
        main, bonus = compiled(self.one_round)(lies, self.settings, *self.posted)
        return int(main), int(bonus)

    def play(self, rounds: int, random: Any) -> Any:
        """Return the counts of ``rounds`` rounds from a stream of random numbers."""
        counts = np.zeros(self.counts, np.int64)
        cards: Any = np.array(self.game.kind.one_set(), np.uint8)
        loop = compiled(self.loop, no_refcount=True)
        by = self.sides.given(counts[self.own :], (self.settings, counts, *self.posted))

        def facts() -> list[tuple[Any, ...]]:
            return [(np.array(sorted(cards[:HAND].tolist())),)]

        with naming(self.game, (self.bonus, *self.sides.wagers), ("dealt",), facts):
            loop(cards, rounds, random, *by)
        return counts

    def estimates(self, counts: Any) -> dict[str, Estimate]:
        """Return the estimates of each wager."""
        main, bonus = counts[: self.mains].tolist(), counts[self.mains : self.own].tolist()
        ways = {"main": main, "bonus": bonus}
        found = {
            name: estimated(self.game, find_wager(self.game, name), each)
            for name, each in ways.items()
        }
        return found | self.sides.estimates(counts[self.own :])
