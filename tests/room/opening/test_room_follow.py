"""A room that follows another one: it reads without claiming, and leads when it is told to."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from houseway.room.api.roles import Caller
from houseway.room.audit.audit import audit
from houseway.room.clock import SimulatedClock
from houseway.room.errors import Denied
from houseway.room.fairness.entropy import RehearsedEntropy
from houseway.room.opening import BOOKS
from houseway.room.room import Room
from houseway.room.store.interface import Books
from houseway.room.store.sqlite_reader import SqliteBooks
from houseway.room.store.sqlite_writer import SqliteStore
from houseway.room.tables import commands
from tests.support import kept_books
from tests.support.kept_books import SPOT, opened, played
from tests.support.local_room import EASY, player, same

CASHIER, SUPERVISOR = Caller(1, "cashier", "Cay", "desk"), Caller(2, "supervisor", "Sue", "desk")
SECOND = Caller(3, "supervisor", "Sid", "desk")
LATER = kept_books.STARTED + 3 * 86_400_000


def fences(books: Books) -> dict[str, int]:
    return {head.stream: head.fence for head in books.streams()}


def state(room: Room) -> Any:
    return kept_books.as_json(kept_books.state(room))


async def evening(folder: Path) -> None:
    clock, rng = SimulatedClock(LATER), random.Random(4)
    leader = opened(folder, clock, 40)
    for actor in leader.tables.values():
        actor.rebuild()
    claimed = fences(leader.store)
    books = SqliteBooks(folder / BOOKS)
    follower = Room.follow(books, clock, leader.keys, RehearsedEntropy(41), people=EASY)
    assert fences(books) == claimed, "a room that follows claims nothing"

    # The leader goes on: a table, the cage, an approval, another table.
    await played(leader.table("HOLDEM"), rng, clock, 1)
    await leader.cage.deposit(CASHIER, 7, 50_00, key="more")
    asked = await leader.meters.propose_meter(SUPERVISOR, "METER-2", SPOT, 0, 1_00, "x", key="x")
    await leader.floor.open(Caller(4, "floor", "Flo"), "NEW", "blackjack", key="new")
    follower.catch_up()
    assert state(follower) == state(leader)
    assert [p.number for p in await follower.proposals.proposals(SECOND)][-1] == asked.number

    # It writes nothing of its own.
    with pytest.raises(Denied, match="follows another one") as refused:
        await follower.cage.deposit(CASHIER, 7, 10_00, key="no")
    assert refused.value.code == "busy"
    with pytest.raises(Denied, match="follows another one"):
        await commands.leave(follower.table("HOLDEM"), player(7), "no leave")
    follower.catch_up()
    assert state(follower) == state(leader)

    # The leader is gone; the follower leads from the last row on.
    before = state(leader)
    await leader.writer.close()
    leader.store.close()
    follower.lead(SqliteStore(folder / BOOKS, durable=False))
    assert all(fence == claimed.get(name, 0) + 1 for name, fence in fences(books).items()
               if name in claimed)  # fmt: skip
    assert state(follower) == before
    with pytest.raises(TypeError, match="by this server already"):
        follower.lead(follower.store)
    with pytest.raises(TypeError, match="from the beginning"):
        leader.lead(follower.store)
    await follower.cage.deposit(CASHIER, 7, 20_00, key="led")
    await played(follower.table("HOLDEM"), rng, clock, 1)
    await follower.proposals.withdraw(SECOND, asked.number, "enough", key="off")
    for actor in follower.tables.values():
        same(actor, follower)
    await follower.writer.close()
    found = [finding.what for finding in audit(books, follower.keys).findings]
    assert [what for what in found if "under other rules than" not in what] == []
    follower.store.close()
    books.close()


def test_a_room_follows_without_claiming_and_leads_from_the_last_row(tmp_path: Path) -> None:
    asyncio.run(evening(kept_books.unpacked(tmp_path)))
