"""The gaming day: its trial balance and report, its close; the drop of tables, and fills.

Drop and tokes are collected out of rounds that are over: what a round that still runs has brought
stays, so that the round can be voided by taking its postings back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import msgspec

from houseway.engine.events import DROP, HOUSE, TOKES, Account
from houseway.money import format_dollars
from houseway.room.accounting.trial_balance import Taken, Trial, flows, taken, trial
from houseway.room.api import roles
from houseway.room.api.roles import Caller
from houseway.room.cage.desk import Desk, amount
from houseway.room.cage.log import DayClosed, Moved
from houseway.room.cage.receipts import gained
from houseway.room.cage.state import STREAM, rows_before
from houseway.room.errors import Denied
from houseway.room.ledger import COLLECTED, Posting, at_table
from houseway.room.people.sessions import shielded
from houseway.room.store.interface import Books


class Collection(msgspec.Struct, frozen=True):
    """What was taken from a table, or given to it."""

    row: int
    kind: str
    at_ms: int
    table: str
    fees: int
    tokes: int
    house: int


class _Asked(msgspec.Struct, frozen=True):
    """What was asked for, under a key."""

    table: str = ""
    cents: int = 0
    day: int = 0


class GamingDays:
    """What is reckoned by the day."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @property
    def today(self) -> int:
        """The gaming day it is, as a number."""
        return self._desk.day

    def number(self, name: str) -> int:
        """A gaming day by its date."""
        calendar = self._desk.terms.calendar
        found = calendar.numbered(name)
        if found is None:
            raise Denied(f"a gaming day is a date like {calendar.named(self.today)}")
        return found

    # -- the books ---------------------------------------------------------------------------

    async def trial_balance(self, caller: Caller, day: int | None = None) -> Trial:
        """The trial balance now, or as it was at the end of a gaming day."""
        roles.check(caller, "trial_balance")
        return await asyncio.to_thread(self._trial, day)

    def _trial(self, day: int | None) -> Trial:
        desk = self._desk
        calendar, now = desk.terms.calendar, desk.now
        with desk.store.snapshot() as books:
            if day is None:
                return trial(books, None, now, calendar.named(desk.day))
            self._check_begun(day)
            ends = min(now, calendar.begins(day + 1))
            return trial(books, self._rows_at_end(books, day), ends, calendar.named(day))

    async def report(
        self, caller: Caller, games: Mapping[str, str], day: int | None = None
    ) -> Taken:
        """What each table and game took in a gaming day (as far as it is); tables by their game."""
        roles.check(caller, "trial_balance")
        return await asyncio.to_thread(self._report, games, self.today if day is None else day)

    def _report(self, games: Mapping[str, str], day: int) -> Taken:
        self._check_begun(day)
        name = self._desk.terms.calendar.named(day)
        with self._desk.store.snapshot() as books:
            before, after = self._rows_at_end(books, day - 1), self._rows_at_end(books, day)
            opening = trial(books, before, 0, name).liability
            closing = trial(books, after, 0, name).liability
            return taken(flows(books, before, after), games, name, opening, closing)

    def _check_begun(self, day: int) -> None:
        if day > self.today:
            raise Denied(f"{self._desk.terms.calendar.named(day)} has not begun")

    def _rows_at_end(self, books: Books, day: int) -> dict[str, int]:
        """How far each stream was when a gaming day ended: as it was closed, or by the time."""
        floor: dict[str, int] = {}
        last = books.last_row(STREAM, "day_closed")
        while last is not None:
            body = msgspec.msgpack.decode(last.body, type=DayClosed)
            if body.day == day:
                return body.rows
            if body.day < day:
                floor = body.rows
                break
            last = next(books.rows(STREAM, body.before - 1, 1)) if body.before else None
        ends = self._desk.terms.calendar.begins(day + 1)
        return {
            head.stream: max(rows_before(books, head.stream, ends), floor.get(head.stream, 0))
            for head in books.streams()
        }

    @shielded
    async def close(self, caller: Caller, day: int | None = None, *, key: str) -> Trial:
        """Close a gaming day that is over (yesterday, unless it says which): it is as it is now.

        Its trial balance is written down with how far every log was, and must be zero.
        """
        roles.check(caller, "gaming_day")
        desk = self._desk
        day = self.today - 1 if day is None else day
        named, asked = desk.terms.calendar.named(day), _Asked(day=day)
        async with desk.turn:
            if not desk.before(caller, "day_closed", asked, key):
                last = self._closable(day, named)
                found = await asyncio.to_thread(self._trial, day)
                if not found.balances:
                    raise Denied(f"the books of {named} do not balance: {found.total}", "fault")
                body = DayClosed(
                    day=day, rows=self._rows_at_end(desk.store, day), groups=found.groups,
                    liability=found.liability, before=last,
                )  # fmt: skip
                await desk.write(caller, "day_closed", body, key=key, asked=asked)
        return await asyncio.to_thread(self._trial, day)

    def _closable(self, day: int, named: str) -> int:
        """Refused unless this day can be closed; the row by which the last one was."""
        desk = self._desk
        if day >= self.today:
            raise Denied(f"the gaming day {named} is not over")
        last = desk.store.last_row(STREAM, "day_closed")
        if last is not None and msgspec.msgpack.decode(last.body, type=DayClosed).day >= day:
            raise Denied(f"the gaming day {named} has been closed")
        ends = desk.terms.calendar.begins(day + 1)
        late = [str(d.shift) for d in desk.drawers.open.values() if d.opened_ms < ends]
        if late:
            raise Denied(f"shifts of {named} are open: {', '.join(late)}; they are counted first")
        return last.seq if last is not None else 0

    # -- tables ------------------------------------------------------------------------------

    @shielded
    async def collect(self, caller: Caller, table: str, *, key: str) -> Collection:
        """Take the fees and tokes of finished rounds from a table."""
        roles.check(caller, "collect_drop")
        asked, desk = _Asked(table), self._desk
        async with desk.turn:
            row = desk.before(caller, "collected", asked, key)
            if not row:
                with desk.store.snapshot() as books:
                    fees, tokes = (free_of_rounds(books, table, part) for part in (DROP, TOKES))
                if not fees + tokes:
                    raise Denied(f"there is nothing to collect at table {table}")
                amounts = ((DROP, fees), (TOKES, tokes))
                back = [
                    Posting(at_table(table, part), COLLECTED, cents)
                    for part, cents in amounts
                    if cents
                ]
                body = Moved(table=table, fees=fees, tokes=tokes, day=desk.day)
                row = await desk.write(caller, "collected", body, back, key=key, asked=asked)
            return self._moved(row)

    async def fill(self, caller: Caller, table: str, cents: int, *, key: str) -> Collection:
        """Put money of the house on a table."""
        return await self._move(caller, table, cents, key, "filled")

    async def credit(self, caller: Caller, table: str, cents: int, *, key: str) -> Collection:
        """Take money of the house from a table, what it has won there."""
        return await self._move(caller, table, cents, key, "credited")

    @shielded
    async def _move(
        self, caller: Caller, table: str, cents: int, key: str, kind: str
    ) -> Collection:
        roles.check(caller, "collect_drop")
        asked, desk = _Asked(table, amount(cents)), self._desk
        async with desk.turn:
            row = desk.before(caller, kind, asked, key)
            if not row:
                if desk.store.head(f"table:{table}") is None:
                    raise Denied(f"there is no table {table!r} in this room", "unknown")
                house, there = at_table(table, HOUSE), 0
                if kind == "credited":
                    with desk.store.snapshot() as books:
                        there = free_of_rounds(books, table, HOUSE)
                    if there < cents:
                        raise Denied(
                            f"the house has {format_dollars(max(0, there))} at table {table}, "
                            f"not {format_dollars(cents)}",
                            "funds",
                        )
                giver, getter = (COLLECTED, house) if kind == "filled" else (house, COLLECTED)
                body = Moved(table=table, house=cents, day=desk.day)
                postings = [Posting(giver, getter, cents)]
                row = await desk.write(caller, kind, body, postings, key=key, asked=asked)
            return self._moved(row)

    def _moved(self, row: int) -> Collection:
        found = next(self._desk.store.rows(STREAM, row - 1, 1))
        b = msgspec.msgpack.decode(found.body, type=Moved)
        return Collection(found.seq, found.kind, found.at, b.table, b.fees, b.tokes, b.house)


def free_of_rounds(books: Books, table: str, part: Account) -> int:
    """What an account of a table holds, but for what a round that still runs has moved."""
    account, stream = at_table(table, part), f"table:{table}"
    now = books.balance(account)
    moved = sum(
        gained(account, written.posting)
        for running in books.open_rounds()
        if running.stream == stream
        for written in books.postings(stream, running.opened - 1)
        if account in (written.posting.debit, written.posting.credit)
    )
    return min(now, now - moved)
