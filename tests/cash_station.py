"""A cash station for tests: books in a folder, a clock that is moved, people with cheap PINs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from houseway.room.caller import ROOM, Caller
from houseway.room.clock import SimulatedClock
from houseway.room.fair.entropy import RehearsedEntropy
from houseway.room.people import People, PeopleTerms
from houseway.room.pins import CHEAP
from houseway.room.store.sqlite import SqliteStore
from houseway.room.store.writer import GroupWriter, PlainWriter, Writer

PEPPER = bytes(range(32))
TERMS = PeopleTerms(pins=CHEAP)
PIN = "2580"


class Station:
    """The books and who keeps them; ``open`` is what a restart of the room does."""

    def __init__(self, folder: Path, *, grouped: bool = False, terms: PeopleTerms = TERMS) -> None:
        self.folder, self.terms = folder, terms
        self.clock = SimulatedClock()
        self.store = SqliteStore(folder / "books.db", durable=False)
        self.writer: Writer = GroupWriter(self.store) if grouped else PlainWriter(self.store)
        self.ended: list[tuple[int, str]] = []
        self.entropy = RehearsedEntropy(len(self.store.people()) * 1000)
        self.open()

    def open(self) -> None:
        self.people = People(
            self.store, self.writer, self.clock, self.entropy, PEPPER, self.terms,
            on_ended=lambda person, why: self.ended.append((person, why)),
        )  # fmt: skip

    async def close(self) -> None:
        await self.writer.close()
        self.store.close()

    async def player(self, name: str = "Ann", pin: str = PIN, card: str = "") -> int:
        return (await self.people.open_account(ROOM, name, pin, card=card)).person

    async def staff(self, role: str, name: str) -> Caller:
        opened = await self.people.hire(ROOM, role, name, PIN)
        return Caller(opened.person, role, name, f"desk {opened.person}")

    def card(self, person: int) -> str:
        found = self.store.person(person)
        assert found is not None
        return found.card

    def kinds(self, stream: str = "people") -> list[str]:
        return [row.kind for row in self.store.rows(stream)]


def evening(
    folder: Path, play: Callable[[Station], Coroutine[Any, Any, None]], **more: Any
) -> None:
    """Run a test with a station of its own."""

    async def run() -> None:
        station = Station(folder, **more)
        try:
            await play(station)
        finally:
            await station.close()

    asyncio.run(run())
