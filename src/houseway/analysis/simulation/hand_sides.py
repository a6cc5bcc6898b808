"""Plug-in side bets on the hand dealt, in simulations that know the game's wagers by name.

The rounds are those of the game. After each round, the rule of every such wager is evaluated on the
hand in order of its pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

import numpy as np

from houseway.analysis.facts.binding import bind_posting, bind_rule, chain_rules
from houseway.analysis.simulation.counting import estimates_of
from houseway.analysis.simulation.sorting import lay_out
from houseway.analysis.wager_odds import Estimate
from houseway.game.base import Game
from houseway.game.wagers import Wager


def added(game: Game, known: Collection[str]) -> tuple[Wager, ...]:
    """Return the wagers with a rule that a simulation does not know by name."""
    return tuple(w for w in game.offered if w.rule is not None and w.name not in known)


def by_widest(game: Game, wagers: Sequence[Wager], rows: Any) -> dict[str, Estimate]:
    """Return estimates from rows of counts that are padded to the longest."""
    parts = [row[: len(w.rule.outcomes)] for w, row in zip(wagers, rows, strict=True)]
    return estimates_of(game, wagers, parts)


class HandSides:
    """The wagers on ``fact``, a hand of ``size`` pieces, that are not known by name."""

    def __init__(self, game: Game, fact: str, size: int, known: Collection[str]) -> None:
        self.game, self.fact = game, fact
        self.wagers = tuple(w for w in added(game, known) if bind_posting(game, w).reads == (fact,))
        self.hand: Any = np.zeros(size, np.int64)
        self.found: Any = np.zeros(len(self.wagers), np.int64)
        sizes = [len(wager.rule.outcomes) for wager in self.wagers]
        self.starts: Any = np.cumsum([0, *sizes])
        self.counts = sum(sizes)

    def around(self, play_rounds: Any) -> Any:
        """Return the loop of a game, extended by these wagers if there are any."""
        return with_sides(play_rounds, self.judge) if self.wagers else play_rounds

    def given(self, counts: Any, by: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the arguments that the loop of ``around`` takes after the random numbers.

        ``by`` holds those of the game's own loop, which are all if there are no such wagers.
        """
        return (self.scratch, counts, by) if self.wagers else by

    @property
    def scratch(self) -> tuple[Any, Any, Any]:
        """Scratch arrays of the loops: a hand, outcomes, and the first counter of each wager."""
        return self.hand, self.found, self.starts

    @property
    def judge(self) -> Callable[[Any, Any], None]:
        """Every rule, as one function of a hand."""
        rules = [bind_posting(self.game, wager).rule for wager in self.wagers]
        return chain_rules([(place, bind_rule(by, (self.fact,))) for place, by in enumerate(rules)])

    def facts(self) -> list[tuple[Any, ...]]:
        """Return the facts of the last round."""
        return [(self.hand,)]

    def estimates(self, counts: Any) -> dict[str, Estimate]:
        """Return the estimates of these wagers from their counts."""
        parts = [part.tolist() for part in np.split(counts, self.starts[1:-1])]
        return estimates_of(self.game, self.wagers, parts) if self.wagers else {}


def counting(judge: Any) -> Any:
    """Return the function that counts one hand, which lies in order in ``scratch``."""

    def count(scratch: Any, counts: Any) -> None:
        hand, found, starts = scratch
        judge((hand,), found)
        for place in range(len(found)):
            counts[starts[place] + found[place]] += 1

    return count


def with_sides(play_rounds: Any, judge: Any) -> Any:
    """Return a loop over rounds whose hand is the first cards, with these wagers counted."""
    count = counting(judge)

    def play(cards: Any, rounds: int, random: Any, scratch: Any, counts: Any, by: Any) -> None:
        for _ in range(rounds):
            play_rounds(cards, 1, random, *by)
            lay_out(cards[: len(scratch[0])], 0, scratch[0])
            count(scratch, counts)

    return play


def of_rows(judge: Any) -> Any:
    """Return a loop over dealt hands, one per row and in order."""
    count = counting(judge)

    def play(hands: Any, scratch: Any, counts: Any) -> None:
        for i in range(len(hands)):
            for k in range(len(scratch[0])):
                scratch[0][k] = hands[i, k]
            count(scratch, counts)

    return play
