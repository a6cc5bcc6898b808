"""Bits of row bodies that a disk or a hand has flipped: each is found, and the audit goes on."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, cast

import apsw
import pytest

from houseway.cli.main import run
from houseway.room.api.audit_types import EventFilter
from houseway.room.audit.audit import audit
from houseway.room.audit.event_log import significant
from houseway.room.keys import read_keys
from houseway.room.opening import KEYS
from houseway.room.store.sqlite_reader import SqliteBooks
from tests.support.audited_evening import copied, made
from tests.support.books_at_hand import broken

FLIPS = 25
"""Flipped bits in one copy of the books, each in another row."""


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("evening"))


def flipped(folder: Path, rng: random.Random, most: int = FLIPS) -> list[tuple[str, int]]:
    """Flip one bit in each of some rows; return their streams and numbers."""
    broken(folder / "books.db").close()  # without triggers
    db = apsw.Connection(str(folder / "books.db"))
    rows = db.execute(
        "SELECT s.name, l.stream, l.seq, l.body FROM log l JOIN stream s ON s.id = l.stream"
    ).fetchall()
    found = []
    drawn: list[tuple[str, int, int, bytes]] = rng.sample(cast(Any, rows), most)
    for name, stream, seq, body in drawn:
        at = rng.randrange(8 * len(body))
        changed = bytearray(body)
        changed[at // 8] ^= 1 << at % 8
        db.execute(
            "UPDATE log SET body = ? WHERE stream = ? AND seq = ?", (bytes(changed), stream, seq)
        )
        found.append((name, seq))
    db.close()
    return found


@pytest.mark.parametrize("seed", range(6))
def test_each_flipped_bit_is_found_with_stream_and_row(
    kept: Path, tmp_path: Path, seed: int
) -> None:
    folder = copied(kept, tmp_path)
    rows = flipped(folder, random.Random(seed))
    books = SqliteBooks(folder / "books.db")
    report = audit(books, read_keys(folder / KEYS))
    books.close()
    said = [finding.what for finding in report.findings]
    unnoticed = [
        (stream, seq)
        for stream, seq in rows
        if not any(stream in what and f"row {seq} (" in what for what in said)
    ]
    assert not unnoticed
    assert report.tables == 3 and report.postings > 0, "the audit went on to its end"


UNREADABLE = b"\x81\xa4kind\xa3\xff\xfe\xfd"
"""A text that is no UTF-8: msgspec raises no error of its own for it."""


@pytest.mark.parametrize("stream", ["cage", "people", "table:T1", "table:T3"])
def test_a_body_that_is_no_text_is_found_in_each_log(
    kept: Path, tmp_path: Path, stream: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copied(kept, tmp_path)
    of = f"stream = (SELECT id FROM stream WHERE name = '{stream}')"
    broken(folder / "books.db", f"UPDATE log SET body = x'{UNREADABLE.hex()}' WHERE {of}").close()
    assert run(["audit", "--data", str(folder), "--json"]) == 1
    told = capsys.readouterr().out
    assert "cannot be read" in told and stream.removeprefix("table:") in told


def test_events_are_read_around_a_damaged_row(kept: Path, tmp_path: Path) -> None:
    folder = copied(kept, tmp_path)
    books = SqliteBooks(folder / "books.db")
    before = significant(books, EventFilter(most=1000), 1)
    books.close()
    books = broken(
        folder / "books.db",
        f"UPDATE log SET body = x'{UNREADABLE.hex()}' WHERE kind IN ('opened', 'deposit')",
    )
    after = significant(books, EventFilter(most=1000), 1)
    books.close()
    assert len(after) >= len(before) > 0
    assert any("cannot be read" in event.words for event in after)
