"""Readiness: a room that cannot write, or that another server has replaced, says so."""

from __future__ import annotations

import asyncio
import json
import shutil
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import pytest

from houseway.room.api.roles import ROOM
from houseway.room.clock import SimulatedClock
from houseway.room.errors import Denied
from houseway.room.http.monitoring import readiness
from houseway.room.http.site import Site
from houseway.room.room import Room, RoomNote
from houseway.room.store.interface import StoreError, StreamHead
from houseway.room.store.sqlite_writer import SqliteStore
from houseway.room.tables import actor as actors
from houseway.room.tables import commands, log
from houseway.room.tables.seats import Player
from houseway.room.testing.failing_store import FailingStore, Fault
from tests.support.local_room import EASY, FLOOR, open_table, player, room_over, sit


class Served(NamedTuple):
    """A room and its answers."""

    room: Room
    store: FailingStore
    site: Site

    async def ready(self) -> tuple[int, list[str]]:
        """Return what a load balancer is told."""
        transport = httpx2.ASGITransport(app=self.site.app)
        async with httpx2.AsyncClient(transport=transport, base_url="http://room") as client:
            answer = await client.get("/readyz")
        return answer.status_code, json.loads(answer.content)["wrong"]


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[Served]:
    """A room with one table, over books that fail on command."""
    books = SqliteStore(folder / "books.db", durable=False)
    store = FailingStore(books)
    store.path = books.path
    room = room_over(store, folder, SimulatedClock(), people=EASY)
    try:
        await room.start()
        await open_table(room, "T1", "3-card-shine")
        made = Served(room, store, Site(room))
        assert await made.ready() == (200, [])
        yield made
    finally:
        await room.stop()
        books.close()


def evening(folder: Path, play: Callable[[Served], Awaitable[None]]) -> None:
    async def main() -> None:
        async with served(folder) as made:
            await play(made)

    asyncio.run(main())


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Fault.DISK_FULL, "the last rows could not be written"),
        (Fault.UNKNOWN_LOST, "it is not known whether the last rows were written"),
    ],
)
def test_a_room_that_could_not_write_is_not_ready_until_it_can(
    fault: Fault, words: str, tmp_path: Path
) -> None:
    async def play(made: Served) -> None:
        made.store.fail(fault)
        with pytest.raises(Denied):
            await made.room.diary.write(ROOM, "noted", RoomNote("something"))
        assert await made.ready() == (503, [words])
        made.store.fail(fault)
        await made.room._try_books()
        assert (await made.ready())[0] == 503
        await made.room._try_books()
        assert await made.ready() == (200, [])
        row = made.store.last_row("room", "noted")
        assert row is not None and b"can be written again" in row.body
        await made.room._try_books()
        assert made.store.last_row("room", "noted") == row, "a room that works writes no such row"

    evening(tmp_path, play)


def test_a_wager_above_the_balance_is_no_fault_of_the_books(tmp_path: Path) -> None:
    async def play(made: Served) -> None:
        actor = made.room.tables["T1"]
        with pytest.raises(Denied) as denied:
            await commands.sit(actor, player(7), "k", Player(7, "p7"), 100_00, 1)
        assert denied.value.code == "funds"
        assert await made.ready() == (200, [])

    evening(tmp_path, play)


@pytest.mark.parametrize("stream", ["cage", "people", "room", "floor", "lobby", "table:T1"])
def test_a_lost_fence_is_found_and_ends_the_stream(stream: str, tmp_path: Path) -> None:
    async def play(made: Served) -> None:
        made.store.acquire(stream, "another server")
        assert await made.ready() == (503, [f"another server has claimed {stream}"])
        before = made.store.head(stream)
        assert before is not None
        await made.room._try_books()
        if stream == "table:T1":
            actor = made.room.tables["T1"]
            assert (actor.live.status, actor.is_lost) == ("faulted", True)
            with pytest.raises(Denied, match="another server") as denied:
                await commands.row(actor, FLOOR, "", log.Paused("x"))
            await actor.tick()
        else:
            writer: Any = made.room._writers[stream]
            with pytest.raises(Denied, match="another server") as denied:
                await writer.write(ROOM, "noted", RoomNote("x"))
        assert denied.value.code == "fault"
        assert made.store.head(stream) == before
        assert (await made.ready())[0] == 503

    evening(tmp_path, play)


def test_a_table_that_was_claimed_in_the_middle_stops_at_its_next_row(tmp_path: Path) -> None:
    async def play(made: Served) -> None:
        room, actor = made.room, made.room.tables["T1"]
        shown: list[str] = []
        room.watched.append(lambda table: shown.append(table.live.status))
        await sit(room, actor, 7)
        made.store.acquire(actor.stream, "another server")
        with pytest.raises(Denied, match="claimed") as denied:
            await sit(room, actor, 8)
        assert denied.value.code == "fault"
        assert actor.is_lost or not actor.sure
        with pytest.raises(Denied, match="not played here"):
            await sit(room, actor, 9)
        assert actor.is_lost and actor.live.status == "faulted"
        assert room.failures == 0
        assert await made.ready() == (503, ["another server has claimed table:T1"])
        actor.lead()
        actor.rebuild()
        assert not actor.is_lost and actor.live.status == "open"

    evening(tmp_path, play)


def test_books_that_do_not_answer_hold_up_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "ANSWER_MS", 200)

    async def play(made: Served) -> None:
        go, asked = threading.Event(), []
        streams = made.store.store.streams

        def slow() -> list[StreamHead]:
            asked.append(1)
            go.wait(20)
            return streams()

        monkeypatch.setattr(made.store, "streams", slow)
        began = time.monotonic()
        answers = await asyncio.gather(*(made.ready() for _ in range(20)))
        assert set(map(str, answers)) == {str((503, ["the books do not answer"]))}
        assert time.monotonic() - began < 5
        assert len(asked) == 1, "one question is open at a time"
        go.set()
        while (await made.ready())[0] != 200:
            await asyncio.sleep(0.01)

        def broken() -> list[StreamHead]:
            raise StoreError("no")

        monkeypatch.setattr(made.store, "streams", broken)
        assert await made.ready() == (503, ["the books cannot be read"])

    evening(tmp_path, play)


def test_a_disk_that_is_nearly_full_is_told_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(made: Served) -> None:
        for free, status in ((19, 503), (20, 200)):
            disk = shutil._ntuple_diskusage(1_000, 1_000 - free, free)
            monkeypatch.setattr(shutil, "disk_usage", lambda path, disk=disk: disk)
            assert (await made.ready())[0] == status

    evening(tmp_path, play)


def test_a_table_that_does_not_know_its_log_is_told_after_five_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(actors, "elapsed", lambda: now[0])

    async def play(made: Served) -> None:
        actor = made.room.tables["T1"]
        actor.sure = False
        now[0] += 5
        actor.sure = False
        assert await made.ready() == (200, [])
        now[0] += 0.1
        assert await made.ready() == (503, ["the end of the log is not known at T1"])
        actor.sure = True
        assert await made.ready() == (200, [])

    evening(tmp_path, play)
