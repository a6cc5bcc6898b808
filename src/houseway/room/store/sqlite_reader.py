"""Read access to the books in an SQLite file: from any thread, next to the server that writes
them.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import apsw

from houseway.room.store.interface import StoreError
from houseway.room.store.migrations import SQLITE, migrations, missing
from houseway.room.store.seals import Seals
from houseway.room.store.sql_reader import Found, SqlBooks, Value
from houseway.room.store.sqlite_file import WAIT_MS, applied

LAYOUT = 3
"""The step that only changes how the log lies in the file: a reader does not need it."""
SEALS_SINCE = 2
"""The step of the schema that added seals; books without it are read as they are."""


class SqliteDatabase:
    """An SQLite file that is only read; each thread has a connection of its own."""

    has_gaps = False
    has_seals = True

    def __init__(self, path: Path) -> None:
        self.path = path
        self._mine = threading.local()
        self._frozen: apsw.Connection | None = None
        self._readers: list[apsw.Connection] = []
        self._opening = threading.Lock()
        self._closed = False

    @property
    def reader(self) -> apsw.Connection:
        """Return this thread's connection; a snapshot has one for all threads."""
        if self._frozen is not None:
            return self._frozen
        mine: apsw.Connection | None = getattr(self._mine, "connection", None)
        if mine is None:
            mine = self._mine.connection = self._open()
        return mine

    def _open(self) -> apsw.Connection:
        """Open a connection that only reads, one for each thread."""
        with self._opening:
            if self._closed:
                raise StoreError("the books are closed")
            try:
                found = apsw.Connection(str(self.path), flags=apsw.SQLITE_OPEN_READONLY)
            except apsw.Error as error:
                raise StoreError(f"{self.path} cannot be read: {error}") from error
            found.set_busy_timeout(WAIT_MS)
            self._readers.append(found)
            return found

    def all(self, sql: str, values: Sequence[Value] = ()) -> list[Found]:
        """Return all rows of a query; StoreError if it fails."""
        if self._closed:
            raise StoreError("the books are closed")
        try:
            return self.reader.execute(sql, values).fetchall()
        except apsw.Error as error:
            raise StoreError(f"{self.path} cannot be read: {error}") from error

    def among(self, column: str, values: Sequence[str]) -> tuple[str, Sequence[Value]]:
        """Return the condition that a column has one of these values, and its values."""
        return f"{column} IN ({', '.join('?' * len(values))})", values

    @contextmanager
    def snapshot(self) -> Iterator[SqliteDatabase]:
        """Return the file as it is at one moment."""
        frozen = SqliteDatabase(self.path)
        frozen.has_seals = self.has_seals
        frozen._frozen = frozen.reader
        try:
            frozen.all("BEGIN")
            frozen.all("SELECT count(*) FROM migration")  # the first read is the moment
            yield frozen
        finally:
            frozen.close()

    def close(self) -> None:
        """Close all connections."""
        with self._opening:
            self._closed = True
            readers, self._readers = self._readers, []
        for reader in readers:
            reader.close()


class SqliteBooks(SqlBooks):
    """Read access to the books in a file."""

    def __init__(self, path: Path, seals: Seals | None = None) -> None:
        self.path = Path(path)
        database = SqliteDatabase(self.path)
        super().__init__(database, seals)
        self._check_schema(database)

    def _check_schema(self, database: SqliteDatabase) -> None:
        """Raise StoreError if the file lacks steps of the schema that a reader needs."""
        if not self.path.exists():
            raise StoreError(f"there are no books at {self.path}")
        known = migrations(SQLITE.name)
        had = applied(database.reader, self.path)
        lacks = {step.version for step in missing(had, known, str(self.path))}
        database.has_seals = SEALS_SINCE in had
        if lacks - {SEALS_SINCE, LAYOUT}:
            raise StoreError(
                f"{self.path} has an older schema ({max(had, default=0)} of {known[-1].version}): "
                "the server brings it up to date when it starts"
            )
