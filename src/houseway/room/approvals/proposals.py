"""Proposals of the floor: one person proposes with a reason, another with the right confirms.

Proposals are rows of the floor's log. Their result is a row of the table that they are about, with
both persons in it. A proposal holds the state at its time. When that state has changed, the
proposal is stale and must be made again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import msgspec

from houseway.room.api import types as t
from houseway.room.api.approval_types import Approved, Change, Proposal
from houseway.room.api.declare import Endpoints, Key
from houseway.room.api.roles import Caller
from houseway.room.api.table_types import Answer
from houseway.room.approvals.approvals import Approvals
from houseway.room.approvals.waiting import Queue, Waiting, summarise
from houseway.room.errors import Denied, checked_reason
from houseway.room.store.interface import Books, Row
from houseway.room.store.stream import Journal

api = Endpoints("floor")


class Proposed(msgspec.Struct, frozen=True):
    """Row: a person proposes a change."""

    matter: Change
    why: str


class Settled(msgspec.Struct, frozen=True):
    """Row: the outcome of a proposal: the answer of the table, or the reason of its withdrawal."""

    proposal: int
    answer: Answer | None = None
    why: str = ""


Execute: TypeAlias = Callable[[Caller, Proposal, str], Awaitable[Answer]]
"""Executes a proposal for the second person, under their idempotency key."""


class Proposals:
    """Proposals that wait for a second person, folded from the log of the floor.

    Each kind of change is executed by the service that proposes it (``executes``).
    """

    def __init__(self, books: Books, journal: Journal, approvals: Approvals) -> None:
        self._books, self._journal, self._approvals = books, journal, approvals
        self.stream = journal.stream
        self._execute: dict[type[Change], Execute] = {}
        self._queue = Queue()
        self._done: dict[int, tuple[int, Answer]] = {}
        self._seen = 0
        self.catch_up()
        approvals.serve(self)

    @property
    def queue(self) -> Queue:
        """Return what waits, with new rows of the floor applied."""
        self.catch_up()
        return self._queue

    def catch_up(self) -> None:
        """Read new rows of the floor, including one whose writing was uncertain."""
        for row in self._books.rows(self.stream, self._seen):
            self._seen = row.seq
            if (made := self.waiting_of(row)) is not None:
                self._queue.add(made)
            elif row.kind in ("confirmed", "withdrawn"):
                settled = msgspec.msgpack.decode(row.body, type=Settled)
                self._queue.settle(settled.proposal)
                if settled.answer is not None:
                    self._done[settled.proposal] = row.by, settled.answer

    def waiting_of(self, row: Row) -> Waiting | None:
        """Return the proposal that a row makes; None for another row."""
        if row.kind != "proposed":
            return None
        made = msgspec.msgpack.decode(row.body, type=Proposed)
        return Waiting(self.stream, row.seq, row.by, row.at, made.matter, made.why)

    def executes(self, kind: type[Change], execute: Execute) -> None:
        """Register the function that executes the changes of one kind."""
        self._execute[kind] = execute

    @api.get("/floor/proposals", "event_log", "List proposals")
    async def proposals(self, caller: Caller) -> list[Proposal]:
        """Return everything of the floor that waits for a second person."""
        return [_proposal(waiting) for waiting in self.queue]

    async def propose(self, caller: Caller, matter: Change, why: str, key: str) -> Proposal:
        """Log a proposal; it changes nothing else."""
        body = Proposed(matter, checked_reason(why))
        done = await self._journal.write(caller, "proposed", body, key=key)
        found = self.queue.get(done.row)
        if found is None:
            raise Denied(f"proposal {done.row} does not wait any more", "stale")
        return _proposal(found)

    def find(self, caller: Caller, key: str, kind: type[Change], table: str) -> Proposal | None:
        """Return what a caller proposed under a key, settled or not; None if that is new."""
        done = self._books.command(caller.person, key) if key else None
        if done is None or done.stream != self.stream:
            return None
        found = self.waiting_of(next(self._books.rows(self.stream, done.seq - 1, 1)))
        if found is None or not isinstance(found.matter, kind) or found.matter.table != table:
            return None
        return _proposal(found)

    @api.post(
        "/floor/proposals/{number}/withdraw", "event_log", "Withdraw a proposal",
        name="withdraw_proposal", body=t.OptionalReason,
    )  # fmt: skip
    async def withdraw(
        self, caller: Caller, number: t.Number, reason: str = "", *, key: Key = ""
    ) -> None:
        """Withdraw a proposal: by its proposer, or by a person who might have confirmed it."""
        await self._approvals.take_back(caller, self.stream, number, reason, key)

    async def take_back(self, caller: Caller, waiting: Waiting, reason: str, key: str) -> None:
        """Write the withdrawal of a proposal."""
        settled = Settled(waiting.number, None, reason[:200])
        if await self._journal.answered(caller, "withdrawn", settled, key):
            return
        self._require(waiting.number)
        await self._write_settled(caller, "withdrawn", settled, key)

    @api.post("/floor/proposals/{number}/confirm", "event_log", "Confirm a proposal")
    async def confirm(self, caller: Caller, number: t.Number, *, key: Key = "") -> Answer:
        """Confirm a proposal as the second person, and execute it."""
        done = await self._approvals.settle(caller, self.stream, number, key)
        assert done.answer is not None
        return done.answer

    async def carry_out(
        self, second: Caller, waiting: Waiting, key: str, reason: str = ""
    ) -> Approved:
        """Execute a proposal for its second person, and write that it is confirmed."""
        self.catch_up()
        by, answer = self._done.get(waiting.number, (0, None))
        if answer is None or by != second.person:
            found = self._require(waiting.number)
            answer = await self._execute[type(found.matter)](second, found, key)
            await self._write_settled(second, "confirmed", Settled(waiting.number, answer))
        return Approved(waiting.id, answer=answer)

    async def _write_settled(
        self, caller: Caller, kind: str, settled: Settled, key: str = ""
    ) -> None:
        """Write the end of a proposal, and apply it."""
        await self._journal.write(caller, kind, settled, key=key)
        self.catch_up()

    def _require(self, number: int) -> Proposal:
        """Return the open proposal with this number; Denied if there is none."""
        found = self.queue.get(number)
        if found is None:
            raise Denied(f"there is no pending proposal {number}", "unknown")
        return _proposal(found)


def _proposal(waiting: Waiting) -> Proposal:
    """Return what waits at the floor as it is sent."""
    matter = waiting.matter
    assert isinstance(matter, Change)
    return Proposal(waiting.number, waiting.by, waiting.at, matter, waiting.why, summarise(matter))
