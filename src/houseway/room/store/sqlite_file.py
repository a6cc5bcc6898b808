"""The file of the books: its lock, its connections, and its schema."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import IO

import apsw

from houseway.room.store.interface import StoreError
from houseway.room.store.migrations import SQLITE, VERSIONS, migrations, missing

OWNER_ALONE = 0o600
WAIT_MS = 5_000
"""Milliseconds for which a connection waits for another."""

LOG_PAGES = 4_000
"""Pages written to the log before a checkpoint.

At SQLite's default of a thousand, a busy room writes a fifth more, because pages that change with
every action are checkpointed again and again.
"""


def close_to_others(folder: Path) -> None:
    """Make a folder for books, or close one that is there: its owner alone may read it."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if folder.stat().st_mode & 0o077:
            folder.chmod(0o700)
        for path in folder.glob("books.db*"):
            if path.stat().st_mode & 0o177:
                path.chmod(0o600)
    except OSError as error:
        raise StoreError(f"{folder} cannot be closed to others: {error.strerror}") from error


def locked(path: Path) -> IO[str]:
    """Take the lock of the one writing process; it is released with the process, however that
    ends.
    """
    if not path.parent.is_dir():
        raise StoreError(f"{path} cannot be made: there is no folder {path.parent}")
    beside = path.with_name(path.name + ".lock")
    try:
        lock = os.fdopen(os.open(beside, os.O_RDWR | os.O_CREAT, OWNER_ALONE), "r+")
    except OSError as error:
        raise StoreError(f"{beside} cannot be written: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.seek(0)
        who = lock.read().strip()
        lock.close()
        raise StoreError(
            f"{path} is in use by another server (process {who or 'unknown'}); "
            "stop that one first, or only read"
        ) from error
    lock.truncate(0)
    lock.write(f"{os.getpid()}\n")
    lock.flush()
    return lock


def opened_to_write(path: Path, durable: bool) -> apsw.Connection:
    """Return the one writing connection; ``durable`` False is for tests: a crash may lose
    everything.
    """
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ALONE))  # SQLite copies its mode
        db = apsw.Connection(str(path), statementcachesize=200)
        db.set_busy_timeout(WAIT_MS)
        db.execute("PRAGMA journal_mode = WAL").fetchall()
        db.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}").fetchall()
        db.execute(f"PRAGMA synchronous = {'FULL' if durable else 'OFF'}")
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA recursive_triggers = ON")
        db.execute("PRAGMA cell_size_check = ON")
        db.execute("PRAGMA temp_store = MEMORY")
    except apsw.NotADBError as error:
        raise StoreError(f"{path} is no file of the books") from error
    except (apsw.Error, OSError) as error:
        raise StoreError(f"{path} cannot be opened: {error}") from error
    return db


def migrate(db: apsw.Connection, path: Path) -> None:
    """Bring the schema up to date, each step in a transaction of its own."""
    for step in missing(applied(db, path), migrations(SQLITE.name), str(path)):
        try:
            # A table that is copied and renamed has no references for a moment.
            db.execute("PRAGMA foreign_keys = OFF")
            with db:
                db.execute(VERSIONS)
                db.execute(SQLITE.translate(step.sql))
                _require_references(db)
                db.execute("INSERT INTO migration VALUES (?, ?)", (step.version, step.checksum))
            db.execute("PRAGMA foreign_keys = ON")
        except apsw.Error as error:
            raise StoreError(
                f"{path}: step {step.version} of the schema failed ({error}); "
                "the file is as it was before"
            ) from error


def _require_references(db: apsw.Connection) -> None:
    """Raise ConstraintError if a row refers to a row that is not there."""
    broken = db.execute("PRAGMA foreign_key_check").fetchone()
    if broken is not None:
        raise apsw.ConstraintError(f"a row of {broken[0]} refers to none of {broken[2]}")


def applied(db: apsw.Connection, path: Path) -> dict[int, str]:
    """Return the applied steps of the schema, with their checksums."""
    try:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema")]
        if "migration" in tables:
            steps = db.execute("SELECT version, checksum FROM migration")
            return {int(version): str(checksum) for version, checksum in steps}
    except apsw.NotADBError as error:
        raise StoreError(f"{path} is no file of the books") from error
    except apsw.Error as error:
        raise StoreError(f"{path} cannot be read: {error}") from error
    if tables:
        raise StoreError(f"{path} is a database, but not of the books")
    return {}
