"""The state of the cage, folded from its rows: open drawers, requests, each person's cash of the
day.

The rows are the truth. After a restart, and after a write with an unknown outcome, they are read
again, from the oldest row that can still matter.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Annotated

import msgspec
from msgspec.structs import replace

from houseway.engine.inputs import not_cents
from houseway.money import format_dollars
from houseway.room.api import roles
from houseway.room.api.approval_types import CashMatter
from houseway.room.api.roles import ROOM, Caller
from houseway.room.approvals.waiting import Queue, Waiting
from houseway.room.cage.log import (
    Adjusted,
    Cash,
    MovedByTwo,
    RequestedElsewhere,
    Reversed,
    ShiftClosed,
    ShiftCounted,
    ShiftOpened,
    Withdrawn,
)
from houseway.room.clock import Clock
from houseway.room.errors import Denied
from houseway.room.gaming_day import Calendar
from houseway.room.ledger import Posting
from houseway.room.settings import MINUTE, Dollars, minutes
from houseway.room.store.following import Projection
from houseway.room.store.group_commit import Writer
from houseway.room.store.interface import Books, Person, Row, Store
from houseway.room.store.stream import CommandContext, Done, Journal

STREAM = "cage"
MOST = 10**11
"""The largest amount over the counter; a billion dollars is a typing error."""
KEY_MOST = 200


class Thresholds(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``[thresholds]``: amounts, in cents, above which a command needs a second person or a
    note.
    """

    payout: Annotated[int, Dollars()] = 3_000_00
    """Payouts to one person in a gaming day above which a second person is needed."""
    cashier_payouts: Annotated[int, Dollars()] = 10_000_00
    """The same for all payouts by one cashier."""
    adjustment: Annotated[int, Dollars()] = 500_00
    """Adjustments and reversals in a gaming day, of one account or by one person, above which a
    second person is needed.
    """
    fill: Annotated[int, Dollars()] = 0
    """Fills and credits by one person in a gaming day above which the cage gives or receives."""
    void: Annotated[int, Dollars()] = 1_000_00
    """Money that goes back by a void above which a second person is needed."""
    short: Annotated[int, Dollars()] = 20_00
    """Shortage of a drawer at its close above which a supervisor has to approve."""
    large_cash: Annotated[int, Dollars()] = 10_000_00
    """Cash in or out of one person in one gaming day above which it is reported."""
    large_win: Annotated[int, Dollars()] = 5_000_00
    """Winnings of one round from which they are reported."""
    pending_ms: Annotated[int, minutes("pending_minutes", 1, 24 * 60)] = 15 * MINUTE
    """Milliseconds that a request waits for the second person."""


class CageTerms(Thresholds, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Terms of the cage: the amounts, the gaming days, and the heading of receipts."""

    calendar: Calendar = Calendar()
    room: str = "CARDROOM"
    """The heading of receipts."""


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
    counted: int | None = None
    """The cents of the last count in the middle of the shift; None without one."""
    should: int = 0
    """The cents that should have been there at that count."""

    @property
    def expected(self) -> int:
        """Return the cents that should be in it."""
        return self.opening + self.cash_in - self.cash_out


class CageState(Projection):
    """The state of the cage after its rows."""

    def __init__(self, books: Books, calendar: Calendar) -> None:
        super().__init__(books, STREAM)
        self._calendar = calendar
        self.open: dict[int, Drawer] = {}
        self.last_shift = 0
        self.waiting = Queue()
        self.sealed: dict[int, Waiting] = {}
        """Shift -> its close, which waits for a supervisor since the drawer was counted short."""
        self.today: Counter[tuple[str, int, int]] = Counter()
        self.alone: Counter[tuple[str, int, int]] = Counter()
        """(what, gaming day, person) -> cents moved without a second person since the last one."""
        self.reversed: set[int] = set()

    def start_at(self, now: int, pending_ms: int) -> None:
        """Leave out the first rows, which cannot matter any more; called before ``catch_up``."""
        books = self._books
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
        self.seen = start

    def apply(self, row: Row) -> None:
        """Apply a row of the cage."""
        seq, at, kind, by, body = row.seq, row.at, row.kind, row.by, row.body
        match kind:
            case "deposit" | "payout":
                self._cash(kind, by, msgspec.msgpack.decode(body, type=Cash))
            case "adjusted":
                adjusted = msgspec.msgpack.decode(body, type=Adjusted)
                self._adjusted(by, at, adjusted)
            case "reversed":
                self._reversed(by, at, msgspec.msgpack.decode(body, type=Reversed))
            case "filled" | "credited":
                moved = msgspec.msgpack.decode(body, type=MovedByTwo)
                self.waiting.settle(moved.request)
                who = moved.asked_by or by
                self._count_alone("fill", moved.day, who, moved.house, moved.request)
            case "requested":
                self._requested(requested(seq, at, by, body))
            case "withdrawn":
                self._withdrawn(msgspec.msgpack.decode(body, type=Withdrawn).request)
            case "shift_counted":
                counted = msgspec.msgpack.decode(body, type=ShiftCounted)
                if (drawer := self.open.get(counted.shift)) is not None:
                    self.open[counted.shift] = replace(
                        drawer, counted=counted.counted, should=counted.expected
                    )
            case "shift_opened":
                made = msgspec.msgpack.decode(body, type=ShiftOpened)
                self.last_shift = max(self.last_shift, made.shift)
                self.open[made.shift] = Drawer(
                    made.shift, made.cashier, made.station, seq, at, made.counted
                )
            case "shift_closed":
                self._closed(msgspec.msgpack.decode(body, type=ShiftClosed).shift)

    def _closed(self, shift: int) -> None:
        """Remove a drawer, and the requests to be paid from it."""
        self.open.pop(shift, None)
        self.sealed.pop(shift, None)
        self.waiting.drop(lambda waiting: getattr(waiting.matter, "shift", 0) == shift)

    def _requested(self, waiting: Waiting) -> None:
        """Keep a request; that for a close locks its drawer."""
        self.waiting.add(waiting)
        matter = waiting.matter
        if isinstance(matter, CashMatter) and matter.what == "close":
            self.sealed[matter.shift] = waiting

    def _withdrawn(self, number: int) -> None:
        """Forget a request; a drawer that it locked is open again."""
        self.waiting.settle(number)
        self.sealed = {
            shift: waiting for shift, waiting in self.sealed.items() if waiting.number != number
        }

    def _count_alone(self, what: str, day: int, who: int, cents: int, request: int) -> None:
        """Add what was done alone; an approval by a second person begins the sum again."""
        if request:
            del self.alone[what, day, who]
        else:
            self.alone[what, day, who] += abs(cents)

    def _cash(self, kind: str, by: int, cash: Cash) -> None:
        """Apply a deposit or payout to the day's total of the person and to the drawer."""
        if cash.request:
            self.waiting.settle(cash.request)
        self.today[kind, cash.day, cash.person] += cash.cents
        if kind == "payout" and by != ROOM.person:
            who = cash.asked_by or by
            self._count_alone("payout", cash.day, cash.person, cash.cents, cash.request)
            self._count_alone("cashier", cash.day, who, cash.cents, cash.request)
        into, out = (cash.cents, 0) if kind == "deposit" else (0, cash.cents)
        self._drawer(cash.shift, into, out, 1)

    def _adjusted(self, by: int, at: int, body: Adjusted | Reversed) -> None:
        """Count a correction by a person alone, for the account and for its maker."""
        self.waiting.settle(body.request)
        if by != ROOM.person:
            day, who = self._calendar.day(at), body.asked_by or by
            self._count_alone("adjusted", day, body.person, body.cents, body.request)
            self._count_alone("adjusts", day, who, body.cents, body.request)

    def _reversed(self, by: int, at: int, back: Reversed) -> None:
        """Take a reversed deposit or payout out of the day's total and the drawer."""
        self._adjusted(by, at, back)
        self.reversed.add(back.row)
        kind = "deposit" if back.cents < 0 else "payout"
        self.today[kind, back.day, back.person] -= abs(back.cents)
        into, out = (back.cents, 0) if back.cents < 0 else (0, -back.cents)
        self._drawer(back.shift, into, out, -1)

    def _drawer(self, shift: int, into: int, out: int, times: int) -> None:
        """Change an open drawer by cents in and out, and by ``times`` transactions."""
        if (drawer := self.open.get(shift)) is not None:
            self.open[shift] = replace(
                drawer,
                cash_in=drawer.cash_in + into,
                cash_out=drawer.cash_out + out,
                times=drawer.times + times,
            )

    def rows_open(self) -> dict[int, int]:
        """Return the open shifts with the rows that opened them."""
        return {drawer.shift: drawer.row for drawer in self.open.values()}

    def of(self, cashier: int) -> Drawer | None:
        """Return the open drawer of a cashier; None if there is none."""
        return next((d for d in self.open.values() if d.cashier == cashier), None)


def requested(seq: int, at: int, by: int, body: bytes) -> Waiting:
    """Return what a row ``requested`` asks for."""
    asked = msgspec.msgpack.decode(body, type=RequestedElsewhere)
    matter = CashMatter(
        what=asked.what, person=asked.person, cents=asked.cents, shift=asked.shift, row=asked.row,
        table=asked.table,
    )  # fmt: skip
    return Waiting(STREAM, seq, by, at, matter, asked.reason, asked.until_ms)


def _shift(row: Row) -> ShiftOpened | ShiftClosed:
    """Return the body of a row that opened or closed a shift."""
    if row.kind == "shift_opened":
        return msgspec.msgpack.decode(row.body, type=ShiftOpened)
    return msgspec.msgpack.decode(row.body, type=ShiftClosed)


def rows_before(books: Books, stream: str, at_ms: int) -> int:
    """Return the number of rows of a stream before a time; rows are in the order of time."""
    head = books.head(stream)
    low, high = 0, head.seq if head is not None else 0
    while low < high:
        middle = (low + high) // 2
        row = next(books.rows(stream, middle, 1))
        low, high = (middle + 1, high) if row.at < at_ms else (low, middle)
    return low


class CageStream:
    """The log of the cage and the state folded from it; commands run one after the other."""

    def __init__(self, store: Store, writer: Writer, clock: Clock, terms: CageTerms) -> None:
        self.store, self.clock, self.terms = store, clock, terms
        self.journal = Journal(store, writer, clock, STREAM)
        self._turn = asyncio.Lock()
        self.drawers = CageState(store, terms.calendar)
        self.drawers.start_at(clock.now_ms(), terms.pending_ms)
        self.journal.feed(self.drawers)

    @asynccontextmanager
    async def command(self, caller: Caller, key: str = "") -> AsyncIterator[CommandContext]:
        """Run a command after those before it, so that it sees all their effects.

        Its context is made here, inside the lock; the command reads no clock.
        """
        async with self._turn:
            self.journal.settle()
            yield CommandContext(self.clock.now_ms(), caller, self.journal.row, key)

    def day(self, at: int) -> int:
        """Return the number of the gaming day of a time."""
        return self.terms.calendar.day(at)

    def catch_up(self) -> None:
        """Read the books if the state may lack rows of theirs."""
        self.journal.settle()

    async def write(
        self,
        context: CommandContext,
        kind: str,
        body: msgspec.Struct,
        postings: Sequence[Posting] = (),
        *,
        asked: msgspec.Struct | None = None,
        answer: bytes = b"",
    ) -> int:
        """Append a row at the time of its command; return its number."""
        done = await self.journal.write(
            context.caller, kind, body, postings, key=context.key, answer=answer, asked=asked,
            at=context.at,
        )  # fmt: skip
        return done.row

    async def before(self, context: CommandContext, asked: msgspec.Struct, *kinds: str) -> int:
        """Return the row in which this was done before, under the same key; 0 if it was not.

        It may have been done or asked for: ``kinds`` are the rows that it may have made.
        """
        if not 0 < len(context.key) <= KEY_MOST:
            raise Denied(f"what moves money needs a key of its own, of 1 to {KEY_MOST} characters")
        done = await self.done_before(context, asked, *kinds)
        return done.row if done is not None else 0

    async def done_before(
        self, context: CommandContext, asked: msgspec.Struct, *kinds: str
    ) -> Done | None:
        """Return what was done before under the same key; None without a key, or if it is new."""
        return await self.journal.answered(context.caller, kinds, asked, context.key)

    def person(self, id: int) -> Person:
        """Return a person; Denied if there is none."""
        found = self.store.person(id)
        if found is None:
            raise Denied(f"there is no person with the number {id}", "unknown")
        return found

    def player(self, id: int) -> Person:
        """Return a person who has a wallet; Denied for staff and devices."""
        found = self.person(id)
        if found.role not in roles.PLAYS:
            raise Denied(f"{found.name} is {roles.called(found.role)} and has no account for money")
        return found


def checked_amount(cents: int, least: int = 1) -> int:
    """Return an amount over the counter; Denied unless it is ``least`` to ``MOST`` cents."""
    if (why := not_cents(cents)) is not None:
        raise Denied(why.what)
    if not least <= cents <= MOST:
        raise Denied(
            f"an amount is {format_dollars(least)} to {format_dollars(MOST)}, not {cents} cents"
        )
    return cents
