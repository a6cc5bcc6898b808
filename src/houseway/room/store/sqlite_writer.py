"""The books in an SQLite file: one connection writes in groups, and each group is durable.

A group of batches is one transaction. One of them may be refused: for lack of money, a used key, or
a foreign stream. The group is then written again with a savepoint for each batch, so that only the
refused one is lost. Savepoints from the beginning would make every action an eighth slower.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from pathlib import Path

import apsw
import msgspec

from houseway.room.ledger import kind_of
from houseway.room.store import chain
from houseway.room.store.interface import (
    Batch,
    Change,
    Conflict,
    KeyUsed,
    Overdrawn,
    Person,
    RoundKept,
    Session,
    SessionEnded,
    ShoeKept,
    StoreError,
    StreamHead,
    Unknown,
)
from houseway.room.store.sqlite_copy import copy
from houseway.room.store.sqlite_file import locked, migrate, opened_to_write
from houseway.room.store.sqlite_reader import SqliteBooks

_MOVE = """UPDATE stream SET seq = ?, head = ?
  WHERE id = ? AND seq = ? AND fence = ? AND head = ?"""
_LOG = "INSERT INTO log(stream, seq, at_ms, kind, by_who, body, hash) VALUES (?,?,?,?,?,?,?)"
_POSTING = "INSERT INTO posting(id, stream, seq, n, debit, credit, cents) VALUES (?,?,?,?,?,?,?)"
_BALANCE = "UPDATE account SET balance = balance + ? WHERE id = ?"
_COMMAND = "INSERT INTO command(by_who, key, digest, stream, seq, answer) VALUES (?,?,?,?,?,?)"


def _upsert(table: str, key: str, others: str) -> str:
    """Return the SQL for a row that replaces the one with its key, and no other."""
    columns = [*key.split(), *others.split()]
    marks = ", ".join("?" * len(columns))
    changed = ", ".join(f"{name} = excluded.{name}" for name in others.split())
    return (
        f"INSERT INTO {table}({', '.join(columns)}) VALUES ({marks}) "
        f"ON CONFLICT({', '.join(key.split())}) DO UPDATE SET {changed}"
    )


_PERSON = _upsert(
    "person",
    "id",
    "role name card pin wrong locked_ms last_login_ms last_station excluded firm",
)
_SESSION = _upsert("session", "person", "token station until_ms since_ms")
_SHOE = _upsert("shoe", "stream no", "sealed root finished")
_ROUND = _upsert("round", "stream no", "opened closed outcome rules shoe record")


class _Known(msgspec.Struct):
    """The writer's cache before an attempt."""

    heads: dict[str, tuple[int, bytes]]
    accounts: int
    last_posting: int


class SqliteStore(SqliteBooks):
    """Read and write access to the books. Only one process may have them open for writing."""

    def __init__(self, path: Path, *, durable: bool = True) -> None:
        self._lock_file = locked(Path(path))
        self._writing = threading.RLock()
        self._accounts: dict[str, int] = {}
        self._streams: dict[str, int] = {}
        self._heads: dict[str, tuple[int, bytes]] = {}
        self._broken = ""
        try:
            self._db = opened_to_write(Path(path), durable)
            try:
                migrate(self._db, Path(path))
                super().__init__(path)
                self._know()
            except BaseException:
                self._db.close()
                raise
        except BaseException:
            self._lock_file.close()
            raise

    def _know(self) -> None:
        """Fill the cache of the writer: numbers of accounts and streams, and heads."""
        accounts = self._db.execute("SELECT name, id FROM account")
        self._accounts = {str(name): int(id) for name, id in accounts}
        self._streams.clear()
        self._heads.clear()
        for name, id, seq, head in self._db.execute("SELECT name, id, seq, head FROM stream"):
            self._streams[name] = id
            self._heads[name] = (seq, head)
        [(self._last_posting,)] = self._db.execute("SELECT coalesce(max(id), 0) FROM posting")

    def _know_stream(self, stream: str) -> None:
        """Cache the id and the head of a stream."""
        asked = "SELECT id, seq, head FROM stream WHERE name = ?"
        [(self._streams[stream], seq, head)] = self._db.execute(asked, (stream,))
        self._heads[stream] = (seq, head)

    def append(self, batches: Iterable[Batch]) -> list[StoreError | None]:
        """Write batches, each whole or not at all, durable on return; return the error of each, or
        None.
        """
        group = tuple(batches)
        with self._writing:
            if self._closed or self._broken:
                why = StoreError(self._broken or "the books are closed")
                return [why] * len(group)
            try:
                said = self._all_or_none(group) or [self._saved(batch) for batch in group]
            except apsw.Error as error:
                # Not one batch but the database itself: nothing of the group is written.
                return [self._undone(error)] * len(group)
            wrong = self._commit()
            return [why or wrong for why in said] if wrong else said

    def _all_or_none(self, group: tuple[Batch, ...]) -> list[StoreError | None]:
        """Write all batches in a new transaction; nothing if one is refused among several."""
        self._db.execute("BEGIN IMMEDIATE")
        known = self._known(batch.stream for batch in group)
        for batch in group:
            why = self._refusal(batch)
            if why is not None:
                self._db.execute("ROLLBACK")
                self._forget(known)
                self._db.execute("BEGIN IMMEDIATE")
                return [why] if len(group) == 1 else []
        return [None] * len(group)

    def _saved(self, batch: Batch) -> StoreError | None:
        """Write one batch of several within a savepoint."""
        known = self._known((batch.stream,))
        self._db.execute("SAVEPOINT batch")
        why = self._refusal(batch)
        if why is not None:
            self._db.execute("ROLLBACK TO batch")
            self._forget(known)
        self._db.execute("RELEASE batch")
        return why

    def _refusal(self, batch: Batch) -> StoreError | None:
        """Write a batch; return the reason if the books refuse it."""
        try:
            self._write(batch)
        except StoreError as refused:
            return refused
        except apsw.ConstraintError as error:
            return StoreError(f"{batch.stream}: the books do not take this: {error}")
        except (ValueError, TypeError, OverflowError) as error:
            return StoreError(f"{batch.stream}: this cannot be written: {error}")
        return None

    def _known(self, streams: Iterable[str]) -> _Known:
        """Return the cached state that a failed write of these streams must restore."""
        heads = {name: self._heads[name] for name in streams if name in self._heads}
        return _Known(heads, len(self._accounts), self._last_posting)

    def _forget(self, known: _Known) -> None:
        """Restore the cache after something was undone."""
        self._heads.update(known.heads)
        self._last_posting = known.last_posting
        while len(self._accounts) > known.accounts:
            self._accounts.popitem()

    def _commit(self) -> StoreError | None:
        """Commit; return None if durable, else the error. After a failed sync nothing more is
        written.
        """
        try:
            self._db.execute("COMMIT")
        except (apsw.FullError, apsw.BusyError) as error:
            return self._undone(error)
        except apsw.Error as error:
            # After a failed sync the disk may hold the commit or not, and another sync may say
            # "done" of what is lost.  Only a new start, which reads the file, can tell.
            self._undone(error)
            self._broken = (
                f"the disk failed while the books were written ({error}); "
                "nothing more is written until the server is started again"
            )
            return Unknown(self._broken)
        return None

    def _undone(self, error: apsw.Error) -> StoreError:
        """Roll back the whole transaction; return the reason in words."""
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")
        self._know()
        if isinstance(error, apsw.FullError):
            return StoreError("the disk is full: nothing was written")
        if isinstance(error, apsw.BusyError):
            return StoreError("another program is writing into the books: nothing was written")
        return StoreError(f"the books could not be written ({error}): nothing was written")

    def _write(self, batch: Batch) -> None:
        """Write a batch inside the open transaction: its row, postings, changes and answer."""
        name = batch.stream
        stream = self._streams.get(name)
        if stream is None:
            raise Conflict(f"no writer has claimed the stream {name}")
        db = self._db
        seq, before = batch.after, self._heads[name][1]
        hash, moves = before, []
        rows, postings = [], []
        for entry in batch.entries:
            seq += 1
            at, kind, by, body = entry.at, entry.kind, entry.by, entry.body
            hash = chain.row_hash(hash, name, seq, at, kind, by, body, entry.postings)
            rows.append((stream, seq, at, kind, by, body, hash))
            moved = dict[int, int]()
            for n, posting in enumerate(entry.postings):
                debit = self._account(posting.debit)
                credit = self._account(posting.credit)
                self._last_posting += 1
                postings.append((self._last_posting, stream, seq, n, debit, credit, posting.cents))
                moved[debit] = moved.get(debit, 0) - posting.cents
                moved[credit] = moved.get(credit, 0) + posting.cents
            moves += [(cents, account) for account, cents in moved.items() if cents]
        db.execute(_MOVE, (seq, hash, stream, batch.after, batch.fence, before))
        if db.changes() != 1:
            raise self._conflict(batch)
        db.executemany(_LOG, rows)
        if postings:
            db.executemany(_POSTING, postings)
            self._move(moves)
        if batch.command is not None:
            self._answered(batch, stream, seq)
        for change in batch.changes:
            self._change(change)
        self._heads[name] = (seq, hash)

    def _conflict(self, batch: Batch) -> Conflict:
        """Return the reason why a batch does not follow the head of its stream."""
        [(seq, fence)] = self._db.execute(
            "SELECT seq, fence FROM stream WHERE name = ?", (batch.stream,)
        )
        if fence != batch.fence:
            return Conflict(f"{batch.stream} was claimed by another owner (fence {fence})")
        if seq != batch.after:
            return Conflict(f"{batch.stream} stands at row {seq}, not at {batch.after}")
        return Conflict(f"the head of {batch.stream} has been changed behind the writer's back")

    def _move(self, moves: list[tuple[int, int]]) -> None:
        """Change balances, netted over a row and no further: a wallet must bear each row alone."""
        for cents, account in moves:
            try:
                self._db.execute(_BALANCE, (cents, account))
            except apsw.ConstraintError as error:
                raise self._overdrawn(account, error) from error

    def _overdrawn(self, account: int, error: apsw.ConstraintError) -> StoreError:
        """Return the error of an account below 0, or above what a column can hold."""
        [(name,)] = self._db.execute("SELECT name FROM account WHERE id = ?", (account,))
        if "not_below_0" in str(error):
            return Overdrawn(name)
        return StoreError(f"{name} cannot hold so much")

    def _answered(self, batch: Batch, stream: int, seq: int) -> None:
        """Keep the answer to a command under its key; KeyUsed if the key was used before."""
        command = batch.command
        assert command is not None
        try:
            self._db.execute(
                _COMMAND, (command.by, command.key, command.digest, stream, seq, command.answer)
            )
        except apsw.ConstraintError as error:
            raise KeyUsed(f"the key {command.key!r} has been used before") from error

    def _account(self, name: str) -> int:
        """Return the number of an account, which is opened on first use."""
        known = self._accounts.get(name)
        if known is None:
            known = len(self._accounts) + 1
            self._db.execute(
                "INSERT INTO account(id, name, kind) VALUES (?,?,?)", (known, name, kind_of(name))
            )
            self._accounts[name] = known
        return known

    def _stream(self, name: str) -> int:
        """Return the number of a stream in the database; StoreError if there is none."""
        if name not in self._streams:
            raise StoreError(f"there is no stream {name}")
        return self._streams[name]

    def _change(self, change: Change) -> None:
        """Replace the entry with the key of a change."""
        match change:
            case Person():
                values = (*msgspec.structs.astuple(change)[:9], int(change.excluded), change.firm)
                self._db.execute(_PERSON, values)
            case Session(token, person, station, until, since):
                self._db.execute(_SESSION, (person, token, station, until, since))
            case SessionEnded(person):
                self._db.execute("DELETE FROM session WHERE person = ?", (person,))
            case ShoeKept(stream, no, sealed, root, finished):
                self._db.execute(_SHOE, (self._stream(stream), no, sealed, root, int(finished)))
            case RoundKept():
                values = msgspec.structs.astuple(change)[1:]
                self._db.execute(_ROUND, (self._stream(change.stream), *values))

    def acquire(self, stream: str, owner: str) -> StreamHead:
        """Become the writer of a stream (made if new); all former writers lose their fence."""
        with self._writing:
            if self._closed or self._broken:
                raise StoreError(self._broken or "the books are closed")
            try:
                with self._db:
                    if stream not in self._streams:
                        self._db.execute(
                            "INSERT INTO stream(id, name, seq, head) VALUES (?, ?, 0, ?)",
                            (len(self._streams) + 1, stream, chain.BEGINNING),
                        )
                    self._db.execute(
                        "UPDATE stream SET owner = ?, fence = fence + 1 WHERE name = ?",
                        (owner, stream),
                    )
            except apsw.Error as error:
                raise self._undone(error) from error
            self._know_stream(stream)
        head = self.head(stream)
        assert head is not None
        return head

    def backup(self, path: Path) -> None:
        """Copy the books while they are in use."""
        copy(self._db, path, self._writing)

    def close(self) -> None:
        """Close the books."""
        with self._writing:
            if not self._closed:
                super().close()
                self._db.close()
                self._lock_file.close()
