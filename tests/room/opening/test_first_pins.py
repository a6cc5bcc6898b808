"""PINs of people who have never logged in, and PINs that are set at the machine (D10b)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from houseway.cli.commands.room import reset_pin
from houseway.errors import HousewayError
from houseway.room.approvals.custody import MACHINE, Custody
from houseway.room.config.schema import Display, RoomFile, Staff
from houseway.room.errors import Denied
from houseway.room.opening import BOOKS, IssuedPin, OpenedRoom, open_room
from houseway.room.people.pins import CHEAP
from houseway.room.people.sessions import PeopleTerms
from houseway.room.store.sqlite_reader import SqliteBooks

FILE = RoomFile(
    name="a room",
    logins=PeopleTerms(pins=CHEAP),
    staff=(Staff("Sue", "supervisor", "9003"), Staff("Flo", "floor", "9001")),
    displays=(Display("Screen", "T1", "9101"),),
)


async def started(folder: Path) -> tuple[OpenedRoom, dict[str, IssuedPin]]:
    """Start the room, and return it with the PINs that it prints, by name."""
    opened = await open_room(folder, FILE)
    return opened, {pin.name: pin for pin in opened.secrets}


def test_a_killed_first_start_loses_no_pin(tmp_path: Path) -> None:
    async def starts() -> None:
        opened, lost = await started(tmp_path)
        await opened.room.close()  # killed before it printed them
        opened, pins = await started(tmp_path)
        assert set(pins) == set(lost) == {"Sue", "Flo", "Screen"}
        with pytest.raises(Denied):
            await opened.room.people.login("9003", lost["Sue"].pin, "desk")
        login = await opened.room.people.login("9003", pins["Sue"].pin, "desk")
        assert login.caller.role == "supervisor"
        await opened.room.close()
        opened, later = await started(tmp_path)
        assert set(later) == {"Flo", "Screen"}, "Sue keeps the PIN that she has used"
        await opened.room.people.login("9003", pins["Sue"].pin, "desk")
        for person in opened.room.store.people():
            assert opened.room.approvals.custody.of(person.id) == {person.id}
        await opened.room.close()

    asyncio.run(starts())


def test_a_pin_is_reset_at_the_machine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def start() -> None:
        opened, pins = await started(tmp_path)
        for name, card in (("Sue", "9003"), ("Flo", "9001")):
            await opened.room.people.login(card, pins[name].pin, "desk")
        await opened.room.close()

    async def again(pin: str) -> None:
        opened, _ = await started(tmp_path)
        login = await opened.room.people.login("9003", pin, "desk")
        assert login.caller.name == "Sue"
        await opened.room.close()

    asyncio.run(start())
    with pytest.raises(HousewayError, match="no card"):
        reset_pin("1234", data=tmp_path)
    with pytest.raises((HousewayError, OSError)):
        reset_pin("9003", data=tmp_path, keys=tmp_path / "no.toml")
    capsys.readouterr()
    for card in ("9003", "9001"):
        assert reset_pin(card, data=tmp_path) == 0
    [first, _] = capsys.readouterr().out.strip().splitlines()
    pin = first.partition(" is ")[2].partition(":")[0]
    books = SqliteBooks(tmp_path / BOOKS)
    row = books.last_row("people", "pin_reset")
    assert row is not None and row.by == 0
    assert msgspec.msgpack.decode(row.body)["at_machine"] is True
    custody = Custody(books)
    assert custody.shared(1, 2) == {MACHINE}, "one person at the machine could be both"
    books.close()
    asyncio.run(again(pin))
