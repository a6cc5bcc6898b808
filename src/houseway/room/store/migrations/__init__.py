"""The schema of the books in steps: ``0001.sql`` and so on, each applied once, in order.

The files use SQL that both dialects know, and words that a ``Dialect`` translates. These are
``BIGINT`` (64 bits), ``BYTES`` and ``TEXT`` (compared byte by byte). A table ends with ``KEYED``
(stored in the order of its key) or ``HEAP``. ``0001.sqlite.sql`` and ``0001.postgres.sql`` add to
``0001.sql`` what differs between databases. A step that one of them alone needs has no common file.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

import msgspec

from houseway.room.store.interface import StoreError


class Dialect(msgspec.Struct, frozen=True):
    """The SQL dialect of a database."""

    name: str
    words: Mapping[str, str]

    def translate(self, sql: str) -> str:
        """Return a migration in this dialect."""
        words = "|".join(self.words)
        return re.sub(rf"\b({words})\b", lambda found: self.words[found.group()], sql)


SQLITE = Dialect(
    "sqlite",
    {"BIGINT": "INTEGER", "BYTES": "BLOB", "KEYED": "STRICT, WITHOUT ROWID", "HEAP": "STRICT"},
)

POSTGRES = Dialect(
    "postgres",
    {
        "BIGINT": "BIGINT",
        "BYTES": "BYTEA",
        "TEXT": 'TEXT COLLATE "C"',
        "KEYED": "",
        "HEAP": "",
    },
)

VERSIONS = """CREATE TABLE IF NOT EXISTS migration(version INTEGER PRIMARY KEY,
  checksum TEXT NOT NULL)"""
"""The migrations of a database, with the checksum of their text."""


class Migration(msgspec.Struct, frozen=True):
    """One step of the schema."""

    version: int
    sql: str
    checksum: str


@cache
def migrations(dialect: str = SQLITE.name) -> tuple[Migration, ...]:
    """Return all steps in order, with the part of one dialect."""
    folder = files(__name__)
    names = {item.name for item in folder.iterdir()}
    found = []
    for version in sorted({name[:4] for name in names if name.endswith(".sql")}):
        parts = [f"{version}.sql", f"{version}.{dialect}.sql"]
        text = "".join(folder.joinpath(n).read_text("utf-8") for n in parts if n in names)
        if text:
            checksum = hashlib.sha256(text.encode()).hexdigest()
            found.append(Migration(int(version), text, checksum))
    return tuple(found)


def missing(
    applied: Mapping[int, str], known: Sequence[Migration], where: str
) -> tuple[Migration, ...]:
    """Return the steps that a database still needs; a changed or unknown step is refused."""
    by_version = {step.version: step for step in known}
    for version, checksum in sorted(applied.items()):
        step = by_version.get(version)
        if step is None:
            raise StoreError(
                f"{where} was written by a newer houseway: its schema is version {version}, "
                f"this program knows {max(by_version)}"
            )
        if step.checksum != checksum:
            raise StoreError(
                f"{where}: step {version} of its schema is not the step that this program knows; "
                "a migration is never edited after it was used"
            )
    last = max(applied, default=0)
    return tuple(step for step in known if step.version > last)
