"""The books: durable actions per CPU-second, one by one and in groups, and how fast they are read.

An action here is the record of one at a table: a row of 118 bytes, two postings, and the answer
under its key. Every commit is synced. All by ``time.process_time``, threads included.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

from rich.console import Console
from rich.table import Table as Sheet

from benchmarks._clock import HEADING, in_turns, sheet_console
from houseway.room.ledger import CASH, Posting, purse_at
from houseway.room.store import chain
from houseway.room.store.group_commit import GroupWriter
from houseway.room.store.interface import Batch, Entry, KeyedCommand, Store
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


def run(console: Console | None = None, tiny: bool = False) -> None:
    """Measure and print the figures; ``tiny`` writes some actions in each way."""
    grouped = ((1, 20), (32, 64)) if tiny else ((1, 2_000), (8, 4_000), (32, 8_000), (128, 8_000))
    sheet = Sheet(title="The books in SQLite (WAL, every commit synced)")
    sheet.add_column("what")
    for heading in ("per CPU-second", f"{HEADING} each"):
        sheet.add_column(heading, justify="right")
    with tempfile.TemporaryDirectory() as folder:
        for size, number in grouped:
            store = SqliteStore(Path(folder, f"{size}.db"))
            start = time.process_time()
            done = in_groups(store, size, number)
            sheet.add_row(f"actions, groups of {size}", *rate(done, start))
            store.close()
        store = SqliteStore(Path(folder, "writer.db"))
        start = time.process_time()
        done = through_the_writer(store, 1 if tiny else 160)
        sheet.add_row("actions of 50 tables through the writer", *rate(done, start))
        start = time.process_time()
        sheet.add_row("rows verified", *rate(verify(store), start))
        store.close()
    (console or sheet_console()).print(sheet)


def rate(done: int, start: float) -> tuple[str, str]:
    """Return the number per CPU-second, and the turns of the plain loop for each."""
    took = time.process_time() - start
    return f"{done / took:,.0f}", in_turns(took / done)
