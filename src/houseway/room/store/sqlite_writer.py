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

from houseway.room.store import chain
from houseway.room.store.append_plan import (
    KnownStream,
    Plan,
    Planner,
    columns,
    conflict,
    key_used,
    too_much,
)
from houseway.room.store.interface import (
    Batch,
    Change,
    HeadSealed,
    KeyedCommand,
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
from houseway.room.store.seals import Seals
from houseway.room.store.sqlite_copy import copy
from houseway.room.store.sqlite_file import locked, migrate, opened_to_write
from houseway.room.store.sqlite_reader import SqliteBooks

_MOVE = """UPDATE stream SET seq = ?, head = ?, seal = ?
  WHERE id = ? AND seq = ? AND fence = ? AND head = ?"""
_LOG = "INSERT INTO log(stream, seq, at_ms, kind, by_who, body, hash) VALUES (?,?,?,?,?,?,?)"
_POSTING = "INSERT INTO posting(stream, seq, n, debit, credit, cents) VALUES (?,?,?,?,?,?)"
_ACCOUNT = "INSERT INTO account(id, name, kind) VALUES (?,?,?)"
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


_CHANGES: dict[type[Change], str] = {
    Person: _upsert(
        "person",
        "id",
        "role name card pin wrong locked_ms last_login_ms last_station excluded firm row_no seal",
    ),
    Session: _upsert("session", "person", "token station until_ms since_ms row_no seal"),
    HeadSealed: "UPDATE stream SET seal = ? WHERE id = ?",
    SessionEnded: "DELETE FROM session WHERE person = ?",
    ShoeKept: _upsert("shoe", "stream no", "sealed root finished"),
    RoundKept: _upsert("round", "stream no", "opened closed outcome rules shoe record"),
}


class SqliteStore(SqliteBooks):
    """Read and write access to the books. Only one process may have them open for writing."""

    def __init__(self, path: Path, *, durable: bool = True, seals: Seals | None = None) -> None:
        self._lock_file = locked(Path(path))
        self._writing = threading.RLock()
        self._planner = Planner(seals=seals)
        self._closed = False
        self._broken = ""
        try:
            self._db = opened_to_write(Path(path), durable)
            try:
                migrate(self._db, Path(path))
                super().__init__(path, seals)
                self._know()
                self._remember_rows()
            except BaseException:
                self._db.close()
                raise
        except BaseException:
            self._lock_file.close()
            raise

    def _know(self) -> None:
        """Read what the writer has to know: accounts, streams, and heads."""
        accounts = self._db.execute("SELECT name, id FROM account ORDER BY id")
        self._planner.accounts = {str(name): int(id) for name, id in accounts}
        streams = self._db.execute("SELECT name, id, seq, head, seal FROM stream")
        self._planner.streams = {name: KnownStream(*known) for name, *known in streams}

    def _know_stream(self, stream: str) -> None:
        """Read the id and the head of a stream."""
        asked = "SELECT id, seq, head, seal FROM stream WHERE name = ?"
        [known] = self._db.execute(asked, (stream,))
        self._planner.claimed(stream, KnownStream(*known))

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
            if wrong is None:
                self._planner.written(b for b, why in zip(group, said, strict=True) if not why)
            return [why or wrong for why in said] if wrong else said

    def _all_or_none(self, group: tuple[Batch, ...]) -> list[StoreError | None]:
        """Write all batches in a new transaction; nothing if one is refused among several."""
        self._db.execute("BEGIN IMMEDIATE")
        mark = self._planner.mark(batch.stream for batch in group)
        for batch in group:
            why = self._refusal(batch)
            if why is not None:
                self._db.execute("ROLLBACK")
                self._planner.go_back(mark)
                self._db.execute("BEGIN IMMEDIATE")
                return [why] if len(group) == 1 else []
        return [None] * len(group)

    def _saved(self, batch: Batch) -> StoreError | None:
        """Write one batch of several within a savepoint."""
        mark = self._planner.mark((batch.stream,))
        self._db.execute("SAVEPOINT batch")
        why = self._refusal(batch)
        if why is not None:
            self._db.execute("ROLLBACK TO batch")
            self._planner.go_back(mark)
        self._db.execute("RELEASE batch")
        return why

    def _refusal(self, batch: Batch) -> StoreError | None:
        """Write a batch; return the reason if the books refuse it."""
        try:
            self._write(self._planner.plan(batch))
        except StoreError as refused:
            return refused
        except apsw.ConstraintError as error:
            return StoreError(f"{batch.stream}: the books do not take this: {error}")
        except (ValueError, TypeError, OverflowError) as error:
            return StoreError(f"{batch.stream}: this cannot be written: {error}")
        return None

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

    def _write(self, plan: Plan) -> None:
        """Write a planned batch inside the open transaction."""
        db, batch, stands, ends = self._db, plan.batch, plan.stands, plan.ends
        moved = ends.seq, ends.head, ends.seal
        db.execute(_MOVE, (*moved, stands.id, batch.after, batch.fence, stands.head))
        if db.changes() != 1:
            asked = "SELECT seq, fence FROM stream WHERE id = ?"
            [(seq, fence)] = db.execute(asked, (stands.id,))
            raise conflict(batch, seq, fence)
        db.executemany(_LOG, plan.rows)
        if plan.opened:
            db.executemany(_ACCOUNT, plan.opened)
        if plan.postings:
            db.executemany(_POSTING, plan.postings)
            self._move(plan.moves)
        if batch.command is not None:
            self._answered(batch.command, stands.id, ends.seq)
        for change in batch.changes:
            self._change(change)

    def _move(self, moves: list[tuple[int, int]]) -> None:
        """Change balances in order; the database bears none that it must not."""
        for account, cents in moves:
            try:
                self._db.execute(_BALANCE, (cents, account))
            except apsw.ConstraintError as error:
                raise self._overdrawn(account, error) from error

    def _overdrawn(self, account: int, error: apsw.ConstraintError) -> StoreError:
        """Return the error of an account below 0, or above what a column can hold."""
        [(name,)] = self._db.execute("SELECT name FROM account WHERE id = ?", (account,))
        return Overdrawn(name) if "not_below_0" in str(error) else too_much(name)

    def _answered(self, command: KeyedCommand, stream: int, seq: int) -> None:
        """Keep the answer to a command under its key; KeyUsed if the key was used before."""
        try:
            self._db.execute(
                _COMMAND, (command.by, command.key, command.digest, stream, seq, command.answer)
            )
        except apsw.ConstraintError as error:
            raise key_used(command) from error

    def _change(self, change: Change) -> None:
        """Replace the entry with the key of a change."""
        self._db.execute(_CHANGES[type(change)], columns(change, self._planner.stream_id))

    def acquire(self, stream: str, owner: str) -> StreamHead:
        """Become the writer of a stream (made if new); all former writers lose their fence."""
        with self._writing:
            if self._closed or self._broken:
                raise StoreError(self._broken or "the books are closed")
            try:
                with self._db:
                    if stream not in self._planner.streams:
                        self._db.execute(
                            "INSERT INTO stream(id, name, seq, head, seal) VALUES (?, ?, 0, ?, ?)",
                            (
                                len(self._planner.streams) + 1, stream, chain.BEGINNING,
                                self._planner.first_seal(stream),
                            ),
                        )  # fmt: skip
                    self._know_stream(stream)
                    self._db.execute(
                        "UPDATE stream SET owner = ?, fence = fence + 1 WHERE name = ?",
                        (owner, stream),
                    )
            except apsw.Error as error:
                raise self._undone(error) from error
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
                self._closed = True
                super().close()
                self._db.close()
                self._lock_file.close()
