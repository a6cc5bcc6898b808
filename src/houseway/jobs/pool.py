"""Lanes of worker processes, each with a priority queue of jobs; equal jobs are merged.

A job requested by several callers runs once. A job that no caller polls any more is cancelled, if
necessary by killing its process. A job started in advance (``quietly``) gives way to one that a
caller waits for.
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
    CrashMessage,
    DoneMessage,
    Failed,
    Job,
    JobStatus,
    NotYet,
    PartMessage,
    RefusedMessage,
    StatusMessage,
    TooMany,
    gives,
    name_of,
)
from houseway.jobs.process import Worker

T = TypeVar("T")
PATIENCE = 15.0
"""Seconds without a request after which a job is dropped."""
IDLE = 300.0
"""Seconds after which an idle process ends."""
LONGEST = 900.0
"""The time limit of a job in seconds."""
MOST, EACH = 200, 100
"""The most queued jobs in all, and of one caller; a room's stations may share one address."""
KEPT_BYTES = 48 * 1024 * 1024
"""The size limit of the result cache in bytes."""
SOON = 1.0
"""Seconds left to report of a job that takes longer than expected."""
AWAITED, QUIETLY = 0, 1
TRIES = 2
"""The number of runs of a job whose process is killed from outside."""


class Lane(msgspec.Struct, frozen=True):
    """Processes for one kind of jobs."""

    workers: int = 1
    nice: int = 19
    """The niceness of the processes, from 0 (normal priority) to 19 (lowest)."""


LANES = {"lab": Lane(), "table": Lane(nice=5)}


class Work:
    """A job that is queued, running or finished."""

    def __init__(self, job: Job[Any], key: bytes, rank: int, number: int) -> None:
        self.job, self.key, self.rank, self.number = job, key, rank, number
        self.callers: set[str] = set()
        self.waiting = 0
        """The number of callers that wait now."""
        self.last = 0.0
        """The time of the last request."""
        self.tries = 0
        self.doing: asyncio.Task[None] | None = None
        self.last_status, self.parts = JobStatus(), list[Any]()
        self.last_status_at = 0.0
        """The time of the last report."""
        self.over = asyncio.Event()
        self.error: Exception | None = None
        self.found: Any = None
        self.size = 0

    def status(self, now: float) -> JobStatus:
        """Return the last report, with the time left at this moment."""
        if not self.last_status.left:
            return self.last_status
        left = max(self.last_status.left - (now - self.last_status_at), SOON)
        return msgspec.structs.replace(self.last_status, left=left)

    def hear(self, answer: Answer) -> bool:
        """Handle a message of the process; return True if it was the last."""
        match answer:
            case StatusMessage():
                self.last_status, self.last_status_at = (
                    answer.status,
                    asyncio.get_running_loop().time(),
                )
                return False
            case PartMessage():
                kind = type(self.job).part
                self.parts.append(msgspec.msgpack.decode(answer.body, type=kind))
                return False
            case DoneMessage():
                self.found = msgspec.msgpack.decode(answer.body, type=gives(type(self.job)))
                self.size = len(answer.body)
            case RefusedMessage():
                self.error = Refused(answer.what, answer.clauses)
            case CrashMessage():
                self.error = Failed(answer.trace)
        return True


class Pool:
    """All lanes of a room. It starts no process before there is a job; close it after use."""

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
        """Return the result of a job; raise NotYet after ``timeout`` seconds, while the job goes
        on.

        A caller that does not ask again within some seconds no longer counts as waiting. Raises
        Refused if the job does, TooMany if the queue is full, Failed for an unexpected error.
        """
        work = self._begin(job, AWAITED, caller)
        work.waiting += 1
        try:
            async with asyncio.timeout(timeout):
                await work.over.wait()
        except TimeoutError:
            if not work.over.is_set():
                now = asyncio.get_running_loop().time()
                raise NotYet(work.status(now), tuple(work.parts), self._ahead(work)) from None
        finally:
            work.waiting -= 1
            work.last = asyncio.get_running_loop().time()
            self._look_again()
        if work.error is not None:
            raise work.error
        return cast("T", work.found)

    def quietly(self, job: Job[Any]) -> bool:
        """Queue a job with the lowest priority; return True if its result is known already."""
        work = self._begin(job, QUIETLY, "")
        return work.over.is_set()

    def known(self, job: Job[T]) -> T | None:
        """Return the cached result of a job, or None."""
        work = self._kept.get(key_of(job))
        return cast("T", work.found) if work is not None else None

    def drop(self, job: Job[Any]) -> None:
        """Cancel a job, unless a caller waits for it now."""
        work = self._works.get(key_of(job))
        if work is not None and not work.waiting:
            self._drop(work)

    async def close(self) -> None:
        """End every process and cancel unfinished jobs."""
        if self._sweep is not None:
            self._sweep.cancel()
        for work in list(self._works.values()):
            self._drop(work)
        for lane in self._lanes.values():
            await lane.close()

    @property
    def pids(self) -> tuple[int, ...]:
        """Return the ids of the running processes."""
        return tuple(
            worker.pid for lane in self._lanes.values() for worker in lane.workers if worker.pid
        )

    def __len__(self) -> int:
        """Return the number of unfinished jobs."""
        return len(self._works)

    def _begin(self, job: Job[Any], rank: int, caller: str) -> Work:
        """Return the work of a job: kept, already running, or newly queued for this caller."""
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
        if rank == AWAITED:
            self._lanes[job.lane].make_way()
        return work

    def _demand_room(self, caller: str, rank: int) -> None:
        """Refuse a job if the queue is full, or if the caller has too many waiting."""
        if rank == QUIETLY:
            return
        asked = [work for work in self._works.values() if work.rank == AWAITED]
        if len(asked) >= MOST:
            raise TooMany("the odds lab has too much to do just now; ask again in a moment")
        if caller and sum(caller in work.callers for work in asked) >= EACH:
            raise TooMany(f"{EACH} of your questions wait for an answer already")

    def _ahead(self, work: Work) -> int:
        """Return the number of jobs before this one in its lane; 0 if it is running."""
        if work.doing is not None:
            return 0
        return sum(
            other.job.lane == work.job.lane
            and (other.rank, other.number) < (work.rank, work.number)
            for other in self._works.values()
        )

    def _drop(self, work: Work) -> None:
        """Cancel a job for which no caller waits any more."""
        self._works.pop(work.key, None)
        self.dropped += 1
        if work.doing is not None:
            work.doing.cancel()
        work.error = work.error or Failed("no caller waited for it")
        work.over.set()

    def _look_again(self) -> None:
        """Schedule a check for jobs without callers."""
        if self._works and self._sweep is None:
            loop = asyncio.get_running_loop()
            self._sweep = loop.call_later(self._patience / 4, self._sweep_now)

    def _sweep_now(self) -> None:
        """Drop jobs whose callers have not asked again within the patience."""
        self._sweep = None
        before = asyncio.get_running_loop().time() - self._patience
        for work in list(self._works.values()):
            if work.rank == AWAITED and not work.waiting and work.last < before:
                self._drop(work)
        if any(work.rank == AWAITED for work in self._works.values()):
            self._look_again()

    def over(self, work: Work) -> None:
        """Handle the end of a job, finished or not."""
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
    """One queue of jobs, and its worker processes."""

    def __init__(self, pool: Pool, lane: Lane) -> None:
        self._pool = pool
        self.workers = [Worker(lane.nice) for _ in range(lane.workers)]
        self._free = list(self.workers)
        self._line: list[Work] = []
        self._begun: list[Work] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._naps: dict[Worker, asyncio.TimerHandle] = {}

    def put(self, work: Work) -> None:
        """Append a job to the queue."""
        self._line.append(work)
        self._next()

    def make_way(self) -> None:
        """Return a job begun in advance to the queue if a caller waits for another one."""
        if self._free or not any(work.rank == AWAITED for work in self._standing()):
            return
        for work in self._begun:
            if work.rank == QUIETLY and work.doing is not None:
                work.doing.cancel()
                return

    def _standing(self) -> list[Work]:
        """Return the waiting jobs, the next one first; those that have ended are removed."""
        self._line = [work for work in self._line if not work.over.is_set()]
        return self._line

    def _next(self) -> None:
        """Start waiting jobs on free workers, the lowest rank and oldest first."""
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
        """Handle a worker that is free again; its job may have been cancelled before it began."""
        work.doing = None
        self._begun.remove(work)
        if not work.over.is_set():  # it gave way
            work.last_status, work.parts = JobStatus(), []
            self._line.append(work)
        self._free.append(worker)
        loop = asyncio.get_running_loop()
        self._naps[worker] = loop.call_later(self._pool.idle, self._rest, worker)
        self._next()

    async def _do(self, worker: Worker, work: Work) -> None:
        """Run one job on one worker; retry if the process died."""
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
                    work.last_status, work.parts = JobStatus(), []
                    continue
                work.error = error
            except Exception as error:
                work.error = Failed(f"{type(error).__name__}: {error}")
            self._pool.over(work)

    def _rest(self, worker: Worker) -> None:
        """End a process that has been idle for a while."""
        self._naps.pop(worker, None)
        if worker in self._free:
            self._free.remove(worker)
            self._soon(self._ended(worker))

    async def _ended(self, worker: Worker) -> None:
        """End a worker process, and start the next job in its place."""
        await worker.end()
        self._free.append(worker)
        self._next()

    def _soon(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Start a task and hold a reference to it until it ends."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        """Stop all processes and timers."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in self.workers:
            await worker.close()
        for nap in self._naps.values():
            nap.cancel()
        self._naps.clear()


def key_of(job: Job[Any]) -> bytes:
    """Return bytes that are equal for equal jobs."""
    return name_of(type(job)).encode() + b" " + msgspec.msgpack.encode(job, order="sorted")
