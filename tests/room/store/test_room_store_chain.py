"""The chain finds whatever is done to a log by hand; backups are put back checked and marked."""

from __future__ import annotations

import hashlib
import shutil
import struct
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.room.audit.invariants.check import check
from houseway.room.ledger import CASH, Posting, wallet
from houseway.room.store import chain
from houseway.room.store.backup import (
    DISCARDED,
    RESTORED,
    STREAM,
    Discarded,
    Restored,
    faults,
    pending,
    restore,
)
from houseway.room.store.interface import StoreError, StreamHead
from houseway.room.store.sqlite_reader import SqliteBooks
from houseway.room.store.sqlite_writer import SqliteStore
from tests.support.books_at_hand import an_evening, broken, rehashed
from tests.support.store_suite import batch


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("evening") / "books.db"
    made = an_evening(path, 150, seed=5)
    while "north" not in made.open:
        made.step()
    made.store.close()
    yield path


@pytest.fixture
def path(evening: Path, tmp_path: Path) -> Path:
    return Path(shutil.copyfile(evening, tmp_path / "books.db"))


@pytest.fixture
def heads(evening: Path) -> list[StreamHead]:
    books = SqliteBooks(evening)
    found = books.streams()
    books.close()
    return found


def test_the_hash_is_what_the_documents_say() -> None:
    """Worked out with nothing but SHA-256 and the bytes of MessagePack, as an outsider would."""

    def text(s: str) -> bytes:
        return bytes([0xA0 + len(s)]) + s.encode()

    row = b"\x97" + text("cage") + b"\x01" + b"\xcd\x13\x88" + text("deposit") + b"\x07"
    row += b"\xc4\x02hi" + b"\x91\x93" + text("cage:cash") + text("player:1") + b"\xcd\x01\xf4"
    assert struct.unpack(">H", b"\x13\x88") == (5_000,)
    first = chain.row_hash(
        bytes(32), "cage", 1, 5_000, "deposit", 7, b"hi", (Posting(CASH, wallet(1), 500),)
    )
    assert first == hashlib.sha256(bytes(32) + row).digest()


fields = st.tuples(
    st.text(max_size=3),
    st.integers(0, 300),
    st.integers(0, 300),
    st.text(max_size=3),
    st.integers(0, 300),
    st.binary(max_size=3),
    st.lists(
        st.builds(Posting, st.text(max_size=2), st.text(max_size=2), st.integers(1, 300)),
        max_size=2,
    ).map(tuple),
)


@given(fields, fields)
def test_two_rows_have_two_hashes(one: tuple, other: tuple) -> None:  # type: ignore[type-arg]
    same = chain.row_hash(bytes(32), *one) == chain.row_hash(bytes(32), *other)
    assert same == (one == other)


CAGE = "(SELECT id FROM stream WHERE name = 'cage')"
MOVED = f"""INSERT INTO log SELECT stream, {{}}, at_ms, kind, by_who, body, hash FROM log
  WHERE stream = {CAGE} AND seq = {{}}"""

EDITS = [
    f"UPDATE log SET {column} = {value} WHERE stream = {CAGE} AND seq = 2"
    for column, value in (
        ("at_ms", "at_ms + 1"),
        ("kind", "'other'"),
        ("by_who", "by_who + 1"),
        ("body", "x'99'"),
        ("hash", "zeroblob(32)"),
        ("seq", "999"),
        ("stream", "(SELECT id FROM stream WHERE name = 'people')"),
    )
]
DAMAGE: dict[str, tuple[str, ...]] = {
    **{edit: (edit,) for edit in EDITS},
    "a row is deleted": (f"DELETE FROM log WHERE stream = {CAGE} AND seq = 2",),
    "the last row is deleted": (
        f"DELETE FROM log WHERE stream = {CAGE} AND seq = (SELECT seq FROM stream WHERE id={CAGE})",
    ),
    "the first row is deleted": (f"DELETE FROM log WHERE stream = {CAGE} AND seq = 1",),
    "two rows change places": (
        f"UPDATE log SET seq = -2 WHERE stream = {CAGE} AND seq = 2",
        f"UPDATE log SET seq = 2 WHERE stream = {CAGE} AND seq = 3",
        f"UPDATE log SET seq = 3 WHERE stream = {CAGE} AND seq = -2",
    ),
    "a row is slipped in": (
        f"UPDATE log SET seq = -seq - 1 WHERE stream = {CAGE} AND seq > 2",
        f"UPDATE log SET seq = -seq WHERE stream = {CAGE} AND seq < 0",
        MOVED.format(3, 2),
        f"UPDATE stream SET seq = seq + 1 WHERE id = {CAGE}",
    ),
    "a row is added at the end": (
        MOVED.format(f"(SELECT seq + 1 FROM stream WHERE id = {CAGE})", 2),
        f"UPDATE stream SET seq = seq + 1 WHERE id = {CAGE}",
    ),
    "a posting is edited": (f"UPDATE posting SET cents = 9 WHERE stream = {CAGE} AND seq = 2",),
    "a posting is deleted": (f"DELETE FROM posting WHERE stream = {CAGE} AND seq = 2",),
    "a posting goes to another account": (
        f"UPDATE posting SET credit = credit + 1 WHERE stream = {CAGE} AND seq = 2",
    ),
    "a posting goes to another row": (
        f"UPDATE posting SET seq = 3, n = 7 WHERE stream = {CAGE} AND seq = 2",
    ),
    "an account gets another name": (
        "UPDATE account SET name = 'player:99' WHERE name = 'player:1'",
    ),
    "the head is moved": (f"UPDATE stream SET seq = seq - 1 WHERE id = {CAGE}",),
    "the head is edited": (f"UPDATE stream SET head = zeroblob(32) WHERE id = {CAGE}",),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_damage_is_found(path: Path, what: str) -> None:
    books = broken(path, *DAMAGE[what])
    assert faults(books), what
    books.close()


def test_whole_books_have_no_faults(path: Path, heads: list[StreamHead]) -> None:
    books = SqliteBooks(path)
    assert faults(books) == []
    for head in heads:
        assert list(chain.faults(books, head.stream, heads)) == []
    books.close()


def test_a_clean_cut_is_found_by_the_exported_head_alone(
    path: Path, heads: list[StreamHead]
) -> None:
    cut = f"(SELECT seq FROM stream WHERE id = {CAGE})"
    broken(
        path,
        f"DELETE FROM posting WHERE stream = {CAGE} AND seq = {cut}",
        f"DELETE FROM log WHERE stream = {CAGE} AND seq = {cut}",
    ).close()
    rehashed(path, "cage")
    books = SqliteBooks(path)
    assert list(chain.faults(books, "cage")) == []
    [said] = chain.faults(books, "cage", heads)
    assert "was exported, and the last row is" in said
    assert list(chain.faults(books, "nowhere", [StreamHead("nowhere", 3, b"x")])) == [
        "nowhere: there is no such stream",
        "nowhere: row 3 was exported, and the last row is 0",
    ]
    books.close()


def test_a_backup_is_made_while_the_books_are_written(path: Path, tmp_path: Path) -> None:
    store = SqliteStore(path)
    before = store.balances()
    store.backup(tmp_path / "copy.db")
    with pytest.raises(StoreError, match="is there already: a backup writes over nothing"):
        store.backup(tmp_path / "copy.db")
    with pytest.raises(StoreError, match="cannot be written"):
        store.backup(tmp_path / "nowhere" / "copy.db")
    head = store.acquire("cage", "me")
    assert store.append((batch(head, Posting(CASH, wallet(1), 5)),)) == [None]
    store.close()
    assert sorted(p.name for p in tmp_path.glob("copy*")) == ["copy.db"]
    copy = SqliteBooks(tmp_path / "copy.db")
    assert copy.balances() == before and check(copy) == []
    copy.close()


def test_a_restored_room_throws_its_shoes_away(path: Path, tmp_path: Path) -> None:
    store = SqliteStore(path)
    rounds = tuple((kept.stream, kept.no) for kept in store.open_rounds())
    assert rounds and pending(store) is None
    store.backup(tmp_path / "copy.db")
    store.close()
    found = restore(tmp_path / "copy.db", tmp_path / "new.db", at=77, by=3)
    assert found.shoes == (("table:north", 1), ("table:south", 1)) and found.rounds == rounds
    store = SqliteStore(tmp_path / "new.db")
    row = store.last_row(STREAM, RESTORED)
    assert row is not None and (row.at, row.by) == (77, 3)
    assert msgspec.msgpack.decode(row.body, type=Restored) == found
    assert pending(store) == (row.seq, found) and check(store) == []
    done = msgspec.msgpack.encode(Discarded(row.seq))
    assert store.append((batch(store.acquire(STREAM, "me"), kind=DISCARDED, body=done),)) == [None]
    assert pending(store) is None
    store.close()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE log SET at_ms = at_ms + 1 WHERE seq = 2",
        "UPDATE account SET balance = balance + 1 WHERE name = 'player:1'",
    ],
)
def test_a_damaged_backup_is_not_put_back(path: Path, tmp_path: Path, damage: str) -> None:
    broken(path, damage).close()
    with pytest.raises(StoreError, match="is not put back, it is not what was written: "):
        restore(path, tmp_path / "new.db", at=77)
    assert sorted(tmp_path.glob("new*")) == []


def test_what_cannot_be_put_back(path: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no backup at"):
        restore(tmp_path / "nowhere.db", tmp_path / "new.db", at=1)
    with pytest.raises(StoreError, match="is there already: a backup is put back into a new file"):
        restore(path, path, at=1)
    (tmp_path / "letter.db").write_text("Dear aunt, " * 300)
    with pytest.raises(StoreError, match="is no file of the books"):
        restore(tmp_path / "letter.db", tmp_path / "new.db", at=1)
    assert sorted(tmp_path.glob("new*")) == []
