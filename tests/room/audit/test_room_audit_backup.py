"""Copies of the books at the command line, a copy put back, a card unlocked, the daily check."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from houseway.cli.main import run
from houseway.errors import HousewayError
from houseway.room.api.audit_types import EventFilter
from houseway.room.api.roles import Caller
from houseway.room.audit.audit import audit
from houseway.room.audit.backup import back_up
from houseway.room.audit.heads import not_signed
from houseway.room.audit.self_check import Checked, DailyCheck
from houseway.room.clock import SimulatedClock
from houseway.room.config.schema import RoomFile
from houseway.room.errors import Denied
from houseway.room.fairness.entropy import RehearsedEntropy
from houseway.room.keys import read_keys
from houseway.room.ledger import wallet
from houseway.room.opening import KEYS, open_room
from houseway.room.people.accounts import People
from houseway.room.people.pins import CHEAP
from houseway.room.people.sessions import PeopleTerms, keys_for_people
from houseway.room.room import Room
from houseway.room.store.group_commit import PlainWriter
from houseway.room.store.interface import StoreError
from houseway.room.store.sqlite_reader import SqliteBooks
from houseway.room.store.sqlite_writer import SqliteStore
from tests.support.audited_evening import ADMIN, AUDITOR, copied, evening, made
from tests.support.books_at_hand import broken
from tests.support.local_room import EASY, fund, make_room


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("evening"))


@pytest.fixture
def folder(kept: Path, tmp_path: Path) -> Path:
    return copied(kept, tmp_path)


def room_in(folder: Path) -> Room:
    return make_room(folder, SimulatedClock(), read_keys(folder / KEYS), people=EASY)


def test_a_backup_put_back_is_gone_on_with_and_nothing_open_is(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy, new = tmp_path / "copy.db", tmp_path / "new"
    assert run(["backup", "--data", str(folder), "--out", str(copy)]) == 0
    assert run(["backup", "--data", str(folder), "--out", str(copy)]) == 2
    assert run(["audit", "--data", str(copy), "--keys", str(folder / KEYS)]) == 0
    assert run(["restore", str(copy), "--data", str(new)]) == 2
    assert "it is put back with the keys of its room" in capsys.readouterr().err
    keys = ["--keys", str(folder / KEYS)]
    assert run(["restore", str(copy), "--data", str(new), *keys]) == 0
    told = capsys.readouterr().out
    assert "calls off 1 open round" in told and "Put the room's keys at" in told
    assert run(["restore", str(copy), "--data", str(new), *keys]) == 2
    (new / KEYS).write_bytes((folder / KEYS).read_bytes())
    (new / KEYS).chmod(0o600)

    async def goes_on() -> None:
        file = RoomFile(name="again", logins=PeopleTerms(pins=CHEAP))
        opened = await open_room(new, file, clock=SimulatedClock(), entropy=RehearsedEntropy(9))
        room = opened.room
        await room.stop()
        kinds = [row.kind for row in room.store.rows("room")]
        assert kinds.index("restored") < kinds.index("discarded")
        row = room.store.last_row("table:T2", "voided")
        assert row is not None and b"restored from a backup" in row.body
        shoes = {a.name: a.live.shoe for a in room.tables.values()}
        old = {s.stream: s.no for s in SqliteBooks(folder / "books.db").open_shoes()}
        for name, shoe in shoes.items():
            assert shoe is None or shoe.shoe > old[f"table:{name}"], "an old shoe is dealt from"
        report = audit(room.store, room.keys)
        assert not report.findings, report.findings
        await room.close()

    asyncio.run(goes_on())


def test_books_are_opened_with_their_own_keys_alone(tmp_path: Path) -> None:
    """Without the keys, or with another room's, nothing starts and nothing is written."""
    data, other = tmp_path / "a", tmp_path / "b"
    file = RoomFile(name="ours", logins=PeopleTerms(pins=CHEAP))

    async def opened(folder: Path, keys: Path | None = None) -> int:
        room = (await open_room(folder, file, keys, clock=SimulatedClock())).room
        row = room.store.last_row("room", "started")
        await room.close()
        return row.seq if row else 0

    first = asyncio.run(opened(data))
    asyncio.run(opened(other))
    with pytest.raises(HousewayError, match="has the keys of another room"):
        asyncio.run(opened(data, other / KEYS))
    (data / KEYS).rename(tmp_path / "kept")
    with pytest.raises(HousewayError, match="the keys of this room are not at"):
        asyncio.run(opened(data))
    assert not (data / KEYS).exists()
    (tmp_path / "kept").rename(data / KEYS)
    rows = [row.kind for row in SqliteBooks(data / "books.db").rows("room")]
    assert rows.count("started") == 1 and asyncio.run(opened(data)) > first


def test_a_damaged_backup_is_not_put_back(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.db"
    back_up(folder / "books.db", copy, 5)
    broken(copy, "UPDATE posting SET cents = cents + 1 WHERE id = 9").close()
    assert run(["restore", str(copy), "--data", str(tmp_path / "new")]) == 2
    assert "it is not what was written" in capsys.readouterr().err
    assert not (tmp_path / "new" / "books.db").exists()


def test_a_copy_is_of_one_moment_while_the_books_are_written(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "books.db", durable=False)
    for person in range(1, 400):
        fund(store, person)
    made = back_up(tmp_path / "books.db", tmp_path / "copy.db", 5)
    fund(store, 1)
    store.close()
    books = SqliteBooks(tmp_path / "copy.db")
    assert made.size == (tmp_path / "copy.db").stat().st_size
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600
    assert books.balance(wallet(1)) == books.balance(wallet(2)) and not audit(books).findings[399:]
    books.close()
    with pytest.raises(StoreError, match="there are no books"):
        back_up(tmp_path / "none.db", tmp_path / "other.db", 5)


def test_of_a_room_that_runs(tmp_path: Path) -> None:
    async def work() -> None:
        room = await evening(tmp_path, 1)
        made = await room.audit.backup(ADMIN)
        copy = SqliteBooks(tmp_path / "backups" / made.file)
        assert not audit(copy, room.keys).findings
        copy.close()
        given = await room.audit.heads(AUDITOR)
        assert not not_signed(given, room.keys.publics)
        report = await room.audit.audit(AUDITOR, [given])
        assert report.good and report.heads == len(given.heads), report.findings
        for work in (room.audit.heads, room.audit.audit, room.audit.backup):
            with pytest.raises(Denied, match="only"):
                await work(Caller(5, "player", "Eve"))
        words = [
            event.words for event in await room.events.events(AUDITOR, EventFilter(stream="room"))
        ]
        assert [w.partition(":")[0] for w in words[:4]] == [
            "an audit of 26 rounds found no faults", "a tree head of the logs was published",
            "signed heads of the logs were exported", "the books were backed up",
        ]  # fmt: skip
        room.store.close()

    asyncio.run(work())


def test_a_card_is_unlocked_while_the_server_is_stopped(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    room = room_in(folder)
    sue = next(p for p in room.store.people() if p.name == "Sue")

    async def wrong() -> None:
        for _ in range(3):
            with pytest.raises(Denied):
                await room.people.login(sue.card, "1357", "desk")
        with pytest.raises(Denied):
            await room.people.login(sue.card, "2580", "desk")

    asyncio.run(wrong())
    assert run(["unlock", sue.card, "--data", str(folder)]) == 2
    assert "in use by another server" in capsys.readouterr().err
    room.store.close()
    assert run(["unlock", "nobody", "--data", str(folder)]) == 2
    assert run(["unlock", sue.card, "--data", str(folder), "--reason", "only Sue is here"]) == 0
    assert "The card of Sue is unlocked." in capsys.readouterr().out
    store = SqliteStore(folder / "books.db", durable=False)
    people = People(
        store, PlainWriter(store), SimulatedClock(), RehearsedEntropy(1),
        keys_for_people(read_keys(folder / KEYS)), EASY,
    )  # fmt: skip
    assert asyncio.run(people.login(sue.card, "2580", "desk")).caller.person == sue.id
    row = store.last_row("people", "unlocked")
    assert row is not None and row.by == 0 and b"only Sue is here" in row.body
    store.close()


def test_the_daily_check_finds_a_file_that_changed_while_the_room_runs(
    folder: Path, tmp_path: Path
) -> None:
    files = tmp_path / "program"
    files.mkdir()
    (files / "rules.py").write_text("pays = 3")
    (files / "words.toml").write_text("a = 1")
    room = room_in(folder)

    async def work() -> None:
        check = DailyCheck(room.diary, room.events, files)
        assert (await check.look()).changed == ()
        (files / "rules.py").write_text("pays = 4")
        (files / "more.py").write_text("")
        assert (await check.look()).changed == ("more.py", "rules.py")
        row = room.store.last_row("room", "checked")
        assert row is not None and len(msgspec.msgpack.decode(row.body, type=Checked).changed) == 2
        [event] = [e for e in await room.events.events(AUDITOR) if e.kind == "alarm"]
        assert "2 files of the program changed" in event.words and "rules.py" in event.words

    asyncio.run(work())
    room.store.close()
