"""Connections to a PostgreSQL database: their settings, their errors in words, and the schema."""

from __future__ import annotations

import os
from itertools import count
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import TupleRow
from psycopg.types.numeric import Int8BinaryDumper

from houseway.room.store.interface import StoreError
from houseway.room.store.migrations import POSTGRES, VERSIONS, migrations, missing
from houseway.room.store.postgres.arrays import register

OLDEST = 140_000
"""The oldest version of PostgreSQL that is understood, as the server counts versions."""
MIGRATING = 7101
"""The advisory lock of a server that brings the schema up to date."""
DEFAULTS = {
    "connect_timeout": "5",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "8000",
}
"""Settings of a connection that the DSN leaves open: a silent network is an error in seconds."""
WRITER = {
    # Small tables are read whole otherwise, and a plan is made again for every call.
    "enable_seqscan": "off",
    "enable_hashjoin": "off",
    "enable_mergejoin": "off",
    "plan_cache_mode": "force_generic_plan",
    "jit": "off",
    "lock_timeout": "5s",
    "statement_timeout": "15s",
    "idle_in_transaction_session_timeout": "2s",
}
READER = {"jit": "off", "statement_timeout": "60s", "default_transaction_read_only": "on"}

_openings = count(1)
Connection = psycopg.Connection[TupleRow]


def described(dsn: str) -> str:
    """Return the database of a DSN in words, without its password."""
    known = parsed(dsn)
    where = known.get("host") or known.get("hostaddr") or "this machine"
    return f"the database {known.get('dbname') or known.get('user') or 'postgres'} on {where}"


def parsed(dsn: str) -> dict[str, Any]:
    """Return the parts of a DSN; StoreError if it is none."""
    try:
        return dict(conninfo_to_dict(dsn))
    except psycopg.ProgrammingError as error:
        raise StoreError(f"this is no address of a database: {error}") from error


def connect(dsn: str, name: str, settings: dict[str, str]) -> Connection:
    """Open a connection in which every statement is a transaction of its own."""
    parts = {**DEFAULTS, **parsed(dsn), "application_name": name}
    try:
        made = psycopg.connect(make_conninfo("", **parts), autocommit=True)
        # One type for all numbers, so that the text of a statement is prepared once.
        made.adapters.register_dumper(int, Int8BinaryDumper)
        register(made)
        for setting, value in settings.items():
            made.execute("SELECT set_config(%s, %s, false)", (setting, value))
    except psycopg.Error as error:
        raise StoreError(f"{described(dsn)} cannot be reached: {in_words(error)}") from error
    return made


def new_name() -> str:
    """Return the name that the connections of one opening of the books have in the database."""
    return f"houseway-{os.getpid()}-{next(_openings)}"


def in_words(error: psycopg.Error) -> str:
    """Return the first line of an error of the database."""
    primary = error.diag.message_primary
    return primary or (str(error).strip().splitlines() or ["no reason was given"])[0]


def is_gone(connection: Connection) -> bool:
    """Return True if a connection is closed, or was lost."""
    return connection.closed or connection.broken


def require_durable(connection: Connection, dsn: str) -> None:
    """Refuse a database that is too old, or that may lose what it acknowledged."""
    if connection.info.server_version < OLDEST:
        raise StoreError(
            f"{described(dsn)} is PostgreSQL {connection.info.server_version // 10_000}; "
            f"{OLDEST // 10_000} or later is needed"
        )
    for setting, allowed in (
        ("fsync", ("on",)),
        ("full_page_writes", ("on",)),
        ("synchronous_commit", ("on", "remote_apply")),
    ):
        found = setting_of(connection, setting)
        if found not in allowed:
            raise StoreError(
                f"{described(dsn)} has {setting} = {found}: it may lose what it has acknowledged. "
                f"Allowed is {' or '.join(allowed)}"
            )


def standby_note(connection: Connection) -> str:
    """Return a note on the standby of a database, for the log of the server."""
    standby = setting_of(connection, "synchronous_standby_names")
    if standby:
        return f"the database waits for its synchronous standby ({standby})"
    return "the database has no synchronous standby: if its machine is lost, the last actions are"


def setting_of(connection: Connection, name: str) -> str:
    """Return a setting of the database."""
    [found] = connection.execute("SELECT current_setting(%s)", (name,)).fetchall()
    return str(found[0])


def migrate(connection: Connection, dsn: str) -> None:
    """Bring the schema up to date, each step in a transaction of its own, by one server at a
    time.
    """
    try:
        connection.execute("SELECT pg_advisory_lock(%s)", (MIGRATING,))
        try:
            for step in missing(applied(connection), migrations(POSTGRES.name), described(dsn)):
                with connection.transaction():
                    connection.execute(VERSIONS)
                    connection.execute(POSTGRES.translate(step.sql).encode())
                    connection.execute(
                        "INSERT INTO migration VALUES (%s, %s)", (step.version, step.checksum)
                    )
        finally:
            connection.execute("SELECT pg_advisory_unlock(%s)", (MIGRATING,))
    except psycopg.Error as error:
        raise StoreError(
            f"{described(dsn)}: its schema cannot be brought up to date ({in_words(error)}); "
            "it is as it was before"
        ) from error


def applied(connection: Connection) -> dict[int, str]:
    """Return the applied steps of the schema, with their checksums."""
    [[there]] = connection.execute("SELECT to_regclass('migration') IS NOT NULL").fetchall()
    if not there:
        return {}
    found = connection.execute("SELECT version, checksum FROM migration").fetchall()
    return {int(version): str(checksum) for version, checksum in found}
