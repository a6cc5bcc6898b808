"""Copies of the books: of a room that runs, of one that is closed, and a copy put back."""

from __future__ import annotations

import asyncio
from hashlib import file_digest
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from houseway.room.api import roles
from houseway.room.api.roles import Caller
from houseway.room.errors import Denied
from houseway.room.gaming_day import Calendar
from houseway.room.store.interface import StoreError
from houseway.room.store.sqlite_copy import copy_of
from houseway.room.store.sqlite_reader import SqliteBooks

if TYPE_CHECKING:
    from houseway.room.room import Room

FOLDER = "backups"


class BackupMade(msgspec.Struct, frozen=True):
    """A copy of the books: its file, its size, and the SHA-256 of it."""

    file: str
    size: int
    sha256: str
    at_ms: int


async def backup(room: Room, caller: Caller) -> BackupMade:
    """Copy the books of a room that runs into the folder ``backups`` beside them.

    The room chooses the name: nobody says by a command where a server writes.
    """
    roles.check(caller, "backup")
    at, here = room.clock.now_ms(), getattr(room.store, "path", None)
    if here is None:
        raise Denied("the books of this room are not in a file; back up its database")
    named = Calendar().local(at).replace(" ", "-").replace(":", "")
    folder = Path(here).parent / FOLDER
    try:
        folder.mkdir(exist_ok=True)
        folder.chmod(0o700)
        path = _free(folder, f"books-{named}")
        await asyncio.to_thread(room.store.backup, path)
        made = await asyncio.to_thread(described, path, at)
    except (OSError, StoreError) as error:
        raise Denied(f"no backup was made: {error}", "busy") from error
    await room.diary.write(caller, "backup", made)
    return made


def back_up(books: Path, out: Path, at: int) -> BackupMade:
    """Copy books that nobody writes, or that a server writes meanwhile: the copy is of one moment.

    They are only read.  A copy that cannot be read as books is none.
    """
    copy_of(books, out)
    try:
        SqliteBooks(out).close()
        return described(out, at)
    except (OSError, StoreError):
        out.unlink(missing_ok=True)
        raise


def described(path: Path, at: int) -> BackupMade:
    """A copy that was made, readable by its owner alone."""
    path.chmod(0o600)
    with path.open("rb") as file:
        digest = file_digest(file, "sha256").hexdigest()
    return BackupMade(path.name, path.stat().st_size, digest, at)


def _free(folder: Path, stem: str) -> Path:
    """A name that no file has yet."""
    path, more = folder / f"{stem}.db", 1
    while path.exists():
        more += 1
        path = folder / f"{stem}-{more}.db"
    return path
