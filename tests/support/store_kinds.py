"""The kinds of stores on which tests of the room run.

A test module with ``pytestmark = on_every_store`` runs once for each kind, and opens its books with
``store_at``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from houseway.room.store.interface import Store
from houseway.room.store.postgres.writer import PostgresStore
from houseway.room.store.sqlite_writer import SqliteStore
from tests.support.postgres_server import shared_server

SQLITE, POSTGRES = "sqlite", "postgres"
KINDS = [SQLITE, pytest.param(POSTGRES, marks=pytest.mark.process)]
ADDRESS = "books.dsn"
on_every_store = pytest.mark.usefixtures("store_kind")
_kinds = [SQLITE]


@contextmanager
def kind_is(kind: str) -> Iterator[None]:
    """Let ``store_at`` open books of a kind."""
    _kinds.append(kind)
    try:
        yield
    finally:
        _kinds.pop()


def store_at(folder: Path, alone: bool = True) -> Store:
    """Open the books of a folder; a new folder gets new books."""
    if _kinds[-1] == SQLITE:
        return SqliteStore(folder / "books.db", durable=False)
    address = folder / ADDRESS
    if not address.exists():
        address.write_text(shared_server().new_schema())
    return PostgresStore(address.read_text(), durable=False, alone=alone)
