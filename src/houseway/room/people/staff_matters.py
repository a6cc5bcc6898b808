"""Changes of the staff that wait for a second person: hiring, PINs, cards, duties, names.

A PIN that waits is in no row, in no form. It is kept in memory until a second person approves. So
a request about the staff lapses when the server stops.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import msgspec

from houseway.room.api.approval_types import Approved, PersonMatter
from houseway.room.api.roles import Caller
from houseway.room.approvals.approvals import Approvals
from houseway.room.approvals.waiting import Queue, Waiting, name_of
from houseway.room.clock import Clock
from houseway.room.errors import Denied, checked_reason
from houseway.room.store.interface import Row, Store
from houseway.room.store.stream import Journal, shielded

PENDING_MS = 15 * 60_000
KINDS: dict[str, str] = {
    "hire": "opened", "pin": "pin_reset", "card": "new_card", "role": "role", "name": "renamed",
}  # fmt: skip
"""A matter -> the kind of row that carries it out."""


class Asked(msgspec.Struct, frozen=True):
    """Row ``asked``: a change of the staff waits for a second person, for some milliseconds."""

    matter: PersonMatter
    why: str
    pending_ms: int


class AskedPayload(msgspec.Struct, frozen=True):
    """A request for its digest: the matter, and the digest of what is no part of a row."""

    matter: PersonMatter
    why: str
    mark: str


class TakenBack(msgspec.Struct, frozen=True):
    """Row ``taken_back``: a request is withdrawn."""

    request: int
    reason: str


class ApprovedPayload(msgspec.Struct, frozen=True):
    """The approval of a request for its digest."""

    request: int


class _Request(msgspec.Struct, frozen=True):
    """The field of a row that names the request it settles."""

    request: int = 0


Execute: TypeAlias = Callable[[Caller, Waiting, str, str], Awaitable[Approved]]
"""Carries out a request for the second person, with its secret and their key."""


class StaffMatters:
    """Requests in the log of the people."""

    stream = "people"

    def __init__(
        self, store: Store, journal: Journal, clock: Clock, approvals: Approvals,
        pending_ms: int = PENDING_MS,
    ) -> None:  # fmt: skip
        self._store, self._journal, self._clock = store, journal, clock
        self._pending_ms = pending_ms
        self._queue, self._seen = Queue(), journal.row
        self._secrets: dict[int, str] = {}
        """Row of a request -> the hash of a PIN, the number of a card, or both number and PIN."""
        self._execute: dict[str, Execute] = {}
        self._turn = asyncio.Lock()
        approvals.serve(self)

    def executes(self, what: str, execute: Execute) -> None:
        """Register what carries out one kind of request."""
        self._execute[what] = execute

    @property
    def queue(self) -> Queue:
        """Return what waits, with new rows of the people applied."""
        if self._journal.has_after(self._seen):
            for row in self._store.rows(self.stream, self._seen):
                self._seen = row.seq
                if (made := self.waiting_of(row)) is not None:
                    self._queue.add(made)
                elif row.kind in ("taken_back", *KINDS.values()):
                    number = msgspec.msgpack.decode(row.body, type=_Request).request
                    self._queue.settle(number)
                    self._secrets.pop(number, None)
        return self._queue

    def waiting_of(self, row: Row) -> Waiting | None:
        """Return the request of a row; None for another row."""
        if row.kind != "asked":
            return None
        asked = msgspec.msgpack.decode(row.body, type=Asked)
        until = row.at + asked.pending_ms
        return Waiting(self.stream, row.seq, row.by, row.at, asked.matter, asked.why, until)

    @shielded
    async def ask(
        self, caller: Caller, matter: PersonMatter, why: str, key: str, *,
        secret: str = "", mark: str = "",
    ) -> str:  # fmt: skip
        """Write a request, keep its secret, and return the name under which it is approved."""
        why = checked_reason(why)
        body = Asked(matter, why, self._pending_ms)
        payload = AskedPayload(matter, why, mark)
        async with self._turn:
            done = await self._journal.write(caller, "asked", body, key=key, asked=payload)
            if not done.again:
                self._secrets[done.row] = secret
        return f"{self.stream}-{done.row}"

    @shielded
    async def carry_out(
        self, second: Caller, waiting: Waiting, key: str, reason: str = ""
    ) -> Approved:
        """Execute a request for its second person, once under their key."""
        matter, number = waiting.matter, waiting.number
        person = getattr(matter, "person", 0)
        if person and person == second.person:
            raise Denied("what is done to a person is approved by another person", "role")
        what = name_of(matter)
        async with self._turn:
            payload = ApprovedPayload(number)
            if done := await self._journal.answered(second, KINDS[what], payload, key):
                return msgspec.msgpack.decode(done.answer, type=Approved)
            found = self.queue.require(number, self._clock.now_ms())
            if number not in self._secrets:
                raise Denied("the server has started since this was asked for: ask again", "stale")
            return await self._execute[what](second, found, self._secrets[number], key)

    @shielded
    async def take_back(self, caller: Caller, waiting: Waiting, reason: str, key: str) -> None:
        """Write the withdrawal of a request."""
        body = TakenBack(waiting.number, reason[:200])
        async with self._turn:
            if await self._journal.answered(caller, "taken_back", body, key):
                return
            self.queue.require(waiting.number, self._clock.now_ms())
            await self._journal.write(caller, "taken_back", body, key=key)
