"""A simulation in steps, so that nothing else waits for it: numbered streams, added up.

The counts follow from game, wager, seed and rounds alone; ``houseway.analysis.simulation.run.run``
with the same seed and streams of ``STREAM`` rounds gives the same.
"""

from __future__ import annotations

import time

import numpy as np

from houseway.analysis.blackjack.strategy import BEST
from houseway.analysis.simulation.pool import Job, play_stream, simulation
from houseway.analysis.simulation.run import posting_of
from houseway.analysis.simulation.simulation import Simulation
from houseway.analysis.wager_odds import Estimate
from houseway.errors import Refused
from houseway.jobs import Tell
from houseway.odds_service.answers import Played, SimulatedAt
from houseway.odds_service.query import Asked

STREAM = 32_768
"""Rounds of one numbered stream."""
STEP = 0.6
"""Seconds after which a step ends, with whole streams."""
MAIN = "main"
"""Of a blackjack table; it is followed in any case."""
MOST_ROUNDS = 1_000_000_000
POINTS = 240
"""So many are kept; of more every second one goes."""


def step(asked: Asked, wager: str, seed: int, rounds: int, so_far: Played, tell: Tell) -> Played:
    """Some more streams, at least one."""
    job = _job(asked, wager)
    table = simulation(job)
    if not table.is_ready():
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
    return Played(done, number, tuple(counts.tolist()), points, table.assumptions)


def _is_early(done: int) -> bool:
    """The first streams are told one by one, so that a page has something to draw."""
    return done <= 8 * STREAM


def thinned(points: tuple[SimulatedAt, ...]) -> tuple[SimulatedAt, ...]:
    """As many points as can be drawn: the last one stays."""
    if len(points) <= POINTS:
        return points
    return (*points[:-1:2], points[-1])


def _job(asked: Asked, wager: str) -> Job:
    game = asked.table()
    if not any(w.name == wager for w in game.offered):
        raise Refused(f"{game.name} does not offer this wager as it is posted")
    sides = () if wager == MAIN else (wager,)
    return Job(type(game), posting_of(game), BEST, sides, None)


def _estimate(table: Simulation, counts: np.ndarray, wager: str) -> Estimate:
    found = table.estimates(counts)
    if wager not in found:
        raise Refused(f"this wager is not followed in the simulation of {table.game.name}")
    return found[wager]
