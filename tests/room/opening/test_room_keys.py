"""The keys of a room at its start: rotated, rolled back, of another room, with the books."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from houseway.cli.main import run
from houseway.errors import HousewayError
from houseway.room.clock import SimulatedClock
from houseway.room.config.schema import RoomFile
from houseway.room.fairness.entropy import RehearsedEntropy
from houseway.room.keys import SigningKeyRow, make_keys, read_keys, rotate_key
from houseway.room.opening import KEYS, KEYS_BESIDE, open_room
from houseway.room.people.pins import CHEAP
from houseway.room.people.sessions import PeopleTerms
from houseway.room.store.interface import Row

FILE = RoomFile(name="a room", logins=PeopleTerms(pins=CHEAP))


def started(
    folder: Path, keys: Path | None = None, *, demo: bool = False
) -> tuple[Sequence[Row], Sequence[str]]:
    """Start and close a room; return the rows of its own log, and the notes of the start."""

    async def start() -> tuple[Sequence[Row], Sequence[str]]:
        opened = await open_room(
            folder, FILE, keys, SimulatedClock(), RehearsedEntropy(1), demo=demo
        )
        rows = list(opened.room.store.rows("room"))
        await opened.room.close()
        return rows, opened.notes

    return asyncio.run(start())


def signing(rows: Sequence[Row]) -> list[SigningKeyRow]:
    return [
        msgspec.msgpack.decode(row.body, type=SigningKeyRow)
        for row in rows
        if row.kind == "signing_key"
    ]


def test_the_log_of_the_room_has_each_signing_key_signed_by_the_one_before(tmp_path: Path) -> None:
    keys = tmp_path / "apart" / KEYS
    [first] = signing(started(tmp_path / "books", keys)[0])
    assert first.public == read_keys(keys).public and first.explain_fault("") == ""
    assert signing(started(tmp_path / "books", keys)[0]) == [first]  # nothing new
    old = keys.read_bytes()
    for _ in range(2):
        rotate_key(keys, "signing")
    rows = signing(started(tmp_path / "books", keys)[0])
    assert [row.public for row in rows] == list(read_keys(keys).publics)
    assert rows[1].explain_fault(rows[0].public) == rows[2].explain_fault(rows[1].public) == ""
    keys.write_bytes(old)
    with pytest.raises(HousewayError, match="has the keys of another room"):
        started(tmp_path / "books", keys)
    keys.unlink()
    make_keys(keys)
    with pytest.raises(HousewayError, match="has the keys of another room"):
        started(tmp_path / "books", keys)


def test_a_start_says_if_the_keys_lie_with_the_books(tmp_path: Path) -> None:
    assert KEYS_BESIDE in started(tmp_path / "a")[1]
    assert KEYS_BESIDE in started(tmp_path / "a", tmp_path / "a" / ".." / "a" / KEYS)[1]
    assert KEYS_BESIDE not in started(tmp_path / "a", demo=True)[1]
    assert KEYS_BESIDE not in started(tmp_path / "b", tmp_path / "keys" / KEYS)[1]


def test_keys_are_listed_and_rotated_at_the_machine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = make_keys(tmp_path / KEYS)
    assert run(["room", "rotate-key", "pepper", "--data", str(tmp_path)]) == 0
    assert run(["room", "keys", "--data", str(tmp_path)]) == 0
    now = read_keys(tmp_path / KEYS)
    told = capsys.readouterr().out
    assert "is in use from the next start" in told and now.public in told
    assert told.count("pepper") == 3 and len(now.peppers) == 2
    for kind in now.ring.keys.values():
        for key in kind:
            assert key.id in told and key.secret.hex()[:12] not in told
    assert now.pepper != old.pepper
    assert run(["room", "rotate-key", "house", "--data", str(tmp_path)]) == 2
    assert run(["room", "rotate-key", "seal", "--keys", str(tmp_path / "none")]) == 2
