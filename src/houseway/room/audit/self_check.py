"""Digest of the program, at the start and daily."""

from __future__ import annotations

import asyncio
import platform
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

import houseway
from houseway.room.api.roles import ROOM
from houseway.util.english import all_of, n

if TYPE_CHECKING:
    from houseway.room.room import Room


# -- selfcheck --------------------------------------------------------------------------------
# The program looks at its own files: at each start and once a day, and what it finds is logged.

KINDS = (".py", ".toml", ".sql", ".j2")


class Program(msgspec.Struct, frozen=True):
    """Which program this is: the digest of its files, and what runs it."""

    version: str
    files: int
    digest: str
    python: str


def digests(folder: Path | None = None) -> dict[str, str]:
    """Every file of the program with its SHA-256, by its name within the program."""
    top = folder or Path(houseway.__file__).parent
    found = sorted(path for path in top.rglob("*") if path.suffix in KINDS and path.is_file())
    return {
        path.relative_to(top).as_posix(): sha256(path.read_bytes()).hexdigest() for path in found
    }


def program(folder: Path | None = None) -> Program:
    """The program as it lies on the disk now."""
    found = digests(folder)
    whole = sha256(msgspec.json.encode(found, order="deterministic")).hexdigest()
    return Program(houseway.__version__, len(found), whole, platform.python_version())


# -- audit daily ------------------------------------------------------------------------------
# Once a day a room that runs looks at the program's own files (P40): are they as at its start?
#
# What it finds is a row of the room's log. Files that have changed under a running server are an
# alarm: the program that deals is not the one that lies there.

MOST_NAMED = 5


class Checked(msgspec.Struct, frozen=True):
    """Row: the program's files as they lie there now, and those that are not as at the start."""

    program: Program
    changed: tuple[str, ...] = ()


class DailyCheck:
    """Compares the program's files with what they were when the room was started."""

    def __init__(self, room: Room, folder: Path | None = None) -> None:
        self._room, self._folder = room, folder
        self._before: Mapping[str, str] = digests(folder)

    async def look(self) -> Checked:
        """Look now, and write down what was found."""
        now = await asyncio.to_thread(digests, self._folder)
        found = await asyncio.to_thread(program, self._folder)
        before = self._before
        names = sorted({*before, *now})
        changed = tuple(name for name in names if before.get(name) != now.get(name))
        body = Checked(found, changed)
        await self._room.diary.write(ROOM, "checked", body)
        if changed:
            named = all_of(changed[:MOST_NAMED])
            more = f" and {len(changed) - MOST_NAMED} more" if len(changed) > MOST_NAMED else ""
            await self._room.floor.alarm(
                "program", f"{n(len(changed), 'file')} of the program changed since the room was "
                f"started: {named}{more}"
            )  # fmt: skip
        return body

    async def daily(self) -> None:
        """The same, for a timer."""
        await self.look()
