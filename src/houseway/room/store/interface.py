"""The interface of the books: what is appended, what is read, and which errors occur.

All writes are ``Batch`` objects, all or nothing: rows of one stream, their postings, an answer
under an idempotency key, and changes outside the log. A stream is a table, the cage, the floor, the
people or the room itself. Its rows are numbered from 1, and each carries the hash of all before it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol, TypeAlias

import msgspec

from houseway.errors import HousewayError
from houseway.room.ledger import Posting


class Entry(msgspec.Struct, frozen=True):
    """A row to be written: its time (milliseconds), its kind, and its author (a person's id; 0: the
    room).
    """

    at: int
    kind: str
    by: int
    body: bytes
    postings: tuple[Posting, ...] = ()


class Row(msgspec.Struct, frozen=True):
    """A row of the books."""

    stream: str
    seq: int
    at: int
    kind: str
    by: int
    body: bytes
    hash: bytes


class PostedEntry(msgspec.Struct, frozen=True):
    """A posting in the books, with the row it belongs to; ids increase as postings are written."""

    stream: str
    seq: int
    n: int
    posting: Posting
    id: int = 0


class AccountKept(msgspec.Struct, frozen=True):
    """An account: its kind decides if it may owe, its unit what it counts (usually cents)."""

    name: str
    kind: str
    unit: str
    balance: int


class KeyedCommand(msgspec.Struct, frozen=True):
    """A command under the key of its caller, and its answer, by row."""

    by: int
    key: str
    digest: bytes
    answer: bytes
    stream: str = ""
    seq: int = 0


class Person(msgspec.Struct, frozen=True):
    """A person with a card: a player, a member of the staff, a device or a bot."""

    id: int
    role: str
    name: str
    card: str
    pin: str
    """The hash of the PIN, never the PIN."""
    wrong: int = 0
    locked_ms: int | None = None
    last_login_ms: int | None = None
    last_station: str = ""
    excluded: bool = False
    firm: str = ""
    row: int = 0
    """The row of the people's log that made this state; 0 if the books have no seals."""
    seal: bytes | None = None


class Session(msgspec.Struct, frozen=True):
    """A login: the hash of its token, its person, its station, and its end."""

    token: bytes
    person: int
    station: str
    until_ms: int
    since_ms: int = 0
    row: int = 0
    """The row of the people's log that made it; 0 if the books have no seals."""
    seal: bytes | None = None


class SessionEnded(msgspec.Struct, frozen=True):
    """A login has ended."""

    person: int


class ShoeKept(msgspec.Struct, frozen=True):
    """A shoe of a table: its sealed seed, and the published root."""

    stream: str
    no: int
    sealed: bytes
    root: bytes
    finished: bool = False


class RoundKept(msgspec.Struct, frozen=True):
    """A round of a table: its rows, its state (open, closed, voided), and its record."""

    stream: str
    no: int
    opened: int
    closed: int | None
    outcome: str
    rules: str
    shoe: int
    record: bytes = b""


class HeadSealed(msgspec.Struct, frozen=True):
    """A new seal for the head of another stream, which stays where it is."""

    stream: str
    seal: bytes


Change: TypeAlias = Person | Session | SessionEnded | ShoeKept | RoundKept | HeadSealed
"""A change outside the log; each replaces the entry with its key (a person has one session)."""


class Batch(msgspec.Struct, frozen=True):
    """Rows written together after row ``after`` of a stream, by the holder of its fence."""

    stream: str
    after: int
    entries: tuple[Entry, ...]
    command: KeyedCommand | None = None
    changes: tuple[Change, ...] = ()
    fence: int = 0


class StreamHead(msgspec.Struct, frozen=True):
    """The head of a stream: its last row."""

    stream: str
    seq: int
    hash: bytes
    fence: int = 0
    seal: bytes | None = None


class StoreError(HousewayError):
    """The books could not be written; nothing of the batch is in them."""


class Conflict(StoreError):  # noqa: N818 - named for what happened
    """The stream is not at the row that the batch expects, or another writer holds its fence."""


class Overdrawn(StoreError):  # noqa: N818 - named for what happened
    """An account that may not owe would stand below 0."""

    def __init__(self, account: str) -> None:
        super().__init__(f"{account} would stand below 0")
        self.account = account


class SealBroken(StoreError):  # noqa: N818 - named for what happened
    """A row has not the seal of the room: a program without its keys has written it."""


class KeyUsed(StoreError):  # noqa: N818 - named for what happened
    """The key of this command has been used before."""


class Unknown(StoreError):  # noqa: N818 - named for what happened
    """The outcome of the commit is unknown: read the head of the stream."""


class Books(Protocol):
    """Read access to the books, at any time and from any thread, next to the writer."""

    @property
    def has_gaps(self) -> bool:
        """Return True if ids of postings increase, but may leave numbers out."""
        ...

    def head(self, stream: str) -> StreamHead | None:
        """Return the head of a stream; None if there is none."""
        ...

    def streams(self) -> list[StreamHead]:
        """Return all streams."""
        ...

    def rows(self, stream: str, after: int = 0, most: int = 0) -> Iterator[Row]:
        """Return the rows of a stream in order (``most`` 0: all)."""
        ...

    def last_row(self, stream: str, kind: str) -> Row | None:
        """Return the last row of this kind."""
        ...

    def rows_of(
        self, stream: str, kinds: Collection[str], most: int = 100, before: int = 0
    ) -> list[Row]:
        """Return the latest rows of these kinds, newest first (``most`` 0: all; ``before`` a row).

        For rare kinds: nearly all rows of a table are steps, and those have no index.
        """
        ...

    def postings(self, stream: str, after: int = 0, upto: int = 0) -> Iterator[PostedEntry]:
        """Return the postings of a stream for a range of rows."""
        ...

    def all_postings(self, since: int = 0) -> Iterator[PostedEntry]:
        """Return the postings of all streams as they were written, those with greater ids than
        ``after``.
        """
        ...

    def balance(self, account: str) -> int:
        """Return the balance of an account, in cents; 0 if it has never been used."""
        ...

    def balances(self, prefix: str = "") -> dict[str, int]:
        """Return all accounts whose names have this prefix."""
        ...

    def accounts(self) -> Iterator[AccountKept]:
        """Return all accounts, by name."""
        ...

    def statement(self, account: str, most: int = 100) -> list[tuple[Row, Posting]]:
        """Return the latest postings of one account, with their rows, newest first."""
        ...

    def debits_of(self, account: str, most: int = 100) -> list[tuple[Row, Posting]]:
        """Return the latest debits of an account, with their rows, newest first."""
        ...

    def command(self, by: int, key: str) -> KeyedCommand | None:
        """Return the command kept under this key; None: none."""
        ...

    def commands(self) -> Iterator[KeyedCommand]:
        """Return all stored answers, by person and key."""
        ...

    def person(self, id: int) -> Person | None:
        """Return a person by id; None: none."""
        ...

    def person_with(self, card: str) -> Person | None:
        """Return a person by card; None: none."""
        ...

    def people(self) -> list[Person]:
        """Return all persons."""
        ...

    def session(self, token: bytes) -> Session | None:
        """Return a login by the hash of its token."""
        ...

    def session_of(self, person: int) -> Session | None:
        """Return the login of a person; None if there is none."""
        ...

    def sessions(self) -> list[Session]:
        """Return all logins, by person. Their seals are not checked, nor are those of people."""
        ...

    def round(self, stream: str, no: int) -> RoundKept | None:
        """Return a round of a table."""
        ...

    def rounds(self, stream: str, most: int = 10, before: int = 0) -> list[RoundKept]:
        """Return the latest rounds of a table, newest first (``before``: those with smaller
        numbers).
        """
        ...

    def open_rounds(self) -> list[RoundKept]:
        """Return the unfinished rounds of all tables."""
        ...

    def shoe(self, stream: str, no: int) -> ShoeKept | None:
        """Return a shoe of a table."""
        ...

    def open_shoes(self) -> list[ShoeKept]:
        """Return the unfinished shoes of all tables."""
        ...

    def snapshot(self) -> AbstractContextManager[Books]:
        """Return the books as they are at one moment, unaffected by later writes."""
        ...

    def close(self) -> None:
        """Close the books."""
        ...


class Store(Books, Protocol):
    """Write access to the books. ``append`` has one caller."""

    def append(self, batches: Iterable[Batch]) -> list[StoreError | None]:
        """Write batches, each whole or not at all, durable on return; return the error of each, or
        None.
        """
        ...

    def acquire(self, stream: str, owner: str) -> StreamHead:
        """Become the writer of a stream (made if new); all former writers lose their fence."""
        ...

    def backup(self, path: Path) -> None:
        """Copy the books while they are in use."""
        ...
