"""Who writes the books: one at a time, in groups, and nobody is told before it is on the disk."""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable
from typing import Protocol

from houseway.room.clock import RealClock
from houseway.room.store.base import Batch, Store, StoreError, Unknown

log = logging.getLogger(__name__)
_CLOCK = RealClock()


class Writer(Protocol):
    """Writes batches."""

    async def append(self, batch: Batch) -> None:
        """Write a batch; it is durable when this returns.  Raises a StoreError."""
        ...

    async def close(self) -> None:
        """Write what is still waiting, and take nothing more."""
        ...


class PlainWriter:
    """Writes at once, in the caller's thread: for tests and simulations."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._closed = False

    async def append(self, batch: Batch) -> None:
        """Write a batch."""
        if self._closed:
            raise StoreError("the books are closed")
        [wrong] = self._store.append((batch,))
        if wrong is not None:
            raise wrong

    async def close(self) -> None:
        """Take nothing more."""
        self._closed = True


class _Waiting:
    """A batch, and who waits for it."""

    __slots__ = ("batch", "result")

    def __init__(self, batch: Batch, result: asyncio.Future[None]) -> None:
        self.batch = batch
        self.result = result


class GroupWriter:
    """One thread that writes whatever has come while it was writing, as one group.

    It belongs to the loop in which it is made.  ``room`` batches may wait; who comes then waits
    until there is room, so a slow disk slows the tables down and fills no memory.  Groups are put
    together in the loop: the thread is woken once for each, and not for every batch.
    """

    def __init__(self, store: Store, *, room: int = 1024, most: int = 256) -> None:
        self._store = store
        self._most = most
        self._loop = asyncio.get_running_loop()
        self._room = asyncio.Semaphore(room)
        self._line: list[_Waiting] = []
        self._group: list[_Waiting] = []
        self._busy = False
        """Whether a group is being written, or is about to be handed over."""
        self._queue: queue.SimpleQueue[list[_Waiting]] = queue.SimpleQueue()
        self._closed = False
        self._lost: BaseException | None = None
        self.groups = 0
        self.batches = 0
        self.watch: Callable[[int, int, bool], None] = lambda batches, microseconds, done: None
        """Called in the books' thread after each group: its size, time, whether it is sure."""
        self._thread = threading.Thread(target=self._run, name="books", daemon=True)
        self._thread.start()

    async def append(self, batch: Batch) -> None:
        """Write a batch; it is durable when this returns."""
        async with self._room:
            if self._closed:
                raise self._why_closed()
            waiting = _Waiting(batch, self._loop.create_future())
            self._line.append(waiting)
            if not self._busy:
                self._busy = True
                self._loop.call_soon(self._hand_over)
            await waiting.result

    async def close(self) -> None:
        """Write what is still waiting, and take nothing more; what went wrong unseen is raised."""
        if not self._closed:
            self._closed = True
            if not self._busy:
                self._hand_over()
        await asyncio.to_thread(self._thread.join)
        if self._lost is not None:
            raise StoreError(f"the writer of the books failed: {self._lost}") from self._lost

    @property
    def waiting(self) -> int:
        """Batches that wait to be written."""
        return len(self._line)

    def _hand_over(self) -> None:
        """Give the thread whatever has come, in the loop; an empty group when there is no more."""
        self._group, self._line = self._line[: self._most], self._line[self._most :]
        self._busy = len(self._group) > 0
        if self._busy or self._closed:
            self._queue.put(self._group)

    def _why_closed(self) -> StoreError:
        if self._lost is not None:
            return StoreError(f"the writer of the books failed: {self._lost}")
        return StoreError("the books are closed")

    def _run(self) -> None:
        try:
            while group := self._queue.get():
                self._write(group)
        except BaseException as error:
            log.exception("the writer of the books failed")
            self._lost = error
            self._closed = True
            self._tell(self._leave_nobody_waiting)

    def _write(self, group: list[_Waiting]) -> None:
        """Write a group, and have it told."""
        began = _CLOCK.monotonic()
        said = self._written([waiting.batch for waiting in group])
        self.groups += 1
        self.batches += len(group)
        took = int((_CLOCK.monotonic() - began) * 1_000_000)
        self.watch(len(group), took, not any(isinstance(e, Unknown) for e in said))
        self._tell(lambda: self._is_written(group, said))

    def _written(self, batches: list[Batch]) -> list[StoreError | None]:
        try:
            return self._store.append(batches)
        except Exception as error:
            # A fault of the program inside the store: what it wrote, only the books can tell.
            log.exception("the books could not be written")
            wrong = Unknown(f"nobody can say whether this was written: {error}")
            wrong.__cause__ = error
            return [wrong] * len(batches)

    def _tell(self, answer: Callable[[], None]) -> None:
        try:
            self._loop.call_soon_threadsafe(answer)
        except RuntimeError:
            # The loop is gone, and with it everybody who waited.
            log.warning("the books were written, and nobody is left to be told")

    def _is_written(self, group: list[_Waiting], said: list[StoreError | None]) -> None:
        """The next group is written while people are told of this one."""
        self._hand_over()
        _answer(group, said)

    def _leave_nobody_waiting(self) -> None:
        """The thread is gone: of its last group nobody knows, the others were not written.

        In the loop, like ``append``: what comes into the line is either found here or refused.
        """
        _answer(self._group, [Unknown(str(self._why_closed()))] * len(self._group))
        rest, self._line = self._line, []
        _answer(rest, [self._why_closed()] * len(rest))


def _answer(group: list[_Waiting], said: list[StoreError | None]) -> None:
    """Hand results back, in the loop; who was cancelled meanwhile hears nothing."""
    for waiting, wrong in zip(group, said, strict=True):
        if waiting.result.done():
            continue
        if wrong is None:
            waiting.result.set_result(None)
        else:
            waiting.result.set_exception(wrong)
