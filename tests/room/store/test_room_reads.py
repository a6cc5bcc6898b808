"""Reads of the books: none on the event loop's thread while commands and pages are served."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest

from houseway.errors import Refused
from houseway.room.api.roles import ROOM, Caller
from houseway.room.clock import SimulatedClock
from houseway.room.fairness.entropy import RehearsedEntropy
from houseway.room.http.routes import lobby as lobby_routes
from houseway.room.http.routes import people as people_routes
from houseway.room.http.sockets.table_hub import guest_of
from houseway.room.keys import keys_at
from houseway.room.room import Room
from houseway.room.store.group_commit import GroupWriter
from houseway.room.store.interface import Batch, Store, StoreError
from houseway.room.store.sqlite_writer import SqliteStore
from houseway.room.tables import commands
from tests.support.local_room import EASY, open_table
from tests.support.random_play import random_act

PIN = "2580"
WRITES = ("acquire", "append", "close")


class Watched:
    """A store that notes each read from the thread of the event loop, once it is armed."""

    def __init__(self, store: SqliteStore) -> None:
        self._store, self._loop = store, threading.get_ident()
        self.armed = False
        self.reads: list[str] = []

    def append(self, batches: Iterable[Batch]) -> list[StoreError | None]:
        assert not self.armed or threading.get_ident() != self._loop
        return self._store.append(batches)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        if not callable(found) or name in WRITES:
            return found

        def read(*args: Any, **more: Any) -> Any:
            if self.armed and threading.get_ident() == self._loop:
                self.reads.append(f"{name}{args}")
            return found(*args, **more)

        return read


class Evening:
    """A room whose books are watched, with a cashier at an open drawer and a player with money."""

    def __init__(self, folder: Path) -> None:
        self.books = Watched(SqliteStore(folder / "books.db", durable=False))
        store = cast(Store, self.books)
        self.room = Room(
            store, GroupWriter(store), SimulatedClock(), keys_at(folder / "keys.json"),
            RehearsedEntropy(3), people=EASY,
        )  # fmt: skip

    async def open(self) -> None:
        room = self.room
        hired = await room.people.hire(ROOM, "cashier", "Cay", PIN)
        opened = await room.people.open_account(ROOM, "Ann", PIN, key="ann")
        self.card = opened.card
        self.cashier = Caller(hired.person, "cashier", "Cay", "desk")
        self.ann = Caller(opened.person, "player", "Ann", "station 1")
        await room.cage.shifts.open(self.cashier, 9_000_00, key="shift")
        await room.cage.deposit(self.cashier, opened.person, 5_000_00, key="first")
        self.table = await open_table(room, "T1", "blackjack", seats=1)
        await open_table(room, "T2", "blackjack")

    async def sit(self) -> None:
        guest = await guest_of(self.room, self.ann)
        await self.room.lobby.sit(self.ann, "sit", guest, self.table, 500_00)

    async def decide(self) -> None:
        for n in range(6):
            with suppress(Refused):
                await self._decide(f"decision {n}")

    async def _decide(self, key: str) -> None:
        live = self.table.live
        if live.round_ is None or not live.asked():
            await self.table.tick()
            return
        act = random_act(live.round_, random.Random(key))
        ask = live.round_.asked[act.seat]
        await commands.act(self.table, self.ann, key, commands.round_now(live), ask, act)


Step = Callable[[Evening], Awaitable[object]]
PATHS: dict[str, Step] = {
    "decision": lambda at: at.decide(),
    "leave": lambda at: commands.leave(at.table, at.ann, "leave"),
    "top up": lambda at: commands.top_up(at.table, at.ann, "top up", 10_00),
    "lobby": lambda at: lobby_routes.tables(at.room),
    "table": lambda at: lobby_routes.table(at.room, at.ann, "T1"),
    "floor": lambda at: at.room.floor.tables(ROOM),
    "me": lambda at: people_routes.me(at.room, at.ann),
    "register": lambda at: lobby_routes.register(
        at.room, at.ann, lobby_routes.Registration("blackjack", 100_00), "register"
    ),
    "cash-in": lambda at: at.room.cage.deposit(at.cashier, at.ann.person, 5_00, key="in"),
    "cash-out": lambda at: at.room.cage.payout(at.cashier, at.ann.person, 5_00, key="out"),
    "login": lambda at: at.room.people.login(at.card, PIN, "station 2"),
}
BEFORE_SEAT: dict[str, Step] = {"sit": lambda at: at.sit()}


@pytest.mark.parametrize("name", [*PATHS, *BEFORE_SEAT])
def test_the_books_are_not_read_on_the_event_loop(tmp_path: Path, name: str) -> None:
    async def evening() -> None:
        at = Evening(tmp_path)
        await at.open()
        if name in PATHS:
            await at.sit()
        command = (PATHS | BEFORE_SEAT)[name]
        at.books.armed = True
        await command(at)
        at.books.armed = False
        await at.room.writer.close()
        at.room.store.close()
        assert at.books.reads == []

    asyncio.run(evening())
