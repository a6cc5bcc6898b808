"""Shifts: a cashier counts the drawer at the opening and at the close.

The expected content is the first count and the cash of the shift. A surplus or shortage has an
account of its own, so the cage's cash in the books is always the last count.

Counts are blind. The expected content is told to no caller before a count is in the log. After it,
supervisors and auditors are told. A count that is short above the posted tolerance is kept, and the
drawer is locked. A supervisor then has to approve the close with a reason.
"""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from houseway.money import format_dollars
from houseway.room.api import roles
from houseway.room.api import types as t
from houseway.room.api.approval_types import Approved, CashMatter
from houseway.room.api.cage_types import Count, OpenShift, Shift
from houseway.room.api.declare import Endpoints, Key
from houseway.room.api.roles import ROOM, Caller
from houseway.room.approvals.waiting import Waiting
from houseway.room.cage.log import (
    RequestedElsewhere,
    ShiftClosed,
    ShiftClosedShort,
    ShiftCounted,
    ShiftOpened,
)
from houseway.room.cage.requests import CageRequests, CashPayload
from houseway.room.cage.state import STREAM, CageStream, Drawer, checked_amount
from houseway.room.errors import Denied, checked_reason, optional_reason
from houseway.room.ledger import CASH, Posting
from houseway.room.store.stream import CommandContext, shielded

api = Endpoints("cage")
Day = Annotated[str, Meta(max_length=10, description="A gaming day, as 2026-11-16.")]
OVER_SHORT = "cage:over_short"
"""The account of surpluses (positive) and shortages of drawers."""


class _Counted(msgspec.Struct, frozen=True):
    """The command for its digest under its key."""

    counted: int
    shift: int = 0


def own_shift(shifts: Shifts, found: Shift | None) -> OpenShift:
    """Return the open shift of a cashier as it is sent."""
    return OpenShift(found)


class Shifts:
    """The shifts of the cage."""

    def __init__(self, stream: CageStream, requests: CageRequests) -> None:
        self._desk, self._requests = stream, requests
        requests.executes("close", self._close_asked, self._shown)

    @api.post(
        "/cage/shifts", "open_shift", "Open a shift", name="open_shift",
        body=t.CountedDrawer, example=t.CountedDrawer(100_000),
    )  # fmt: skip
    @shielded
    async def open(
        self, caller: Caller, cents: int, shift: int = 0, reason: str = "", *, key: Key
    ) -> Shift:
        """Begin a shift with a counted drawer, in cents; its number is new."""
        asked = _Counted(checked_amount(cents, least=0))
        desk = self._desk
        async with desk.command(caller, key) as context:
            row = await desk.before(context, asked, "shift_opened")
            if not row:
                mine = desk.drawers.of(caller.person)
                if mine is not None:
                    raise Denied(f"your shift {mine.shift} is open; close it first")
                number = desk.drawers.last_shift + 1
                body = ShiftOpened(
                    shift=number, cashier=caller.person, station=caller.station, counted=cents,
                    day=desk.day(context.at),
                    open={**desk.drawers.rows_open(), number: context.seq + 1},
                )  # fmt: skip
                row = await desk.write(context, "shift_opened", body, asked=asked)
            return self._opened(row)

    def _opened(self, row: int) -> Shift:
        """Return the shift that a row opened."""
        found = next(self._desk.store.rows(STREAM, row - 1, 1))
        body = msgspec.msgpack.decode(found.body, type=ShiftOpened)
        return Shift(body.shift, body.cashier, body.station, found.at, body.counted)

    @api.post(
        "/cage/shifts/count", "count_shift", "Count a drawer", name="count_shift",
        body=t.CountedDrawer,
    )  # fmt: skip
    @shielded
    async def count(
        self, caller: Caller, cents: int, shift: int = 0, reason: str = "", *, key: Key = ""
    ) -> Count:
        """Count one's own drawer in the middle of a shift: nothing is posted, and nothing told."""
        asked, desk = _Counted(checked_amount(cents, least=0)), self._desk
        async with desk.command(caller, key) as context:
            if done := await desk.done_before(context, asked, "shift_counted"):
                return msgspec.msgpack.decode(done.answer, type=Count)
            drawer = self._own(caller)
            body = ShiftCounted(shift=drawer.shift, counted=cents, expected=drawer.expected)
            found = blind(_count(drawer, cents))
            answer = msgspec.msgpack.encode(found)
            await desk.write(context, "shift_counted", body, asked=asked, answer=answer)
            return found

    @api.post(
        "/cage/shifts/close", "close_shift", "Close a shift", name="close_shift",
        body=t.CountedDrawer,
    )  # fmt: skip
    @shielded
    async def close(
        self, caller: Caller, cents: int, shift: int = 0, reason: str = "", *, key: Key
    ) -> Count:
        """End a shift; the drawer's surplus or shortage is posted.

        A supervisor may close the shift of another cashier, by its number. A drawer that is short
        above the posted tolerance waits, counted and locked, for a supervisor.
        """
        asked = _Counted(checked_amount(cents, least=0), shift)
        desk, reason = self._desk, optional_reason(reason)
        async with desk.command(caller, key) as context:
            row = await desk.before(context, asked, "shift_closed", "requested")
            if not row:
                drawer = self._drawer_of_other(caller, shift) if shift else self._own(caller)
                if cents - drawer.expected >= -desk.terms.short or caller == ROOM:
                    body = self._closing(context, drawer, cents)
                    row = await self._close(context, body, asked)
                else:
                    row = await self._requests.ask(
                        context, "close", asked, cents=cents, shift=drawer.shift, reason=reason
                    )
            return visible_to(self._closed(row), caller)

    async def _close(
        self, context: CommandContext, body: ShiftClosed, asked: msgspec.Struct
    ) -> int:
        """Write the close of a shift with what it is over or short, and return its row."""
        posted = over_short(body.counted - body.expected)
        return await self._desk.write(context, "shift_closed", body, posted, asked=asked)

    async def _close_asked(self, context: CommandContext, found: Waiting, reason: str) -> int:
        """Close a shift that is short, approved by a supervisor for a reason; return its row."""
        matter = found.matter
        assert isinstance(matter, CashMatter)
        drawer = self._desk.drawers.open[matter.shift]
        plain = self._closing(context, drawer, matter.cents)
        body = ShiftClosedShort(
            **msgspec.structs.asdict(plain), request=found.number, asked_by=found.by,
            reason=checked_reason(reason or found.why),
        )  # fmt: skip
        return await self._close(context, body, CashPayload(row=found.number))

    def _shown(self, row: int) -> Approved:
        """Return the count of an approved close."""
        return Approved("", count=self._closed(row))

    def _closing(self, context: CommandContext, drawer: Drawer, counted: int) -> ShiftClosed:
        """Return the row that closes a shift with this counted drawer, in cents."""
        left = self._desk.drawers.rows_open()
        del left[drawer.shift]
        return ShiftClosed(
            shift=drawer.shift, cashier=drawer.cashier, counted=counted,
            expected=drawer.expected, opening=drawer.opening, cash_in=drawer.cash_in,
            cash_out=drawer.cash_out, times=drawer.times, day=self._desk.day(context.at), open=left,
        )  # fmt: skip

    def _closed(self, row: int) -> Count:
        """Return the count of a shift, read from the row that closed it or asked for that."""
        found = next(self._desk.store.rows(STREAM, row - 1, 1))
        if found.kind == "requested":
            asked = msgspec.msgpack.decode(found.body, type=RequestedElsewhere)
            opened = self._desk.drawers.open.get(asked.shift)
            cashier, opening = (opened.cashier, opened.opening) if opened else (0, 0)
            return Count(asked.shift, cashier, opening, None, None, 0, None, asked.cents, None, row)
        return closed_count(found.body)

    def _own(self, caller: Caller) -> Drawer:
        """Return the drawer of the caller's open shift; Denied without one."""
        found = self._desk.drawers.of(caller.person)
        if found is None:
            raise Denied("you have no open shift: count your drawer and open one")
        self._require_unlocked(found)
        return found

    def _require_unlocked(self, drawer: Drawer) -> None:
        """Raise Denied if the drawer was counted short and waits for a supervisor."""
        if drawer.shift in self._desk.drawers.sealed:
            raise Denied(f"shift {drawer.shift} was counted; a supervisor has to close it")

    def _drawer_of_other(self, caller: Caller, shift: int) -> Drawer:
        """Return the drawer of an open shift; Denied unless it is the caller's or a role permits
        it.
        """
        found = self._desk.drawers.open.get(shift)
        if found is None:
            raise Denied(f"no shift {shift} is open", "unknown")
        if found.cashier != caller.person:
            roles.check(caller, "gaming_day")
        self._require_unlocked(found)
        return found

    @api.get(
        "/cage/shifts/mine", "open_shift", "Get your own shift", name="own_shift", shown=own_shift
    )
    async def mine(self, caller: Caller) -> Shift | None:
        """Return the caller's open shift, without the expected content of the drawer."""
        found = self._desk.drawers.of(caller.person)
        return _shift(found) if found else None

    @api.get("/cage/shifts", "trial_balance", "List open shifts", name="shifts")
    async def all_open(self, caller: Caller) -> list[Count]:
        """Return all open shifts for readers of the books.

        What should be in a drawer is that of its last count, and not told before one.
        """
        found = []
        for drawer in self._desk.drawers.open.values():
            sealed = self._desk.drawers.sealed.get(drawer.shift)
            if sealed is None:
                found.append(_last_count(drawer))
            else:
                count = _count(drawer, getattr(sealed.matter, "cents", 0))
                found.append(replace(count, request=sealed.number))
        return found

    @api.get("/reports/shifts", "trial_balance", "List closed shifts", name="closed_shifts")
    async def closed(self, caller: Caller, day: Day = "") -> list[Count]:
        """Return the shifts that were closed in a gaming day, today by default, the last first."""
        desk = self._desk
        wanted = desk.day(desk.clock.now_ms()) if not day else desk.terms.calendar.numbered(day)
        if wanted is None:
            raise Denied(f"a gaming day is written as 2026-11-16, not {day!r}")
        return await asyncio.to_thread(self._closed_in, wanted)

    def _closed_in(self, day: int) -> list[Count]:
        """Return the counts of the shifts that were closed in a gaming day."""
        found: list[Count] = []
        before = 0
        while rows := self._desk.store.rows_of(STREAM, ("shift_closed",), 100, before):
            for row in rows:
                body = msgspec.msgpack.decode(row.body, type=ShiftClosed)
                if body.day < day:
                    return found
                found += [closed_count(row.body)] if body.day == day else []
            before = rows[-1].seq
        return found


def closed_count(body: bytes) -> Count:
    """Return the count of a row that closed a shift."""
    b = msgspec.msgpack.decode(body, type=ShiftClosed)
    return Count(
        b.shift, b.cashier, b.opening, b.cash_in, b.cash_out, b.times, b.expected, b.counted,
        b.counted - b.expected,
    )  # fmt: skip


def blind(count: Count) -> Count:
    """Return a count without the sums that tell what should have been in the drawer."""
    return replace(count, cash_in=None, cash_out=None, expected=None, over=None)


def visible_to(count: Count, caller: Caller) -> Count:
    """Return a sealed count as a caller may see it: whole for supervisors and auditors only."""
    sees = caller == ROOM or roles.may(caller.role, "trial_balance")
    return count if sees else blind(count)


def over_short(over: int) -> list[Posting]:
    """Return the posting of a surplus, which is the house's gain, or a shortage, its loss."""
    if over > 0:
        return [Posting(CASH, OVER_SHORT, over)]
    return [Posting(OVER_SHORT, CASH, -over)] if over else []


def describe_count(count: Count) -> str:
    """Describe a count in words."""
    if count.over is None or count.expected is None:
        return f"shift {count.shift}: {format_dollars(count.counted)} counted"
    if not count.over:
        return f"shift {count.shift}: {format_dollars(count.counted)}, as it should be"
    side = "over" if count.over > 0 else "short"
    return (
        f"shift {count.shift}: {format_dollars(count.counted)} counted, "
        f"{format_dollars(count.expected)} expected: "
        f"{format_dollars(abs(count.over))} {side}"
    )


def _shift(d: Drawer) -> Shift:
    """Return an open drawer as it is sent to callers."""
    return Shift(d.shift, d.cashier, d.station, d.opened_ms, d.opening)


def _count(d: Drawer, counted: int) -> Count:
    """Return the count of a drawer: cents counted, expected, and over (above 0) or short."""
    over = counted - d.expected
    return Count(
        d.shift, d.cashier, d.opening, d.cash_in, d.cash_out, d.times, d.expected, counted, over
    )


def _last_count(d: Drawer) -> Count:
    """Return the last count of an open drawer; blind, with its opening, if there was none."""
    if d.counted is None:
        return blind(_count(d, d.opening))
    return Count(
        d.shift,
        d.cashier,
        d.opening,
        None,
        None,
        d.times,
        d.should,
        d.counted,
        d.counted - d.should,
    )
