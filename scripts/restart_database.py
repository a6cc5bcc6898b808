"""A drill: PostgreSQL is restarted again and again in the middle of a loaded room.

    python -m scripts.restart_database [RESTARTS [TABLES]]

A real room plays over sockets; the database is killed and started again. Each time
every table has to go on. At the end no acknowledged action may be missing, and the audit, which
plays every round again, has to be clean.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from benchmarks.loading.house import GAMES, Served, furnish
from benchmarks.loading.players import Crowd
from benchmarks.loading.postgres_server import PostgresServer, own_server
from rich.console import Console
from rich.table import Table as Sheet

from houseway.room.audit.audit import audit
from houseway.room.keys import keys_at
from houseway.room.opening import KEYS
from houseway.room.store.address import open_books

PATIENCE = 60
"""Seconds in which every table has to go on."""


class Restart(NamedTuple):
    """One restart: seconds the database was away, and until the first and last table went on."""

    away: float
    first: float
    last: float


async def play(crowd: Crowd, server: Served, actions: int) -> None:
    """Wait until this number of further actions is acknowledged."""
    enough, until = crowd.tally.acks + actions, time.monotonic() + PATIENCE
    while crowd.tally.acks < enough:
        assert server.process.poll() is None, "the server ended by itself"
        assert time.monotonic() < until, f"only {crowd.tally.acks} actions: {crowd.tally.refused}"
        await asyncio.sleep(0.01)


async def restart(crowd: Crowd, server: Served, database: PostgresServer) -> Restart:
    """Kill the database and start it again; return once every table has gone on."""
    began = time.monotonic()
    await asyncio.to_thread(database.kill)
    await asyncio.to_thread(database.start)
    back = time.monotonic()
    before = {table: len(acked) for table, acked in crowd.tally.acked.items()}
    went_on: dict[str, float] = {}
    while len(went_on) < len(before):
        assert server.process.poll() is None, "the server ended by itself"
        waits = set(before) - set(went_on)
        assert time.monotonic() < back + PATIENCE, f"{sorted(waits)} did not go on"
        for table in waits:
            if len(crowd.tally.acked[table]) > before[table]:
                went_on[table] = time.monotonic() - back
        await asyncio.sleep(0.005)
    return Restart(back - began, min(went_on.values()), max(went_on.values()))


def missing(folder: Path, dsn: str, crowd: Crowd) -> list[str]:
    """Return the keys of acknowledged actions that are not in the books, and the audit's faults."""
    books = open_books(dsn)
    kept = {command.key for command in books.commands()}
    lost = [key for acked in crowd.tally.acked.values() for _, key in acked if key not in kept]
    report = audit(books, keys_at(folder / KEYS))
    books.close()
    assert report.seeds and report.replayed, "the audit has played nothing again"
    return lost + [finding.what for finding in report.findings]


async def drill(
    folder: Path, database: PostgresServer, restarts: int, tables: int, actions: int,
    games: tuple[str, ...] = GAMES,
) -> tuple[list[Restart], Crowd, list[str]]:  # fmt: skip
    """Play and restart; return the restarts, the players, and what is missing or wrong."""
    dsn = database.dsn()
    crowd = Crowd(await furnish(folder, tables, games, dsn))
    server = Served(folder, books=dsn)
    try:
        await crowd.join(server.host, server.port)
        found = []
        for _ in range(restarts):
            await play(crowd, server, actions)
            found.append(await restart(crowd, server, database))
        await play(crowd, server, actions)
        crowd.leave()
        while crowd.open:
            await asyncio.sleep(0.01)
    finally:
        server.kill()
    return found, crowd, missing(folder, dsn, crowd)


def main(restarts: int = 10, tables: int = 12) -> None:
    """Run the drill and print what happened."""
    with tempfile.TemporaryDirectory() as folder, own_server() as database:
        made, crowd, wrong = asyncio.run(drill(Path(folder), database, restarts, tables, 1_000))
    sheet = Sheet(title=f"PostgreSQL restarted {restarts} times under {tables} tables")
    for heading in ("away, s", "first table goes on after, s", "last table, s"):
        sheet.add_column(heading, justify="right")
    for each in made:
        sheet.add_row(*(f"{seconds:.2f}" for seconds in each))
    out = Console()
    out.print(sheet)
    out.print(f"{crowd.tally.acks:,} acknowledged actions, {len(wrong)} lost or wrong")
    if wrong:
        out.print("\n".join(wrong[:20]))
        sys.exit(1)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
