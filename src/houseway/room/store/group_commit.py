"""The writer of the books: one at a time, in groups, answered when they are durable."""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable, Iterable, Sequence
from itertools import islice, repeat
from typing import Protocol, TypeAlias

from houseway.room.clock import RealClock
from houseway.room.store.interface import (
    Batch,
    Conflict,
    KeyUsed,
    Overdrawn,
    Store,
    StoreError,
    Unknown,
)

log = logging.getLogger(__name__)
_CLOCK = RealClock()
Said: TypeAlias = list[StoreError | None]
"""The error of each batch, None if it was written."""


def failure_after(said: Said, before: StoreError | None) -> StoreError | None:
    """Return the failure in which the last append ended; None if it was written.

    A batch that the books refuse for what it says, an overdraft for example, tells nothing.
    """
    for error in reversed(said):
        if not isinstance(error, Overdrawn | KeyUsed | Conflict):
            return error
    return before


class Writer(Protocol):
    """Writes batches."""

    last_failure: StoreError | None
    """The failure of the last append; None if it was written."""

    async def append(self, batch: Batch) -> None:
        """Write a batch; it is durable when this returns.  Raises a StoreError."""
        ...

    async def append_all(self, batches: Sequence[Batch]) -> Said:
        """Write batches, one after the other: those with no error are durable when this returns."""
        ...

    async def close(self) -> None:
        """Write pending batches, and accept no more."""
        ...


class PlainWriter:
    """Writes at once, in the caller's thread: for tests and simulations."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._closed = False
        self.last_failure: StoreError | None = None

    async def append(self, batch: Batch) -> None:
        """Write a batch; it is durable on return."""
        [wrong] = await self.append_all((batch,))
        if wrong is not None:
            raise wrong

    async def append_all(self, batches: Sequence[Batch]) -> Said:
        """Write batches; return an error for each, None if it is durable."""
        if self._closed:
            return [StoreError("the books are closed")] * len(batches)
        said = self._store.append(batches)
        self.last_failure = failure_after(said, self.last_failure)
        return said

    async def close(self) -> None:
        """Accept no more batches."""
        self._closed = True


class _Waiting:
    """Batches of one waiting caller."""

    __slots__ = ("batches", "result")

    def __init__(self, batches: Sequence[Batch], result: asyncio.Future[Said]) -> None:
        self.batches = batches
        self.result = result


class GroupWriter:
    """One thread that writes all batches that arrived during the last write as one group.

    It belongs to the event loop in which it is made. ``room`` batches may wait; further callers
    wait until there is room, so a slow disk slows the tables and fills no memory. Groups are formed
    in the loop: the thread is woken once for each group, and not for every batch.
    """

    def __init__(self, store: Store, *, room: int = 1024, most: int = 256) -> None:
        self._store = store
        self._most = most
        self._loop = asyncio.get_running_loop()
        self._room = asyncio.Semaphore(room)
        self._line: list[_Waiting] = []
        self._group: list[_Waiting] = []
        self._busy = False
        """A group is being written, or is about to be handed over."""
        self._queue: queue.SimpleQueue[list[_Waiting]] = queue.SimpleQueue()
        self._closed = False
        self._lost: BaseException | None = None
        self.last_failure: StoreError | None = None
        self.groups = 0
        self.batches = 0
        self.watch: Callable[[int, int, bool], None] = lambda batches, microseconds, done: None
        """Called in the books' thread after each group: its size, time, whether it is sure."""
        self._thread = threading.Thread(target=self._run, name="books", daemon=True)
        self._thread.start()

    async def append(self, batch: Batch) -> None:
        """Write a batch; it is durable when this returns."""
        [wrong] = await self.append_all((batch,))
        if wrong is not None:
            raise wrong

    async def append_all(self, batches: Sequence[Batch]) -> Said:
        """Write batches, in one group; those with no error are durable when this returns."""
        async with self._room:
            if self._closed:
                return [self._why_closed()] * len(batches)
            waiting = _Waiting(batches, self._loop.create_future())
            self._line.append(waiting)
            if not self._busy:
                self._busy = True
                self._loop.call_soon(self._hand_over)
            return await waiting.result

    async def close(self) -> None:
        """Write pending batches, and accept no more; an unreported error is raised."""
        if not self._closed:
            self._closed = True
            if not self._busy:
                self._hand_over()
        await asyncio.to_thread(self._thread.join)
        if self._lost is not None:
            raise StoreError(f"the writer of the books failed: {self._lost}") from self._lost

    @property
    def waiting(self) -> int:
        """Return the number of batches that wait to be written."""
        return len(self._line)

    def _hand_over(self) -> None:
        """Hand the pending batches from the loop to the thread; an empty group ends the thread."""
        self._group, self._line = self._line[: self._most], self._line[self._most :]
        self._busy = len(self._group) > 0
        if self._busy or self._closed:
            self._queue.put(self._group)

    def _why_closed(self) -> StoreError:
        """Return the error of a write after closing."""
        if self._lost is not None:
            return StoreError(f"the writer of the books failed: {self._lost}")
        return StoreError("the books are closed")

    def _run(self) -> None:
        """Write groups in the thread until an empty one comes."""
        try:
            while group := self._queue.get():
                self._write(group)
        except BaseException as error:
            log.exception("the writer of the books failed")
            self._lost = error
            self._closed = True
            self._tell(self._answer_all_waiting)

    def _write(self, group: list[_Waiting]) -> None:
        """Write a group, and report it to the loop."""
        began = _CLOCK.monotonic()
        batches = [batch for waiting in group for batch in waiting.batches]
        said = self._written(batches)
        self.groups += 1
        self.batches += len(batches)
        took = int((_CLOCK.monotonic() - began) * 1_000_000)
        self.watch(len(batches), took, not any(isinstance(e, Unknown) for e in said))
        self._tell(lambda: self._report_written(group, said))

    def _written(self, batches: list[Batch]) -> Said:
        """Write batches, and return an error for each, None if it is durable."""
        try:
            return self._store.append(batches)
        except Exception as error:
            # A fault of the program inside the store: what it wrote, only the books can tell.
            log.exception("the books could not be written")
            wrong = Unknown(f"it is not known whether this was written: {error}")
            wrong.__cause__ = error
            return [wrong] * len(batches)

    def _tell(self, answer: Callable[[], None]) -> None:
        """Run a function in the loop; a closed loop is only logged."""
        try:
            self._loop.call_soon_threadsafe(answer)
        except RuntimeError:
            # The loop is gone, and with it everybody who waited.
            log.warning("the books were written, and no caller waits for the answer")

    def _report_written(self, group: list[_Waiting], said: Said) -> None:
        """Start the next group, then answer the callers of this one."""
        self.last_failure = failure_after(said, self.last_failure)
        self._hand_over()
        _answer(group, said)

    def _answer_all_waiting(self) -> None:
        """Fail all waiting batches after the thread has ended.

        The fate of its last group is unknown; the others were not written. This runs in the loop,
        like ``append``: a batch that joins the queue is either found here or refused.
        """
        self.last_failure = self._why_closed()
        _answer(self._group, repeat(Unknown(str(self._why_closed()))))
        rest, self._line = self._line, []
        _answer(rest, repeat(self._why_closed()))


def _answer(group: list[_Waiting], said: Iterable[StoreError | None]) -> None:
    """Give each caller in the loop its results; cancelled ones are skipped."""
    left = iter(said)
    for waiting in group:
        theirs = list(islice(left, len(waiting.batches)))
        if not waiting.result.done():
            waiting.result.set_result(theirs)
