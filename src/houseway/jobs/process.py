"""A worker process as the pool sees it: started on demand, sent messages, killed at once."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

from houseway.jobs.job import LENGTH, LONGEST, Answer, Failed, Job, JobRequest, framed, name_of

ONE_CORE = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1"
)
"""Environment variables that keep libraries from starting threads of their own in a worker."""


class Worker:
    """A worker process; it runs one job at a time."""

    def __init__(self, nice: int) -> None:
        self._nice = nice
        self._process: Process | None = None
        self._starting: asyncio.Task[Process] | None = None
        self._endings: set[asyncio.Task[None]] = set()
        self._read = msgspec.msgpack.Decoder(Answer)
        self._number = 0

    @property
    def pid(self) -> int:
        """Return the process id, 0 if there is no process now."""
        return self._process.pid if self._process is not None else 0

    async def do(self, job: Job[Any], heard: Callable[[Answer], bool]) -> None:
        """Run a job; ``heard`` gets every message and returns True for the last.

        Raises Failed if the process ends before that.
        """
        self._number += 1
        body = msgspec.Raw(msgspec.msgpack.encode(job))
        try:
            process = await self._start()
            assert process.stdin is not None and process.stdout is not None
            process.stdin.write(framed(JobRequest(self._number, name_of(type(job)), body)))
            await process.stdin.drain()
            while True:
                length = int.from_bytes(await process.stdout.readexactly(LENGTH), "big")
                if length > LONGEST:
                    raise Failed(f"the answer has {length} bytes")
                if heard(self._read.decode(await process.stdout.readexactly(length))):
                    return
        except (asyncio.IncompleteReadError, ConnectionError):
            await self.end()
            raise Failed("the process of this job was ended") from None
        except BaseException:  # the caller has gone: no task would read the rest
            await self.end()
            raise

    async def _start(self) -> Process:
        """Return the process, started if there is none; ``end`` also ends one that is just
        starting.
        """
        if self._process is None or self._process.returncode is not None:
            self._starting = asyncio.ensure_future(self._started())
            self._process = await asyncio.shield(self._starting)
            self._starting = None
        return self._process

    async def _started(self) -> Process:
        """Start the process of this worker, on one core and with its priority."""
        places = [place for place in sys.path if place]
        return await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "houseway.jobs.worker", str(self._nice),
            stdin=PIPE, stdout=PIPE, stderr=DEVNULL,
            env={**os.environ, **ONE_CORE, "PYTHONPATH": os.pathsep.join(places)},
        )  # fmt: skip

    async def end(self) -> None:
        """End the process, even if this task is cancelled meanwhile."""
        process, self._process = self._process, None
        starting, self._starting = self._starting, None
        if process is None and starting is None:
            return
        ending = asyncio.ensure_future(_ended(process, starting))
        self._endings.add(ending)
        ending.add_done_callback(self._endings.discard)
        await asyncio.shield(ending)

    async def close(self) -> None:
        """End it, and wait until it has ended."""
        await self.end()
        await asyncio.gather(*self._endings)


async def _ended(process: Process | None, starting: asyncio.Task[Process] | None) -> None:
    """Kill a process and wait for its end; one that is just starting is awaited first."""
    found = process
    if starting is not None:
        with suppress(OSError):  # then there is none
            found = await starting
    if found is None:
        return
    if found.returncode is None:
        with suppress(ProcessLookupError):
            found.kill()
    await found.wait()
