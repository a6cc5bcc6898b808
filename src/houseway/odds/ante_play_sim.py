"""The simulation of ante and play: one hand against the dealer's, played from a fixed strength on.

The rules of the game rank, compare and judge; the least strength to play is that of exact best
play.  A folded hand loses what a fold gives up, whatever it was worth.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from houseway.errors import Refused
from houseway.game import Game
from houseway.odds import ante_play_table as table
from houseway.odds.compiled import compiled, is_kept
from houseway.odds.facts import Reader, judges, reader
from houseway.odds.result import Estimate, columns_of, outcomes_of, posted_column, weigh
from houseway.odds.shuffle import mix
from houseway.pay import LOSE
from houseway.shapes.ante_play import FACTS, AntePlay
from houseway.shapes.ante_play.offers import ANTE

NAMES = tuple(FACTS)
FOLDED = 0


def one_round(rank: Any, showdown: Any, bonus: Any, sides: Any, ends: int) -> Any:
    """A round of given cards, the player's first: the outcome of the ante and of each side bet."""

    def settle(cards: Any, n: int, least: int, given_up: Any, found: Any) -> None:
        player, dealer = cards[:n], cards[n : 2 * n]
        mine = rank(player)
        sides((player, dealer, cards[: 2 * n]), found)
        if mine >= least:
            found[0] = 1 + bonus(player) * ends + showdown(mine, rank(dealer))
        else:
            found[0] = FOLDED
            for place in range(1, len(found)):
                if given_up[place] >= 0:
                    found[place] = given_up[place]

    return settle


def many_rounds(settle: Any) -> Any:
    """The loop over rounds, each from a full deck, shuffled."""

    def play(
        deck: Any, random: Any, rounds: int, n: int, least: int, given_up: Any, starts: Any,
        found: Any, counts: Any,
    ) -> None:  # fmt: skip
        for _ in range(rounds):
            mix(deck, 0, 2 * n, random)
            settle(deck, n, least, given_up, found)
            for place in range(len(found)):
                counts[starts[place] + found[place]] += 1

    return play


class AntePlaySimulation:
    """One hand with all side bets."""

    chunk = 1 << 21
    seats = 1

    def __init__(self, game: Game) -> None:
        if not isinstance(game, AntePlay):
            raise Refused(f"{game.name} is a game of {game.shape}, not of ante and play")
        self.game = game
        self.sides = tuple(w for w in game.offered if w.by is not None)
        self.least = table.raise_from(game)
        readers: list[tuple[int, Reader]] = [
            (place, reader(wager.by, NAMES)) for place, wager in enumerate(self.sides, 1)
        ]
        self.settle = one_round(
            game.rank, game.showdown, game.bonus, judges(readers), len(game.showdown.outcomes)
        )
        self.loop = many_rounds(self.settle)
        sizes = [len(table.outcomes(game)), *(len(w.by.outcomes) for w in self.sides)]
        self.starts: Any = np.cumsum([0, *sizes[:-1]])
        self.counts = sum(sizes)
        lost = [
            game.pay[w.paid_by].index(LOSE) if w.name in game.forfeits else -1 for w in self.sides
        ]
        self.given_up: Any = np.array([-1, *lost], np.int64)

    @property
    def loops(self) -> tuple[Callable[..., Any], ...]:
        """The functions which, with all they reach, decide the counts."""
        return (self.loop,)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What is taken for granted."""
        return (
            f"the best lowest hand to play: {self.game.describe(self.least)}; all below are folded",
            "one hand, which sees no other cards",
            "a full deck is shuffled before every round",
        )

    def is_ready(self) -> bool:
        """Whether nothing is left to compile."""
        return is_kept(compiled(self.loop, borrows=True))

    def outcomes(self, cards: Any) -> list[int]:
        """A round of these cards, the player's first: the ante's outcome and the side bets'."""
        found: Any = np.zeros(1 + len(self.sides), np.int64)
        dealt = np.array(cards, np.int64)
        compiled(self.settle, borrows=True)(
            dealt, self.game.hand_size, self.least, self.given_up, found
        )
        settled: list[int] = found.tolist()
        return settled

    def play(self, rounds: int, random: Any) -> Any:
        """So many rounds from a stream of random numbers, as counts."""
        game = self.game
        deck = np.array(game.kind.one_set(game.sets()), np.int64)
        found, counts = np.zeros(1 + len(self.sides), np.int64), np.zeros(self.counts, np.int64)
        compiled(self.loop, borrows=True)(
            deck, random, rounds, game.hand_size, self.least, self.given_up, self.starts, found,
            counts,
        )  # fmt: skip
        return counts

    def estimates(self, counts: Any) -> dict[str, Estimate]:
        """What the counts say of every wager."""
        game = self.game
        parts = [part.tolist() for part in np.split(counts, self.starts[1:])]
        nets, column = table.nets(game), getattr(game, ANTE)
        found = {
            ANTE: Estimate(
                game.id, ANTE, table.outcomes(game), tuple(parts[0]),
                {column: weigh(column, parts[0], nets)}, column,
            )
        }  # fmt: skip
        for wager, ways in zip(self.sides, parts[1:], strict=True):
            columns = columns_of(game, wager)
            found[wager.name] = Estimate(
                game.id, wager.name, outcomes_of(game, wager), tuple(ways),
                {name: weigh(name, ways, worth) for name, worth in columns.items()},
                posted_column(game, wager, columns),
            )  # fmt: skip
        return found
