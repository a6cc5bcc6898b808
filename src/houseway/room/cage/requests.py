"""Requests of the cage that wait for a second person: one row asks, another carries out.

The row that carries a request out names its number and who asked. A request lapses after the posted
time and with its shift. A drawer that was counted short is locked until a supervisor approves: its
request has no end in time, and its cashier cannot take it back and count again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import msgspec

from houseway.room.api import roles
from houseway.room.api import types as t
from houseway.room.api.approval_types import Approved, CashMatter
from houseway.room.api.cage_types import CashAnswer, PendingApproval, Receipt
from houseway.room.api.declare import Endpoints, Key
from houseway.room.api.roles import ROOM, Caller
from houseway.room.approvals.approvals import Approvals
from houseway.room.approvals.waiting import COMMANDS, Queue, Waiting, has_lapsed
from houseway.room.cage.log import Requested, RequestedElsewhere, What, Withdrawn
from houseway.room.cage.receipts import printed, receipt
from houseway.room.cage.state import STREAM, CageStream, requested
from houseway.room.errors import Denied, checked_reason
from houseway.room.store.interface import Row
from houseway.room.store.stream import CommandContext, shielded

api = Endpoints("cage")
KINDS: dict[str, str] = {
    "payout": "payout", "adjust": "adjusted", "reverse": "reversed", "fill": "filled",
    "credit": "credited", "close": "shift_closed",
}  # fmt: skip
"""A request -> the kind of row that carries it out."""
WITH_RECEIPT = ("payout", "adjust", "reverse")


class CashPayload(msgspec.Struct, frozen=True):
    """The command for its digest under its key."""

    person: int = 0
    cents: int = 0
    reason: str = ""
    row: int = 0


Execute: TypeAlias = Callable[[CommandContext, Waiting, str], Awaitable[int]]
"""Carries out a request, for a reason, and returns the row."""
Show: TypeAlias = Callable[[int], Approved]
"""Returns the result of a row, without its name."""


def receipt_answer(requests: CageRequests, found: Receipt) -> CashAnswer:
    """Return a receipt with its print."""
    return CashAnswer(found, printed(found, requests.heading))


class CageRequests:
    """The requests of the cage; the service that asks carries them out (``executes``)."""

    stream = STREAM

    def __init__(self, stream: CageStream, approvals: Approvals, heading: str = "") -> None:
        self._desk, self._approvals, self.heading = stream, approvals, heading
        self._execute: dict[str, tuple[Execute, Show | None]] = {}
        approvals.serve(self)

    @property
    def queue(self) -> Queue:
        """Return what waits, with new rows of the cage applied."""
        self._desk.catch_up()
        return self._desk.drawers.waiting

    def executes(self, what: What, execute: Execute, show: Show | None = None) -> None:
        """Register what carries out one kind of request; without ``show`` it has a receipt."""
        self._execute[what] = execute, show

    async def ask(
        self, context: CommandContext, what: What, asked: msgspec.Struct, *, person: int = 0,
        cents: int = 0, reason: str = "", shift: int = 0, row: int = 0, table: str = "",
    ) -> int:  # fmt: skip
        """Write a request for a second person's approval, and return its row."""
        body: Requested
        if what in WITH_RECEIPT:
            body = Requested(
                what=what, person=person, cents=cents, reason=reason, shift=shift, row=row,
                until_ms=context.at + self._desk.terms.pending_ms,
            )  # fmt: skip
        else:
            until = 0 if what == "close" else context.at + self._desk.terms.pending_ms
            body = RequestedElsewhere(
                what=what, cents=cents, reason=reason, shift=shift, table=table, until_ms=until
            )
        return await self._desk.write(context, "requested", body, asked=asked)

    def waiting_of(self, row: Row) -> Waiting | None:
        """Return the request of a row; None for another row."""
        return requested(row.seq, row.at, row.by, row.body) if row.kind == "requested" else None

    @api.post(
        "/cage/requests/{number}/approve", "approve_payout", "Approve a request",
        shown=receipt_answer,
    )  # fmt: skip
    @shielded
    async def approve(self, caller: Caller, number: t.Number, *, key: Key) -> Receipt:
        """Approve a request as the second person; it is executed now if still possible.

        It has a receipt: other requests are approved among ``/approvals``.
        """
        row = next(self._desk.store.rows(STREAM, number - 1, 1), None)
        found = self.waiting_of(row) if row else None
        if found and isinstance(found.matter, CashMatter) and found.matter.what not in WITH_RECEIPT:
            raise Denied(f"request {number} has no receipt: approve it as {found.id}")
        done = await self._approvals.settle(caller, STREAM, number, key)
        assert done.receipt is not None
        return done.receipt

    @shielded
    async def carry_out(
        self, second: Caller, waiting: Waiting, key: str, reason: str = ""
    ) -> Approved:
        """Execute a request for its second person, once under their key."""
        desk, matter, number = self._desk, waiting.matter, waiting.number
        assert isinstance(matter, CashMatter)
        execute, show = self._execute[matter.what]
        async with desk.command(second, key) as context:
            row = await desk.before(context, CashPayload(row=number), KINDS[matter.what])
            if not row:
                found = desk.drawers.waiting.require(number, context.at)
                row = await execute(context, found, reason)
        if show is not None:
            return msgspec.structs.replace(show(row), id=waiting.id)
        made = await self.receipt(row)
        return Approved(waiting.id, receipt=made, text=printed(made, self.heading))

    async def receipt(self, row: int) -> Receipt:
        """Return the receipt of a row, read in a thread while the tables go on."""
        return await asyncio.to_thread(receipt, self._desk.store, self._desk.terms.calendar, row)

    @api.post(
        "/cage/requests/{number}/withdraw", "see_people", "Withdraw a request",
        name="withdraw_request", body=t.GivenReason,
    )  # fmt: skip
    async def withdraw(
        self, caller: Caller, number: t.Number, reason: str, *, key: Key = ""
    ) -> None:
        """Withdraw a request: by its requester, or by a person who might approve it."""
        await self._approvals.take_back(caller, STREAM, number, checked_reason(reason), key)

    @shielded
    async def take_back(self, caller: Caller, waiting: Waiting, reason: str, key: str) -> None:
        """Write the withdrawal of a request."""
        desk, body = self._desk, Withdrawn(waiting.number, reason)
        matter = waiting.matter
        async with desk.command(caller, key) as context:
            if await desk.done_before(context, body, "withdrawn"):
                return
            desk.drawers.waiting.require(waiting.number, context.at)
            if isinstance(matter, CashMatter) and matter.what == "close":
                roles.check(caller, "approve_shortage")
            await desk.write(context, "withdrawn", body)

    @api.get("/cage/requests", "see_people", "List requests", name="requests")
    async def waiting(self, caller: Caller) -> list[PendingApproval]:
        """Return pending requests: one's own, and those that one's role may approve."""
        now = self._desk.clock.now_ms()
        return [
            self.shown(found)
            for found in self.queue
            if not has_lapsed(found, now) and self._sees(caller, found)
        ]

    def _sees(self, caller: Caller, found: Waiting) -> bool:
        """Return True if a caller sees a request."""
        assert isinstance(found.matter, CashMatter)
        right, _ = roles.TWO_PEOPLE[COMMANDS[found.matter.what]]
        return caller == ROOM or caller.person == found.by or roles.may(caller.role, right)

    def pending(self, row: int) -> PendingApproval:
        """Return the request written by a row, settled or not."""
        found = self.waiting_of(next(self._desk.store.rows(STREAM, row - 1, 1)))
        assert found is not None
        return self.shown(found)

    def shown(self, found: Waiting) -> PendingApproval:
        """Return a request as it is sent."""
        matter = found.matter
        assert isinstance(matter, CashMatter)
        name = self._desk.person(matter.person).name if matter.person else matter.table
        return PendingApproval(
            request=found.number, what=matter.what, person=matter.person, name=name,
            cents=matter.cents, reason=found.why, asked_by=found.by, asked_ms=found.at,
            until_ms=found.until,
        )  # fmt: skip
