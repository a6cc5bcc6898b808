"""An attacker who wants to stop a table for good: another program, a full disk, money left
behind.
"""

from __future__ import annotations

import asyncio
import random
from contextlib import closing
from pathlib import Path

import pytest

from houseway.engine.inputs import Act
from houseway.room.api.roles import Caller
from houseway.room.clock import SimulatedClock
from houseway.room.errors import Denied
from houseway.room.ledger import wallet
from houseway.room.store.sqlite_writer import SqliteStore
from houseway.room.tables import commands, log
from houseway.room.testing.failing_store import FailingStore, Fault
from houseway.table.round import Round
from tests.support.local_room import (
    FLOOR,
    books_agree,
    decide,
    make_room,
    open_table,
    player,
    room_over,
    sit,
)

RNG = random.Random(3)


def test_a_program_that_cannot_play_the_last_round_again_knows_who_sits_there_with_what(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening() -> None:
        room = make_room(tmp_path, SimulatedClock())
        actor = await open_table(room, "T", "holdem", pause_ms=5_000)
        for person in (1, 2):
            await sit(room, actor, person)
        while actor.live.playing:
            await decide(actor, RNG)
        seating, between = actor.live.seating, log.packed(actor.live.carry_over)
        room.store.close()
        monkeypatch.setattr(log, "digest", lambda events: b"another program ")
        again = make_room(tmp_path, SimulatedClock(), n=1_000)
        await again.start()
        actor = again.table("T")
        assert actor.live.status == "faulted" and actor.live.seating == seating
        assert log.packed(actor.live.carry_over) == between
        before = again.store.balance(wallet(1))
        await commands.leave(actor, player(1), "")
        assert again.store.balance(wallet(1)) == before + seating.seats[1].chips
        await again.floor.clear_fault(FLOOR, "T", "another version")
        await again.floor.resume(FLOOR, "T")
        await sit(again, actor, 3)
        assert actor.live.playing and await decide(actor, RNG)
        books_agree(actor, again)
        await again.close()

    asyncio.run(evening())


def test_a_fault_that_cannot_be_written_stops_the_table_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(books: SqliteStore) -> None:
        store = FailingStore(books)
        room = room_over(store, tmp_path, SimulatedClock())
        actor = await open_table(room, "T", "holdem")
        for person in (1, 2):
            await sit(room, actor, person)
        monkeypatch.setattr(Round, "act", _raises)
        [seat] = actor.live.asked()
        for fault in (None, Fault.DISK_FULL):
            if fault:
                store.fail(fault)
            with pytest.raises(Denied) as denied:
                assert actor.live.round_ is not None
                ask = actor.live.round_.asked[seat]
                await commands.act(actor, player(seat), "", 1, ask, Act(seat, "fold"))
            assert denied.value.code == "fault"
        assert actor.live.status == "faulted"

    with closing(SqliteStore(tmp_path / "books.db", durable=False)) as books:
        asyncio.run(broken(books))


def _raises(*_: object) -> None:
    raise RuntimeError("an error of the program")


def test_antes_that_lie_on_a_table_are_not_lost_to_another_game(tmp_path: Path) -> None:
    async def evening() -> None:
        clock = SimulatedClock()
        room = make_room(tmp_path, clock)
        actor = await open_table(room, "T", "draw-jacks-or-better")
        for person in (1, 2, 3):
            await sit(room, actor, person)
        await room.floor.close(FLOOR, "T")
        while actor.live.status != "shut":
            clock.advance(30_000)
            await actor.tick()
        lies = room.store.balance("table:T:antes")
        assert lies, "no one opened, so the antes stay"
        found = await room.postings.propose_posting(FLOOR, "T", "another game", "omaha")
        with pytest.raises(Denied, match="antes still lie"):
            await room.proposals.confirm(Caller(901, "floor", "Fay", "desk"), found.number)
        await room.floor.open(FLOOR, "T")
        for person in (1, 2, 3):
            await sit(room, actor, person)
        assert actor.live.playing and actor.live.round_ is not None
        books_agree(actor, room)
        room.store.close()

    asyncio.run(evening())
