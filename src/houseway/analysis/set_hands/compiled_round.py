"""The simulation of Pai Gow Tiles: a player against the player-dealer, both hands set the house
way.

Tiles are dealt in blocks. ``batch.house_way`` sets them from a table filled by the rule. The game's
own rule settles high hand against high hand and low against low.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from houseway.analysis.compiler.compile import compiled, is_kept
from houseway.analysis.evaluator import batch
from houseway.analysis.facts.rule_errors import naming
from houseway.analysis.random_streams import mix
from houseway.analysis.simulation.hand_sides import HandSides, of_rows
from houseway.analysis.simulation.sorting import put_in_order
from houseway.analysis.wager_odds import Estimate, estimated, find_wager
from houseway.hands.pai_gow_tiles import settle_tiles
from houseway.hands.pai_gow_tiles_house_way import house_way, setting
from houseway.rulebook.delta.pai_gow_tiles.game import PaiGowTiles

BLOCK = 8192
"""Rounds dealt at once; their tiles fit in the processor's cache."""
HAND = 4


def deal_tiles(tiles: Any, random: Any, mine: Any, theirs: Any) -> None:
    """Shuffle, and deal four tiles each to player and player-dealer, sorted."""
    for i in range(len(mine)):
        mix(tiles, 0, 2 * HAND, random)
        for j in range(HAND):
            mine[i, j], theirs[i, j] = tiles[j], tiles[HAND + j]
        put_in_order(mine[i])
        put_in_order(theirs[i])


def settle_all(
    mine: Any, my_way: Any, theirs: Any, their_way: Any, gee_joon_lowest: bool, found: Any
) -> None:
    """Set the outcome of every round."""
    for i in range(len(mine)):
        p, d = mine[i], theirs[i]
        a, b, c, e = setting(p[0], p[1], p[2], p[3], my_way[i], gee_joon_lowest)
        f, g, h, k = setting(d[0], d[1], d[2], d[3], their_way[i], gee_joon_lowest)
        found[i] = settle_tiles(a, b, c, e, f, g, h, k, gee_joon_lowest)


class SetHandsSimulation:
    """One player's wager against the player-dealer's hand."""

    chunk = 1 << 21
    seats = 2

    def __init__(self, game: PaiGowTiles) -> None:
        self.game = game
        self.own = len(game.outcomes)
        self.sides = HandSides(game, "dealt", HAND, ())
        self.counts = self.own + self.sides.counts
        self.side_loops = (of_rows(self.sides.judge),) if self.sides.wagers else ()

    @property
    def loops(self) -> tuple[Callable[..., Any], ...]:
        """Return the functions whose fingerprint, with everything they reach, determines the
        counts.
        """
        return (deal_tiles, settle_all, house_way, *self.side_loops)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Return the assumptions of the simulation."""
        return (
            "one player against the player-dealer, both hands set the house way",
            "the player-dealer's wager covers the player's",
            "collections are not counted",
            "a full set of tiles is shuffled before every round",
        )

    def is_ready(self) -> bool:
        """Return True if nothing is left to compile; the table of settings has its own check."""
        loops = (deal_tiles, settle_all, *self.side_loops)
        return all(is_kept(compiled(loop, no_refcount=True)) for loop in loops)

    def settle(self, mine: Any, theirs: Any, my_way: Any = None) -> Any:
        """Return the outcome of each row of four sorted tiles against the same row of the other
        side.

        ``my_way`` is the player's setting of each row; the default is the house way.
        """
        found = np.zeros(len(mine), np.uint8)
        keep, lowest = self.game.never_split_into_worse, self.game.gee_joon_lowest
        my_way = batch.house_way(mine, keep, lowest) if my_way is None else my_way
        their_way = batch.house_way(theirs, keep, lowest)
        compiled(settle_all, no_refcount=True)(mine, my_way, theirs, their_way, lowest, found)
        return found

    def play(self, rounds: int, random: Any) -> Any:
        """Return the counts of ``rounds`` rounds from a stream of random numbers."""
        tiles: Any = np.array(self.game.kind.one_set(), np.uint8)
        counts = np.zeros(self.counts, np.int64)
        deal = compiled(deal_tiles, no_refcount=True)
        for done in range(0, rounds, BLOCK):
            n = min(BLOCK, rounds - done)
            mine, theirs = np.zeros((n, HAND), np.uint8), np.zeros((n, HAND), np.uint8)
            deal(tiles, random, mine, theirs)
            counts[: self.own] += np.bincount(self.settle(mine, theirs), minlength=self.own)
            with naming(self.game, self.sides.wagers, ("dealt",), self.sides.facts):
                for loop in self.side_loops:
                    compiled(loop, no_refcount=True)(mine, self.sides.scratch, counts[self.own :])
        return counts

    def estimates(self, counts: Any) -> dict[str, Estimate]:
        """Return the estimates of the wager and of added wagers."""
        main = estimated(self.game, find_wager(self.game, "main"), counts[: self.own].tolist())
        return {"main": main, **self.sides.estimates(counts[self.own :])}
