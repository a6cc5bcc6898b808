"""Seals of persons, logins and heads: what a program without the keys writes is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import psycopg
import pytest
from msgspec.structs import replace

from houseway.room.store.interface import (
    Batch,
    Change,
    Entry,
    HeadSealed,
    Person,
    SealBroken,
    Session,
    SessionEnded,
    Store,
    StreamHead,
)
from houseway.room.store.postgres.writer import PostgresStore
from houseway.room.store.seals import Seals
from houseway.room.store.sqlite_reader import SqliteBooks
from houseway.room.store.sqlite_writer import SqliteStore
from tests.support.postgres_server import shared_server

KEYS = {"00000001": bytes(range(32)), "00000002": bytes(range(1, 33))}
MAL = Person(1, "player", "Mal", "card1", "hash of Mal", excluded=True)
SUE = Person(2, "supervisor", "Sue", "card2", "hash of Sue")
LOGIN = Session(b"t1", 1, "bar", 50, 10)


def opened(path: Path, keys: dict[str, bytes] = KEYS) -> SqliteStore:
    return SqliteStore(path, durable=False, seals=Seals(keys))


def write(store: Store, *changes: Change, stream: str = "people") -> StreamHead:
    """Write a row with changes; return the head after it."""
    head = store.acquire(stream, "test")
    entry = Entry(1, "x", 0, b"\x80")
    assert store.append([Batch(stream, head.seq, (entry,), None, changes, head.fence)]) == [None]
    found = store.head(stream)
    assert found is not None
    return found


def change(path: Path, sql: str) -> None:
    """Write into the file as a program that is not the room."""
    db = apsw.Connection(str(path))
    db.execute("PRAGMA foreign_keys = OFF")
    db.execute(sql)
    assert db.total_changes() > 0 or sql.startswith("CREATE")
    db.close()


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "books.db"
    store = opened(path)
    write(store, MAL, SUE, LOGIN)
    store.close()
    yield path


def test_what_the_room_wrote_is_read(path: Path) -> None:
    store = opened(path)
    mal, login = store.person(1), store.session(b"t1")
    assert mal is not None and login is not None
    assert (replace(mal, seal=None), mal.row) == (replace(MAL, row=1), 1)
    assert replace(login, seal=None) == replace(LOGIN, row=1)
    assert store.person_with("card2") == store.person(2)
    assert store.person_with("card3") is store.session(b"t2") is store.session_of(2) is None
    assert write(store, replace(mal, name="Mel")).seq == 2
    again = store.person(1)
    assert again is not None and (again.name, again.row) == ("Mel", 2)
    elsewhere = write(store, replace(again, wrong=1), stream="room")
    kept = store.person(1)
    assert kept is not None and (kept.wrong, kept.row, elsewhere.seq) == (1, 2, 1)
    store.close()
    without = SqliteBooks(path)
    assert without.person(1) == kept and without.sessions() == [login]
    without.close()


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("UPDATE person SET pin = (SELECT pin FROM person WHERE id = 1) WHERE id = 2", "changed"),
        ("UPDATE person SET role = 'admin' WHERE id = 2", "changed"),
        ("UPDATE person SET card = 'card9' WHERE id = 2", "changed"),
        ("UPDATE person SET name = 'Sam' WHERE id = 2", "changed"),
        ("UPDATE person SET wrong = 2 WHERE id = 2", "changed"),
        ("UPDATE person SET row_no = 7 WHERE id = 2", "changed"),
        ("UPDATE person SET firm = 'other' WHERE id = 2", "changed"),
        ("UPDATE person SET seal = NULL WHERE id = 2", "has no seal"),
        ("UPDATE person SET seal = x'00' WHERE id = 2", "changed"),
        ("UPDATE person SET seal = (SELECT seal FROM person WHERE id = 1) WHERE id = 2", "changed"),
        ("UPDATE person SET seal = (SELECT seal FROM session) WHERE id = 2", "changed"),
        ("DELETE FROM person WHERE id = 2; UPDATE person SET id = 2 WHERE id = 1", "changed"),
    ],
)
def test_a_person_that_another_program_wrote_is_refused(path: Path, sql: str, why: str) -> None:
    change(path, sql)
    store = opened(path)
    with pytest.raises(SealBroken, match=why):
        store.person(2)
    assert len(store.people()) == (1 if "DELETE" in sql else 2)  # lists are for the audit
    if "DELETE" not in sql:
        assert store.person(1) is not None
    store.close()


def test_an_exclusion_that_was_lifted_outside_is_refused(path: Path) -> None:
    change(path, "UPDATE person SET excluded = 0 WHERE id = 1")
    store = opened(path)
    reads: list[Callable[[], object]] = [
        lambda: store.person(1),
        lambda: store.person_with("card1"),
    ]
    for read in reads:
        with pytest.raises(SealBroken, match="the row of person 1 was changed"):
            read()
    store.close()


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO session(person, token, station, until_ms) VALUES (2, x'09', 'x', 9)",
        "INSERT INTO session SELECT 2, x'09', station, until_ms, since_ms, row_no, seal"
        " FROM session",
    ],
)
def test_a_login_that_another_program_wrote_is_refused(path: Path, sql: str) -> None:
    change(path, sql)
    store = opened(path)
    reads: list[Callable[[], object]] = [
        lambda: store.session(b"\x09"),
        lambda: store.session_of(2),
    ]
    for read in reads:
        with pytest.raises(SealBroken, match="the login of person 2"):
            read()
    store.close()


def test_an_old_row_that_is_put_back_while_the_room_runs_is_refused(path: Path) -> None:
    change(path, "CREATE TABLE kept AS SELECT * FROM person WHERE id = 1")
    change(path, "CREATE TABLE left_over AS SELECT * FROM session")
    store = opened(path)
    mal = store.person(1)
    assert mal is not None
    write(store, replace(mal, pin="another hash"), SessionEnded(1))
    assert store.session(b"t1") is None
    change(path, "INSERT OR REPLACE INTO person SELECT * FROM kept")
    change(path, "INSERT INTO session SELECT * FROM left_over")
    with pytest.raises(SealBroken, match="the row of person 1 is an old one that was put back"):
        store.person(1)
    with pytest.raises(SealBroken, match="the login of person 1 is an old one"):
        store.session(b"t1")
    store.close()


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM log WHERE seq = 2; UPDATE stream SET seq = 1,"
        " head = (SELECT hash FROM log WHERE seq = 1)",
        "UPDATE stream SET head = x'00'",
        "UPDATE stream SET seal = NULL",
        "UPDATE stream SET name = 'floor'",
    ],
)
def test_a_stream_that_another_program_cut_or_moved_is_not_claimed(path: Path, sql: str) -> None:
    store = opened(path)
    write(store)
    store.close()
    change(path, f"DROP TRIGGER log_is_kept; {sql}")
    store = opened(path)
    name = "floor" if "name" in sql else "people"
    for _ in range(2):
        with pytest.raises(SealBroken, match=f"the head of {name} at row"):
            store.acquire(name, "test")
    assert write(store, stream="cage").seq == 1  # the others go on
    store.close()


def test_a_key_that_was_replaced_is_no_longer_enough(path: Path) -> None:
    only = {"00000001": KEYS["00000001"]}
    old = path.with_name("old.db")
    store = opened(old, only)
    write(store, MAL, LOGIN)
    store.close()
    store, seals = opened(old), Seals(KEYS)
    [mal] = store.people()
    assert "no longer in use" in seals.explain(mal) and seals.explain(mal, former=True) == ""
    for read in (
        lambda: store.person(1), lambda: store.session(b"t1"), lambda: store.acquire("people", "x"),
    ):  # fmt: skip
        with pytest.raises(SealBroken, match="a seal by a key that is no longer in use"):
            read()
    store.close()
    strange = Seals({"00000003": bytes(32)})
    assert "was changed by a program without the keys" in strange.explain(mal, former=True)


def test_books_without_seals_get_them_in_one_batch(path: Path) -> None:
    plain = path.with_name("plain.db")
    store = SqliteStore(plain, durable=False)
    write(store, MAL, LOGIN)
    write(store, stream="cage")
    assert {p.seal for p in store.people()} == {h.seal for h in store.streams()} == {None}
    store.close()
    seals = Seals(KEYS)
    store = SqliteStore(plain, durable=False, seals=seals)
    with pytest.raises(SealBroken, match="has no seal"):
        store.acquire("cage", "x")
    with seals.unchecked():
        cage, people = (store.head(name) for name in ("cage", "people"))
        assert cage is not None and people is not None
        heads = [HeadSealed(h.stream, seals.of(h)) for h in (cage, people)]
        write(store, replace(MAL, row=1), SessionEnded(1), *heads, stream="room")
    assert store.acquire("cage", "x").seq == store.acquire("people", "x").seq == 1
    mal = store.person(1)
    assert mal is not None and (mal.row, mal.excluded) == (1, True)
    assert store.session_of(1) is None
    store.close()


def test_seals_do_not_show_their_keys() -> None:
    assert repr(Seals(KEYS)) == "<the seals of a room>"


@pytest.mark.process
def test_postgresql_keeps_to_the_same_seals() -> None:
    dsn = shared_server().new_schema()

    def change_database(sql: str) -> None:
        with psycopg.connect(dsn, autocommit=True) as db:
            assert db.execute(sql.encode()).rowcount > 0

    def at(seals: Seals | None) -> PostgresStore:
        return PostgresStore(dsn, durable=False, seals=seals)

    store = at(None)
    write(store, MAL, LOGIN)
    write(store, stream="cage")
    store.close()
    seals = Seals(KEYS)
    store = at(seals)
    with pytest.raises(SealBroken, match="has no seal"):
        store.acquire("cage", "x")
    with seals.unchecked():
        cage, people = (store.head(name) for name in ("cage", "people"))
        assert cage is not None and people is not None
        heads = [HeadSealed(h.stream, seals.of(h)) for h in (cage, people)]
        write(store, replace(MAL, row=1), SessionEnded(1), *heads, stream="room")
    assert write(store, SUE, replace(LOGIN, person=2)).seq == 2
    change_database("CREATE TABLE kept AS SELECT * FROM person WHERE id = 2")
    sue = store.person(2)
    assert sue is not None and sue.row == 2 and store.session(b"t1") == store.session_of(2)
    write(store, replace(sue, pin="another hash"))
    change_database("DELETE FROM session")
    change_database("DELETE FROM person WHERE id = 2")
    change_database("INSERT INTO person SELECT * FROM kept")
    with pytest.raises(SealBroken, match="person 2 is an old one that was put back"):
        store.person(2)
    change_database("UPDATE person SET excluded = 0 WHERE id = 1")
    with pytest.raises(SealBroken, match="the row of person 1 was changed"):
        store.person_with("card1")
    change_database("INSERT INTO session(person, token, station, until_ms) VALUES (1, '9', 'x', 9)")
    with pytest.raises(SealBroken, match="the login of person 1 has no seal"):
        store.session(b"9")
    assert write(store, stream="cage").seq == 2
    store.close()
    change_database("UPDATE stream SET seq = 1 WHERE name = 'cage'")
    store = at(Seals(KEYS))
    with pytest.raises(SealBroken, match="the head of cage at row 1"):
        store.acquire("cage", "x")
    assert write(store).seq == 4
    store.close()
