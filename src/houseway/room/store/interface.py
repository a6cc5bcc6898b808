"""The interface of the books: what is appended, what is read, and what can go wrong.

Everything that is written goes in as a ``Batch``: rows of one stream, with their postings, an
answer kept under an idempotency key, and what changes beside the log, all or nothing.  A stream is
a table, the cage, the floor, the people or the room itself; its rows are numbered from 1 and each
carries the hash of all before it.
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
    """A row to be written: when (milliseconds), what kind, by whom (a person's id; 0: the room)."""

    at: int
    kind: str
    by: int
    body: bytes
    postings: tuple[Posting, ...] = ()


class Row(msgspec.Struct, frozen=True):
    """A row as it stands in the books."""

    stream: str
    seq: int
    at: int
    kind: str
    by: int
    body: bytes
    hash: bytes


class Written(msgspec.Struct, frozen=True):
    """A posting in the books, with the row it belongs to; ids count all postings as written."""

    stream: str
    seq: int
    n: int
    posting: Posting
    id: int = 0


class AccountKept(msgspec.Struct, frozen=True):
    """An account: its kind says whether it may owe, its unit what it counts (cents, as a rule)."""

    name: str
    kind: str
    unit: str
    balance: int


class Command(msgspec.Struct, frozen=True):
    """What somebody has asked for under a key of theirs, and what was answered, by which row."""

    by: int
    key: str
    digest: bytes
    answer: bytes
    stream: str = ""
    seq: int = 0


class Person(msgspec.Struct, frozen=True):
    """Somebody with a card: a player, a member of the staff, a device or a bot."""

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


class Session(msgspec.Struct, frozen=True):
    """A login: the hash of its token, whose it is, at which station, until when."""

    token: bytes
    person: int
    station: str
    until_ms: int
    since_ms: int = 0


class SessionEnded(msgspec.Struct, frozen=True):
    """A login is over."""

    person: int


class ShoeKept(msgspec.Struct, frozen=True):
    """A shoe of a table: its seed, sealed, and the root that was shown."""

    stream: str
    no: int
    sealed: bytes
    root: bytes
    finished: bool = False


class RoundKept(msgspec.Struct, frozen=True):
    """A round of a table: its rows, how it ended (open, closed, voided), and its record."""

    stream: str
    no: int
    opened: int
    closed: int | None
    outcome: str
    rules: str
    shoe: int
    record: bytes = b""


Change: TypeAlias = Person | Session | SessionEnded | ShoeKept | RoundKept
"""What stands beside the log; each replaces what has its key (a person has one session)."""


class Batch(msgspec.Struct, frozen=True):
    """What is written together: rows after row ``after`` of a stream, by who holds its fence."""

    stream: str
    after: int
    entries: tuple[Entry, ...]
    command: Command | None = None
    changes: tuple[Change, ...] = ()
    fence: int = 0


class Head(msgspec.Struct, frozen=True):
    """How far a stream is."""

    stream: str
    seq: int
    hash: bytes
    fence: int = 0


class StoreError(HousewayError):
    """The books could not be written; nothing of the batch is in them."""


class Conflict(StoreError):  # noqa: N818 - named for what happened
    """The stream is not where the batch thinks it is, or somebody else holds its fence."""


class Overdrawn(StoreError):  # noqa: N818 - named for what happened
    """An account that may not owe would stand below 0."""

    def __init__(self, account: str) -> None:
        super().__init__(f"{account} would stand below 0")
        self.account = account


class KeyUsed(StoreError):  # noqa: N818 - named for what happened
    """The key of this command has been used before."""


class Unknown(StoreError):  # noqa: N818 - named for what happened
    """Nobody can say whether the batch was written: read the head of the stream."""


class Books(Protocol):
    """The books to read, at any time and from any thread, beside the one who writes."""

    def head(self, stream: str) -> Head | None:
        """How far a stream is, if there is one."""
        ...

    def streams(self) -> list[Head]:
        """All streams."""
        ...

    def rows(self, stream: str, after: int = 0, most: int = 0) -> Iterator[Row]:
        """The rows of a stream in order (``most`` 0: all)."""
        ...

    def last_row(self, stream: str, kind: str) -> Row | None:
        """The last row of this kind."""
        ...

    def rows_of(
        self, stream: str, kinds: Collection[str], most: int = 100, before: int = 0
    ) -> list[Row]:
        """The latest rows of these kinds, newest first (``most`` 0: all; ``before`` a row).

        For kinds that are rare: nearly all rows of a table are steps, and those have no index.
        """
        ...

    def postings(self, stream: str, after: int = 0, upto: int = 0) -> Iterator[Written]:
        """The postings of a stream, row by row: of the rows after one up to another."""
        ...

    def all_postings(self, since: int = 0) -> Iterator[Written]:
        """The postings of all streams as they were written, those with greater ids than one."""
        ...

    def balance(self, account: str) -> int:
        """What an account stands at; 0 if it has never been used."""
        ...

    def balances(self, prefix: str = "") -> dict[str, int]:
        """All accounts whose names begin so."""
        ...

    def accounts(self) -> Iterator[AccountKept]:
        """All accounts, by name."""
        ...

    def statement(self, account: str, most: int = 100) -> list[tuple[Row, Posting]]:
        """The latest postings of one account, with their rows, newest first."""
        ...

    def gave(self, account: str, most: int = 100) -> list[tuple[Row, Posting]]:
        """The latest postings by which an account gave something, with their rows, newest first."""
        ...

    def command(self, by: int, key: str) -> Command | None:
        """What was answered under this key."""
        ...

    def commands(self) -> Iterator[Command]:
        """All answers that are kept, by person and key."""
        ...

    def person(self, id: int) -> Person | None:
        """Somebody by their id."""
        ...

    def person_with(self, card: str) -> Person | None:
        """Somebody by their card."""
        ...

    def people(self) -> list[Person]:
        """Everybody."""
        ...

    def session(self, token: bytes) -> Session | None:
        """A login by the hash of its token."""
        ...

    def session_of(self, person: int) -> Session | None:
        """The login of somebody."""
        ...

    def round(self, stream: str, no: int) -> RoundKept | None:
        """A round of a table."""
        ...

    def rounds(self, stream: str, most: int = 10, before: int = 0) -> list[RoundKept]:
        """The latest rounds of a table, newest first (``before``: those with smaller numbers)."""
        ...

    def open_rounds(self) -> list[RoundKept]:
        """The rounds of all tables that have not ended."""
        ...

    def shoe(self, stream: str, no: int) -> ShoeKept | None:
        """A shoe of a table."""
        ...

    def open_shoes(self) -> list[ShoeKept]:
        """The shoes of all tables that are not finished."""
        ...

    def snapshot(self) -> AbstractContextManager[Books]:
        """The books as they are at one moment, however much is written meanwhile."""
        ...

    def close(self) -> None:
        """Let go of the books."""
        ...


class Store(Books, Protocol):
    """The books to write.  ``append`` is called by one writer."""

    def append(self, batches: Iterable[Batch]) -> list[StoreError | None]:
        """Write batches, each whole or not at all, durable when this returns; why not, for each."""
        ...

    def claim(self, stream: str, owner: str) -> Head:
        """Become the one who may write a stream (made if new): all before lose their fence."""
        ...

    def backup(self, path: Path) -> None:
        """A whole copy of the books as they are now, while they are in use."""
        ...
