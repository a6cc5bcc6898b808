"""Properties of the SQLite store alone: its file, its schema, its triggers, its disk."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest

from houseway.room.audit.invariants.check import check
from houseway.room.ledger import CASH, Posting
from houseway.room.store import sqlite_file, sqlite_reader
from houseway.room.store.interface import KeyedCommand, StoreError, StreamHead, Unknown
from houseway.room.store.migrations import POSTGRES, SQLITE, Migration, migrations, missing
from houseway.room.store.sqlite_reader import SqliteBooks
from houseway.room.store.sqlite_writer import SqliteStore
from tests.support.store_suite import ANN, batch, raises


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "books.db"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    found = SqliteStore(path)
    yield found
    found.close()


def deposit(store: SqliteStore, head: StreamHead, cents: int = 100) -> StoreError | None:
    [said] = store.append((batch(head, Posting(CASH, ANN, cents)),))
    return said


def test_every_commit_is_synced_and_keys_are_checked(store: SqliteStore) -> None:
    asked = ("journal_mode", "synchronous", "foreign_keys")
    assert [store._db.pragma(name) for name in asked] == ["wal", 2, 1]


@pytest.mark.process
def test_a_second_writer_is_refused_with_a_sentence(store: SqliteStore, path: Path) -> None:
    with pytest.raises(StoreError, match=r"is in use by another server \(process \d+\)"):
        SqliteStore(path)
    code = (
        "import sys\nfrom pathlib import Path\n"
        "from houseway.room.store.sqlite_writer import SqliteStore, StoreError\n"
        "try:\n    SqliteStore(Path(sys.argv[1]))\n"
        "except StoreError as error:\n    sys.exit(str(error))"
    )
    other = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True)
    assert other.returncode == 1 and "is in use by another server" in other.stderr


def test_others_read_while_it_is_written(store: SqliteStore, path: Path) -> None:
    head = store.acquire("cage", "me")
    reader = SqliteBooks(path)
    assert deposit(store, head) is None
    assert reader.balance(ANN) == 100
    with pytest.raises(StoreError, match=r"cannot be read: .*readonly"):
        reader._all("DELETE FROM session")
    reader.close()
    with pytest.raises(StoreError, match="the books are closed"):
        reader.balance(ANN)


def test_closed_books_take_nothing(path: Path) -> None:
    store = SqliteStore(path)
    head = store.acquire("cage", "me")
    store.close()
    store.close()
    raises(deposit(store, head), StoreError, "the books are closed")
    with pytest.raises(StoreError, match="the books are closed"):
        store.acquire("cage", "me")
    SqliteStore(path).close()


def test_files_that_are_no_books(path: Path) -> None:
    with pytest.raises(StoreError, match="there are no books at"):
        SqliteBooks(path)
    with pytest.raises(StoreError, match="there is no folder"):
        SqliteStore(path.parent / "nowhere" / "books.db")
    path.write_bytes(b"a letter to my aunt" * 100)
    with pytest.raises(StoreError, match="is no file of the books"):
        SqliteStore(path)
    with pytest.raises(StoreError, match="is no file of the books"):
        SqliteBooks(path)
    path.unlink()
    other = apsw.Connection(str(path))
    other.execute("CREATE TABLE recipes(name)")
    other.close()
    with pytest.raises(StoreError, match="is a database, but not of the books"):
        SqliteStore(path)


def test_a_migration_is_applied_once_and_never_edited(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    SqliteStore(path).close()
    [*known] = migrations()
    later = Migration(99, "CREATE TABLE extra(id BIGINT PRIMARY KEY, what BYTES) HEAP;", "abc")
    for module in (sqlite_file, sqlite_reader):
        monkeypatch.setattr(module, "migrations", lambda _: (*known, later))
    with_extra = SqliteStore(path)
    assert with_extra._all("SELECT type FROM pragma_table_info('extra')") == [
        ("INTEGER",),
        ("BLOB",),
    ]
    assert with_extra._all("SELECT version FROM migration") == [(s.version,) for s in known] + [
        (99,)
    ]
    with_extra.close()
    monkeypatch.undo()
    with pytest.raises(StoreError, match="written by a newer houseway: its schema is version 99"):
        SqliteStore(path)
    with pytest.raises(StoreError, match="written by a newer houseway"):
        SqliteBooks(path)


def test_an_edited_migration_is_noticed() -> None:
    [first, *_] = migrations()
    with pytest.raises(StoreError, match="step 1 of its schema is not the step"):
        missing({1: "another checksum"}, (first,), "books.db")
    assert missing({}, (first,), "books.db") == (first,)
    assert missing({1: first.checksum}, (first,), "books.db") == ()


def test_a_step_that_fails_leaves_the_file_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    SqliteStore(path).close()
    bad = Migration(99, "CREATE TABLE extra(id BIGINT) HEAP; CREATE TABLE account(id BIGINT);", "x")
    monkeypatch.setattr(sqlite_file, "migrations", lambda _: (*migrations(), bad))
    with pytest.raises(StoreError, match=r"step 99 of the schema failed .* as it was before"):
        SqliteStore(path)
    monkeypatch.undo()
    store = SqliteStore(path)
    assert store._all("SELECT 1 FROM sqlite_schema WHERE name = 'extra'") == []
    store.close()


def test_an_older_file_is_not_read_but_brought_up_to_date(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    SqliteStore(path).close()
    later = Migration(99, "CREATE TABLE extra(id BIGINT) HEAP;", "abc")
    monkeypatch.setattr(sqlite_reader, "migrations", lambda _: (*migrations(), later))
    with pytest.raises(StoreError, match="has an older schema"):
        SqliteBooks(path)


def test_the_migrations_speak_two_dialects() -> None:
    there = POSTGRES.translate(migrations(POSTGRES.name)[0].sql)
    assert "BYTEA" in there and "BLOB" not in there and "STRICT" not in there
    assert 'name TEXT COLLATE "C" NOT NULL' in there and "RAISE(ABORT" not in there
    here = SQLITE.translate(migrations()[0].sql)
    assert "BYTES" not in here and "BIGINT" not in here and "WITHOUT ROWID" in here
    assert "RAISE(ABORT" in here and "plpgsql" not in here and "COLLATE" not in here


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("UPDATE log SET kind = 'x'", "the log is never changed"),
        ("DELETE FROM log", "the log is never deleted"),
        ("INSERT OR REPLACE INTO log SELECT * FROM log", "the log is never deleted"),
        ("UPDATE posting SET cents = 1", "a posting is never changed: reverse it"),
        ("DELETE FROM posting", "a posting is never deleted: reverse it"),
        ("DELETE FROM account", "an account is never deleted"),
        ("UPDATE account SET kind = 'house'", "an account keeps its name, kind and unit"),
        ("UPDATE command SET answer = x''", "an answer is never changed"),
        ("DELETE FROM command", "an answer is never deleted"),
        ("UPDATE account SET balance = -1 WHERE kind = 'wallet'", "not_below_0"),
        ("INSERT INTO posting VALUES (9, 1, 9, 0, 1, 2, 5)", "FOREIGN KEY"),
        ("INSERT INTO posting VALUES (9, 1, 1, 9, 1, 2, 0)", "cents > 0"),
        ("INSERT INTO posting VALUES (9, 1, 1, 9, 1, 3, 5)", "one unit, not cents into chips"),
    ],
)
def test_the_database_itself_refuses(store: SqliteStore, sql: str, words: str) -> None:
    command = KeyedCommand(1, "k", bytes(32), b"a")
    row = batch(store.acquire("cage", "me"), Posting(CASH, ANN, 100), command=command)
    assert store.append((row,)) == [None]
    store._db.execute("INSERT INTO account VALUES (3, 'player:chips', 'wallet', 'chips', 0)")
    with pytest.raises(apsw.ConstraintError, match=words):
        store._db.execute(sql)


def test_a_full_disk_is_said_and_nothing_is_written(store: SqliteStore) -> None:
    head = store.acquire("cage", "me")
    assert deposit(store, head) is None
    pages = store._db.pragma("page_count")
    store._db.pragma("max_page_count", pages)
    head = store.streams()[0]
    large = batch(head, Posting(CASH, "player:9", 5), body=bytes(100_000))
    said = store.append((large, large))
    for one in said:
        raises(one, StoreError, "the disk is full: nothing was written")
    assert store.balances() == {CASH: -100, ANN: 100} and store.head("cage") == head
    store._db.pragma("max_page_count", 1_000_000)
    assert store.append((large,)) == [None]
    assert not check(store)


class BadDisk:
    """A connection whose commits fail, before or after they are done."""

    def __init__(self, db: apsw.Connection, error: apsw.Error, after: bool) -> None:
        self._db, self._error, self._after = db, error, after

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)

    def execute(self, sql: str, values: Any = ()) -> Any:
        if sql != "COMMIT":
            return self._db.execute(sql, values)
        if self._after:
            self._db.execute(sql)
        raise self._error


@pytest.mark.parametrize("after", [False, True])
def test_a_disk_that_fails_at_the_commit_ends_the_writing(path: Path, after: bool) -> None:
    store = SqliteStore(path)
    head = store.acquire("cage", "me")
    good, store._db = store._db, BadDisk(store._db, apsw.IOError("disk I/O error"), after)  # type: ignore[assignment]
    raises(deposit(store, head), Unknown, "the disk failed while the books were written")
    store._db = good
    raises(deposit(store, head), StoreError, "until the server is started again")
    with pytest.raises(StoreError, match="until the server is started again"):
        store.acquire("cage", "me")
    store.close()
    anew = SqliteStore(path)
    assert anew.balance(ANN) == (100 if after else 0)
    assert not check(anew)
    anew.close()


def test_a_commit_that_finds_no_room_is_taken_back(store: SqliteStore) -> None:
    head = store.acquire("cage", "me")
    good = store._db
    store._db = BadDisk(good, apsw.FullError("database or disk is full"), False)  # type: ignore[assignment]
    raises(deposit(store, head), StoreError, "the disk is full: nothing was written")
    store._db = good
    assert store.balance(ANN) == 0 and deposit(store, head) is None


KILLED = """
import asyncio, sys
from pathlib import Path
from houseway.room.ledger import CASH, Posting
from houseway.room.store.interface import Batch, Entry
from houseway.room.store.sqlite_writer import SqliteStore
from houseway.room.store.group_commit import GroupWriter

async def table(store, writer, name):
    fence = store.acquire(name, "me").fence
    for seq in range(100_000):
        entry = Entry(seq, "noted", 0, bytes(100), (Posting(CASH, "player:1", 1),))
        await writer.append(Batch(name, seq, (entry,), fence=fence))
        print(name, seq + 1, flush=True)

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    writer = GroupWriter(store)
    await asyncio.gather(*(table(store, writer, f"table:t{i}") for i in range(8)))

asyncio.run(main())
"""


@pytest.mark.process
def test_what_was_acknowledged_is_there_after_a_kill(path: Path) -> None:
    """Process death, in the middle of whatever it was doing; not a power cut."""
    server = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    told: dict[str, int] = {}
    with server:
        for count, line in enumerate(server.stdout):
            name, seq = line.split()
            told[name] = int(seq)
            if count == 300:
                server.kill()
    assert server.returncode == -9 and len(told) == 8
    store = SqliteStore(path)
    heads = {head.stream: head.seq for head in store.streams()}
    assert all(heads[name] >= seq for name, seq in told.items())
    assert store.balance(ANN) == sum(heads.values()) and check(store) == []
    store.close()
