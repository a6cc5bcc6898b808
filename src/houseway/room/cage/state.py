"""What the cage has at hand, folded from its rows: open drawers, what waits for a second person,
and each person's cash of the day.

The rows are the truth.  After a restart, and whenever a write did not end as it should, this is
read again, from no further back than something in it can come from.
"""

from __future__ import annotations

from collections import Counter

import msgspec
from msgspec.structs import replace

from houseway.room.cage.log import (
    Adjusted,
    Cash,
    Requested,
    Reversed,
    ShiftClosed,
    ShiftOpened,
    Withdrawn,
)
from houseway.room.errors import Denied
from houseway.room.gaming_day import Calendar
from houseway.room.store.interface import Books, Row

STREAM = "cage"


class Drawer(msgspec.Struct, frozen=True):
    """The drawer of an open shift."""

    shift: int
    cashier: int
    station: str
    row: int
    opened_ms: int
    opening: int
    cash_in: int = 0
    cash_out: int = 0
    times: int = 0

    @property
    def expected(self) -> int:
        """What should be in it."""
        return self.opening + self.cash_in - self.cash_out


class Pending(msgspec.Struct, frozen=True):
    """A request that waits: its row, who asked and when."""

    row: int
    by: int
    at_ms: int
    asked: Requested


class CageState:
    """The cage as it stands after its rows."""

    def __init__(self, calendar: Calendar) -> None:
        self._calendar = calendar
        self.clear()

    def clear(self) -> None:
        """Nothing yet."""
        self.open: dict[int, Drawer] = {}
        self.last_shift = 0
        self.waiting: dict[int, Pending] = {}
        self.today: Counter[tuple[str, int, int]] = Counter()
        self.reversed: set[int] = set()

    # -- from the books ----------------------------------------------------------------------

    def read(self, books: Books, now: int, pending_ms: int) -> None:
        """Everything again, from the rows."""
        self.clear()
        day = self._calendar.begins(self._calendar.day(now))
        start = rows_before(books, STREAM, min(day, now - pending_ms))
        last = max(
            (row for kind in ("shift_opened", "shift_closed")
             if (row := books.last_row(STREAM, kind)) is not None),
            key=lambda row: row.seq, default=None,
        )  # fmt: skip
        if last is not None:
            body = _shift(last)
            self.last_shift = max([body.shift, *body.open])
            start = min([start, *(row - 1 for row in body.open.values())])
        for row in books.rows(STREAM, start):
            self.see(row.seq, row.at, row.kind, row.by, row.body)

    def see(self, seq: int, at: int, kind: str, by: int, body: bytes) -> None:
        """A row that stands in the books."""
        match kind:
            case "deposit" | "payout":
                self._cash(kind, msgspec.msgpack.decode(body, type=Cash))
            case "adjusted":
                self.waiting.pop(msgspec.msgpack.decode(body, type=Adjusted).request, None)
            case "reversed":
                self._reversed(msgspec.msgpack.decode(body, type=Reversed))
            case "requested":
                asked = msgspec.msgpack.decode(body, type=Requested)
                self.waiting[seq] = Pending(seq, by, at, asked)
            case "withdrawn":
                self.waiting.pop(msgspec.msgpack.decode(body, type=Withdrawn).request, None)
            case "shift_opened":
                made = msgspec.msgpack.decode(body, type=ShiftOpened)
                self.last_shift = max(self.last_shift, made.shift)
                self.open[made.shift] = Drawer(
                    made.shift, made.cashier, made.station, seq, at, made.counted
                )
            case "shift_closed":
                self._closed(msgspec.msgpack.decode(body, type=ShiftClosed).shift)

    def _closed(self, shift: int) -> None:
        """A drawer is gone, and what waited to be paid from it is off."""
        self.open.pop(shift, None)
        off = [row for row, found in self.waiting.items() if found.asked.shift == shift]
        for row in off:
            del self.waiting[row]

    def _cash(self, kind: str, cash: Cash) -> None:
        self.waiting.pop(cash.request, None)
        self.today[kind, cash.day, cash.person] += cash.cents
        into, out = (cash.cents, 0) if kind == "deposit" else (0, cash.cents)
        self._drawer(cash.shift, into, out, 1)

    def _reversed(self, back: Reversed) -> None:
        """A deposit that is reversed gives the cash back; a payout, takes it in again."""
        self.waiting.pop(back.request, None)
        self.reversed.add(back.row)
        kind = "deposit" if back.cents < 0 else "payout"
        self.today[kind, back.day, back.person] -= abs(back.cents)
        into, out = (back.cents, 0) if back.cents < 0 else (0, -back.cents)
        self._drawer(back.shift, into, out, -1)

    def _drawer(self, shift: int, into: int, out: int, times: int) -> None:
        if (drawer := self.open.get(shift)) is not None:
            self.open[shift] = replace(
                drawer,
                cash_in=drawer.cash_in + into,
                cash_out=drawer.cash_out + out,
                times=drawer.times + times,
            )

    # -- asking ------------------------------------------------------------------------------

    def rows_open(self) -> dict[int, int]:
        """The open shifts with the rows they were opened by."""
        return {drawer.shift: drawer.row for drawer in self.open.values()}

    def of(self, cashier: int) -> Drawer | None:
        """The open drawer of somebody."""
        return next((d for d in self.open.values() if d.cashier == cashier), None)

    def request(self, row: int, now: int) -> Pending:
        """A request that still stands."""
        found = self.waiting.get(row)
        if found is None:
            raise Denied(f"nothing waits under the number {row}: it is done, or off", "unknown")
        if now >= found.asked.until_ms:
            raise Denied(f"request {row} has waited too long and is off; ask again", "stale")
        return found


def _shift(row: Row) -> ShiftOpened | ShiftClosed:
    if row.kind == "shift_opened":
        return msgspec.msgpack.decode(row.body, type=ShiftOpened)
    return msgspec.msgpack.decode(row.body, type=ShiftClosed)


def rows_before(books: Books, stream: str, at_ms: int) -> int:
    """How many rows of a stream are older than a moment: its rows stand in the order of time."""
    head = books.head(stream)
    low, high = 0, head.seq if head is not None else 0
    while low < high:
        middle = (low + high) // 2
        row = next(books.rows(stream, middle, 1))
        low, high = (middle + 1, high) if row.at < at_ms else (low, middle)
    return low
