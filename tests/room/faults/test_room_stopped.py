"""A real server is stopped (SIGSTOP) for longer than a question has time, and goes on."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from pathlib import Path

import pytest

from houseway.room.api.messages import Seat
from houseway.room.audit.audit import audit
from houseway.room.client.client import RoomClient, Seen, Table
from houseway.room.store.sqlite_reader import SqliteBooks
from tests.support.room_served import PIN, Served

pytestmark = pytest.mark.process
QUESTION_MS = 4_000
STOPPED_S = 6


async def asked(tables: list[Table]) -> Seen:
    """Return the view with a question."""
    seen = await tables[0].view()
    while not seen.due:
        seen = await tables[0].next(seen)
    return seen


async def evening(served: Served) -> None:
    cards = json.loads((served.folder / "cards.json").read_text())
    clients = [RoomClient(served.url) for _ in range(2)]
    for client, name in zip(clients, ("Ann", "Bob"), strict=True):
        await client.login(cards[name], PIN, f"station of {name}")
    async with clients[0].table("HOLDEM") as one, clients[1].table("HOLDEM") as two:
        for table in (one, two):
            await table.command(Seat(table.new_key(), "sit", 0, 100_00))
        before = await asked([one, two])
        os.kill(served.child.pid, signal.SIGSTOP)
        await asyncio.sleep(STOPPED_S)
        os.kill(served.child.pid, signal.SIGCONT)
        after = await one.view(before.seq)
        assert set(after.due) == set(before.due), "the same question, to the same seat"
        assert after.round == before.round
        [until] = after.due.values()
        assert until - after.now > QUESTION_MS - 1_000, "with fresh time"
    for client in clients:
        await client.close()


def test_a_server_that_was_stopped_gives_fresh_time(tmp_path: Path) -> None:
    with Served(tmp_path, QUESTION_MS) as served:
        asyncio.run(asyncio.wait_for(evening(served), 60))
    books = SqliteBooks(tmp_path / "books.db")
    rows = [row.kind for row in books.rows("table:HOLDEM")]
    assert "resumed" in rows
    assert not audit(books).findings
    books.close()
