"""The address of books: the path of an SQLite file, or the DSN of a PostgreSQL database.

    books.db                                        a file
    postgresql://houseway@db.example/room           a database

The driver of PostgreSQL is an extra of the package. It is imported only for a DSN.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from houseway.room.store.interface import Books, Store, StoreError
from houseway.room.store.seals import Seals
from houseway.room.store.sqlite_reader import SqliteBooks
from houseway.room.store.sqlite_writer import SqliteStore

if TYPE_CHECKING:
    from houseway.room.store.postgres.writer import PostgresStore

BooksAddress: TypeAlias = Path | str
"""A path of a file; a text is the DSN of a database."""
SCHEMES = ("postgresql://", "postgres://")
NO_DRIVER = (
    "books in PostgreSQL need the driver psycopg: install the extra with "
    '`pip install "houseway[postgres]"`'
)


def address_of(dsn: str, file: Path) -> BooksAddress:
    """Return a DSN if there is one, else the file; StoreError for a text that is no DSN."""
    if not dsn:
        return file
    if not dsn.startswith(SCHEMES):
        raise StoreError(
            f"the address of a database begins with {SCHEMES[0]}; for a file, name its folder "
            "with --data"
        )
    return dsn


def described(address: BooksAddress) -> str:
    """Return an address in words, without a password."""
    if isinstance(address, Path):
        return str(address)
    _require_driver()
    from houseway.room.store.postgres import connection

    return connection.described(address)


def open_books(address: BooksAddress, seals: Seals | None = None) -> Books:
    """Open books to read them; another process may be writing them."""
    if isinstance(address, Path):
        return SqliteBooks(address, seals)
    _require_driver()
    from houseway.room.store.postgres.reader import PostgresBooks

    return PostgresBooks(address, seals=seals)


def require_books(address: BooksAddress) -> None:
    """Raise StoreError if there are no books at an address."""
    if not isinstance(address, Path):
        open_books(address).close()
    elif not address.exists():
        raise StoreError(f"there are no books at {address}")


def open_store(address: BooksAddress, seals: Seals | None = None) -> SqliteStore | PostgresStore:
    """Open books to write them; new ones are made where there are none."""
    if isinstance(address, Path):
        return SqliteStore(address, seals=seals)
    _require_driver()
    from houseway.room.store.postgres.writer import PostgresStore

    return PostgresStore(address, seals=seals)


def notes_on(store: Store) -> list[str]:
    """Return notes on opened books for the person who opened them."""
    note: str = getattr(store, "note", "")
    return [note] if note else []


def _require_driver() -> None:
    """Raise StoreError if the driver of PostgreSQL is not installed."""
    try:
        import psycopg  # noqa: F401
    except ImportError as error:
        raise StoreError(NO_DRIVER) from error
