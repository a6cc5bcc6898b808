"""A simulation in short steps of numbered streams, so that other jobs can run in between.

The counts follow from game, wager, seed and rounds alone. ``simulation_runs.run.run`` with the same
seed and streams of ``STREAM`` rounds gives the same counts.
"""

from __future__ import annotations

import time

import numpy as np

from houseway.analysis.blackjack.strategy.basic import BEST
from houseway.analysis.compiler.compile import compile_for_run
from houseway.analysis.simulation.protocol import SHORT_RUN, Simulation
from houseway.analysis.simulation_runs.pool import StreamJob, play_stream, simulation
from houseway.analysis.simulation_runs.run import posting_of
from houseway.analysis.wager_odds import Estimate
from houseway.errors import Refused
from houseway.jobs import Tell
from houseway.odds_service.answers import SimulatedAt, SimulationState
from houseway.odds_service.query import TableQuery

STREAM = 32_768
"""The rounds of one numbered stream."""
STEP = 0.6
"""Seconds after which a step ends, with the stream it is in."""
MAIN = "main"
"""The main wager of a blackjack table; it is always included."""
MOST_ROUNDS = 1_000_000_000
POINTS = 240
"""The most points kept; above it every second one is dropped."""


def step(
    query: TableQuery, wager: str, seed: int, rounds: int, so_far: SimulationState, tell: Tell
) -> SimulationState:
    """Play further streams, at least one."""
    job = _job(query, wager, rounds)
    table = simulation(job)
    with compile_for_run(job.is_short):
        is_ready = table.is_ready()
    if not is_ready:
        tell("compiling the rounds of this table, which is done once")
    counts = np.array(so_far.counts or [0] * table.counts, np.int64)
    done, number = so_far.rounds, so_far.streams
    until = time.monotonic() + STEP
    while done < rounds:
        some = min(STREAM, rounds - done)
        counts = counts + play_stream(job, seed, number, some)
        number, done = number + 1, done + some
        if time.monotonic() > until or _is_early(done):
            break
    found = _estimate(table, counts, wager)
    point = SimulatedAt(done, float(found.here.edge), found.stderr())
    points = thinned((*so_far.points, point))
    return SimulationState(done, number, tuple(counts.tolist()), points, table.assumptions)


def _is_early(done: int) -> bool:
    """Return True for the first streams, which are reported one by one so that the plot starts
    early.
    """
    return done <= 8 * STREAM


def thinned(points: tuple[SimulatedAt, ...]) -> tuple[SimulatedAt, ...]:
    """Return at most ``POINTS`` points; the last one is kept."""
    if len(points) <= POINTS:
        return points
    return (*points[:-1:2], points[-1])


def _job(query: TableQuery, wager: str, rounds: int) -> StreamJob:
    """Return the simulation of a posted table; Refused if it does not offer the wager."""
    game = query.table()
    if not any(w.name == wager for w in game.offered):
        raise Refused(f"{game.name} does not offer this wager as it is posted")
    sides = () if wager == MAIN else (wager,)
    return StreamJob(type(game), posting_of(game), BEST, sides, None, rounds <= SHORT_RUN)


def _estimate(table: Simulation, counts: np.ndarray, wager: str) -> Estimate:
    """Return the estimate of a wager from counts; Refused if it is not simulated."""
    found = table.estimates(counts)
    if wager not in found:
        raise Refused(f"this wager is not followed in the simulation of {table.game.name}")
    return found[wager]
