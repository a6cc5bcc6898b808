"""The cage and its reads: receipts are read in a thread, and a cash-in walks few files."""

from __future__ import annotations

import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

from houseway.room.api.roles import Caller
from houseway.room.store.interface import Books
from houseway.room.store.sqlite_reader import SqliteBooks
from tests.support.cash_station import Station, evening, new_key

ROOM = "/houseway/room/"
MOST_FILES = 14
"""Files of the room in the turn of a cash-in; its receipt is read in another thread."""


@contextmanager
def walked() -> Iterator[Counter[str]]:
    """Count the calls in each file of the room, in this thread."""
    found: Counter[str] = Counter()

    def see(frame: FrameType, event: str, arg: object) -> None:
        _, there, name = frame.f_code.co_filename.partition(ROOM)
        if event == "call" and there:
            found[name] += 1

    sys.setprofile(see)
    try:
        yield found
    finally:
        sys.setprofile(None)


def test_a_cash_in_walks_few_files(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        cashier, ann = await at.cashier(), await at.player()
        with walked() as found:
            await at.cage.deposit(cashier, ann, 100_00, key=new_key())
        assert "cage/cash.py" in found and "store/stream.py" in found
        assert len(found) <= MOST_FILES, sorted(found)

    evening(tmp_path, play)


def test_receipts_and_statements_are_not_read_on_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[int] = []
    snapshot = SqliteBooks.snapshot

    @contextmanager
    def noted(books: SqliteBooks) -> Iterator[Books]:
        threads.append(threading.get_ident())
        with snapshot(books) as still:
            yield still

    async def play(at: Station) -> None:
        cashier, ann = await at.cashier(), await at.player()
        monkeypatch.setattr(SqliteBooks, "snapshot", noted)
        await at.cage.deposit(cashier, ann, 100_00, key=new_key())
        await at.cage.own_statement(Caller(ann, "player", "Ann"))
        assert len(threads) == 2
        assert threading.get_ident() not in threads

    evening(tmp_path, play)
