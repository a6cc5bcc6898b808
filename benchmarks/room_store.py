"""The books: durable actions per CPU-second, one by one and in groups, in both databases.

An action here is the record of one at a table: a row of 118 bytes, two postings, and the answer
under its key. Every commit is synced. All by ``time.process_time``, threads included. The CPU time
of PostgreSQL is that of its processes.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count, islice
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table as Sheet
from scripts.find_postgres import programs

from benchmarks._clock import HEADING, in_turns, sheet_console
from benchmarks.loading.postgres_server import PostgresServer, own_server
from houseway.room.ledger import CASH, Posting, purse_at
from houseway.room.store import chain
from houseway.room.store.group_commit import GroupWriter
from houseway.room.store.interface import Batch, Entry, KeyedCommand, Store
from houseway.room.store.postgres.writer import PostgresStore
from houseway.room.store.sqlite_writer import SqliteStore

TABLES = 50
BODY = bytes(118)
DIGEST = bytes(32)
SHOWN = bytes(40)


def action(table: int, after: int, fence: int) -> Batch:
    """Return one action at a table: a seat bets, another row of the log."""
    name = f"t{table}"
    seat = after % 7 + 1
    bet = (
        Posting(CASH, purse_at(name, seat), 500),
        Posting(purse_at(name, seat), f"table:{name}:stake:{seat}", 500),
    )
    entry = Entry(1_700_000_000_000 + after, "step", table, BODY, bet)
    return Batch(name, after, (entry,), KeyedCommand(table, f"k{after}", DIGEST, SHOWN), (), fence)


def actions(store: Store) -> Iterator[Batch]:
    """Return actions at all tables in turn."""
    heads = [store.acquire(f"t{table}", "bench") for table in range(TABLES)]
    for after in count():
        for table in range(TABLES):
            yield action(table, after, heads[table].fence)


def in_groups(store: Store, size: int, number: int) -> int:
    """Append actions in groups of one size."""
    source = actions(store)
    done = 0
    while done < number:
        said = store.append(islice(source, size))
        assert not any(said), said
        done += size
    return done


def through_the_writer(store: Store, each: int) -> int:
    """Write from fifty tables, each of which waits until its last action is durable."""

    async def one(writer: GroupWriter, table: int) -> None:
        fence = store.acquire(f"t{table}", "bench").fence
        for after in range(each):
            await writer.append(action(table, after, fence))

    async def all_tables() -> None:
        writer = GroupWriter(store)
        await asyncio.gather(*(one(writer, table) for table in range(TABLES)))
        await writer.close()

    asyncio.run(all_tables())
    return each * TABLES


def verify(store: Store) -> int:
    """Compute the hash of every row again."""
    for head in store.streams():
        assert not list(chain.faults(store, head.stream))
    return sum(head.seq for head in store.streams())


class Measured(NamedTuple):
    """CPU-seconds for one action: of this process, and of the database."""

    ours: float
    database: float = 0.0


def measured(write: Callable[[], int], server: Callable[[], float] = lambda: 0.0) -> Measured:
    """Run something that returns the number of actions it wrote; return CPU-seconds for each."""
    start, before = time.process_time(), server()
    done = write()
    return Measured((time.process_time() - start) / done, (server() - before) / done)


def in_sqlite(size: int, number: int) -> tuple[Measured, float]:
    """Write groups of one size, or by tables through the writer if ``size`` is 0.

    Returns the CPU-seconds and the bytes of an action.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "books.db")
        store = SqliteStore(path)
        found = measured(lambda: _written(store, size, number))
        rows = sum(head.seq for head in store.streams())
        store.close()
        return found, path.stat().st_size / rows


def _written(store: Store, size: int, number: int) -> int:
    return in_groups(store, size, number) if size else through_the_writer(store, number // TABLES)


def in_postgres(database: PostgresServer, size: int, number: int) -> tuple[Measured, float]:
    """The same in PostgreSQL; bytes are those of its tables and indexes."""
    store = PostgresStore(database.new_schema())
    found = measured(lambda: _written(store, size, number), database.cpu)
    [[size_of]] = store._all(
        "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c"
        " WHERE relnamespace = to_regnamespace(current_schema()) AND relkind = 'r'"
    )
    rows = sum(head.seq for head in store.streams())
    store.close()
    return found, float(size_of) / rows


def run(console: Console | None = None, tiny: bool = False) -> None:
    """Measure and print the figures; ``tiny`` writes some actions in each way."""
    ways = ((1, 20), (32, 64), (0, 50)) if tiny else (
        (1, 2_000), (8, 4_000), (32, 16_000), (128, 16_000), (0, 16_000)
    )  # fmt: skip
    sheet = Sheet(title="The books: durable actions, every commit synced")
    sheet.add_column("actions")
    sheet.add_column("store")
    for heading in ("per CPU-second", f"{HEADING} each", "database, µs each", "bytes each"):
        sheet.add_column(heading, justify="right")
    with _database() as database:
        for size, number in ways:
            what = f"groups of {size}" if size else "50 tables, through the writer"
            sheet.add_row(what, "SQLite", *_figures(*in_sqlite(size, number)))
            if database is not None:
                found = in_postgres(database, size, number)
                sheet.add_row("", "PostgreSQL", *_figures(*found))
    if database is None:
        sheet.add_row("", "PostgreSQL: no server here (make postgres)", "", "", "", "")
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder, "writer.db"))
        through_the_writer(store, 1 if tiny else 160)
        took = measured(lambda: verify(store)).ours
        store.close()
    sheet.add_row("rows verified", "SQLite", f"{1 / took:,.0f}", in_turns(took), "", "")
    (console or sheet_console()).print(sheet)


@contextmanager
def _database() -> Iterator[PostgresServer | None]:
    """Yield a server for the measurement; None where there is none."""
    if programs() is None:
        yield None
        return
    with own_server() as found:
        yield found


def _figures(found: Measured, size: float) -> tuple[str, str, str, str]:
    """Return the cells of a row."""
    return (
        f"{1 / found.ours:,.0f}",
        in_turns(found.ours),
        f"{found.database * 1e6:,.0f}" if found.database else "",
        f"{size:,.0f}",
    )
