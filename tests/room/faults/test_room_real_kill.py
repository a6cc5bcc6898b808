"""A real server is killed under load (SIGKILL), more than once, and nothing is lost.

Process death, not power loss: what the system was given to write it still writes.  Players are
sockets of their own; what they keep is which of their actions the server has acknowledged.
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from benchmarks.loading.house import GAMES, Served, furnish
from benchmarks.loading.players import Crowd

from houseway.room.audit.audit import audit
from houseway.room.keys import keys_at
from houseway.room.opening import BOOKS, KEYS
from houseway.room.store.sqlite_reader import SqliteBooks
from houseway.room.tables.recovery import unfinished

pytestmark = pytest.mark.process

PATIENCE = 60
FEW = ("free-bet-blackjack", "omaha-8")


async def play_until_killed(server: Served, crowd: Crowd, actions: int) -> None:
    """Play further actions, then kill the server in the middle of its work."""
    enough, until = crowd.tally.acks + actions, time.monotonic() + PATIENCE
    while crowd.tally.acks < enough:
        assert server.process.poll() is None, "the server ended by itself"
        assert time.monotonic() < until, f"only {crowd.tally.acks} actions: {crowd.tally.refused}"
        await asyncio.sleep(0.01)
    server.kill()
    crowd.leave()
    while crowd.open:
        await asyncio.sleep(0.01)


def open_rounds(folder: Path) -> dict[str, int]:
    """Table -> the number of its unfinished round, as the books have it."""
    books: Any = SqliteBooks(folder / BOOKS)
    found = {}
    for head in books.streams():
        if head.stream.startswith("table:") and (begun := unfinished(books, head.stream)):
            found[head.stream.removeprefix("table:")] = begun.body.no
    books.close()
    return found


def nothing_lost(folder: Path, crowd: Crowd) -> None:
    """Every action that was acknowledged is a row; the books are right; every round replays."""
    books = SqliteBooks(folder / BOOKS)
    kept = {command.key: command for command in books.commands()}
    acked = [(table, *each) for table, found in crowd.tally.acked.items() for each in found]
    assert acked
    for table, seq, key in acked:
        assert key in kept, f"{key} was acknowledged at {table} and is not in the books"
        assert kept[key].stream == f"table:{table}" and kept[key].seq <= seq
    assert sum(books.balances().values()) == 0
    assert not any(row.kind in ("voided", "faulted", "shoe_gone")
                   for head in books.streams() for row in books.rows(head.stream))  # fmt: skip
    report = audit(books, keys_at(folder / KEYS))
    assert report.good, report.findings
    assert report.seeds and report.replayed
    books.close()


async def cycles(folder: Path, tables: int, kills: int, actions: int) -> None:
    """Start, play, kill; again and again over the same books, with the same people."""
    crowd = Crowd(await furnish(folder, tables, GAMES if tables > 2 else FEW))
    goes_on: dict[str, int] = {}
    same = 0
    for _ in range(kills):
        server = Served(folder)
        try:
            crowd.hold()
            seen = {player: player.seen for player in crowd.players}
            await crowd.join(server.host, server.port)
            await crowd.all_shown()
            for player in crowd.players:
                assert player.seen >= seen[player], "a row that was shown is gone"
                if player.chair.table in goes_on:
                    assert player.round >= goes_on[player.chair.table]
                    same += player.round == goes_on[player.chair.table]
            crowd.go()
            await play_until_killed(server, crowd, actions)
        finally:
            server.kill()
        goes_on = open_rounds(folder)
        assert goes_on, "no round was being played when the server was killed"
    assert same, "no one came back into the hand that was being played"
    nothing_lost(folder, crowd)
    crowd.tally.acked["T0"].append((1, "a key of no one"))
    with pytest.raises(AssertionError, match="is not in the books"):
        nothing_lost(folder, crowd)


@pytest.mark.parametrize(
    ("tables", "kills", "actions"),
    [(2, 2, 60), pytest.param(50, 8, 2_000, marks=pytest.mark.slow)],
)
def test_a_server_is_killed_and_nothing_is_lost(
    tmp_path: Path, tables: int, kills: int, actions: int
) -> None:
    asyncio.run(cycles(tmp_path, tables, kills, actions))
