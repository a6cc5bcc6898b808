"""Shifts: a cashier counts the drawer when it is opened and when it is closed.

What should be in it is the first count and the cash of the shift.  What it is over or short has an
account of its own, so that the cage's cash in the books is always what was last counted.
"""

from __future__ import annotations

import msgspec

from houseway.money import format_dollars
from houseway.room.api import roles
from houseway.room.api.roles import Caller
from houseway.room.cage.desk import Desk, amount
from houseway.room.cage.log import ShiftClosed, ShiftCounted, ShiftOpened
from houseway.room.cage.state import STREAM, Drawer
from houseway.room.errors import Denied
from houseway.room.ledger import CASH, Posting
from houseway.room.people.sessions import shielded

OVER_SHORT = "cage:over_short"
"""What drawers were over (its plus) or short."""


class Shift(msgspec.Struct, frozen=True):
    """An open shift, as its cashier sees it: the drawer is counted without knowing what to find."""

    shift: int
    cashier: int
    station: str
    opened_ms: int
    opening: int


class Count(msgspec.Struct, frozen=True):
    """A count of a drawer against what should be in it."""

    shift: int
    cashier: int
    opening: int
    cash_in: int
    cash_out: int
    times: int
    expected: int
    counted: int
    over: int
    """Below 0 it is short."""


class _Counted(msgspec.Struct, frozen=True):
    """What was asked for, under a key."""

    counted: int
    shift: int = 0


class Shifts:
    """The shifts of the cage."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @shielded
    async def open(self, caller: Caller, counted: int, *, key: str) -> Shift:
        """Begin a shift with so much in the drawer."""
        roles.check(caller, "open_shift")
        asked = _Counted(amount(counted, least=0))
        desk = self._desk
        async with desk.turn:
            row = desk.before(caller, "shift_opened", asked, key)
            if not row:
                mine = desk.drawers.of(caller.person)
                if mine is not None:
                    raise Denied(f"your shift {mine.shift} is open; close it first")
                number = desk.drawers.last_shift + 1
                body = ShiftOpened(
                    shift=number, cashier=caller.person, station=caller.station, counted=counted,
                    day=desk.day, open={**desk.drawers.rows_open(), number: desk.journal.row + 1},
                )  # fmt: skip
                row = await desk.write(caller, "shift_opened", body, key=key, asked=asked)
            return self._opened(row)

    def _opened(self, row: int) -> Shift:
        found = next(self._desk.store.rows(STREAM, row - 1, 1))
        body = msgspec.msgpack.decode(found.body, type=ShiftOpened)
        return Shift(body.shift, body.cashier, body.station, found.at, body.counted)

    @shielded
    async def count(self, caller: Caller, counted: int) -> Count:
        """Count the drawer in the middle of a shift: nothing is posted."""
        roles.check(caller, "count_shift")
        amount(counted, least=0)
        desk = self._desk
        async with desk.turn:
            desk.catch_up()
            drawer = self._own(caller)
            body = ShiftCounted(shift=drawer.shift, counted=counted, expected=drawer.expected)
            await desk.write(caller, "shift_counted", body)
            return _count(drawer, counted)

    @shielded
    async def close(self, caller: Caller, counted: int, *, key: str, shift: int = 0) -> Count:
        """End a shift; what the drawer is over or short is posted.

        A supervisor may close the shift of somebody else, by its number.
        """
        roles.check(caller, "close_shift")
        asked = _Counted(amount(counted, least=0), shift)
        desk = self._desk
        async with desk.turn:
            row = desk.before(caller, "shift_closed", asked, key)
            if not row:
                drawer = self._somebodys(caller, shift) if shift else self._own(caller)
                row = await desk.write(
                    caller,
                    "shift_closed",
                    self._closing(drawer, counted),
                    over_short(counted - drawer.expected),
                    key=key,
                    asked=asked,
                )
            return self._closed(row)

    def _closing(self, drawer: Drawer, counted: int) -> ShiftClosed:
        left = self._desk.drawers.rows_open()
        del left[drawer.shift]
        return ShiftClosed(
            shift=drawer.shift, cashier=drawer.cashier, counted=counted,
            expected=drawer.expected, opening=drawer.opening, cash_in=drawer.cash_in,
            cash_out=drawer.cash_out, times=drawer.times, day=self._desk.day, open=left,
        )  # fmt: skip

    def _closed(self, row: int) -> Count:
        found = next(self._desk.store.rows(STREAM, row - 1, 1))
        b = msgspec.msgpack.decode(found.body, type=ShiftClosed)
        return Count(
            b.shift, b.cashier, b.opening, b.cash_in, b.cash_out, b.times, b.expected, b.counted,
            b.counted - b.expected,
        )  # fmt: skip

    def _own(self, caller: Caller) -> Drawer:
        found = self._desk.drawers.of(caller.person)
        if found is None:
            raise Denied("you have no open shift: count your drawer and open one")
        return found

    def _somebodys(self, caller: Caller, shift: int) -> Drawer:
        found = self._desk.drawers.open.get(shift)
        if found is None:
            raise Denied(f"no shift {shift} is open", "unknown")
        if found.cashier != caller.person:
            roles.check(caller, "gaming_day")
        return found

    async def mine(self, caller: Caller) -> Shift | None:
        """The caller's open shift."""
        roles.check(caller, "open_shift")
        found = self._desk.drawers.of(caller.person)
        return _shift(found) if found else None

    async def all_open(self, caller: Caller) -> list[Count]:
        """All open shifts with what should be in their drawers, for those who see the books."""
        roles.check(caller, "trial_balance")
        return [_count(drawer, drawer.expected) for drawer in self._desk.drawers.open.values()]


def over_short(over: int) -> list[Posting]:
    """More cash than the books have is more in the drawer, and the house's; less is its loss."""
    if over > 0:
        return [Posting(CASH, OVER_SHORT, over)]
    return [Posting(OVER_SHORT, CASH, -over)] if over else []


def told(count: Count) -> str:
    """How a count came out, in words."""
    if not count.over:
        return f"shift {count.shift}: {format_dollars(count.counted)}, as it should be"
    side = "over" if count.over > 0 else "short"
    return (
        f"shift {count.shift}: {format_dollars(count.counted)} counted, {format_dollars(count.expected)} expected: "
        f"{format_dollars(abs(count.over))} {side}"
    )


def _shift(d: Drawer) -> Shift:
    return Shift(d.shift, d.cashier, d.station, d.opened_ms, d.opening)


def _count(d: Drawer, counted: int) -> Count:
    over = counted - d.expected
    return Count(
        d.shift, d.cashier, d.opening, d.cash_in, d.cash_out, d.times, d.expected, counted, over
    )
