"""Where the numbered streams of a simulation are played: in this process, or in several.

Each of these takes the streams still to be played and gives their counts as they are finished, in
any order; what is counted does not depend on who played it.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from houseway.analysis.blackjack.strategy import Strategy
from houseway.analysis.simulation.random import stream
from houseway.analysis.simulation.simulation import Simulation, simulation_of
from houseway.errors import Refused, short_repr
from houseway.game.base import Game

Played = Iterator[tuple[int, Any]]
"""The number of a stream and its counts."""

CROWD = 2
"""Processes for each core at the most: more of them only wait for one another."""

AHEAD = 2
"""Streams that wait for each worker, so that none is idle."""


@dataclass(frozen=True)
class Job:
    """A table and who plays at it, as it is sent to another process."""

    game: type[Game]
    posting: tuple[tuple[str, str], ...]
    strategy: Strategy | str
    wagers: tuple[str, ...] | None
    seats: int | None


@lru_cache(maxsize=8)
def simulation(job: Job) -> Simulation:
    """The simulation of a job, made once in every process."""
    return simulation_of(job.game(dict(job.posting)), job.strategy, job.wagers, job.seats)


def play_stream(job: Job, seed: int, number: int, rounds: int) -> Any:
    """The counts of one numbered stream: the same wherever it is played."""
    return simulation(job).play(rounds, stream(seed, number))


def here(job: Job, seed: int, streams: Iterable[tuple[int, int]]) -> Played:
    """One after the other in this process."""
    for number, rounds in streams:
        yield number, play_stream(job, seed, number, rounds)


def in_processes(job: Job, seed: int, streams: Iterable[tuple[int, int]], workers: int) -> Played:
    """In so many other processes."""
    from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    context = get_context(_way_to_start())
    pool = ProcessPoolExecutor(workers, context, initializer=_leave_interrupts)
    todo = iter(streams)
    playing: dict[Future[Any], int] = {}
    try:
        while True:
            for number, rounds in todo:
                playing[pool.submit(play_stream, job, seed, number, rounds)] = number
                if len(playing) >= AHEAD * workers:
                    break
            if not playing:
                return
            done, _ = wait(playing, return_when=FIRST_COMPLETED)
            for future in done:
                yield playing.pop(future), future.result()
    except BrokenProcessPool:
        raise Refused("a process of the simulation was ended from outside; start it again, "
                      "with a checkpoint to go on from there") from None  # fmt: skip
    finally:
        pool.shutdown(cancel_futures=True)


def _way_to_start() -> str:
    """A fork has the compiled loops at once; it is for a process in which nothing else runs."""
    alone = threading.active_count() == 1
    return "fork" if alone and sys.platform == "linux" and sys.version_info < (3, 12) else "spawn"


def _leave_interrupts() -> None:
    """Ctrl-C is for the process in front, which then ends this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def cores() -> int:
    """The processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def workers_of(workers: int | None, leave_one_free: bool) -> int:
    """How many processes play: as said, or one for every core."""
    if workers is None:
        return max(1, cores() - leave_one_free)
    if workers < 1:
        raise Refused(f"a simulation needs 1 worker or more, not {workers}")
    if workers > (most := CROWD * cores()):
        raise Refused(
            f"{short_repr(workers)} workers are too many for {_cores(cores())}; {most} at the most"
        )
    return workers


def _cores(n: int) -> str:
    return "one core" if n == 1 else f"{n} cores"
