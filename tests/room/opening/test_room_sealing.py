"""A room whose database another program wrote: found, and refused."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

import apsw
import msgspec
import pytest

from houseway.cli.main import run
from houseway.errors import HousewayError
from houseway.room.api.roles import ROOM, Caller
from houseway.room.audit.audit import audit
from houseway.room.audit.event_log import Alarm
from houseway.room.audit.seal_check import SealCheck
from houseway.room.audit.seal_check import faults as seal_faults
from houseway.room.clock import SimulatedClock
from houseway.room.config.schema import RoomFile
from houseway.room.errors import Denied
from houseway.room.fairness.entropy import RehearsedEntropy
from houseway.room.keys import keys_at, read_keys, rotate_key
from houseway.room.opening import BOOKS, KEYS, KEYS_BESIDE, OpenedRoom, open_room
from houseway.room.people.pins import CHEAP
from houseway.room.people.sessions import PeopleTerms
from houseway.room.room import Room
from houseway.room.sealing import BooksSealed
from houseway.room.store.interface import SealBroken
from houseway.room.store.sqlite_reader import SqliteBooks
from tests.support.books_at_hand import broken
from tests.support.kept_books import unpacked

FILE = RoomFile(name="a room", logins=PeopleTerms(pins=CHEAP))
PIN, MALS = "2580", "8520"
DESK = "desk"


def in_room(folder: Path, play: Callable[[OpenedRoom], Awaitable[None]], seed: int = 1) -> None:
    async def run() -> None:
        entropy = RehearsedEntropy(seed)
        opened = await open_room(folder, FILE, clock=SimulatedClock(), entropy=entropy)
        try:
            await play(opened)
        finally:
            await opened.room.close()

    asyncio.run(run())


async def settle(room: Room) -> None:
    """Let the alarms of a start be written."""
    while room._tasks:
        await asyncio.gather(*room._tasks)


def alarms(room: Room) -> list[str]:
    rows = room.store.rows_of("room", ("alarm",))
    return [msgspec.msgpack.decode(row.body, type=Alarm).words for row in rows]


def row_of(room: Room) -> BooksSealed:
    row = room.store.last_row("room", "sealed")
    assert row is not None
    return msgspec.msgpack.decode(row.body, type=BooksSealed)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A room with a supervisor (1), Mal (2), who is excluded, and Ann (3), who is logged in."""
    folder = tmp_path_factory.mktemp("sealed")

    async def play(opened: OpenedRoom) -> None:
        people = opened.room.people
        sue = await people.hire(ROOM, "supervisor", "Sue", PIN, card="1001")
        mal = await people.open_account(ROOM, "Mal", MALS, card="1002")
        await people.open_account(ROOM, "Ann", PIN, card="1003")
        await people.exclude(ROOM, mal.person, "cheated")
        await people.login("1003", PIN, DESK)
        assert sue.person == 1
        assert opened.notes == (KEYS_BESIDE,)
        assert row_of(opened.room) == BooksSealed(read_keys(folder / KEYS).ring.keys["seal"][0].id)

    in_room(folder, play)
    return folder


@pytest.fixture
def folder(evening: Path, tmp_path: Path) -> Path:
    return shutil.copytree(evening, tmp_path / "copy")


ATTACKS = {
    "a copied PIN": "UPDATE person SET pin = (SELECT pin FROM person WHERE id = 2) WHERE id = 1",
    "an edited role": "UPDATE person SET role = 'admin' WHERE id = 2",
    "a lifted exclusion": "UPDATE person SET excluded = 0 WHERE id = 2",
    "another person's card": "UPDATE person SET card = '1009' WHERE id = 1",
    "a login that was moved": "UPDATE session SET person = 1",
    "a login without end": "UPDATE session SET until_ms = 9000000000000",
    "a login that was made": "INSERT INTO session(person, token, station, until_ms)"
    " VALUES (1, x'00', 'desk', 9000000000000)",
    "a person that was made": "INSERT INTO person(id, role, name, card, pin)"
    " SELECT 9, 'admin', 'Eve', '1010', pin FROM person WHERE id = 2",
    "a seal of another row": "UPDATE person SET seal = (SELECT seal FROM person WHERE id = 2)"
    " WHERE id = 1",
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_row_that_was_written_outside_is_found_at_the_start_daily_and_by_the_audit(
    folder: Path, capsys: pytest.CaptureFixture[str], attack: str
) -> None:
    assert run(["audit", "--data", str(folder)]) == 0
    broken(folder / BOOKS, ATTACKS[attack]).close()
    assert run(["audit", "--data", str(folder)]) == 1
    told = capsys.readouterr().out
    assert "was changed by a program without the keys" in told or "has no seal" in told

    async def play(opened: OpenedRoom) -> None:
        found = [note for note in opened.notes if note != KEYS_BESIDE]
        assert found and sorted(alarms(opened.room)) == sorted(found)
        check = SealCheck(opened.room.store, opened.room.keys, opened.room.events.alarm)
        assert await check.look() == found
        report = audit(opened.room.store, opened.room.keys)
        assert {finding.what for finding in report.findings} == set(found)

    in_room(folder, play)


def test_what_was_written_outside_gives_no_rights(folder: Path) -> None:
    for sql in (ATTACKS["a copied PIN"], ATTACKS["a person that was made"]):
        broken(folder / BOOKS, sql).close()
    broken(folder / BOOKS, ATTACKS["a lifted exclusion"]).close()

    async def play(opened: OpenedRoom) -> None:
        people = opened.room.people
        for card in ("1001", "1010"):
            with pytest.raises(Denied, match=r"was changed by a program|has no seal") as refused:
                await people.login(card, MALS, DESK)
            assert refused.value.code == "fault"
        with pytest.raises(Denied, match="the row of person 2 was changed"):
            await people.require_may_sit(2)
        assert (await people.login("1003", PIN, DESK)).caller.person == 3
        with pytest.raises(Denied, match="the row of person 1 was changed"):
            await people.rename(Caller(4, "admin", "Ada"), 1, "Susan")
        names = [known.name for known in await people.everybody(Caller(4, "admin", "Ada"))]
        assert "Ann" in names

    in_room(folder, play)


def test_a_row_with_its_old_seal_is_found_by_the_log(folder: Path) -> None:
    """Rows as they were before an exclusion and before a logout: their seals fit."""
    in_room(folder, lambda opened: opened.room.people.readmit(ROOM, 2, "a mistake"))
    db = apsw.Connection(str(folder / BOOKS))
    [mal] = db.execute("SELECT * FROM person WHERE id = 2").fetchall()
    [login] = db.execute("SELECT * FROM session").fetchall()

    async def after(opened: OpenedRoom) -> None:
        await opened.room.people.exclude(ROOM, 2, "no mistake")
        await opened.room.people.lock(ROOM, 3, "a stolen card")

    in_room(folder, after)
    db.execute(f"REPLACE INTO person VALUES ({', '.join('?' * len(mal))})", mal)
    db.execute(f"INSERT INTO session VALUES ({', '.join('?' * len(login))})", login)
    db.close()
    books = SqliteBooks(folder / BOOKS)
    found = [finding.what for finding in audit(books, read_keys(folder / KEYS)).findings]
    books.close()
    assert found == [
        "person 2: excluded is False, and the log says True",
        "person 2 is as row 6 left it, and row 7 changed it since",
        "person 3 has a login, and the log has none",
    ]

    async def start(opened: OpenedRoom) -> None:
        assert set(found) <= set(opened.notes)

    in_room(folder, start)


def test_a_stream_that_was_cut_stops_the_start(folder: Path) -> None:
    stream = "(SELECT id FROM stream WHERE name = 'people')"
    broken(
        folder / BOOKS, f"DELETE FROM log WHERE stream = {stream} AND seq >= 5",
        f"UPDATE stream SET seq = 4, head = (SELECT hash FROM log WHERE stream = {stream} AND"
        " seq = 4) WHERE name = 'people'",
    ).close()  # fmt: skip
    with pytest.raises(SealBroken, match="the head of people at row 4 was changed"):
        in_room(folder, lambda opened: opened.room.people.readmit(ROOM, 2, "never reached"))
    assert run(["audit", "--data", str(folder)]) == 1


def test_seals_that_were_all_removed_are_missed(folder: Path) -> None:
    strip = [f"UPDATE {table} SET seal = NULL" for table in ("person", "session", "stream")]
    broken(folder / BOOKS, *strip, ATTACKS["an edited role"]).close()
    with pytest.raises(SealBroken, match="has no seal"):
        in_room(folder, lambda opened: opened.room.people.readmit(ROOM, 2, "never reached"))
    books = SqliteBooks(folder / BOOKS)
    found = [finding.what for finding in audit(books, read_keys(folder / KEYS)).findings]
    books.close()
    assert "the row of person 2 has no seal" in found
    assert "person 2: role is 'admin', and the log says 'player'" in found


def test_books_without_seals_get_them_once_and_a_row_says_so(tmp_path: Path) -> None:
    folder = unpacked(tmp_path)
    assert read_keys(folder / KEYS).ring.former
    broken(folder / BOOKS, "UPDATE person SET role = 'admin' WHERE id = 9").close()
    keys_at(folder / KEYS)

    async def play(opened: OpenedRoom) -> None:
        body = row_of(opened.room)
        assert body.adopted and body.people > 5 and body.streams > 5
        assert body.unsealed == body.people + body.streams
        assert body.faults == ("person 9: role is 'admin', and the log says 'player'",)
        assert any("did not fit and were sealed as they are: person 9" in n for n in opened.notes)
        assert read_keys(folder / KEYS).ring.books == ""
        for person in opened.room.store.people():
            assert opened.room.store.person(person.id) == person and person.row > 0

    in_room(folder, play)
    books = SqliteBooks(folder / BOOKS)
    before = books.head("people")
    books.close()
    broken(folder / BOOKS, "UPDATE person SET role = 'supervisor' WHERE id = 9").close()

    async def again(opened: OpenedRoom) -> None:
        with pytest.raises(SealBroken):
            opened.room.store.person(9)
        now = opened.room.store.head("people")
        assert now is not None and before is not None
        assert (now.seq, now.hash, now.seal) == (before.seq, before.hash, before.seal)

    in_room(folder, again)


def test_another_key_for_seals_seals_again_and_ends_all_logins(folder: Path) -> None:
    old = read_keys(folder / KEYS)
    new = rotate_key(folder / KEYS, "seal")

    async def play(opened: OpenedRoom) -> None:
        body = row_of(opened.room)
        assert (body.key, body.adopted, body.logins_ended) == (
            new.ring.keys["seal"][1].id, False, 1,
        )  # fmt: skip
        assert not body.faults and read_keys(folder / KEYS).ring.books == ""
        assert not audit(opened.room.store, opened.room.keys).findings
        assert (await opened.room.people.login("1003", PIN, DESK)).caller.person == 3

    in_room(folder, play)
    in_room(folder, lambda opened: settle(opened.room))
    # The old key is of no use any more, not even to the person who took it.
    books = SqliteBooks(folder / BOOKS)
    [sue, *_] = books.people()
    books.close()
    forged = old.seals().of(msgspec.structs.replace(sue, role="admin"))
    broken(
        folder / BOOKS, f"UPDATE person SET role = 'admin', seal = x'{forged.hex()}' WHERE id = 1"
    ).close()

    async def refused(opened: OpenedRoom) -> None:
        assert any("a key that is no longer in use" in note for note in opened.notes)
        with pytest.raises(SealBroken, match="no longer in use"):
            opened.room.store.person(1)

    in_room(folder, refused)


def test_a_new_key_seals_no_row_that_was_written_outside(folder: Path) -> None:
    rotate_key(folder / KEYS, "seal")
    broken(folder / BOOKS, ATTACKS["an edited role"]).close()
    before = (folder / KEYS).read_bytes()
    with pytest.raises(HousewayError, match="1 rows have no seal of an earlier one: the row of p"):
        in_room(folder, lambda opened: settle(opened.room))
    assert (folder / KEYS).read_bytes() == before
    text = (folder / KEYS).read_text().replace('books = "reseal"', 'books = "adopt"')
    (folder / KEYS).write_text(text)

    async def play(opened: OpenedRoom) -> None:
        assert len(row_of(opened.room).faults) == 2
        assert opened.room.store.person(2) is not None
        assert "person 2: role is 'admin', and the log says 'player'" in opened.notes

    in_room(folder, play)


def test_a_key_file_that_cannot_be_written_is_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rotate_key(folder / KEYS, "seal")

    def refuse(path: Path, ring: object) -> None:
        raise HousewayError("the key file cannot be changed here")

    monkeypatch.setattr("houseway.room.sealing.write_file", refuse)

    async def play(opened: OpenedRoom) -> None:
        assert any("remove the line `books` from" in note for note in opened.notes)

    for _ in range(2):
        in_room(folder, play)


def test_the_files_of_a_room_are_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "books"
    before = os.umask(0)
    try:

        async def play(opened: OpenedRoom) -> None:
            modes = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
            assert {BOOKS, KEYS, "books.db-wal", "books.db.lock"} <= set(modes)
            assert set(modes.values()) == {0o600}, modes
            assert folder.stat().st_mode & 0o777 == 0o700
            made = folder / "copy.db"
            opened.room.store.backup(made)
            assert made.stat().st_mode & 0o777 == 0o600

        in_room(folder, play)
        folder.chmod(0o755)
        (folder / BOOKS).chmod(0o644)
        in_room(folder, play_again := lambda opened: settle(opened.room))
        assert folder.stat().st_mode & 0o777 == 0o700
        assert (folder / BOOKS).stat().st_mode & 0o777 == 0o600
        (folder / BOOKS).unlink()
        assert run(["restore", str(folder / "copy.db"), "--data", str(folder)]) == 0
        assert (folder / BOOKS).stat().st_mode & 0o777 == 0o600
        in_room(folder, play_again)
    finally:
        os.umask(before)


def test_every_command_on_people_leaves_rows_that_their_log_tells(folder: Path) -> None:
    async def play(opened: OpenedRoom) -> None:
        room, people = opened.room, opened.room.people
        ann = Caller(3, "player", "Ann", DESK)

        async def three_wrong() -> None:
            for _ in range(4):
                with pytest.raises(Denied):
                    await people.login("1003", "9999", DESK)

        steps: dict[str, Callable[[], Awaitable[object]]] = {
            "logged_in": lambda: people.login("1003", PIN, DESK),
            "pin_changed": lambda: people.change_pin(ann, PIN, "7391"),
            "logged_out": lambda: people.logout(ann),
            "login_refused": three_wrong,
            "unlocked": lambda: people.unlock(ROOM, 3, "it is Ann"),
            "locked": lambda: people.lock(ROOM, 3, "a stolen card"),
            "pin_reset": lambda: people.reset_pin(ROOM, 3, "6042", "forgotten"),
            "new_card": lambda: people.new_card(ROOM, 3, "lost", card="1033"),
            "renamed": lambda: people.rename(ROOM, 3, "Anna"),
            "readmitted": lambda: people.readmit(ROOM, 2, "a mistake"),
            "excluded": lambda: people.exclude(ROOM, 2, "no mistake"),
            "opened": lambda: people.hire(ROOM, "cashier", "Cay", PIN, card="1044"),
        }
        for kind, step in steps.items():
            head = room.store.head("people")
            await step()
            assert head is not None
            assert kind in {row.kind for row in room.store.rows("people", head.seq)}, kind
            assert list(seal_faults(room.store, room.keys)) == [], kind

    in_room(folder, play)
