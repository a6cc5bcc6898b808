"""Reasons why a room is not ready: what a load balancer, or a person on duty, has to know.

A room that cannot write, or that another server has replaced, still answers requests. So it is
asked for what it knows of itself, and the books are read once for each question.
"""

from __future__ import annotations

import asyncio
import queue
import shutil
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

import msgspec

from houseway.errors import HousewayError
from houseway.room.clock import seconds
from houseway.room.fairness.entropy import SystemEntropy
from houseway.room.room import Room
from houseway.room.store.interface import Books, Unknown
from houseway.util.english import all_of

ANSWER_MS = 1_000
"""Milliseconds in which the books must answer."""
UNSURE_MS = 5_000
"""Milliseconds for which a table may not know the end of its log."""
LEAST_FREE = 50
"""The disk of the books must have one part in this number free: 2 %."""


class Readiness:
    """The reasons why a room is not ready; none while it takes commands."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._probe = Probe(room.store)
        self.further: list[Callable[[], tuple[str, ...]]] = []
        """Further checks, of whatever else the room depends on."""

    async def wrong(self) -> tuple[str, ...]:
        """Return the reasons, each in a sentence."""
        looked = await self._probe.ask(self._room.fences)
        self._room.end_streams(looked.lost)
        found = [*self.known(), *looked.wrong]
        for check in self.further:
            found += check()
        return tuple(found)

    def known(self) -> list[str]:
        """Return the reasons that the room knows without a look at the books."""
        room = self._room
        found = [] if room.runs else ["the room has not been started"]
        if not self.healthy:
            found.append("the random numbers have failed their tests; nothing is dealt")
        failure = room.writer.last_failure
        if isinstance(failure, Unknown):
            found.append("it is not known whether the last rows were written")
        elif failure is not None:
            found.append("the last rows could not be written")
        if lost := room.lost_streams:
            found.append(f"another server has claimed {all_of(lost)}")
        unsure = [
            actor.name
            for actor in room.tables.values()
            if actor.unsure_seconds > seconds(UNSURE_MS)
        ]
        if unsure:
            found.append(f"the end of the log is not known at {all_of(unsure)}")
        return found

    @property
    def healthy(self) -> bool:
        """Return whether the random numbers pass their tests; those of a rehearsal have none."""
        entropy = self._room.entropy
        return not isinstance(entropy, SystemEntropy) or entropy.healthy


class Looked(msgspec.Struct, frozen=True):
    """The result of a look at the books: what is wrong, and streams with another fence."""

    wrong: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


def look_at(books: Books, fences: Mapping[str, int]) -> Looked:
    """Look for other fences than these, and for a disk that is nearly full."""
    try:
        lost = tuple(
            head.stream
            for head in books.streams()
            if head.fence != fences.get(head.stream, head.fence)
        )
    except HousewayError:
        return Looked(("the books cannot be read",))
    path = getattr(books, "path", None)
    if path is not None:
        with suppress(OSError):
            disk = shutil.disk_usage(Path(path).parent)
            if disk.free * LEAST_FREE < disk.total:
                return Looked(("less than 2 % of the disk of the books is free",), lost)
    return Looked((), lost)


Question: TypeAlias = "tuple[asyncio.Future[Looked], Mapping[str, int]]"
"""A question to the books, with the fences that are expected."""


class Probe:
    """A question to the books in a thread of its own, since books that hang must not hang others.

    While a question is open no second one is asked: all who wait get the same answer.
    """

    def __init__(self, books: Books) -> None:
        self._books = books
        self._questions: queue.SimpleQueue[Question] = queue.SimpleQueue()
        self._open: asyncio.Future[Looked] | None = None
        self._thread: threading.Thread | None = None

    async def ask(self, fences: Mapping[str, int]) -> Looked:
        """Return what is wrong, or that the books did not answer in time."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="readiness", daemon=True)
            self._thread.start()
        if self._open is None or self._open.done():
            self._open = asyncio.get_running_loop().create_future()
            self._questions.put((self._open, fences))
        done, _ = await asyncio.wait({self._open}, timeout=seconds(ANSWER_MS))
        return self._open.result() if done else Looked(("the books do not answer",))

    def _run(self) -> None:
        """Answer questions as they come."""
        while True:
            question, fences = self._questions.get()
            try:
                found = look_at(self._books, fences)
            except Exception as error:
                found = Looked((f"the books cannot be read: {type(error).__name__}",))
            with suppress(RuntimeError):  # the loop is gone, and the question with it
                question.get_loop().call_soon_threadsafe(_answer, question, found)


def _answer(question: asyncio.Future[Looked], found: Looked) -> None:
    """Answer a question in its loop, unless it was given up."""
    if not question.done():
        question.set_result(found)
