"""Side bets of one's own on the hand dealt, in simulations that know the game's wagers by name.

The rounds are those of the game; after each of them, every such wager's rule is asked about the
hand in order of its pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

import numpy as np

from houseway.analysis.facts import bind_posting, bind_rule, judges
from houseway.analysis.simulation.counting import estimates_of
from houseway.analysis.simulation.sorting import lay_out
from houseway.analysis.wager_odds import Estimate
from houseway.game.base import Game
from houseway.game.wagers import Wager


def added(game: Game, known: Collection[str]) -> tuple[Wager, ...]:
    """The wagers with a rule that a simulation does not know by name."""
    return tuple(w for w in game.offered if w.by is not None and w.name not in known)


def by_widest(game: Game, wagers: Sequence[Wager], rows: Any) -> dict[str, Estimate]:
    """What counts say whose rows are all as long as the longest."""
    parts = [row[: len(w.by.outcomes)] for w, row in zip(wagers, rows, strict=True)]
    return estimates_of(game, wagers, parts)


class HandSides:
    """The wagers on ``fact``, a hand of ``size`` pieces, beside those that are known by name."""

    def __init__(self, game: Game, fact: str, size: int, known: Collection[str]) -> None:
        self.game, self.fact = game, fact
        self.wagers = tuple(w for w in added(game, known) if bind_posting(game, w).reads == (fact,))
        self.hand: Any = np.zeros(size, np.int64)
        self.found: Any = np.zeros(len(self.wagers), np.int64)
        sizes = [len(wager.by.outcomes) for wager in self.wagers]
        self.starts: Any = np.cumsum([0, *sizes])
        self.counts = sum(sizes)

    def around(self, play_rounds: Any) -> Any:
        """The loop of a game, with these wagers if there are any."""
        return with_sides(play_rounds, self.judge) if self.wagers else play_rounds

    def given(self, counts: Any, by: tuple[Any, ...]) -> tuple[Any, ...]:
        """What that loop is given behind cards, rounds and random numbers."""
        return (self.room, counts, by) if self.wagers else by

    @property
    def room(self) -> tuple[Any, Any, Any]:
        """What the loops need beside the counts: a hand, outcomes, where the counts begin."""
        return self.hand, self.found, self.starts

    @property
    def judge(self) -> Callable[[Any, Any], None]:
        """Every rule, asked about a hand."""
        rules = [bind_posting(self.game, wager).by for wager in self.wagers]
        return judges([(place, bind_rule(by, (self.fact,))) for place, by in enumerate(rules)])

    def facts(self) -> list[tuple[Any, ...]]:
        """Those of the last round."""
        return [(self.hand,)]

    def estimates(self, counts: Any) -> dict[str, Estimate]:
        """What the counts say of each of them."""
        parts = [part.tolist() for part in np.split(counts, self.starts[1:-1])]
        return estimates_of(self.game, self.wagers, parts) if self.wagers else {}


def counting(judge: Any) -> Any:
    """What counts one hand, which lies in order in the room."""

    def count(room: Any, counts: Any) -> None:
        hand, found, starts = room
        judge((hand,), found)
        for place in range(len(found)):
            counts[starts[place] + found[place]] += 1

    return count


def with_sides(play_rounds: Any, judge: Any) -> Any:
    """A loop over rounds whose hand is the first cards, each round counted here too."""
    count = counting(judge)

    def play(cards: Any, rounds: int, random: Any, room: Any, counts: Any, by: Any) -> None:
        for _ in range(rounds):
            play_rounds(cards, 1, random, *by)
            lay_out(cards[: len(room[0])], 0, room[0])
            count(room, counts)

    return play


def of_rows(judge: Any) -> Any:
    """A loop over hands that were dealt, a row each, which lie in order."""
    count = counting(judge)

    def play(hands: Any, room: Any, counts: Any) -> None:
        for i in range(len(hands)):
            for k in range(len(room[0])):
                room[0][k] = hands[i, k]
            count(room, counts)

    return play
