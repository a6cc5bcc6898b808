"""A simulation of any size: to a number of rounds or a wanted error, on all cores or a cluster.

    >>> from houseway.analysis.simulation_runs.run import run
    >>> from houseway.rulebook import find
    >>> found = run(find("blackjack")({"decks": 6}), until=0.0001)
    >>> found.estimates["main"].here.edge, found.stderr

The work is cut into numbered streams of random numbers, each of the same number of rounds. The
counts depend only on the game, the seed and the number of rounds. The number of workers and their
order do not matter. A run to a wanted error ends with the first stream, in order, at which the
error is reached. Ctrl-C ends a run with the results so far.
"""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from houseway.analysis.compiler.compile import compile_for_run, fingerprint
from houseway.analysis.odds_row import OddsRow, rows_html
from houseway.analysis.simulation.protocol import (
    SHORT_RUN,
    Simulation,
    assumed,
    check_rounds,
    check_rules,
    chunks,
)
from houseway.analysis.simulation_runs.checkpoint import (
    FORMAT,
    Checkpoint,
    damaged,
    load,
    save,
)
from houseway.analysis.simulation_runs.pool import (
    Played,
    StreamJob,
    here,
    in_processes,
    simulation,
    workers_of,
)
from houseway.analysis.simulation_runs.simulate import BASIC, Strategy
from houseway.analysis.wager_odds import Estimate
from houseway.errors import Refused, short_repr
from houseway.families.blackjack.game import Blackjack
from houseway.game.base import Game
from houseway.util.html import paragraphs

if TYPE_CHECKING:
    from houseway.analysis.simulation_runs.cluster import Cluster

LEAST_ERROR, MOST_ERROR = 1e-6, 0.5
"""The range of a target error; one below 0.0001 % would take too long."""
MOST_SEED = 2**63 - 1
"""The largest seed that a checkpoint can store."""
SAVE_EVERY, WORTH_A_POOL = 5.0, 1.0
"""Seconds between two checkpoints; seconds of work that justify starting other processes."""


@dataclass(frozen=True)
class Progress:
    """The progress of a run."""

    rounds: int
    target: int
    """The expected number of rounds in the end; for a run to a wanted error, an estimate."""
    stderr: float
    """The standard error of the first wager's edge."""


@dataclass(frozen=True)
class Run:
    """The result of a run."""

    game: Game
    seed: int
    rounds: int
    strategy: str
    seats: int
    estimates: dict[str, Estimate]
    assumptions: tuple[str, ...]
    interrupted: bool = False
    seconds: float = 0.0
    resumed: int = 0
    """The number of rounds that came from the checkpoint."""
    counts: Any = field(default=None, repr=False, compare=False)

    @property
    def stderr(self) -> float:
        """The standard error of the first wager's edge."""
        return _stderr(self.estimates)

    def records(self) -> list[dict[str, Any]]:
        """The rows as flat records."""
        return [row.record() for row in self.rows()]

    def __repr__(self) -> str:
        return f"<{self.rounds:,} rounds of {self.game.id}, seed {self.seed}>"

    def _repr_html_(self) -> str:
        return rows_html(self.rows()) + paragraphs(self.assumptions)

    def rows(self) -> list[OddsRow]:
        """Return one flat record for every wager and pay table."""
        posting = dict(posting_of(self.game))
        return [
            OddsRow(
                game=self.game.id,
                wager=wager,
                table=column.name,
                decks=self.game.sets(),
                house_edge=column.edge,
                hit_frequency=column.hit_frequency,
                returned=column.returned,
                variance=column.variance,
                outcomes=dict(estimate.probability),
                method="simulated",
                posting=posting | dict.fromkeys(self._posted_as(wager), column.name),
                stderr=estimate.stderr(column.name),
                assumptions=self.assumptions,
                details={
                    "rounds": self.rounds,
                    "seed": self.seed,
                    "posted": column.name == estimate.posted or self._by_amount(wager),
                    **({"placed": estimate.rounds} if estimate.rounds < self.rounds else {}),
                },
            )
            for wager, estimate in self.estimates.items()
            for column in estimate.columns.values()
        ]

    def _posted_as(self, wager: str) -> tuple[str, ...]:
        """Return the posting key that chooses the pay column of a wager."""
        if isinstance(self.game, Blackjack) and wager == "main":
            return (self.game.natural_price,)
        return (wager,) if wager in self.game.posting and not self._by_amount(wager) else ()

    def _by_amount(self, wager: str) -> bool:
        """Return True if the table uses all columns of a wager, each for other amounts."""
        table = self.game.pay_tables().get(wager)
        return table is not None and bool(table.by_amount)


def posting_of(game: Game) -> tuple[tuple[str, str], ...]:
    """Return the whole posting as text values that can be read back."""
    declared = game.declared()
    return tuple((key, declared[key].show(value)) for key, value in game.posting.items())


def run(
    game: Game,
    rounds: int | None = None,
    until: float | None = None,
    seed: int = 1,
    strategy: Strategy | str = BASIC,
    wagers: Sequence[str] | None = None,
    seats: int | None = None,
    workers: int | None = None,
    leave_one_free: bool = False,
    checkpoint: Path | str | None = None,
    progress: Callable[[Progress], None] | None = None,
    cluster: str | None = None,
    chunk: int | None = None,
    say: Callable[[str], None] | None = None,
) -> Run:
    """Play a number of rounds, or until the first wager's edge has the standard error ``until``.

    ``workers`` is the number of processes; by default one for every core. A Dask ``cluster`` plays
    in their place if one is given: "local", or an address. ``checkpoint`` is a file to continue
    from and to update. ``chunk`` is the number of rounds of a stream; another value gives other
    rounds for a seed. ``say`` receives messages; by default they go to the standard error.
    """
    check_wanted(rounds, until, seed, chunk)
    processes = workers_of(workers, leave_one_free)
    job = StreamJob(
        type(game), posting_of(game), strategy, None if wagers is None else tuple(wagers), seats,
        rounds is not None and rounds <= SHORT_RUN,
    )  # fmt: skip
    say = say or _say
    tally = Tally(job, seed, rounds, until, chunk, checkpoint, progress, say)
    started = time.perf_counter()
    interrupted = False
    team = None
    try:
        team = _team(cluster, processes)
        tally.try_file()
        with compile_for_run(job.is_short):
            is_ready = tally.table.is_ready()
        if not is_ready:
            say(f"compiling the simulation of {game.name}, on first use only")
        started = time.perf_counter()
        if tally.begin():
            tally.take(_players(job, seed, tally, processes, team, workers))
    except KeyboardInterrupt:
        interrupted = True
    finally:
        if team is not None:
            team.close()
    tally.keep(last=True)
    return tally.result(interrupted, time.perf_counter() - started)


def check_wanted(
    rounds: int | None, until: float | None, seed: int = 1, chunk: int | None = None
) -> None:
    """Refuse impossible values of the arguments."""
    if rounds is None and until is None:
        raise Refused("say how many rounds to play, or until which standard error")
    if rounds is not None:
        check_rounds(rounds)
    if until is not None and not LEAST_ERROR <= until <= MOST_ERROR:
        raise Refused(
            f"a target error is from {LEAST_ERROR:.4%} to {MOST_ERROR:.0%}, not {until * 100:.3g}%"
        )
    if not 0 <= seed <= MOST_SEED:
        raise Refused(f"a seed is a whole number from 0 to {MOST_SEED:,}, not {short_repr(seed)}")
    if chunk is not None and chunk < 1:
        raise Refused(f"a stream has at least one round, not {chunk}")


def _say(words: str) -> None:
    print(f"houseway: {words}", file=sys.stderr, flush=True)


def _team(cluster: str | None, processes: int) -> Cluster | None:
    """Return the requested cluster, or None; Refused before any work if it does not answer."""
    if cluster is None:
        return None
    from houseway.analysis.simulation_runs.cluster import Cluster

    return Cluster(cluster, processes)


def _players(
    job: StreamJob,
    seed: int,
    tally: Tally,
    processes: int,
    team: Cluster | None,
    processes_wanted: int | None,
) -> Played:
    """Return the player of the remaining streams: a cluster, this process, or several."""
    left = tally.left()
    if team is not None:
        return team.play(job, seed, left)
    if processes == 1 or (processes_wanted is None and tally.seconds_left() < WORTH_A_POOL):
        return here(job, seed, left)
    return in_processes(job, seed, left, processes)


def rules_of(table: Simulation) -> str:
    """Return a fingerprint of all code that decides the counts."""
    digests = [fingerprint(loop) for loop in table.loops]
    return hashlib.sha256(" ".join(digests).encode()).hexdigest()[:24]


def _stderr(estimates: dict[str, Estimate]) -> float:
    """Return the standard error of the first wager's edge; infinite without wagers."""
    first = next(iter(estimates.values()), None)
    return first.stderr() if first is not None else float("inf")


class Tally:
    """The counts of finished streams, added up in the order of their numbers."""

    def __init__(
        self,
        job: StreamJob,
        seed: int,
        rounds: int | None,
        until: float | None,
        chunk: int | None,
        path: Path | str | None,
        progress: Callable[[Progress], None] | None,
        say: Callable[[str], None] = _say,
    ) -> None:
        self.table = simulation(job)
        self.job, self.seed, self.until, self.progress = job, seed, until, progress
        self.say, self._warned, self.wanted = say, False, rounds
        self.chunk = chunk or self.table.chunk
        self.path = Path(path) if path is not None else None
        self.file = Checkpoint(
            FORMAT, job.game.id, dict(job.posting), _name(job.strategy),
            list(job.wagers or ()), self.table.seats, seed, self.chunk,
            rules_of(self.table) if self.path else "", 0, [0] * self.table.counts,
        )  # fmt: skip
        if self.path is not None:
            self.file = load(self.path, self.file)
            if not _adds_up(self.table, self.file):
                raise damaged(self.path)
        self.total: Any = np.array(self.file.counts, np.int64)
        self.next, self.rounds = self.file.chunks, self.file.chunks * self.chunk
        self.resumed, self.per_round, self._saved = self.rounds, 0.0, time.monotonic()
        if rounds is not None and self.rounds > rounds:
            raise Refused(f"{self.path} has {self.rounds:,} rounds already, more than the "
                          f"{rounds:,} asked for")  # fmt: skip

    def left(self) -> Iterator[tuple[int, int]]:
        """Yield the remaining streams, with their numbers of rounds."""
        if self.wanted is not None:
            return chunks(self.wanted, self.chunk, self.next)
        return ((n, self.chunk) for n in count(self.next))

    def begin(self) -> bool:
        """Play the first stream in this process, which compiles the loop; return True if more are
        needed.
        """
        if self.reached():
            return False
        with compile_for_run(self.job.is_short):
            check_rules(self.table)
            first = next(self.left())
            played = list(here(self.job, self.seed, [first]))
            here_rounds = max(1, first[1] // 16)  # again a little of it, for a measure of the speed
            start = time.process_time()
            self.table.play(here_rounds, np.arange(1, 5, dtype=np.uint64))
        self.per_round = (time.process_time() - start) / here_rounds
        self.take(iter(played))
        return not self.reached()

    def seconds_left(self) -> float:
        """Estimate the seconds that one core still needs."""
        return (self.target() - self.rounds) * self.per_round

    def target(self) -> int:
        """Estimate the number of rounds in the end."""
        wanted = self.wanted
        if self.until is not None and self.rounds:
            error = _stderr(self.table.estimates(self.total))
            needed = max(self.rounds, int(self.rounds * (error / self.until) ** 2))
            wanted = needed if wanted is None else min(wanted, needed)
        return wanted or 0

    def reached(self) -> bool:
        """Return True if enough rounds have been played."""
        if self.wanted is not None and self.rounds >= self.wanted:
            return True
        if self.until is None or not self.rounds:
            return False
        return _stderr(self.table.estimates(self.total)) <= self.until

    def take(self, played: Played) -> None:
        """Add streams in order until enough rounds have been played."""
        waiting: dict[int, Any] = {}
        try:
            for number, counts in played:
                waiting[number] = counts
                while self.next in waiting and not self.reached():
                    self._add(waiting.pop(self.next))
                if self.reached():
                    return
        finally:
            close = getattr(played, "close", None)
            if close is not None:
                close()

    def _add(self, counts: Any) -> None:
        """Add the counts of the next stream, report progress and keep the checkpoint."""
        self.total = self.total + counts
        whole = self.wanted is None or self.rounds + self.chunk <= self.wanted
        self.rounds = self.rounds + self.chunk if whole else self.wanted or 0
        self.next += 1
        if whole:  # the rounds of a stream that was cut short are not for going on from
            self.file.chunks, self.file.counts = self.next, self.total.tolist()
        if self.progress is not None:
            error = _stderr(self.table.estimates(self.total))
            self.progress(Progress(self.rounds, self.target(), error))
        if time.monotonic() - self._saved > SAVE_EVERY:
            self.keep()

    def try_file(self) -> None:
        """Write the checkpoint before anything is played; Refused if that fails."""
        if self.path is not None:
            save(self.path, self.file)

    def keep(self, last: bool = False) -> None:
        """Write the checkpoint, if one was requested."""
        self._saved = time.monotonic()
        if self.path is None:
            return
        try:
            save(self.path, self.file)
        except Refused as error:
            if last or not self._warned:
                more = "the results are whole, but not kept there" if last else "the run goes on"
                self.say(f"{error}; {more}")
            self._warned = True
            return
        if last and self.wanted is not None and self.wanted < self.chunk:
            self.say(f"nothing was saved in {self.path} to go on from: the run is shorter than one "
                     f"stream of {self.chunk:,} rounds")  # fmt: skip

    def result(self, interrupted: bool, seconds: float) -> Run:
        """Return the result so far."""
        table, found = self.table, self.table.estimates(self.total) if self.rounds else {}
        return Run(
            game=table.game, seed=self.seed, rounds=self.rounds,
            strategy=_name(self.job.strategy), seats=table.seats,
            estimates=found, assumptions=assumed(table, found), interrupted=interrupted,
            seconds=seconds, resumed=self.resumed, counts=self.total,
        )  # fmt: skip


def _adds_up(table: Simulation, file: Checkpoint) -> bool:
    """Return True if every wager was counted once in every round in which it was placed."""
    if not file.chunks:
        return not any(file.counts)
    try:
        found = table.estimates(np.array(file.counts, np.int64))
    except ZeroDivisionError:  # a wager that was never counted
        return False
    rounds = file.chunks * file.chunk
    late = {wager.name for wager in table.game.offered if table.game.placed_at(wager)}
    return all(
        estimate.rounds == rounds or (name in late and estimate.rounds < rounds)
        for name, estimate in found.items()
    )


def _name(strategy: Strategy | str) -> str:
    """Return the name of a strategy; for a function its module and name."""
    if isinstance(strategy, str):
        return strategy
    return f"{strategy.__module__}.{strategy.__name__}"
