"""What the tables have taken: fees, tips and the house's result, by table, game and gaming day.

All of it is read from the postings.  A table that had two games in one day has two lines; what was
collected from it stands in the line of the game it has now.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import msgspec

from houseway.engine.events import DROP, TOKES
from houseway.room.accounting.trial_balance import HOUSE, RESULTS, Flows, TableTaken, flows, taken
from houseway.room.api import roles
from houseway.room.api.roles import Caller
from houseway.room.cage.days import Collection
from houseway.room.cage.state import rows_before
from houseway.room.errors import Denied
from houseway.room.floor.base import Desk
from houseway.room.gaming_day import Calendar
from houseway.room.ledger import at_table
from houseway.room.store.interface import Books
from houseway.room.tables import log
from houseway.room.tables.state import stream_of


class DropLine(msgspec.Struct, frozen=True):
    """One table with one game in one gaming day, in cents."""

    day: str
    table: str
    game: str
    bought: int
    """Brought to the table from the players' accounts, and taken back to them."""
    cashed: int
    fees: int
    tokes: int
    win: int
    """What the house won from the players' wagers, less what it lost."""
    meters: int
    """What wagers brought to the meters less what was won from them."""
    seeded: int
    collected: int
    filled: int
    result: int
    """What the house has more at the table: what it won, less what it paid to tips and meters."""


class InTheBox(msgspec.Struct, frozen=True):
    """What lies at a table now and waits to be collected."""

    table: str
    fees: int
    tokes: int


class DropReport(msgspec.Struct, frozen=True):
    """A gaming day, and what waits to be collected now."""

    day: str
    lines: tuple[DropLine, ...]
    fees: int
    tokes: int
    result: int
    waiting: tuple[InTheBox, ...]


class Drop(Desk):
    """Fees, tips and results."""

    @property
    def calendar(self) -> Calendar:
        """The room's own time."""
        return Calendar(self.terms.utc_offset_minutes, self.terms.day_begins_minutes)

    async def drop_report(self, caller: Caller, day: str = "") -> DropReport:
        """What every table took in a gaming day, today's if none is said."""
        roles.check(caller, "drop_report")
        calendar = self.calendar
        today = calendar.day(self.room.clock.now_ms())
        number = calendar.numbered(day) if day else today
        if number is None or number > today:
            raise Denied(f"a gaming day is a date like {calendar.named(today)}, not a later one")
        return await asyncio.to_thread(self._report, number)

    def _report(self, day: int) -> DropReport:
        """In a thread of its own: a day may have many rows, and tables go on meanwhile."""
        begins, ends = self.calendar.begins(day), self.calendar.begins(day + 1)
        with self.room.store.snapshot() as books:
            lines = list(_lines(books, self.calendar.named(day), begins, ends))
            boxes = [_box(books, table) for table in _tables(books)]
        return DropReport(
            self.calendar.named(day), tuple(lines), sum(line.fees for line in lines),
            sum(line.tokes for line in lines), sum(line.result for line in lines),
            tuple(box for box in boxes if box.fees or box.tokes),
        )  # fmt: skip

    async def collect(self, caller: Caller, table: str, *, key: str) -> Collection:
        """Take fees and tips of finished rounds from a table, to what the house has collected."""
        self.table(table)
        return await self.room.cage.days.collect(caller, table, key=key)


def _tables(books: Books) -> list[str]:
    streams = (head.stream for head in books.streams())
    return sorted(name.removeprefix("table:") for name in streams if name.startswith("table:"))


def _box(books: Books, table: str) -> InTheBox:
    return InTheBox(
        table, books.balance(at_table(table, DROP)), books.balance(at_table(table, TOKES))
    )


def _lines(books: Books, day: str, begins: int, ends: int) -> Iterator[DropLine]:
    """Line by line: the rows of each table, game by game, and what others did to the tables."""
    found: dict[tuple[str, str], list[tuple[TableTaken, int]]] = {}
    games: dict[str, str] = {}
    for table in _tables(books):
        for game, first, last in _games(books, table, begins, ends):
            games[table] = game
            stream = stream_of(table)
            moved = flows(books, {stream: first}, {stream: last})
            found.setdefault((table, game), []).extend(_parts(moved, games, day))
    others = [head.stream for head in books.streams() if not head.stream.startswith("table:")]
    moved = flows(
        books,
        {stream: rows_before(books, stream, begins) for stream in others},
        {stream: rows_before(books, stream, ends) for stream in others},
    )
    for part, result in _parts(moved, games, day):
        found.setdefault((part.table, part.game), []).append((part, result))
    for (table, game), parts in sorted(found.items()):
        if parts:
            yield _line(day, table, game, parts)


def _parts(moved: Flows, games: dict[str, str], day: str) -> list[tuple[TableTaken, int]]:
    """What each table took, and what the house has more there by playing."""
    return [
        (part, sum(
            (getter == RESULTS) * cents - (giver == RESULTS) * cents
            for (table, giver, getter), cents in moved.items()
            if table == part.table and not _outside(giver) and not _outside(getter)
        ))
        for part in taken(moved, games, day, 0, 0).tables
    ]  # fmt: skip


def _outside(group: str) -> bool:
    """What the house has elsewhere: bankrolls, fills, what it has collected."""
    return group == HOUSE or group.startswith("house:")


def _line(day: str, table: str, game: str, parts: list[tuple[TableTaken, int]]) -> DropLine:
    names = DropLine.__struct_fields__[3:-1]
    sums = {name: sum(getattr(part, name) for part, _ in parts) for name in names}
    return DropLine(day, table, game, **sums, result=sum(result for _, result in parts))


def _games(books: Books, table: str, begins: int, ends: int) -> Iterator[tuple[str, int, int]]:
    """The games that a table had in a time, each with the rows after one up to another."""
    stream = stream_of(table)
    first, last = rows_before(books, stream, begins), rows_before(books, stream, ends)
    opened = [
        (row.seq, body.game)
        for row in reversed(books.rows_of(stream, ("opened",), 0))
        if row.seq <= last and isinstance(body := log.read(row.body), log.Opened)
    ]
    for i, (seq, game) in enumerate(opened):
        until = opened[i + 1][0] - 1 if i + 1 < len(opened) else last
        if until > first:
            yield game, max(first, seq - 1), until
