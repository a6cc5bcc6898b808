"""Players of the numbered streams of a simulation: this process, or several.

Each takes the remaining streams and yields their counts as they finish, in any order. The counts do
not depend on the process that played a stream.
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

from houseway.analysis.compiler.compile import compile_for_run
from houseway.analysis.random_streams import stream
from houseway.analysis.simulation.protocol import Simulation
from houseway.analysis.simulation_runs.simulate import Strategy, simulation_of
from houseway.errors import Refused, short_repr
from houseway.game.base import Game

Played = Iterator[tuple[int, Any]]
"""The number of a stream and its counts."""

CROWD = 2
"""The most processes for each core; more would only wait for one another."""

AHEAD = 2
"""Streams queued for each worker, so that none is idle."""


@dataclass(frozen=True)
class StreamJob:
    """A table and its players, as sent to another process."""

    game: type[Game]
    posting: tuple[tuple[str, str], ...]
    strategy: Strategy | str
    wagers: tuple[str, ...] | None
    seats: int | None
    is_short: bool = False
    """True if playing takes less time than fully optimising the loop."""


@lru_cache(maxsize=8)
def simulation(job: StreamJob) -> Simulation:
    """The simulation of a job, made once in every process."""
    return simulation_of(job.game(dict(job.posting)), job.strategy, job.wagers, job.seats)


def play_stream(job: StreamJob, seed: int, number: int, rounds: int) -> Any:
    """Return the counts of one numbered stream; they do not depend on the process."""
    with compile_for_run(job.is_short):
        return simulation(job).play(rounds, stream(seed, number))


def here(job: StreamJob, seed: int, streams: Iterable[tuple[int, int]]) -> Played:
    """Yield number and counts of each stream, played one after the other in this process."""
    for number, rounds in streams:
        yield number, play_stream(job, seed, number, rounds)


def in_processes(
    job: StreamJob, seed: int, streams: Iterable[tuple[int, int]], workers: int
) -> Played:
    """Yield number and counts of each stream, played in this number of other processes."""
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
    """Return ``fork``, which inherits compiled loops, if this process has no other threads."""
    alone = threading.active_count() == 1
    return "fork" if alone and sys.platform == "linux" and sys.version_info < (3, 12) else "spawn"


def _leave_interrupts() -> None:
    """Ignore Ctrl-C in a worker; the main process handles it and stops the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def cores() -> int:
    """The processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def workers_of(workers: int | None, leave_one_free: bool) -> int:
    """Return the number of processes: as requested, or one for every core."""
    if workers is None:
        return max(1, cores() - leave_one_free)
    if workers < 1:
        raise Refused(f"{short_repr(workers)} workers cannot compute anything; 1 is the least")
    if workers > (most := CROWD * cores()):
        raise Refused(
            f"{short_repr(workers)} workers are too many for {_cores(cores())}; {most} at the most"
        )
    return workers


def _cores(n: int) -> str:
    """Return a number of cores in words."""
    return "one core" if n == 1 else f"{n} cores"
