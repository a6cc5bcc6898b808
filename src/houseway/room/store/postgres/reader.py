"""Read access to the books in a PostgreSQL database, from any thread."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache

import psycopg

from houseway.room.store.interface import StoreError
from houseway.room.store.migrations import POSTGRES, migrations, missing
from houseway.room.store.postgres.connection import (
    READER,
    Connection,
    applied,
    connect,
    described,
    in_words,
    is_gone,
    new_name,
)
from houseway.room.store.seals import Seals
from houseway.room.store.sql_reader import Found, SqlBooks, Value

MOST = 4
"""Connections that one process reads with, apart from snapshots."""


@cache
def translated(sql: str) -> bytes:
    """Return a query with the placeholders of the driver."""
    return sql.replace("?", "%b").encode()


class PostgresDatabase:
    """A database that is only read, over a few connections that threads share."""

    has_gaps = True
    has_seals = True

    def __init__(self, dsn: str, name: str = "") -> None:
        self.dsn = dsn
        self._name = name or new_name()
        self._idle: list[Connection] = []
        self._free = threading.Semaphore(MOST)
        self._frozen: Connection | None = None
        self._closed = False

    def all(self, sql: str, values: Sequence[Value] = ()) -> list[Found]:
        """Return all rows of a query; StoreError if it fails."""
        if self._closed:
            raise StoreError("the books are closed")
        try:
            if self._frozen is not None:
                return _fetched(self._frozen, sql, values)
            return self._read(sql, values)
        except psycopg.Error as error:
            raise StoreError(f"{described(self.dsn)} cannot be read: {in_words(error)}") from error

    def _read(self, sql: str, values: Sequence[Value]) -> list[Found]:
        """Read over a free connection; one that was lost while it was idle is replaced once."""
        with self._free:
            try:
                mine, fresh = self._idle.pop(), False
            except IndexError:
                mine, fresh = connect(self.dsn, self._name, READER), True
            try:
                return _fetched(mine, sql, values)
            except psycopg.OperationalError:
                if fresh or not is_gone(mine):
                    raise
                mine = connect(self.dsn, self._name, READER)
                return _fetched(mine, sql, values)
            finally:
                self._give_back(mine)

    def _give_back(self, connection: Connection) -> None:
        """Keep a connection for the next reader, unless it or the books are closed."""
        if self._closed:
            connection.close()
        elif not is_gone(connection):
            self._idle.append(connection)

    def among(self, column: str, values: Sequence[str]) -> tuple[str, Sequence[Value]]:
        """Return the condition that a column has one of these values, and its values."""
        return f"{column} = ANY (?)", (list(values),)

    @contextmanager
    def snapshot(self) -> Iterator[PostgresDatabase]:
        """Return the database as it is at one moment, over a connection of its own."""
        if self._closed:
            raise StoreError("the books are closed")
        frozen = PostgresDatabase(self.dsn, self._name)
        frozen._frozen = connect(self.dsn, self._name, READER)
        try:
            frozen.all("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            frozen.all("SELECT count(*) FROM migration")  # the first read is the moment
            yield frozen
        finally:
            frozen.close()

    def close(self) -> None:
        """Close all connections."""
        self._closed = True
        if self._frozen is not None:
            self._frozen.close()
        while self._idle:
            self._idle.pop().close()


class PostgresBooks(SqlBooks):
    """Read access to the books in a database."""

    def __init__(self, dsn: str, name: str = "", seals: Seals | None = None) -> None:
        self.dsn = dsn
        super().__init__(PostgresDatabase(dsn, name), seals)
        try:
            self._check_schema()
        except BaseException:
            self.close()
            raise

    def _check_schema(self) -> None:
        """Raise StoreError if the database lacks steps of the schema that this program knows."""
        known = migrations(POSTGRES.name)
        asking = connect(self.dsn, new_name(), READER)
        try:
            had = applied(asking)
        finally:
            asking.close()
        if not had:
            raise StoreError(f"there are no books in {described(self.dsn)}")
        if missing(had, known, described(self.dsn)):
            raise StoreError(
                f"{described(self.dsn)} has an older schema ({max(had)} of {known[-1].version}): "
                "the server brings it up to date when it starts"
            )


def _fetched(connection: Connection, sql: str, values: Sequence[Value]) -> list[Found]:
    """Return all rows of a query in binary form."""
    found = connection.execute(translated(sql), values or None, prepare=True, binary=True)
    return found.fetchall() if found.description is not None else []
