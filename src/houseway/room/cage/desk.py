"""The desk that cashiers, shifts and the gaming day work at: one stream, one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from houseway.engine.inputs import not_cents
from houseway.money import format_dollars
from houseway.room.api import roles
from houseway.room.api.roles import Caller
from houseway.room.cage.state import STREAM, CageState
from houseway.room.clock import Clock
from houseway.room.errors import Denied
from houseway.room.gaming_day import Calendar
from houseway.room.ledger import Posting
from houseway.room.store.group_commit import Writer
from houseway.room.store.interface import Person, Store
from houseway.room.store.stream import Journal

MOST = 10**11
"""No amount over the counter is larger: a billion dollars is a slip of the finger."""
KEY_MOST = 200
REASON_MOST = 200


class CageTerms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a room posts about its cage; amounts in cents."""

    payout: int = 3_000_00
    """A payout above it takes a second person."""
    adjustment: int = 500_00
    """So does an adjustment, and a reversal."""
    large_cash: int = 10_000_00
    """Cash in, or cash out, of one person in one gaming day from which on it is noted."""
    pending_ms: int = 15 * 60_000
    """How long something waits for the second person."""
    calendar: Calendar = Calendar()
    room: str = "CARDROOM"
    """What receipts are headed with."""


class Desk:
    """The cage's stream, and what follows from it."""

    def __init__(self, store: Store, writer: Writer, clock: Clock, terms: CageTerms) -> None:
        self.store, self.clock, self.terms = store, clock, terms
        self.journal = Journal(store, writer, clock, STREAM)
        self.turn = asyncio.Lock()
        """One command after the other: each sees all that those before it have done."""
        self.drawers = CageState(terms.calendar)
        self.drawers.read(store, clock.now_ms(), terms.pending_ms)
        self._seen = self.journal.row

    @property
    def now(self) -> int:
        """Milliseconds since 1970."""
        return self.clock.now_ms()

    @property
    def day(self) -> int:
        """The gaming day it is."""
        return self.terms.calendar.day(self.now)

    def catch_up(self) -> None:
        """See what the books have: also a row of which nobody was sure whether it was written."""
        for row in self.store.rows(STREAM, self._seen):
            self.drawers.see(row.seq, row.at, row.kind, row.by, row.body)
            self._seen = row.seq

    async def write(
        self,
        caller: Caller,
        kind: str,
        body: msgspec.Struct,
        postings: Sequence[Posting] = (),
        *,
        key: str = "",
        asked: msgspec.Struct | None = None,
    ) -> int:
        """Write a row in one's turn; its number."""
        done = await self.journal.write(caller, kind, body, postings, key=key, asked=asked)
        self.catch_up()
        return done.row

    def before(self, caller: Caller, kind: str, asked: msgspec.Struct, key: str) -> int:
        """The row in which this was done before, under the same key; 0 if it was not."""
        if not 0 < len(key) <= KEY_MOST:
            raise Denied(f"what moves money needs a key of its own, of 1 to {KEY_MOST} characters")
        done = self.journal.answered(caller, kind, asked, key)
        self.catch_up()
        return done.row if done is not None else 0

    def person(self, id: int) -> Person:
        """Somebody by their number."""
        found = self.store.person(id)
        if found is None:
            raise Denied(f"there is nobody with the number {id}", "unknown")
        return found

    def player(self, id: int) -> Person:
        """Somebody who has an account with money in it."""
        found = self.person(id)
        if found.role not in roles.PLAYS:
            raise Denied(f"{found.name} is {roles.called(found.role)} and has no account for money")
        return found


def amount(cents: int, least: int = 1) -> int:
    """An amount over the counter, checked."""
    if (why := not_cents(cents)) is not None:
        raise Denied(why)
    if not least <= cents <= MOST:
        raise Denied(
            f"an amount is {format_dollars(least)} to {format_dollars(MOST)}, not {cents} cents"
        )
    return cents


def reasoned(reason: str) -> str:
    """A reason as it is kept; without one it is not done."""
    reason = " ".join(reason.split())
    if not 0 < len(reason) <= REASON_MOST or not reason.isprintable():
        raise Denied(f"this needs a reason, in 1 to {REASON_MOST} characters")
    return reason
