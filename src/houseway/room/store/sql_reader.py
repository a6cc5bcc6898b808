"""Read access to the books by SQL that every database understands.

A ``Database`` runs the SQL. It differs between SQLite and PostgreSQL; what is asked does not.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol, TypeAlias, TypeVar

from houseway.room.ledger import Posting
from houseway.room.store.interface import (
    AccountKept,
    Books,
    KeyedCommand,
    Person,
    PostedEntry,
    RoundKept,
    Row,
    Session,
    ShoeKept,
    StreamHead,
)
from houseway.room.store.seals import Seals

PAGE = 500
"""Rows read at a time, so that a reader who pauses holds no lock."""
Value: TypeAlias = int | str | bytes | list[str] | None
Sealed = TypeVar("Sealed", Person, Session)
Found: TypeAlias = tuple[Any, ...]
"""A row from the database; its tables are strict, so the schema gives the types."""


class Database(Protocol):
    """A database that is only read, from any thread."""

    @property
    def has_gaps(self) -> bool:
        """Return True if ids of postings increase, but may leave numbers out."""
        ...

    @property
    def has_seals(self) -> bool:
        """Return True if rows have columns for seals."""
        ...

    def all(self, sql: str, values: Sequence[Value] = ()) -> list[Found]:
        """Return all rows of a query with ``?`` for each value; StoreError if it fails."""
        ...

    def among(self, column: str, values: Sequence[str]) -> tuple[str, Sequence[Value]]:
        """Return the condition that a column has one of these values, and its values."""
        ...

    def snapshot(self) -> AbstractContextManager[Database]:
        """Return the database as it is at one moment."""
        ...

    def close(self) -> None:
        """Close all connections; queries are refused from now on."""
        ...


_ROWS = """SELECT s.name, l.seq, l.at_ms, l.kind, l.by_who, l.body, l.hash
  FROM log l JOIN stream s ON s.id = l.stream"""
_POSTINGS = """SELECT p.id, s.name, p.seq, p.n, d.name, c.name, p.cents FROM posting p
  JOIN stream s ON s.id = p.stream JOIN account d ON d.id = p.debit
  JOIN account c ON c.id = p.credit"""
_ROUNDS = """SELECT s.name, r.no, r.opened, r.closed, r.outcome, r.rules, r.shoe, r.record
  FROM round r JOIN stream s ON s.id = r.stream"""
_SHOES = """SELECT s.name, h.no, h.sealed, h.root, h.finished
  FROM shoe h JOIN stream s ON s.id = h.stream"""
_PERSON = """SELECT id, role, name, card, pin, wrong, locked_ms, last_login_ms, last_station,
  excluded, firm, row_no, seal FROM person"""
_SESSION = "SELECT token, person, station, until_ms, since_ms, row_no, seal FROM session"
_COMMANDS = """SELECT k.by_who, k.key, k.digest, k.answer, s.name, k.seq
  FROM command k JOIN stream s ON s.id = k.stream"""
_STREAM = "SELECT name, seq, head, fence, seal FROM stream"
_STATEMENT = """SELECT s.name, l.seq, l.at_ms, l.kind, l.by_who, l.body, l.hash,
    d.name, c.name, p.cents
  FROM (SELECT * FROM (SELECT id FROM posting WHERE debit = ? ORDER BY id DESC LIMIT ?) given
        UNION ALL
        SELECT * FROM (SELECT id FROM posting WHERE credit = ? ORDER BY id DESC LIMIT ?) taken
       ) found
  JOIN posting p ON p.id = found.id JOIN stream s ON s.id = p.stream
  JOIN log l ON l.stream = p.stream AND l.seq = p.seq
  JOIN account d ON d.id = p.debit JOIN account c ON c.id = p.credit
  ORDER BY p.id DESC LIMIT ?"""
_GAVE = """SELECT s.name, l.seq, l.at_ms, l.kind, l.by_who, l.body, l.hash, d.name, c.name, p.cents
  FROM posting p JOIN account d ON d.id = p.debit JOIN account c ON c.id = p.credit
  JOIN stream s ON s.id = p.stream JOIN log l ON l.stream = p.stream AND l.seq = p.seq
  WHERE d.name = ? ORDER BY p.id DESC LIMIT ?"""


class SqlBooks:
    """Read access to the books in a database.

    With ``seals`` a person or a login that is read alone must have the seal of the room.
    """

    def __init__(self, database: Database, seals: Seals | None = None) -> None:
        self._database, self._seals = database, seals

    @property
    def has_gaps(self) -> bool:
        """Return True if ids of postings increase, but may leave numbers out."""
        return self._database.has_gaps

    def _sql(self, sql: str) -> str:
        """Return a query as these books can answer it: older ones have no columns for seals."""
        known = self._database.has_seals
        return sql if known else re.sub(r"(, row_no)?, seal FROM", " FROM", sql)

    def _checked(self, row: Sealed, least: int) -> Sealed:
        """Return a row that has the seal of the room; ``least`` is the row that made it last."""
        if self._seals:
            self._seals.require(row, least)
        return row

    def _remember_rows(self) -> None:
        """Note the rows that made persons and logins, as a writer that begins."""
        if self._seals:
            self._seals.remember_all(self.people(), self.sessions())

    def _all(self, sql: str, values: Sequence[Value] = ()) -> list[Found]:
        """Return all rows of a query; StoreError if it fails."""
        return self._database.all(sql, values)

    def _one(self, sql: str, values: Sequence[Value] = ()) -> Found | None:
        """Return the only row of a query; None if there is none."""
        found = self._all(sql, values)
        return found[0] if found else None

    def head(self, stream: str) -> StreamHead | None:
        """Return the head of a stream; None if there is none."""
        found = self._one(f"{self._sql(_STREAM)} WHERE name = ?", (stream,))
        return StreamHead(*found) if found else None

    def streams(self) -> list[StreamHead]:
        """Return all streams."""
        return [StreamHead(*found) for found in self._all(f"{self._sql(_STREAM)} ORDER BY name")]

    def rows(self, stream: str, after: int = 0, most: int = 0) -> Iterator[Row]:
        """Return the rows of a stream in order (``most`` 0: all)."""
        left = most
        while not most or left > 0:
            page = min(PAGE, left) if most else PAGE
            found = self._all(
                f"{_ROWS} WHERE s.name = ? AND l.seq > ? ORDER BY l.seq LIMIT ?",
                (stream, after, page),
            )
            for values in found:
                yield Row(*values)
            if len(found) < page:
                return
            left -= page
            after = found[-1][1]

    def last_row(self, stream: str, kind: str) -> Row | None:
        """Return the last row of this kind."""
        # Most rows of a table are steps: the others have an index, which these words ask for.
        others = "" if kind == "step" else "AND l.kind <> 'step'"
        found = self._one(
            f"{_ROWS} WHERE s.name = ? AND l.kind = ? {others} ORDER BY l.seq DESC LIMIT 1",
            (stream, kind),
        )
        return Row(*found) if found else None

    def rows_of(
        self, stream: str, kinds: Collection[str], most: int = 100, before: int = 0
    ) -> list[Row]:
        """Return the latest rows of these kinds, newest first (``most`` 0: all; ``before`` a
        row).
        """
        asked = sorted(set(kinds))
        others = "" if "step" in asked else "AND l.kind <> 'step'"
        among, values = self._database.among("l.kind", asked)
        found = self._all(
            f"{_ROWS} WHERE s.name = ? AND {among} {others}"
            " AND l.seq < ? ORDER BY l.seq DESC LIMIT ?",
            (stream, *values, before or 1 << 62, most or 1 << 62),
        )
        return [Row(*values) for values in found]

    def postings(self, stream: str, after: int = 0, upto: int = 0) -> Iterator[PostedEntry]:
        """Return the postings of a stream for a range of rows."""
        last = upto or (1 << 62)
        seq, n = after + 1, -1  # the place after which the next page begins
        while found := self._all(
            f"{_POSTINGS} WHERE s.name = ? AND (p.seq, p.n) > (?, ?) AND p.seq <= ?"
            " ORDER BY p.seq, p.n LIMIT ?",
            (stream, seq, n, last, PAGE),
        ):
            for values in found:
                yield _written(values)
            if len(found) < PAGE:
                return
            seq, n = found[-1][2:4]

    def all_postings(self, since: int = 0) -> Iterator[PostedEntry]:
        """Return the postings of all streams as they were written, those with greater ids than
        ``after``.
        """
        while found := self._all(
            f"{_POSTINGS} WHERE p.id > ? ORDER BY p.id LIMIT ?", (since, PAGE)
        ):
            for values in found:
                yield _written(values)
            if len(found) < PAGE:
                return
            since = found[-1][0]

    def balance(self, account: str) -> int:
        """Return the balance of an account, in cents; 0 if it has never been used."""
        found = self._one("SELECT balance FROM account WHERE name = ?", (account,))
        return int(found[0]) if found else 0

    def balances(self, prefix: str = "") -> dict[str, int]:
        """Return all accounts whose names have this prefix."""
        found = self._all(
            "SELECT name, balance FROM account WHERE name >= ? AND name < ? ORDER BY name",
            (prefix, prefix + chr(0x10FFFF)),
        )
        return dict(found)

    def accounts(self) -> Iterator[AccountKept]:
        """Return all accounts, by name."""
        after = ""
        while found := self._all(
            "SELECT name, kind, unit, balance FROM account WHERE name > ? ORDER BY name LIMIT ?",
            (after, PAGE),
        ):
            for values in found:
                yield AccountKept(*values)
            after = found[-1][0]

    def statement(self, account: str, most: int = 100) -> list[tuple[Row, Posting]]:
        """Return the latest postings of one account, with their rows, newest first."""
        known = self._one("SELECT id FROM account WHERE name = ?", (account,))
        if not known:
            return []
        return [
            (Row(*found[:7]), Posting(*found[7:]))
            for found in self._all(_STATEMENT, (known[0], most, known[0], most, most))
        ]

    def debits_of(self, account: str, most: int = 100) -> list[tuple[Row, Posting]]:
        """Return the latest debits of an account, with their rows, newest first."""
        found = self._all(_GAVE, (account, most))
        return [(Row(*values[:7]), Posting(*values[7:])) for values in found]

    def command(self, by: int, key: str) -> KeyedCommand | None:
        """Return the command kept under this key; None: none."""
        found = self._one(f"{_COMMANDS} WHERE k.by_who = ? AND k.key = ?", (by, key))
        return KeyedCommand(*found) if found else None

    def commands(self) -> Iterator[KeyedCommand]:
        """Return all stored answers, by person and key."""
        by, key = -(1 << 62), ""
        while found := self._all(
            f"{_COMMANDS} WHERE (k.by_who, k.key) > (?, ?) ORDER BY k.by_who, k.key LIMIT ?",
            (by, key, PAGE),
        ):
            for values in found:
                yield KeyedCommand(*values)
            by, key = found[-1][:2]

    def person(self, id: int) -> Person | None:
        """Return a person by id; None: none."""
        least = self._seals.least(Person, id) if self._seals else 0
        found = self._one(f"{self._sql(_PERSON)} WHERE id = ?", (id,))
        return self._checked(_person(found), least) if found else None

    def person_with(self, card: str) -> Person | None:
        """Return a person by card; None: none."""
        found = self._one("SELECT id FROM person WHERE card = ?", (card,))
        person = self.person(found[0]) if found else None
        return person if person is not None and person.card == card else None

    def people(self) -> list[Person]:
        """Return all persons."""
        return [_person(found) for found in self._all(f"{self._sql(_PERSON)} ORDER BY id")]

    def session(self, token: bytes) -> Session | None:
        """Return a login by the hash of its token."""
        found = self._one("SELECT person FROM session WHERE token = ?", (token,))
        session = self.session_of(found[0]) if found else None
        return session if session is not None and session.token == token else None

    def session_of(self, person: int) -> Session | None:
        """Return the login of a person; None if there is none."""
        least = self._seals.least(Session, person) if self._seals else 0
        found = self._one(f"{self._sql(_SESSION)} WHERE person = ?", (person,))
        return self._checked(Session(*found), least) if found else None

    def sessions(self) -> list[Session]:
        """Return all logins, by person, with unchecked seals."""
        return [Session(*found) for found in self._all(f"{self._sql(_SESSION)} ORDER BY person")]

    def round(self, stream: str, no: int) -> RoundKept | None:
        """Return a round of a table; None if there is none."""
        found = self._one(f"{_ROUNDS} WHERE s.name = ? AND r.no = ?", (stream, no))
        return RoundKept(*found) if found else None

    def rounds(self, stream: str, most: int = 10, before: int = 0) -> list[RoundKept]:
        """Return the latest rounds of a table, newest first (``before``: those with smaller
        numbers).
        """
        found = self._all(
            f"{_ROUNDS} WHERE s.name = ? AND r.no < ? ORDER BY r.no DESC LIMIT ?",
            (stream, before or (1 << 62), most),
        )
        return [RoundKept(*values) for values in found]

    def open_rounds(self) -> list[RoundKept]:
        """Return the unfinished rounds of all tables."""
        found = self._all(f"{_ROUNDS} WHERE r.outcome = 'open' ORDER BY s.name, r.no")
        return [RoundKept(*values) for values in found]

    def shoe(self, stream: str, no: int) -> ShoeKept | None:
        """Return a shoe of a table."""
        found = self._one(f"{_SHOES} WHERE s.name = ? AND h.no = ?", (stream, no))
        return _shoe(found) if found else None

    def open_shoes(self) -> list[ShoeKept]:
        """Return the unfinished shoes of all tables."""
        return [_shoe(v) for v in self._all(f"{_SHOES} WHERE h.finished = 0 ORDER BY s.name, h.no")]

    @contextmanager
    def snapshot(self) -> Iterator[Books]:
        """Return the books as they are at one moment, unaffected by later writes."""
        with self._database.snapshot() as frozen:
            yield SqlBooks(frozen)

    def close(self) -> None:
        """Close the books."""
        self._database.close()


def _written(values: Found) -> PostedEntry:
    """Return a row of the database as a posting."""
    id, stream, seq, n, *posting = values
    return PostedEntry(stream, seq, n, Posting(*posting), id)


def _person(values: Found) -> Person:
    """Return the person of a row of the database."""
    return Person(*_yes_or_no(values, 9))


def _shoe(values: Found) -> ShoeKept:
    """Return a row of the database as a shoe."""
    return ShoeKept(*_yes_or_no(values, 4))


def _yes_or_no(values: Found, at: int) -> Found:
    """Convert the 0 and 1 of the database to False and True."""
    return (*values[:at], bool(values[at]), *values[at + 1 :])
