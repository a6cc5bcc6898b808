"""Shifts: a cashier counts the drawer at the opening and at the close.

The expected content is the first count and the cash of the shift. A surplus or shortage has an
account of its own, so the cage's cash in the books is always the last count.
"""

from __future__ import annotations

import msgspec

from houseway.money import format_dollars
from houseway.room.api import roles
from houseway.room.api import types as t
from houseway.room.api.cage_types import Count, OpenShift, Shift
from houseway.room.api.declare import Endpoints, Key
from houseway.room.api.roles import Caller
from houseway.room.cage.log import ShiftClosed, ShiftCounted, ShiftOpened
from houseway.room.cage.state import STREAM, CageStream, Drawer, checked_amount
from houseway.room.errors import Denied
from houseway.room.ledger import CASH, Posting
from houseway.room.people.sessions import shielded
from houseway.room.store.stream import CommandContext

api = Endpoints("cage")
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

    def __init__(self, stream: CageStream) -> None:
        self._desk = stream

    @api.post(
        "/cage/shifts", "open_shift", "Open a shift", name="open_shift",
        body=t.CountedDrawer, example=t.CountedDrawer(100_000),
    )  # fmt: skip
    @shielded
    async def open(self, caller: Caller, cents: int, shift: int = 0, *, key: Key) -> Shift:
        """Begin a shift with a counted drawer, in cents; its number is new."""
        asked = _Counted(checked_amount(cents, least=0))
        desk = self._desk
        async with desk.command(caller, key) as context:
            row = desk.before(context, "shift_opened", asked)
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
    async def count(self, caller: Caller, cents: int, shift: int = 0, *, key: Key = "") -> Count:
        """Count one's own drawer in the middle of a shift: nothing is posted."""
        asked, desk = _Counted(checked_amount(cents, least=0)), self._desk
        async with desk.command(caller, key) as context:
            if done := desk.done_before(context, "shift_counted", asked):
                return msgspec.msgpack.decode(done.answer, type=Count)
            drawer = self._own(caller)
            body = ShiftCounted(shift=drawer.shift, counted=cents, expected=drawer.expected)
            found = _count(drawer, cents)
            answer = msgspec.msgpack.encode(found)
            await desk.write(context, "shift_counted", body, asked=asked, answer=answer)
            return found

    @api.post(
        "/cage/shifts/close", "close_shift", "Close a shift", name="close_shift",
        body=t.CountedDrawer,
    )  # fmt: skip
    @shielded
    async def close(self, caller: Caller, cents: int, shift: int = 0, *, key: Key) -> Count:
        """End a shift; the drawer's surplus or shortage is posted.

        A supervisor may close the shift of another cashier, by its number.
        """
        asked = _Counted(checked_amount(cents, least=0), shift)
        desk = self._desk
        async with desk.command(caller, key) as context:
            row = desk.before(context, "shift_closed", asked)
            if not row:
                drawer = self._drawer_of_other(caller, shift) if shift else self._own(caller)
                row = await desk.write(
                    context,
                    "shift_closed",
                    self._closing(context, drawer, cents),
                    over_short(cents - drawer.expected),
                    asked=asked,
                )
            return self._closed(row)

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
        """Return the count of a shift, read from the row that closed it."""
        found = next(self._desk.store.rows(STREAM, row - 1, 1))
        b = msgspec.msgpack.decode(found.body, type=ShiftClosed)
        return Count(
            b.shift, b.cashier, b.opening, b.cash_in, b.cash_out, b.times, b.expected, b.counted,
            b.counted - b.expected,
        )  # fmt: skip

    def _own(self, caller: Caller) -> Drawer:
        """Return the drawer of the caller's open shift; Denied without one."""
        found = self._desk.drawers.of(caller.person)
        if found is None:
            raise Denied("you have no open shift: count your drawer and open one")
        return found

    def _drawer_of_other(self, caller: Caller, shift: int) -> Drawer:
        """Return the drawer of an open shift; Denied unless it is the caller's or a role permits
        it.
        """
        found = self._desk.drawers.open.get(shift)
        if found is None:
            raise Denied(f"no shift {shift} is open", "unknown")
        if found.cashier != caller.person:
            roles.check(caller, "gaming_day")
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
        """Return all open shifts with the expected content of their drawers, for readers of the
        books.
        """
        return [_count(drawer, drawer.expected) for drawer in self._desk.drawers.open.values()]


def over_short(over: int) -> list[Posting]:
    """Return the posting of a surplus, which is the house's gain, or a shortage, its loss."""
    if over > 0:
        return [Posting(CASH, OVER_SHORT, over)]
    return [Posting(OVER_SHORT, CASH, -over)] if over else []


def describe_count(count: Count) -> str:
    """Describe a count in words."""
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
