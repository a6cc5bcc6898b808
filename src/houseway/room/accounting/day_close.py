"""The gaming day: its trial balance, its report and its close."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import msgspec

from houseway.room.accounting.trial_balance import flows, taken, trial
from houseway.room.api import roles
from houseway.room.api.cage_types import DayReport, TrialBalance
from houseway.room.api.roles import Caller
from houseway.room.cage.cash import Cage
from houseway.room.cage.log import DayClosed
from houseway.room.cage.state import STREAM, rows_before
from houseway.room.errors import Denied
from houseway.room.store.interface import Books
from houseway.room.store.stream import shielded


class DayClosePayload(msgspec.Struct, frozen=True):
    """The command for its digest, which is stored under its key: the fields must not change."""

    table: str = ""
    cents: int = 0
    day: int = 0


async def nothing_more() -> None:
    """Do nothing: the default after the close of a day."""


class GamingDays:
    """Trial balances and reports by gaming day, and the close of a day."""

    def __init__(self, cage: Cage) -> None:
        self._desk = cage.stream
        self.on_closed: Callable[[], Awaitable[None]] = nothing_more
        """Called when a day has been closed."""

    @property
    def today(self) -> int:
        """Return the number of the present gaming day."""
        return self._desk.day(self._desk.clock.now_ms())

    def number(self, name: str) -> int:
        """Return the number of a gaming day by its date."""
        calendar = self._desk.terms.calendar
        found = calendar.numbered(name)
        if found is None:
            raise Denied(f"a gaming day is a date like {calendar.named(self.today)}")
        return found

    async def trial_balance(self, caller: Caller, day: int | None = None) -> TrialBalance:
        """Return the trial balance now, or at the end of a gaming day."""
        roles.check(caller, "trial_balance")
        if day is None or day >= self.today:
            self._require_counted(caller)
        return await asyncio.to_thread(self._trial, day, self._desk.clock.now_ms())

    def _trial(self, day: int | None, at: int) -> TrialBalance:
        """Return the trial balance at the end of ``day``, or now for None; ``at`` is the present
        time.
        """
        desk = self._desk
        calendar, today = desk.terms.calendar, desk.day(at)
        with desk.store.snapshot() as books:
            if day is None:
                return trial(books, None, at, calendar.named(today))
            self._check_begun(day, today)
            ends = min(at, calendar.begins(day + 1))
            return trial(books, self._rows_at_end(books, day), ends, calendar.named(day))

    async def report(
        self, caller: Caller, games: Mapping[str, str], day: int | None = None
    ) -> DayReport:
        """Return what each table and game took in a gaming day up to now, with tables named by
        their game."""
        roles.check(caller, "trial_balance")
        self._require_counted(caller)
        today = self.today
        return await asyncio.to_thread(self._report, games, today if day is None else day, today)

    def _report(self, games: Mapping[str, str], day: int, today: int) -> DayReport:
        """Return the report of a day: the rows after the day before, up to its own end."""
        self._check_begun(day, today)
        name = self._desk.terms.calendar.named(day)
        with self._desk.store.snapshot() as books:
            before, after = self._rows_at_end(books, day - 1), self._rows_at_end(books, day)
            opening = trial(books, before, 0, name).liability
            closing = trial(books, after, 0, name).liability
            return taken(flows(books, before, after), games, name, opening, closing)

    def _require_counted(self, caller: Caller) -> None:
        """Raise Denied for a caller with an open drawer: these sums would tell what is in it."""
        drawer = self._desk.drawers.of(caller.person)
        if drawer is not None and drawer.shift not in self._desk.drawers.sealed:
            raise Denied(
                f"shift {drawer.shift} of your own is open: count and close it first, because "
                "these figures tell what should be in the drawer"
            )

    def _check_begun(self, day: int, today: int) -> None:
        """Raise Denied for a day that has not begun."""
        if day > today:
            raise Denied(f"{self._desk.terms.calendar.named(day)} has not begun")

    def _rows_at_end(self, books: Books, day: int) -> dict[str, int]:
        """Return the last row of each stream in a gaming day, as it was closed or by the time."""
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
    async def close(self, caller: Caller, day: int | None = None, *, key: str) -> TrialBalance:
        """Close a gaming day that is over, by default yesterday; its figures are then final.

        The row has the trial balance, which must be zero, and the end of every log.
        """
        roles.check(caller, "gaming_day")
        desk = self._desk
        async with desk.command(caller, key) as context:
            today = desk.day(context.at)
            day = today - 1 if day is None else day
            named, asked = desk.terms.calendar.named(day), DayClosePayload(day=day)
            if not await desk.before(context, asked, "day_closed"):
                last = self._closable(day, today, named)
                found = await asyncio.to_thread(self._trial, day, context.at)
                if not found.balances:
                    raise Denied(f"the books of {named} do not balance: {found.total}", "fault")
                body = DayClosed(
                    day=day, rows=self._rows_at_end(desk.store, day), groups=found.groups,
                    liability=found.liability, before=last,
                )  # fmt: skip
                await desk.write(context, "day_closed", body, asked=asked)
                await self.on_closed()
            return await asyncio.to_thread(self._trial, day, context.at)

    def _closable(self, day: int, today: int, named: str) -> int:
        """Return the row that closed the last day; Denied if this day cannot be closed."""
        desk = self._desk
        if day >= today:
            raise Denied(f"the gaming day {named} is not over")
        last = desk.store.last_row(STREAM, "day_closed")
        if last is not None and msgspec.msgpack.decode(last.body, type=DayClosed).day >= day:
            raise Denied(f"the gaming day {named} has been closed")
        ends = desk.terms.calendar.begins(day + 1)
        late = [str(d.shift) for d in desk.drawers.open.values() if d.opened_ms < ends]
        if late:
            raise Denied(f"shifts of {named} are open: {', '.join(late)}; they are counted first")
        return last.seq if last is not None else 0
