"""Baccarat with dice: every pair of rolls counted, and compiled rounds of all wagers.

A wager's rule is evaluated for each value of its facts over the 216 times 216 rolls. The simulation
rolls six dice a round and evaluates the same rules, compiled.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from houseway.analysis.compiler.compile import compiled
from houseway.analysis.facts.binding import bind_rule, chain_rules
from houseway.analysis.facts.distribution import FactDistribution, Values, finite
from houseway.analysis.facts.rule_errors import naming
from houseway.analysis.random_streams import xoshiro
from houseway.analysis.simulation.counting import Counting, estimates_of
from houseway.analysis.wager_odds import Estimate
from houseway.errors import Refused
from houseway.families.baccarat.dice import DiceCups
from houseway.game.base import Game
from houseway.hands.three_dice import dice_points

Roll: TypeAlias = tuple[int, ...]
FACTS = ("player_dice", "banker_dice", "player_points", "banker_points")
SIDES = DICE = 3 + 3
"""Six dice with six sides each."""
ROLLS = SIDES**DICE


@functools.cache
def hands() -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return the hands of three dice, sorted, with the ways to roll them."""
    faces = range(1, SIDES + 1)
    rolled = Counter(tuple(sorted(roll)) for roll in itertools.product(faces, repeat=3))
    return tuple(rolled.items())


VALUE: dict[str, Callable[[Roll, Roll], Any]] = {
    "player_dice": lambda player, banker: player,
    "banker_dice": lambda player, banker: banker,
    "player_points": lambda player, banker: dice_points(player),
    "banker_points": lambda player, banker: dice_points(banker),
}


def two_hands(game: Game, reads: tuple[str, ...]) -> FactDistribution:
    """Return the joint distribution of the facts that are read, over all rolls of both hands."""
    return _rolled(tuple(name for name in FACTS if name in reads))


@functools.cache
def _rolled(names: tuple[str, ...]) -> FactDistribution:
    """Return the distribution of these facts over all throws of both cups."""
    rolls = tuple(itertools.product(range(1, SIDES + 1), repeat=3))
    weights: Counter[Values] = Counter()
    for player, banker in itertools.product(rolls, rolls):
        weights[tuple(VALUE[name](player, banker) for name in names)] += 1
    return finite(names, dict(weights))


# Simulation.

_ROLLS = np.uint64(ROLLS)
_HIGH = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_LEAST = np.uint64((1 << 32) % ROLLS)
"""Random numbers below this are rejected, since they would favour some rolls."""


def facts_of(player: Any, banker: Any) -> Any:
    """Return the facts of a round, in the order of ``FACTS``."""
    return player, banker, dice_points(player), dice_points(banker)


def play_rounds(judge: Callable[[Any, Any], None]) -> Callable[..., None]:
    """Return the loop over rounds: six dice from one random number, then every wager."""

    def play(
        rounds: int, state: Any, player: Any, banker: Any, found: Any, first: Any, counts: Any
    ) -> None:
        a, b, c, d = state[0], state[1], state[2], state[3]
        for _ in range(rounds):
            word, a, b, c, d = xoshiro(a, b, c, d)
            product = (word >> _HIGH) * _ROLLS
            while (product & _LOW) < _LEAST:
                word, a, b, c, d = xoshiro(a, b, c, d)
                product = (word >> _HIGH) * _ROLLS
            set_dice(np.int64(product >> _HIGH), player, banker)
            judge(facts_of(player, banker), found)
            for i in range(len(found)):
                counts[first[i] + found[i]] += 1
        state[0], state[1], state[2], state[3] = a, b, c, d

    return play


def set_dice(roll: Any, player: Any, banker: Any) -> None:
    """Split a number below 46,656 into three dice of the Player and three of the Banker."""
    for i in range(3):
        player[i], roll = 1 + roll % SIDES, roll // SIDES
    for i in range(3):
        banker[i], roll = 1 + roll % SIDES, roll // SIDES


def judge_rolls(judge: Callable[[Any, Any], None]) -> Callable[..., None]:
    """Return the loop over given rolls, for comparison with live rounds."""

    def settle(player: Any, banker: Any, found: Any) -> None:
        for i in range(len(player)):
            judge(facts_of(player[i], banker[i]), found[i])

    return settle


@functools.cache
def _loops(rules: tuple[Any, ...]) -> tuple[Callable[..., None], Callable[..., None]]:
    """Return the loop over random rounds and the loop over given rolls, for these rules."""
    judge = chain_rules([(i, bind_rule(by, FACTS)) for i, by in enumerate(rules)])
    return play_rounds(judge), judge_rolls(judge)


class DiceBaccaratSimulation(Counting):
    """All wagers of a table, each made in every round."""

    chunk = 1 << 22

    def __init__(self, game: Game) -> None:
        if not isinstance(getattr(game, "hands", None), DiceCups):
            raise Refused(f"{game.name} is not played with dice cups")
        self.game = game
        self.wagers = game.offered
        loop, self._settle = _loops(tuple(wager.rule for wager in self.wagers))
        super().__init__(loop, [len(wager.rule.outcomes) for wager in self.wagers])

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Assumptions of the estimates, as sentences."""
        return ("every wager is made in every round", "no aggregate limit is reached")

    def play(self, rounds: int, random: Any) -> Any:
        """Play rounds with a stream of random numbers; return the counts."""
        counts = np.zeros(self.counts, np.int64)
        player, banker = np.zeros(3, np.int64), np.zeros(3, np.int64)
        found = np.zeros(len(self.wagers), np.int64)
        loop = compiled(self.loop, no_refcount=True)
        with naming(self.game, self.wagers, FACTS, lambda: [facts_of(player, banker)]):
            loop(rounds, random, player, banker, found, self.starts, counts)
        return counts

    def settle(self, player: Any, banker: Any, interpreted: bool = False) -> Any:
        """Return [row, wager]: the outcome of every wager, for each row of dice."""
        found = np.zeros((len(player), len(self.wagers)), np.int64)
        settle = self._settle if interpreted else compiled(self._settle, no_refcount=True)
        settle(player, banker, found)
        return found

    def estimates(self, counts: Any) -> dict[str, Estimate]:
        """Return the estimate of every wager from the counts."""
        return estimates_of(self.game, self.wagers, self.parts(counts))
