"""A running room ends logins whose time is over, and tells their sockets."""

from __future__ import annotations

import asyncio
from pathlib import Path

from houseway.room.api.roles import ROOM
from houseway.room.clock import SimulatedClock
from houseway.room.fairness.entropy import RehearsedEntropy
from houseway.room.keys import make_keys
from houseway.room.room import Room
from houseway.room.store.group_commit import PlainWriter
from houseway.room.store.sqlite_writer import SqliteStore
from tests.support.cash_station import PIN, TERMS


def test_a_running_room_sweeps(tmp_path: Path) -> None:
    async def play() -> None:
        store, clock = SqliteStore(tmp_path / "books.db", durable=False), SimulatedClock()
        keys = make_keys(tmp_path / "keys")
        room = Room(store, PlainWriter(store), clock, keys, RehearsedEntropy(), people=TERMS)
        ended: list[int] = []
        room.people.on_ended = lambda person, why: ended.append(person)
        opened = await room.people.open_account(ROOM, "Ann", PIN)
        await room.people.login(opened.card, PIN, "seat 1")
        await room.start()
        clock.advance(TERMS.idle_ms)
        later = room._timers["every look around"]
        await room._look_around()
        assert ended == [opened.person]
        assert store.session_of(opened.person) is None
        await room.close()
        assert later.cancelled()

    asyncio.run(play())
