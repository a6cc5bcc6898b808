"""The digest of the program's own files, taken at each start and once a day (P40).

The result is a row of the log of the room. Files that change under a running server raise an alarm:
the running program is then not the one on disk.
"""

from __future__ import annotations

import asyncio
import platform
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import msgspec

from houseway import version
from houseway.room.api.audit_types import Program
from houseway.room.api.roles import ROOM
from houseway.room.audit.event_log import EventLog
from houseway.room.store.stream import Journal
from houseway.util.english import all_of, n

KINDS = (".py", ".toml", ".sql", ".j2")


def digests(folder: Path | None = None) -> dict[str, str]:
    """Return every file of the program with its SHA-256, by its name within the program."""
    top = folder or Path(version.__file__).parent
    found = sorted(path for path in top.rglob("*") if path.suffix in KINDS and path.is_file())
    return {
        path.relative_to(top).as_posix(): sha256(path.read_bytes()).hexdigest() for path in found
    }


def program(folder: Path | None = None) -> Program:
    """Return the digest of the program as it is on disk now."""
    found = digests(folder)
    whole = sha256(msgspec.json.encode(found, order="deterministic")).hexdigest()
    return Program(version.__version__, len(found), whole, platform.python_version())


MOST_NAMED = 5


class Checked(msgspec.Struct, frozen=True):
    """Row: the digest of the program's files, and the files that changed since the start."""

    program: Program
    changed: tuple[str, ...] = ()


class DailyCheck:
    """Compares the program's files with those at the start of the room."""

    def __init__(self, diary: Journal, events: EventLog, folder: Path | None = None) -> None:
        self._diary, self._events, self._folder = diary, events, folder
        self._before: Mapping[str, str] = digests(folder)

    async def look(self) -> Checked:
        """Check now, and log the result."""
        now = await asyncio.to_thread(digests, self._folder)
        found = await asyncio.to_thread(program, self._folder)
        before = self._before
        names = sorted({*before, *now})
        changed = tuple(name for name in names if before.get(name) != now.get(name))
        body = Checked(found, changed)
        await self._diary.write(ROOM, "checked", body)
        if changed:
            named = all_of(changed[:MOST_NAMED])
            more = f" and {len(changed) - MOST_NAMED} more" if len(changed) > MOST_NAMED else ""
            await self._events.alarm(
                "program", f"{n(len(changed), 'file')} of the program changed since the room was "
                f"started: {named}{more}"
            )  # fmt: skip
        return body

    async def daily(self) -> None:
        """Check from a timer."""
        await self.look()
