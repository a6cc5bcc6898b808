"""The books are away for a moment: an append of unknown fate, and no read that could settle it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import Refused
from houseway.room.clock import SimulatedClock
from houseway.room.errors import Denied
from houseway.room.store.interface import Batch, Store, StoreError, Unknown
from houseway.room.tables import commands, log
from houseway.room.tables.actor import Actor
from houseway.room.tables.seats import Player
from tests.support.local_room import (
    FLOOR,
    books_agree,
    decide,
    fund,
    open_table,
    player,
    room_over,
    same,
    sit,
)
from tests.support.store_kinds import on_every_store, store_at

pytestmark = on_every_store

GAMES = ("blackjack", "holdem", "3-card-shine", "pai-gow-tiles")


class Away:
    """Books that are away while ``down``: appends have an unknown fate and nothing can be read.

    ``kept``: what is appended meanwhile is written all the same.
    """

    def __init__(self, store: Store, kept: bool) -> None:
        self._store, self._kept, self.down = store, kept, False

    def append(self, batches: Iterable[Batch]) -> list[StoreError | None]:
        if not self.down:
            return self._store.append(batches)
        batches = list(batches)
        if self._kept:
            self._store.append(batches)
        return [Unknown("the connection is gone") for _ in batches]

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        if not callable(found):
            return found

        def read(*args: Any, **more: Any) -> Any:
            if self.down:
                raise StoreError("the books are away")
            return found(*args, **more)

        return read


async def evening(folder: Path, game: str, seed: int, kept: bool) -> None:
    books = store_at(folder)
    away: Any = Away(books, kept)
    store: Store = away
    room = room_over(store, folder, SimulatedClock())
    rng = random.Random(seed)
    actor = await open_table(room, "T", game)
    for person in (1, 2, 3):
        await sit(room, actor, person)
    for _ in range(rng.randrange(3, 9)):
        await _decided(room, actor, rng)
    shown: list[int] = []
    wakes: list[int] = []
    room.tools.wake = lambda table, at: wakes.append(at)
    room.watched.append(lambda table: shown.append(table.seq))
    away.down = True
    with pytest.raises(Denied) as denied:
        while True:
            try:
                await decide(actor, rng)
            except Refused as refused:
                if isinstance(refused, Denied) and refused.code in ("busy", "fault"):
                    raise
    assert denied.value.code == "busy"
    assert not shown, "nothing is shown that may not be in the log"
    with pytest.raises(Denied, match="cannot be read now"):
        await actor.turn(_nothing)
    assert wakes[-1] > 0, "it looks again by itself"
    away.down = False
    await actor.tick()
    for _ in range(12):
        await _decided(room, actor, rng)
    assert actor.live.status != "faulted"
    same(actor, room)
    books.close()


async def _nothing() -> None:
    """Look at the table."""


async def _decided(room: Any, actor: Any, rng: random.Random) -> None:
    for _ in range(20):
        try:
            await decide(actor, rng)
            return
        except Refused as refused:
            assert getattr(refused, "code", "refused") in ("refused", "stale"), refused


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_is_not_sure_reads_its_log_again(
    tmp_path: Path, game: str, seed: int, kept: bool
) -> None:
    asyncio.run(evening(tmp_path, game, seed, kept))


COMMANDS: dict[str, Callable[[Actor], Awaitable[object]]] = {
    "sit": lambda actor: commands.sit(actor, player(4), "k", Player(4, "p4"), 500_00, 0),
    "leave": lambda actor: commands.leave(actor, player(2), "k"),
    "away": lambda actor: commands.away(actor, player(2), "k"),
    "top up": lambda actor: commands.top_up(actor, player(2), "k", 100_00),
    "void": lambda actor: commands.void(actor, FLOOR, "k", "a fouled deck"),
    "close": lambda actor: commands.row(actor, FLOOR, "k", log.Closing("it is late")),
}
"""Commands about seats and the table, under one key."""


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_about_seats_or_the_table_is_done_once(
    tmp_path: Path, command: str, kept: bool
) -> None:
    """Sent again under its key when the books are back, it is answered as it was done."""

    async def run() -> None:
        books = store_at(tmp_path)
        away: Any = Away(books, kept)
        room = room_over(away, tmp_path, SimulatedClock())
        actor = await open_table(room, "T", "holdem", seats=5)
        for person in (1, 2, 3):
            await sit(room, actor, person)
        fund(books, 4)
        await decide(actor, random.Random(1))
        away.down = True
        with pytest.raises(Denied) as denied:
            await COMMANDS[command](actor)
        assert denied.value.code == "busy"
        away.down = False
        await COMMANDS[command](actor)
        before = actor.seq
        await COMMANDS[command](actor)
        assert actor.seq == before
        same(actor, room)
        books_agree(actor, room)
        books.close()

    asyncio.run(run())


class Damaged(Away):
    """Books in which the rows of one stream cannot be read, but for the last one."""

    def rows(self, stream: str, after: int = 0, most: int = 0) -> Any:
        if self.down and stream == "table:BAD" and most != 1:
            raise StoreError("the rows of table:BAD are damaged")
        return self._store.rows(stream, after, most)

    def last_row(self, stream: str, kind: str) -> Any:
        if self.down and stream == "table:BAD":
            raise StoreError("the rows of table:BAD are damaged")
        return self._store.last_row(stream, kind)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def test_a_table_whose_log_cannot_be_read_stops_and_the_others_open(tmp_path: Path) -> None:
    async def run() -> None:
        books = store_at(tmp_path)
        room = room_over(books, tmp_path, SimulatedClock())
        for name in ("BAD", "GOOD"):
            actor = await open_table(room, name, "blackjack")
            await sit(room, actor, 1 if name == "BAD" else 2)
        damaged: Any = Damaged(books, kept=False)
        again = room_over(damaged, tmp_path, SimulatedClock())
        damaged.down = True
        await again.start()
        assert again.table("GOOD").live.status == "open"
        bad = again.table("BAD").live
        assert bad.status == "faulted" and "damaged" in bad.why
        await again.stop()
        books.close()

    asyncio.run(run())
