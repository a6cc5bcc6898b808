"""The books in a PostgreSQL database: a group of batches is one call, and one transaction.

No transaction spans a round trip, so a server that stops in the middle holds no lock. When a group
is refused, the state it depends on is read once. The batches at fault are refused, and the others
are sent again as a group.

A lost connection leaves the fate of a call open. The next connection first ends the old one, so
that what it then reads is final. A stream that stands below what was acknowledged means that the
database went back to an earlier state: nothing is written then until a person has decided.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path

import psycopg

from houseway.room.store import chain
from houseway.room.store.append_plan import KnownStream, Planner
from houseway.room.store.interface import Batch, StoreError, StreamHead, Unknown
from houseway.room.store.postgres.connection import (
    WRITER,
    Connection,
    connect,
    described,
    in_words,
    is_gone,
    migrate,
    new_name,
    require_durable,
    standby_note,
)
from houseway.room.store.postgres.group import APPEND, arguments, follow
from houseway.room.store.postgres.judge import judge, standing
from houseway.room.store.postgres.reader import PostgresBooks
from houseway.room.store.seals import Seals
from houseway.room.store.sql_reader import Found, Value

log = logging.getLogger(__name__)
Said = list[StoreError | None]
ONE_WRITER = 7100
"""The advisory lock of the one server that has the books open to write."""
AHEAD = 32
"""Ids of accounts taken from the sequence at a time."""
TRIES = 4
AGAIN = ("ZB", "40")
"""Classes of errors after which a group is sent again: ours, and a deadlock."""
OUTAGES = ("53", "55", "57", "58")
"""Classes of errors of the database as a whole: its disk, its memory, a lock or a time limit."""
REFUSED = "-----"
"""The SQLSTATE of what the driver refuses."""
"""Times that a group is sent again, because another server moved its accounts meanwhile."""


class PostgresStore(PostgresBooks):
    """Read and write access to the books in a database.

    ``durable`` False is for tests: the database may lose what it acknowledged. ``alone`` False lets
    several stores write one database, each its own streams.
    """

    def __init__(
        self, dsn: str, *, durable: bool = True, alone: bool = True,
        seals: Seals | None = None,
    ) -> None:  # fmt: skip
        self._name, self._durable, self._alone = new_name(), durable, alone
        self._writing = threading.RLock()
        self._ids: list[int] = []
        self._planner = Planner(self._next_account, seals)
        self._closed = False
        self._broken = ""
        self._unsettled = False
        """The connection was lost in a call that may still be carried out."""
        self.dsn, self.note = dsn, ""
        self.groups = self.refused_groups = self.single = 0
        """Calls made, calls refused, and batches that were written one by one after that."""
        self._noticed = ""
        self._session: tuple[object, ...] = (0, None)
        """Process and start of the writing connection in the database."""
        self._db = self._connected()
        try:
            migrate(self._db, dsn)
            super().__init__(dsn, self._name, seals)
            self._know_all()
            self._remember_rows()
        except BaseException:
            self._db.close()
            raise

    def _connected(self) -> Connection:
        """Open the writing connection; refuse a database that is not safe, or is in use.

        A connection that was lost is ended first.
        """
        made = connect(self.dsn, f"{self._name}-writer", WRITER)
        try:
            if self._durable:
                require_durable(made, self.dsn)
            self.note = standby_note(made)
            made.add_notice_handler(self._notice)
            self._end_former(made)
            if self._alone:
                self._take_alone(made)
        except BaseException:
            made.close()
            raise
        return made

    def _take_alone(self, connection: Connection) -> None:
        """Take the lock of the one writing server; StoreError if another one has it."""
        lock = "SELECT pg_try_advisory_lock(%s::int, hashtext(current_schema()))"
        [[taken]] = connection.execute(lock, (ONE_WRITER,)).fetchall()
        if not taken:
            raise StoreError(
                f"{described(self.dsn)} is in use by another server; stop that one first, or only "
                "read"
            )

    def _notice(self, notice: psycopg.errors.Diagnostic) -> None:
        """Keep a warning: the database warns when it stops waiting for its standby."""
        if notice.severity_nonlocalized == "WARNING":
            self._noticed = notice.message_primary or "a warning"

    def _know_all(self) -> None:
        """Read what the writer has to know: accounts, streams, and heads."""
        with self._db.cursor(binary=True) as cursor:
            found = cursor.execute("SELECT name, id FROM account ORDER BY id").fetchall()
            self._planner.accounts = {str(name): int(id) for name, id in found}
            found = cursor.execute("SELECT name, id, seq, head, seal FROM stream").fetchall()
            self._planner.streams = {name: KnownStream(*known) for name, *known in found}

    def _next_account(self) -> int:
        """Return an id for an account, from those that the sequence gave to this server."""
        if not self._ids:
            found = self._db.execute(
                "SELECT nextval('account_id') FROM generate_series(1, %s)", (AHEAD,)
            ).fetchall()
            self._ids = [int(id) for (id,) in reversed(found)]
        return self._ids.pop()

    def append(self, batches: Iterable[Batch]) -> list[StoreError | None]:
        """Write batches, each whole or not at all, durable on return; return the error of each, or
        None.
        """
        group = tuple(batches)
        with self._writing:
            why = self._why_not()
            if why is not None:
                return [why] * len(group)
            try:
                return self._written(group)
            except psycopg.Error as error:
                return [self._failed(error)] * len(group)

    def _why_not(self) -> StoreError | None:
        """Return the reason why nothing can be written now; connect again if that is needed."""
        if not self._closed and not self._broken and is_gone(self._db):
            try:
                self._connect_again()
            except StoreError as error:
                return error
            except psycopg.Error as error:
                self._db.close()
                return StoreError(f"{described(self.dsn)} cannot be reached: {in_words(error)}")
        if self._closed or self._broken:
            return StoreError(self._broken or "the books are closed")
        return None

    def _all(self, sql: str, values: Sequence[Value] = ()) -> list[Found]:
        """Return all rows of a query, but never while a call of unknown fate may still run."""
        if self._unsettled:
            with self._writing:
                why = self._why_not()
            if why is not None and self._unsettled:
                raise why
        return super()._all(sql, values)

    def _written(self, group: Sequence[Batch]) -> Said:
        """Write a group; the batches at fault are refused, and the others are written again."""
        wrong = self._call(group)
        if not wrong:
            return [None] * len(group)
        self.refused_groups += 1
        said: dict[int, StoreError] = {}
        left = list(range(len(group)))
        for _ in range(TRIES):
            if wrong[:2] in OUTAGES:
                return [StoreError(f"nothing was written: {wrong[6:]}")] * len(group)
            rest = [group[at] for at in left]
            now = standing(self._db, rest)
            self._know_accounts({name: id for name, (id, _, _) in now.accounts.items()})
            reasons = judge(self._planner, rest, now)
            if not any(reasons) and wrong[:2] not in AGAIN:
                break  # the database refuses what the judge takes
            said |= {at: why for at, why in zip(left, reasons, strict=True) if why is not None}
            left = [at for at in left if at not in said]
            if not left or not (wrong := self._call([group[at] for at in left])):
                return [said.get(at) for at in range(len(group))]
        for at in left:
            self.single += 1
            if why := self._call((group[at],)):
                said[at] = StoreError(f"{group[at].stream}: the books do not take this: {why[6:]}")
        return [said.get(at) for at in range(len(group))]

    def _call(self, group: Sequence[Batch]) -> str:
        """Send a group in one call; return "" if it is durable.

        Else return the SQLSTATE and the reason of the refusal. Raises the error of the database
        if its fate is unknown.
        """
        mark = self._planner.mark(batch.stream for batch in group)
        try:
            plans = [self._planner.plan(batch) for batch in group]
            if not follow(plans):
                self._planner.go_back(mark)
                return "ZB001 a batch does not follow the one before it"
            values = arguments(plans, self._planner.stream_id)
            self._noticed = ""
            self._db.execute(APPEND, values, prepare=True)
        except psycopg.Error as error:
            self._planner.go_back(mark)
            if is_gone(self._db):
                raise
            return f"{error.sqlstate or REFUSED} {in_words(error)}"
        except (StoreError, ValueError, TypeError, OverflowError) as error:
            self._planner.go_back(mark)
            return f"{REFUSED} {error}"
        if self._noticed:
            # It stands here and perhaps not at the standby, and it was to be in both.
            self._planner.go_back(mark)
            self._db.close()
            raise psycopg.OperationalError(self._noticed)
        self.groups += 1
        self._planner.written(group)
        return ""

    def _know_accounts(self, accounts: dict[str, int]) -> None:
        """Take over the ids of accounts that another server has opened."""
        self._planner.accounts.update(accounts)

    def _failed(self, error: psycopg.Error) -> StoreError:
        """Return the error of a group whose connection was lost: it may have been written."""
        self._db.close()
        self._unsettled = True
        self._why_not()
        return Unknown(
            f"the connection to the database was lost ({in_words(error)}): it is not known whether "
            "this was written"
        )

    def _connect_again(self) -> None:
        """Connect again, and compare heads with what was acknowledged."""
        was = self._planner.streams
        self._db = self._connected()
        try:
            self._know_all()
        except BaseException:
            self._db.close()
            raise
        self._unsettled = False
        for name, before in was.items():
            now = self._planner.streams.get(name)
            if (
                now is None
                or now.seq < before.seq
                or (now.seq == before.seq and now.head != before.head)
            ):
                self._broken = (
                    f"{described(self.dsn)} went back: {name} stands at row "
                    f"{now.seq if now else 0}, row {before.seq} was acknowledged. Nothing more is "
                    "written; treat the database as one restored from a backup"
                )
                log.critical("%s", self._broken)
                return

    def _end_former(self, connection: Connection) -> None:
        """End a former writing connection of this store: it must not commit any more."""
        connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE pid = %s AND backend_start = %s",
            self._session,
        )
        mine = "SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
        [self._session] = connection.execute(mine).fetchall()

    def acquire(self, stream: str, owner: str) -> StreamHead:
        """Become the writer of a stream (made if new); all former writers lose their fence."""
        with self._writing:
            why = self._why_not()
            if why is not None:
                raise why
            try:
                [found] = self._db.execute(
                    "SELECT id, seq, head, fence, seal FROM books_claim(%b, %b, %b, %b)",
                    (stream, owner, chain.BEGINNING, self._planner.first_seal(stream)),
                    binary=True,
                ).fetchall()
            except psycopg.Error as error:
                raise StoreError(
                    f"{stream} cannot be claimed in {described(self.dsn)}: {in_words(error)}"
                ) from error
            id, seq, head, fence, seal = found
            self._planner.claimed(stream, KnownStream(id, seq, head, seal))
        return StreamHead(stream, seq, head, fence, seal)

    def backup(self, path: Path) -> None:
        """Refuse: a database is backed up by its own tools."""
        raise StoreError(
            f"{described(self.dsn)} is not copied to a file; use pg_basebackup and archive its WAL"
        )

    def close(self) -> None:
        """Close the books."""
        with self._writing:
            if not self._closed:
                self._closed = True
                super().close()
                self._db.close()
