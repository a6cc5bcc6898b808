"""Simulate a posted table in this process: compiled rounds, judged by the rules of live play.

    >>> from houseway.rulebook import find
    >>> from houseway.analysis.simulation_runs.simulate import simulate
    >>> found = simulate(find("free-bet-blackjack")({"decks": 6}), rounds=1_000_000, seed=7)
    >>> found["push_22"].here.edge, found["push_22"].stderr()

Each family of games has one simulation. Blackjack is played by a fixed strategy from a real shoe
with its cut card. Hands are set by the house way on both sides. In poker everybody stays to the
showdown. ``run.py`` plays on all cores, to a wanted error, with checkpoints.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from houseway.analysis.compiler.compile import compile_for_run
from houseway.analysis.game_math import SimulationRequest
from houseway.analysis.games import math_of
from houseway.analysis.simulation.protocol import (
    SHORT_RUN,
    Simulation,
    check_rounds,
    check_rules,
    play_streams,
)
from houseway.analysis.wager_odds import Estimate
from houseway.errors import Refused
from houseway.game.base import Game

Strategy: TypeAlias = Callable[[Sequence[int], int, int], int]
"""A function of the hand's cards, the dealer's up card and the offered decisions (bits) to a
decision.
"""
BASIC = "basic"


def simulation_of(
    game: Game,
    strategy: Strategy | str = BASIC,
    wagers: Sequence[str] | None = None,
    seats: int | None = None,
) -> Simulation:
    """Return the simulation of a table; Refused for a game that has none.

    ``strategy`` is a function, ``"basic"``, or ``"best"`` for the best chart by totals of the
    posting.
    """
    make = math_of(game).simulation
    if make is None:
        raise Refused(f"{game.name} is a game of {game.family}, which is not simulated yet")
    return make(game, SimulationRequest(strategy, wagers, seats))


def simulate(
    game: Game,
    rounds: int,
    seed: int = 1,
    strategy: Strategy | str = BASIC,
    wagers: Sequence[str] | None = None,
    seats: int | None = None,
) -> dict[str, Estimate]:
    """Return estimates from this number of rounds, for the named wagers and by default all side
    bets.

    The same game, seed and strategy give the same counts on every machine, equal to those of
    ``run``.
    """
    check_rounds(rounds)
    table = simulation_of(game, strategy, wagers, seats)
    with compile_for_run(rounds <= SHORT_RUN):
        check_rules(table)
        return table.estimates(play_streams(table, rounds, seed))
