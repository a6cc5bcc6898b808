"""Shared parts of simulations whose loop counts the outcomes of several wagers in one row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from houseway.analysis.compiler.compile import compiled, is_kept
from houseway.analysis.wager_odds import Estimate, estimated, weigh_column
from houseway.game.base import Game
from houseway.game.wagers import Wager


class Counting:
    """One loop; the counts of wager i begin at ``starts[i]``."""

    chunk = 1 << 21
    seats = 1

    def __init__(self, loop: Callable[..., Any], sizes: Sequence[int]) -> None:
        self.loop = loop
        self.starts: Any = np.cumsum([0, *sizes[:-1]])
        self.counts = sum(sizes)

    @property
    def loops(self) -> tuple[Callable[..., Any], ...]:
        """The functions whose fingerprint, with everything they reach, determines the counts."""
        return (self.loop,)

    def is_ready(self) -> bool:
        """Return True if nothing is left to compile."""
        return is_kept(compiled(self.loop, no_refcount=True))

    def parts(self, counts: Any) -> list[list[int]]:
        """Return the counts of each wager."""
        return [part.tolist() for part in np.split(counts, self.starts[1:])]


def estimates_of(
    game: Game, wagers: Sequence[Wager], parts: Sequence[Sequence[int]]
) -> dict[str, Estimate]:
    """Return estimates of wagers whose outcomes are those of their rules."""
    return {w.name: estimated(game, w, ways) for w, ways in zip(wagers, parts, strict=True)}


def estimate_played(
    game: Game,
    wager: str,
    column: str,
    outcomes: tuple[str, ...],
    ways: Sequence[int],
    nets: Sequence[Fraction],
) -> Estimate:
    """Return the estimate of a wager that is played by decisions, with outcomes of its own."""
    return Estimate(
        game.id, wager, outcomes, tuple(ways), {column: weigh_column(column, ways, nets)}, column
    )
