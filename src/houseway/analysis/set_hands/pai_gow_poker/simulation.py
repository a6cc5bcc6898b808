"""The simulation of Pai Gow Poker: a player against the player-dealer, both set the house way.

A shuffled deck gives seven cards to each side. The rules that set and settle a live hand judge
them, and the rule of the Fortune Bonus if it is offered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from houseway.analysis.compiler.compile import compiled, is_kept
from houseway.analysis.facts.binding import among
from houseway.analysis.facts.rule_errors import naming
from houseway.analysis.random_streams import mix
from houseway.analysis.set_hands.pai_gow_poker.table import HAND
from houseway.analysis.simulation.hand_sides import HandSides
from houseway.analysis.simulation.sorting import put_in_order
from houseway.analysis.wager_odds import Estimate, estimated, find_wager
from houseway.hands.fortune import fortune
from houseway.hands.pai_gow_house_way import house_way
from houseway.hands.pai_gow_poker import back_strength, compare, front_strength, settle_pai_gow

MAIN, FORTUNE = len(settle_pai_gow.outcomes), len(fortune.outcomes)


def one_round(cards: Any, way: int, posted: int) -> int:
    """Return the outcome of the first seven cards against the next; sorts each hand in place.

    ``way`` is the setting of the first hand; below 0 it is the house way, as it always is for the
    other.
    """
    mine, banks = cards[:HAND], cards[HAND : 2 * HAND]
    put_in_order(mine)
    put_in_order(banks)
    if way < 0:
        way = house_way(mine, posted)
    banks_way = house_way(banks, posted)
    return compare(
        back_strength(mine, way, posted), front_strength(mine, way, posted),
        back_strength(banks, banks_way, posted), front_strength(banks, banks_way, posted),
    )  # fmt: skip


def play_rounds(
    cards: Any, rounds: int, random: Any, posted: int, best: int, match: int, counts: Any
) -> None:
    """Play ``rounds`` rounds, each from a full deck; ``best`` below 0 leaves out the Fortune
    Bonus.
    """
    for _ in range(rounds):
        mix(cards, 0, 2 * HAND, random)
        counts[among(one_round(cards, -1, posted), MAIN)] += 1
        if best >= 0:
            counts[MAIN + among(fortune(cards[:HAND], best, match), FORTUNE)] += 1


class PaiGowSimulation:
    """One player's wagers against the player-dealer's hand."""

    chunk = 1 << 19
    seats = 2

    game: Any

    def __init__(self, game: Any) -> None:
        self.game = game
        self.wagers = tuple(w.name for w in game.offered if w.name in ("main", "fortune"))
        self.sides = HandSides(game, "dealt", HAND, self.wagers)
        self.loop = self.sides.around(play_rounds)
        self.counts = MAIN + FORTUNE + self.sides.counts
        self.best, self.match = -1, 0
        if "fortune" in self.wagers:
            self.best = game.facts["fortune_best"].at(game)
            self.match = game.facts["match_with_joker"].at(game)

    @property
    def loops(self) -> tuple[Callable[..., Any], ...]:
        """Return the functions whose fingerprint, with everything they reach, determines the
        counts.
        """
        return (self.loop,)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Return the assumptions of the simulation."""
        return (
            "one player against the player-dealer, both hands set the house way",
            "the player-dealer's wager covers the player's",
            "collections and envies are not counted",
            "a full deck with the joker is shuffled before every round",
        )

    def is_ready(self) -> bool:
        """Return True if nothing is left to compile."""
        return is_kept(compiled(self.loop, no_refcount=True))

    def settle(self, cards: Any, way: int = -1) -> tuple[int, ...]:
        """Return the outcome of each wager for this order of the deck, by this setting or the house
        way.
        """
        lies = np.array(cards, np.uint8)
        main = int(compiled(one_round)(lies, way, self.game.as_posted))
        if self.best < 0:
            return (main,)
        return main, int(fortune(lies[:HAND].tolist(), self.best, self.match))

    def play(self, rounds: int, random: Any) -> Any:
        """Return the counts of ``rounds`` rounds from a stream of random numbers."""
        counts = np.zeros(self.counts, np.int64)
        cards: Any = np.array(self.game.kind.one_set(), np.uint8)
        loop = compiled(self.loop, no_refcount=True)
        by = self.sides.given(
            counts[MAIN + FORTUNE :], (self.game.as_posted, self.best, self.match, counts)
        )
        with naming(self.game, self.sides.wagers, ("dealt",), self.sides.facts):
            loop(cards, rounds, random, *by)
        return counts

    def estimates(self, counts: Any) -> dict[str, Estimate]:
        """Return the estimates of each wager."""
        own = MAIN + FORTUNE
        ways = {"main": counts[:MAIN].tolist(), "fortune": counts[MAIN:own].tolist()}
        found = {
            name: estimated(self.game, find_wager(self.game, name), ways[name])
            for name in self.wagers
        }
        return found | self.sides.estimates(counts[own:])
