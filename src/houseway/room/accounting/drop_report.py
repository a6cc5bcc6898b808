"""The drop report: fees, tips and the house's result, by table, game and gaming day.

Everything is read from the postings. A table that had two games in one day has two lines;
collections are in the line of its present game.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from houseway.engine.events import DROP, TOKES
from houseway.room.accounting.trial_balance import HOUSE, RESULTS, Flows, flows, taken
from houseway.room.api import roles
from houseway.room.api.cage_types import DropLine, DropReport, TableDayReport, UncollectedDrop
from houseway.room.api.roles import Caller
from houseway.room.cage.state import rows_before
from houseway.room.clock import Clock
from houseway.room.errors import Denied
from houseway.room.gaming_day import Calendar
from houseway.room.ledger import at_table
from houseway.room.store.interface import Books, Store
from houseway.room.tables import log
from houseway.room.tables.state import stream_of


class DropReports:
    """Fees, tips and results of the tables by gaming day."""

    def __init__(self, store: Store, clock: Clock, calendar: Calendar) -> None:
        self._store, self._clock, self.calendar = store, clock, calendar

    async def drop_report(self, caller: Caller, day: str = "") -> DropReport:
        """Return the takings of every table in a gaming day; an empty ``day`` is today."""
        roles.check(caller, "drop_report")
        calendar = self.calendar
        today = calendar.day(self._clock.now_ms())
        number = calendar.numbered(day) if day else today
        if number is None or number > today:
            raise Denied(f"a gaming day is a date like {calendar.named(today)}, not a later one")
        return await asyncio.to_thread(self._report, number)

    def _report(self, day: int) -> DropReport:
        """Return the report; runs in a thread of its own, because a day may have many rows."""
        begins, ends = self.calendar.begins(day), self.calendar.begins(day + 1)
        with self._store.snapshot() as books:
            lines = list(_lines(books, self.calendar.named(day), begins, ends))
            boxes = [_box(books, table) for table in _tables(books)]
        return DropReport(
            self.calendar.named(day), tuple(lines), sum(line.fees for line in lines),
            sum(line.tokes for line in lines), sum(line.result for line in lines),
            tuple(box for box in boxes if box.fees or box.tokes),
        )  # fmt: skip


def _tables(books: Books) -> list[str]:
    """Return the names of all tables in order."""
    streams = (head.stream for head in books.streams())
    return sorted(name.removeprefix("table:") for name in streams if name.startswith("table:"))


def _box(books: Books, table: str) -> UncollectedDrop:
    """Return the drop and the tokes that are still at a table."""
    return UncollectedDrop(
        table, books.balance(at_table(table, DROP)), books.balance(at_table(table, TOKES))
    )


def _lines(books: Books, day: str, begins: int, ends: int) -> Iterator[DropLine]:
    """Yield the lines: the rows of each table, game by game, then changes to tables by others."""
    found: dict[tuple[str, str], list[tuple[TableDayReport, int]]] = {}
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


def _parts(moved: Flows, games: dict[str, str], day: str) -> list[tuple[TableDayReport, int]]:
    """Return the takings of each table and the part of the house's result that comes from play."""
    return [
        (part, sum(
            (getter == RESULTS) * cents - (giver == RESULTS) * cents
            for (table, giver, getter), cents in moved.items()
            if table == part.table and not _outside(giver) and not _outside(getter)
        ))
        for part in taken(moved, games, day, 0, 0).tables
    ]  # fmt: skip


def _outside(group: str) -> bool:
    """Return True if the house holds this group outside of play: bankrolls, fills, collections."""
    return group == HOUSE or group.startswith("house:")


def _line(day: str, table: str, game: str, parts: list[tuple[TableDayReport, int]]) -> DropLine:
    """Return the line of a table and game: its parts summed up, in cents."""
    names = DropLine.__struct_fields__[3:-1]
    sums = {name: sum(getattr(part, name) for part, _ in parts) for name in names}
    return DropLine(day, table, game, **sums, result=sum(result for _, result in parts))


def _games(books: Books, table: str, begins: int, ends: int) -> Iterator[tuple[str, int, int]]:
    """Return the games of a table in a period, each with its range of rows."""
    stream = stream_of(table)
    first, last = rows_before(books, stream, begins), rows_before(books, stream, ends)
    opened = [
        (row.seq, body.game)
        for row in reversed(books.rows_of(stream, ("opened",), 0))
        if row.seq <= last and isinstance(body := log.read(row.body), log.TableOpened)
    ]
    for i, (seq, game) in enumerate(opened):
        until = opened[i + 1][0] - 1 if i + 1 < len(opened) else last
        if until > first:
            yield game, max(first, seq - 1), until
