"""Approvals by two people: one proposes with a reason, another with the right confirms.

Proposals are rows of the floor's log. Their result is a row of the table that they are about, with
both persons in it. A proposal holds the state at its time. When that state has changed, the
proposal is stale and must be made again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import msgspec

from houseway.money import format_dollars
from houseway.room.api import roles
from houseway.room.api import types as t
from houseway.room.api.approval_types import (
    Change,
    MeterMatter,
    PostingMatter,
    Proposal,
    TransferMatter,
)
from houseway.room.api.declare import Endpoints, Key
from houseway.room.api.roles import Caller
from houseway.room.api.table_types import Answer
from houseway.room.errors import Denied, checked_reason
from houseway.room.store.interface import Books
from houseway.room.store.stream import Journal

api = Endpoints("floor")
RIGHTS = {"posting": "post_table", "meter": "adjust_meter", "transfer": "adjust_meter"}
"""The right that a proposal of each kind needs."""


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


class Approvals:
    """Proposals that wait for a second person, folded from the log of the floor.

    Each kind of change is executed by the service that proposes it (``executes``).
    """

    def __init__(self, books: Books, journal: Journal) -> None:
        self._books, self._journal = books, journal
        self._execute: dict[type[Change], Execute] = {}
        self._open: dict[int, Proposal] = {}
        self._done: dict[int, tuple[int, Answer]] = {}
        self._seen = 0
        self.catch_up()

    def catch_up(self) -> None:
        """Read new rows of the floor, including one whose writing was uncertain."""
        for row in self._books.rows(self._journal.stream, self._seen):
            self._seen = row.seq
            if row.kind == "proposed":
                made = msgspec.msgpack.decode(row.body, type=Proposed)
                self._keep(row.seq, row.by, row.at, made)
            elif row.kind in ("confirmed", "withdrawn"):
                self._settle(msgspec.msgpack.decode(row.body, type=Settled), row.by)

    def executes(self, kind: type[Change], execute: Execute) -> None:
        """Register the function that executes the changes of one kind."""
        self._execute[kind] = execute

    def _keep(self, number: int, by: int, at: int, made: Proposed) -> None:
        """Keep a proposal until a second person settles it."""
        self._open[number] = Proposal(number, by, at, made.matter, made.why, summarise(made.matter))

    def _settle(self, settled: Settled, by: int) -> None:
        """Remove a settled proposal; its answer is kept if it was carried out."""
        self._open.pop(settled.proposal, None)
        if settled.answer is not None:
            self._done[settled.proposal] = by, settled.answer

    @api.get("/floor/proposals", "event_log", "List proposals")
    async def proposals(self, caller: Caller) -> list[Proposal]:
        """Return everything that waits for a second person."""
        self.catch_up()
        return list(self._open.values())

    async def propose(self, caller: Caller, matter: Change, why: str, key: str) -> Proposal:
        """Log a proposal; it changes nothing else."""
        body = Proposed(matter, checked_reason(why))
        done = await self._journal.write(caller, "proposed", body, key=key)
        self.catch_up()
        found = self._open.get(done.row)
        if found is None:
            raise Denied(f"proposal {done.row} does not wait any more", "stale")
        return found

    @api.post(
        "/floor/proposals/{number}/withdraw", "event_log", "Withdraw a proposal",
        name="withdraw_proposal", body=t.OptionalReason,
    )  # fmt: skip
    async def withdraw(
        self, caller: Caller, number: t.Number, reason: str = "", *, key: Key = ""
    ) -> None:
        """Withdraw a proposal: by its proposer, or by a person who might have confirmed it."""
        settled = Settled(number, None, reason[:200])
        if self._journal.answered(caller, "withdrawn", settled, key):
            return
        self.catch_up()
        found = self._waiting(number)
        roles.check(caller, RIGHTS[_tag(found.matter)])
        await self._write_settled(caller, "withdrawn", settled, key)

    @api.post("/floor/proposals/{number}/confirm", "event_log", "Confirm a proposal")
    async def confirm(self, caller: Caller, number: t.Number, *, key: Key = "") -> Answer:
        """Confirm a proposal as the second person, and execute it."""
        self.catch_up()
        if number in self._done and self._done[number][0] == caller.person:
            return self._done[number][1]
        found = self._waiting(number)
        roles.check_second_person(found.by, caller, RIGHTS[_tag(found.matter)])
        answer = await self._execute[type(found.matter)](caller, found, key)
        await self._write_settled(caller, "confirmed", Settled(number, answer))
        return answer

    async def _write_settled(
        self, caller: Caller, kind: str, settled: Settled, key: str = ""
    ) -> None:
        """Write the end of a proposal, and apply it."""
        await self._journal.write(caller, kind, settled, key=key)
        self.catch_up()

    def _waiting(self, number: int) -> Proposal:
        """Return the open proposal with this number; Denied if there is none."""
        found = self._open.get(number)
        if found is None:
            raise Denied(f"there is no pending proposal {number}", "unknown")
        return found


def _tag(matter: Change) -> str:
    """Return the name of a kind of change, as it is on the wire."""
    return str(matter.__struct_config__.tag)


def summarise(matter: Change) -> str:
    """Describe a change in words."""
    match matter:
        case PostingMatter():
            return f"post at {matter.table}: {'; '.join(matter.differs)}"
        case MeterMatter():
            does = "put into" if matter.cents > 0 else "take out of"
            where = f"the {matter.spot} meter of {matter.table}"
            transit = ", from what is in transit" if matter.in_transit else ""
            return f"{does} {where} {format_dollars(abs(matter.cents))}{transit}"
        case TransferMatter():
            held = format_dollars(matter.stands.held)
            return f"transfer {held} of the {matter.spot} meter of {matter.table} to {matter.to}"
