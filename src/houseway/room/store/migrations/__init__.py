"""The schema of the books in steps: ``0001.sql`` and so on, each applied once, in order.

The files use SQL that both dialects know, and four words that ``Dialect`` translates: ``BIGINT``
(64 bits), ``BYTES``, and at the end of a table ``KEYED`` (stored in the order of its key) or
``HEAP``. ``0001.sqlite.sql`` belongs to ``0001.sql``: triggers, which differ between databases.
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
        return re.sub(
            r"\b(BIGINT|BYTES|KEYED|HEAP)\b", lambda found: self.words[found.group()], sql
        )


SQLITE = Dialect(
    "sqlite",
    {"BIGINT": "INTEGER", "BYTES": "BLOB", "KEYED": "STRICT, WITHOUT ROWID", "HEAP": "STRICT"},
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
    for name in sorted(n for n in names if re.fullmatch(r"\d{4}\.sql", n)):
        text = folder.joinpath(name).read_text("utf-8")
        special = f"{name.removesuffix('.sql')}.{dialect}.sql"
        if special in names:
            text += folder.joinpath(special).read_text("utf-8")
        checksum = hashlib.sha256(text.encode()).hexdigest()
        found.append(Migration(int(name[:4]), text, checksum))
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
