"""Copies of the books: of a room that runs, of one that is closed, and a copy put back."""

from __future__ import annotations

import asyncio
from hashlib import file_digest
from pathlib import Path

from houseway.room.api.audit_types import BackupMade
from houseway.room.errors import Denied
from houseway.room.gaming_day import Calendar
from houseway.room.store.interface import Store, StoreError
from houseway.room.store.sqlite_copy import copy_of
from houseway.room.store.sqlite_reader import SqliteBooks

FOLDER = "backups"


async def make_backup(store: Store, at: int) -> BackupMade:
    """Copy books in use into the folder ``backups`` next to them."""
    here = getattr(store, "path", None)
    if here is None:
        raise Denied(
            "the books of this room are in a database: back it up with pg_basebackup and an "
            "archive of its WAL"
        )
    named = Calendar().local(at).replace(" ", "-").replace(":", "")
    folder = Path(here).parent / FOLDER
    try:
        folder.mkdir(exist_ok=True)
        folder.chmod(0o700)
        path = _free(folder, f"books-{named}")
        await asyncio.to_thread(store.backup, path)
        return await asyncio.to_thread(described, path, at)
    except (OSError, StoreError) as error:
        raise Denied(f"no backup was made: {error}", "busy") from error


def back_up(books: Path, out: Path, at: int) -> BackupMade:
    """Copy books, also while a server writes them: the copy is of one moment.

    The books are only read. A copy that cannot be read as books is discarded.
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
