"""A store that fails on command, for tests and simulations."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractContextManager
from enum import Enum
from pathlib import Path

from houseway.room.ledger import Posting
from houseway.room.store.interface import (
    AccountKept,
    Batch,
    Books,
    KeyedCommand,
    Person,
    PostedEntry,
    RoundKept,
    Row,
    Session,
    ShoeKept,
    Store,
    StoreError,
    StreamHead,
    Unknown,
)


class Fault(Enum):
    """Kinds of faults in writing the books."""

    DISK_FULL = "the disk is full; nothing is written"
    CRASH_BEFORE = "the process dies before the commit"
    CRASH_AFTER = "the process dies after the commit, before any answer"
    UNKNOWN_WRITTEN = "it is not known whether it was written; it was"
    UNKNOWN_LOST = "it is not known whether it was written; it was not"
    SLOW = "it takes long"


class Crash(BaseException):
    """The process is dead. No handler of the program catches it, as none would run."""


class FailingStore:
    """Any store, with faults on command; after a crash nothing works any more."""

    def __init__(self, store: Store, wait: Callable[[], None] = lambda: None) -> None:
        self.store = store
        self.appends = 0
        """Number of appends that were tried."""
        self.dead = False
        self._wait = wait
        self._faults: dict[int, Fault] = {}

    @property
    def has_gaps(self) -> bool:
        """Return True if ids of postings may leave numbers out."""
        return self.store.has_gaps

    def fail(self, fault: Fault, after: int = 0) -> None:
        """Fail the next append, or the one after this number of further appends."""
        self._faults[self.appends + after] = fault

    def append(self, batches: Iterable[Batch]) -> list[StoreError | None]:
        """Write batches, or fail as ordered."""
        group = tuple(batches)
        fault = self._faults.pop(self.appends, None)
        self._living()
        self.appends += 1
        match fault:
            case Fault.DISK_FULL:
                return [StoreError("the disk is full: nothing was written") for _ in group]
            case Fault.UNKNOWN_LOST:
                return [_unknown() for _ in group]
            case Fault.CRASH_BEFORE:
                self._die(fault)
            case Fault.SLOW:
                self._wait()
        said = self.store.append(group)
        if fault is Fault.CRASH_AFTER:
            self._die(fault)
        if fault is Fault.UNKNOWN_WRITTEN:
            return [why or _unknown() for why in said]
        return said

    def _die(self, fault: Fault) -> None:
        """Stop the store, as a process that dies."""
        self.dead = True
        raise Crash(fault.value)

    def _living(self) -> Store:
        """Return the store; raise if it was made to die."""
        if self.dead:
            raise Crash("the process is dead")
        return self.store

    def acquire(self, stream: str, owner: str) -> StreamHead:
        """Become the one who may write a stream."""
        return self._living().acquire(stream, owner)

    def head(self, stream: str) -> StreamHead | None:
        """Return the head of a stream; None if there is none."""
        return self._living().head(stream)

    def streams(self) -> list[StreamHead]:
        """Return the heads of all streams."""
        return self._living().streams()

    def rows(self, stream: str, after: int = 0, most: int = 0) -> Iterator[Row]:
        """Yield the rows of a stream in order."""
        return self._living().rows(stream, after, most)

    def last_row(self, stream: str, kind: str) -> Row | None:
        """Return the last row of this kind; None if there is none."""
        return self._living().last_row(stream, kind)

    def rows_of(
        self, stream: str, kinds: Collection[str], most: int = 100, before: int = 0
    ) -> list[Row]:
        """The latest rows of these kinds."""
        return self._living().rows_of(stream, kinds, most, before)

    def postings(self, stream: str, after: int = 0, upto: int = 0) -> Iterator[PostedEntry]:
        """Yield the postings of a stream for a range of rows."""
        return self._living().postings(stream, after, upto)

    def all_postings(self, since: int = 0) -> Iterator[PostedEntry]:
        """Yield the postings of all streams."""
        return self._living().all_postings(since)

    def balance(self, account: str) -> int:
        """Return the balance of an account."""
        return self._living().balance(account)

    def balances(self, prefix: str = "") -> dict[str, int]:
        """Return the balances of accounts whose names begin with ``prefix``."""
        return self._living().balances(prefix)

    def accounts(self) -> Iterator[AccountKept]:
        """Yield all accounts, by name."""
        return self._living().accounts()

    def debits_of(self, account: str, most: int = 100) -> list[tuple[Row, Posting]]:
        """Return the latest postings by which an account gave something."""
        return self._living().debits_of(account, most)

    def statement(self, account: str, most: int = 100) -> list[tuple[Row, Posting]]:
        """The latest postings of one account, newest first."""
        return self._living().statement(account, most)

    def command(self, by: int, key: str) -> KeyedCommand | None:
        """Return the command kept under this key; None: none."""
        return self._living().command(by, key)

    def commands(self) -> Iterator[KeyedCommand]:
        """All answers that are kept."""
        return self._living().commands()

    def person(self, id: int) -> Person | None:
        """Return a person by id; None: none."""
        return self._living().person(id)

    def person_with(self, card: str) -> Person | None:
        """Return a person by card; None: none."""
        return self._living().person_with(card)

    def people(self) -> list[Person]:
        """Return all persons."""
        return self._living().people()

    def session(self, token: bytes) -> Session | None:
        """A login by the hash of its token."""
        return self._living().session(token)

    def session_of(self, person: int) -> Session | None:
        """Return the login of a person."""
        return self._living().session_of(person)

    def sessions(self) -> list[Session]:
        """Return all logins."""
        return self._living().sessions()

    def round(self, stream: str, no: int) -> RoundKept | None:
        """Return a round of a table; None if there is none."""
        return self._living().round(stream, no)

    def rounds(self, stream: str, most: int = 10, before: int = 0) -> list[RoundKept]:
        """Return the latest rounds of a table, newest first."""
        return self._living().rounds(stream, most, before)

    def open_rounds(self) -> list[RoundKept]:
        """The rounds of all tables that have not ended."""
        return self._living().open_rounds()

    def shoe(self, stream: str, no: int) -> ShoeKept | None:
        """A shoe of a table."""
        return self._living().shoe(stream, no)

    def open_shoes(self) -> list[ShoeKept]:
        """The shoes of all tables that are not finished."""
        return self._living().open_shoes()

    def snapshot(self) -> AbstractContextManager[Books]:
        """Return the books as they are at one moment."""
        return self._living().snapshot()

    def backup(self, path: Path) -> None:
        """Copy the whole books to a file."""
        self._living().backup(path)

    def close(self) -> None:
        """Let go of the books, dead or alive."""
        self.store.close()


def _unknown() -> Unknown:
    """Return the error of a write whose result is not known."""
    return Unknown("it is not known whether this was written: read the head of the stream")
