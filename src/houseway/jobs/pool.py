"""Who does which job when: lanes of processes, one line of jobs each, nothing done twice.

A job that several ask for is done once.  One that nobody asks for any more is dropped, in the
middle of it if need be: its process is ended and another begins with the next.  A job that was
begun for nobody (``quietly``) gives way to one that somebody waits for.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Coroutine, Mapping
from functools import partial
from typing import Any, TypeVar, cast

import msgspec

from houseway.errors import Refused
from houseway.jobs.job import (
    Answer,
    Broke,
    Done,
    Failed,
    Job,
    Not,
    NotYet,
    Part,
    Told,
    TooMany,
    Word,
    gives,
    name_of,
)
from houseway.jobs.process import Worker

T = TypeVar("T")
PATIENCE = 15.0
"""Seconds after which a job is dropped that nobody has asked for again."""
IDLE = 300.0
"""Seconds after which a process ends that has nothing to do."""
LONGEST = 900.0
"""Seconds that a job may take."""
MOST, EACH = 200, 100
"""Jobs that may wait in all, and of one caller: a room's stations may all be behind one address."""
KEPT_BYTES = 48 * 1024 * 1024
"""Answers that are kept, as they were sent."""
FOR_SOMEBODY, QUIETLY = 0, 1
TRIES = 2
"""A job whose process ends from outside is begun once more."""


class Lane(msgspec.Struct, frozen=True):
    """Processes for one kind of jobs."""

    workers: int = 1
    nice: int = 19
    """How far they stand back for others: 0 not at all, 19 as far as can be."""


LANES = {"lab": Lane(), "table": Lane(nice=5)}


class Work:
    """A job that is to be done, is being done or has been done."""

    def __init__(self, job: Job[Any], key: bytes, rank: int, number: int) -> None:
        self.job, self.key, self.rank, self.number = job, key, rank, number
        self.callers: set[str] = set()
        self.waiting = 0
        """How many stand here now."""
        self.last = 0.0
        """When somebody last asked."""
        self.tries = 0
        self.doing: asyncio.Task[None] | None = None
        self.told, self.parts = Told(), list[Any]()
        self.over = asyncio.Event()
        self.error: Exception | None = None
        self.found: Any = None
        self.size = 0

    def hear(self, answer: Answer) -> bool:
        """An answer of the process; whether it was the last."""
        match answer:
            case Word():
                self.told = answer.told
                return False
            case Part():
                kind = type(self.job).part
                self.parts.append(msgspec.msgpack.decode(answer.body, type=kind))
                return False
            case Done():
                self.found = msgspec.msgpack.decode(answer.body, type=gives(type(self.job)))
                self.size = len(answer.body)
            case Not():
                self.error = Refused(answer.what, answer.clauses)
            case Broke():
                self.error = Failed(answer.trace)
        return True


class Pool:
    """Every lane of a room; to be closed.  It starts nothing before there is something to do."""

    def __init__(
        self,
        lanes: Mapping[str, Lane] = LANES,
        patience: float = PATIENCE,
        idle: float = IDLE,
        longest: float = LONGEST,
    ) -> None:
        self._lanes = {name: _Lane(self, lane) for name, lane in lanes.items()}
        self._patience, self.idle, self.longest = patience, idle, longest
        self._works: dict[bytes, Work] = {}
        self._kept: OrderedDict[bytes, Work] = OrderedDict()
        self._bytes = self._numbers = self.done = self.dropped = 0
        self._sweep: asyncio.TimerHandle | None = None

    async def run(self, job: Job[T], timeout: float, *, caller: str = "") -> T:
        """What a job gives, if it is done in time; else NotYet, and the job goes on.

        Who does not ask again within some seconds is not waiting any more.  Refused as the job
        refuses it, TooMany if the line is full, Failed for an error of the program.
        """
        work = self._begin(job, FOR_SOMEBODY, caller)
        work.waiting += 1
        try:
            async with asyncio.timeout(timeout):
                await work.over.wait()
        except TimeoutError:
            if not work.over.is_set():
                raise NotYet(work.told, tuple(work.parts), self._ahead(work)) from None
        finally:
            work.waiting -= 1
            work.last = asyncio.get_running_loop().time()
            self._look_again()
        if work.error is not None:
            raise work.error
        return cast("T", work.found)

    def quietly(self, job: Job[Any]) -> bool:
        """Have a job done when nothing else is to be done; whether it is known already."""
        work = self._begin(job, QUIETLY, "")
        return work.over.is_set()

    def known(self, job: Job[T]) -> T | None:
        """What a job has given before, if that is kept."""
        work = self._kept.get(key_of(job))
        return cast("T", work.found) if work is not None else None

    def drop(self, job: Job[Any]) -> None:
        """Nobody waits for this job any more, unless somebody stands here."""
        work = self._works.get(key_of(job))
        if work is not None and not work.waiting:
            self._drop(work)

    async def close(self) -> None:
        """End every process; what was not done is not done any more."""
        if self._sweep is not None:
            self._sweep.cancel()
        for work in list(self._works.values()):
            self._drop(work)
        for lane in self._lanes.values():
            await lane.close()

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes that are there now."""
        return tuple(
            worker.pid for lane in self._lanes.values() for worker in lane.workers if worker.pid
        )

    def __len__(self) -> int:
        """How many jobs are not done."""
        return len(self._works)

    # -- the line ------------------------------------------------------------------------------

    def _begin(self, job: Job[Any], rank: int, caller: str) -> Work:
        key = key_of(job)
        if (kept := self._kept.get(key)) is not None:
            self._kept.move_to_end(key)
            return kept
        work = self._works.get(key)
        if work is None:
            self._demand_room(caller, rank)
            self._numbers += 1
            work = self._works[key] = Work(job, key, rank, self._numbers)
            self._lanes[job.lane].put(work)
        if caller:
            work.callers.add(caller)
        if rank < work.rank:
            work.rank = rank
        if rank == FOR_SOMEBODY:
            self._lanes[job.lane].make_way()
        return work

    def _demand_room(self, caller: str, rank: int) -> None:
        if rank == QUIETLY:
            return
        asked = [work for work in self._works.values() if work.rank == FOR_SOMEBODY]
        if len(asked) >= MOST:
            raise TooMany("the odds lab has too much to do just now; ask again in a moment")
        if caller and sum(caller in work.callers for work in asked) >= EACH:
            raise TooMany(f"{EACH} of your questions wait for an answer already")

    def _ahead(self, work: Work) -> int:
        if work.doing is not None:
            return 0
        return sum(
            other.job.lane == work.job.lane
            and (other.rank, other.number) < (work.rank, work.number)
            for other in self._works.values()
        )

    def _drop(self, work: Work) -> None:
        self._works.pop(work.key, None)
        self.dropped += 1
        if work.doing is not None:
            work.doing.cancel()
        work.error = work.error or Failed("nobody waited for it")
        work.over.set()

    def _look_again(self) -> None:
        """Look after a while for jobs that nobody waits for."""
        if self._works and self._sweep is None:
            loop = asyncio.get_running_loop()
            self._sweep = loop.call_later(self._patience / 4, self._sweep_now)

    def _sweep_now(self) -> None:
        self._sweep = None
        before = asyncio.get_running_loop().time() - self._patience
        for work in list(self._works.values()):
            if work.rank == FOR_SOMEBODY and not work.waiting and work.last < before:
                self._drop(work)
        if any(work.rank == FOR_SOMEBODY for work in self._works.values()):
            self._look_again()

    def over(self, work: Work) -> None:
        """A job is done, or will never be."""
        self._works.pop(work.key, None)
        self.done += 1
        work.parts.clear()  # the whole has them
        if work.error is None and type(work.job).kept:
            self._kept[work.key] = work
            self._bytes += work.size
            while self._bytes > KEPT_BYTES:
                self._bytes -= self._kept.popitem(last=False)[1].size
        work.over.set()


class _Lane:
    """One line of jobs, and the processes that do them."""

    def __init__(self, pool: Pool, lane: Lane) -> None:
        self._pool = pool
        self.workers = [Worker(lane.nice) for _ in range(lane.workers)]
        self._free = list(self.workers)
        self._line: list[Work] = []
        self._begun: list[Work] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._naps: dict[Worker, asyncio.TimerHandle] = {}

    def put(self, work: Work) -> None:
        """A job at the end of the line."""
        self._line.append(work)
        self._next()

    def make_way(self) -> None:
        """Somebody waits: a job that was begun for nobody goes back to the line."""
        if self._free or not any(work.rank == FOR_SOMEBODY for work in self._standing()):
            return
        for work in self._begun:
            if work.rank == QUIETLY and work.doing is not None:
                work.doing.cancel()
                return

    def _standing(self) -> list[Work]:
        self._line = [work for work in self._line if not work.over.is_set()]
        return self._line

    def _next(self) -> None:
        while self._free and self._standing():
            work = min(self._line, key=lambda each: (each.rank, each.number))
            self._line.remove(work)
            worker = self._free.pop()
            if nap := self._naps.pop(worker, None):
                nap.cancel()
            self._begun.append(work)
            work.doing = self._soon(self._do(worker, work))
            work.doing.add_done_callback(partial(self._freed, worker, work))

    def _freed(self, worker: Worker, work: Work, task: asyncio.Task[None]) -> None:
        """A worker has ended with a job, however: it may have been cancelled before it began."""
        work.doing = None
        self._begun.remove(work)
        if not work.over.is_set():  # it gave way
            work.told, work.parts = Told(), []
            self._line.append(work)
        self._free.append(worker)
        loop = asyncio.get_running_loop()
        self._naps[worker] = loop.call_later(self._pool.idle, self._rest, worker)
        self._next()

    async def _do(self, worker: Worker, work: Work) -> None:
        """One job on one process; Failed ones are tried once more if the process was at fault."""
        while not work.over.is_set():
            work.tries += 1
            try:
                async with asyncio.timeout(self._pool.longest):
                    await worker.do(work.job, work.hear)
            except TimeoutError:
                work.error = Refused(
                    f"this takes more than {self._pool.longest / 60:.0f} minutes; the command "
                    "houseway, which has all of the machine, may take its time"
                )
            except Failed as error:
                if work.tries < TRIES:
                    work.told, work.parts = Told(), []
                    continue
                work.error = error
            except Exception as error:
                work.error = Failed(f"{type(error).__name__}: {error}")
            self._pool.over(work)

    def _rest(self, worker: Worker) -> None:
        """A process that has had nothing to do for a while ends."""
        self._naps.pop(worker, None)
        if worker in self._free:
            self._free.remove(worker)
            self._soon(self._ended(worker))

    async def _ended(self, worker: Worker) -> None:
        await worker.end()
        self._free.append(worker)
        self._next()

    def _soon(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        """No process and no timer any more."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in self.workers:
            await worker.close()
        for nap in self._naps.values():
            nap.cancel()
        self._naps.clear()


def key_of(job: Job[Any]) -> bytes:
    """What two equal jobs have in common."""
    return name_of(type(job)).encode() + b" " + msgspec.msgpack.encode(job, order="sorted")
