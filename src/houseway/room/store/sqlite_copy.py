"""Copies of the books while they are being written: page by page, between commits."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import apsw

from houseway.room.store.interface import StoreError
from houseway.room.store.sqlite_file import OWNER_ALONE, WAIT_MS

PAGES = 256
"""Pages copied before the writer may continue."""


def copy(source: apsw.Connection, path: Path, writing: threading.RLock) -> None:
    """Copy the writer's database to a new file, whole or not at all."""
    path = Path(path)
    if path.exists():
        raise StoreError(f"{path} is there already: a backup writes over nothing")
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    try:
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER_ALONE))
        target = apsw.Connection(str(part))
        try:
            _steps(source, target, writing)
            # one file, without accompanying files
            target.execute("PRAGMA journal_mode = DELETE").fetchall()
        finally:
            target.close()
        _to_disk(part)
        part.rename(path)
        _to_disk(path.parent)
    except (apsw.Error, OSError) as error:
        part.unlink(missing_ok=True)
        raise StoreError(f"{path} cannot be written: {error}") from error


def copy_of(books: Path, path: Path) -> None:
    """Copy books that another process may be writing; they are only read, as of one moment."""
    if not Path(books).is_file():
        raise StoreError(f"there are no books at {books}")
    try:
        source = apsw.Connection(str(books), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            source.set_busy_timeout(WAIT_MS)
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM migration").fetchall()  # the moment
            copy(source, path, threading.RLock())
        finally:
            source.close()
    except apsw.Error as error:
        raise StoreError(f"{books} cannot be read: {error}") from error


def _steps(source: apsw.Connection, target: apsw.Connection, writing: threading.RLock) -> None:
    """Copy page by page; writes of the same connection go into the copy by themselves."""
    with writing:
        copying = target.backup("main", source, "main")
    done = False
    try:
        while not done:
            with writing:
                done = copying.step(PAGES)
    finally:
        with writing:
            copying.close(not done)


def _to_disk(path: Path) -> None:
    """Flush a file, or the entries of a folder, to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
