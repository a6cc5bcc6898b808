"""Money between the house and its tables: collections of drop and tokes, fills and credits.

Drop and tokes are collected from finished rounds. The income of an unfinished round stays, so that
the round can be voided by reversing its postings.
"""

from __future__ import annotations

import msgspec

from houseway.engine.events import DROP, HOUSE, TOKES, Account
from houseway.money import format_dollars
from houseway.room.api.approval_types import Approved, CashMatter
from houseway.room.api.cage_types import Collection
from houseway.room.api.declare import Endpoints, Key
from houseway.room.api.roles import ROOM, Caller
from houseway.room.api.types import Filled, TableName
from houseway.room.approvals.waiting import Waiting
from houseway.room.cage.log import Moved, MovedByTwo, RequestedElsewhere, What
from houseway.room.cage.receipts import gained
from houseway.room.cage.requests import KINDS, CageRequests, CashPayload
from houseway.room.cage.state import STREAM, CageStream, checked_amount
from houseway.room.errors import Denied, optional_reason
from houseway.room.ledger import COLLECTED, Posting, at_table
from houseway.room.store.interface import Books
from houseway.room.store.stream import CommandContext, shielded

api = Endpoints("cage")


class TableMoneyPayload(msgspec.Struct, frozen=True):
    """The command for its digest, which is stored under its key: the fields must not change."""

    table: str = ""
    cents: int = 0
    day: int = 0


class TableMoney:
    """Collections from tables, fills and credits."""

    def __init__(self, stream: CageStream, requests: CageRequests) -> None:
        self._desk, self._requests = stream, requests
        requests.executes("fill", self._asked_for, self._shown)
        requests.executes("credit", self._asked_for, self._shown)

    @api.post("/tables/{table}/drop", "collect_drop", "Collect the drop")
    @shielded
    async def collect(self, caller: Caller, table: TableName, *, key: Key) -> Collection:
        """Take the fees and tokes of finished rounds from a table."""
        asked, desk = TableMoneyPayload(table), self._desk
        async with desk.command(caller, key) as context:
            row = await desk.before(context, asked, "collected")
            if not row:
                self._require_table(table)
                with desk.store.snapshot() as books:
                    fees, tokes = (free_of_rounds(books, table, part) for part in (DROP, TOKES))
                if not fees + tokes:
                    raise Denied(f"there is nothing to collect at table {table}")
                amounts = ((DROP, fees), (TOKES, tokes))
                back = [
                    Posting(at_table(table, part), COLLECTED, cents)
                    for part, cents in amounts
                    if cents
                ]
                body = Moved(table=table, fees=fees, tokes=tokes, day=desk.day(context.at))
                row = await desk.write(context, "collected", body, back, asked=asked)
            return self._moved(row)

    @api.post("/tables/{table}/fill", "fill", "Fill a table", body=Filled)
    async def fill(
        self, caller: Caller, table: TableName, cents: int, reason: str = "", *, key: Key
    ) -> Collection:
        """Put the house's money on a table; above the posted amount the cage has to give it."""
        return await self._move(caller, table, cents, reason, key, "fill")

    @api.post("/tables/{table}/credit", "fill", "Take a credit from a table", body=Filled)
    async def credit(
        self, caller: Caller, table: TableName, cents: int, reason: str = "", *, key: Key
    ) -> Collection:
        """Take the house's winnings from a table; above the posted amount the cage receives it."""
        return await self._move(caller, table, cents, reason, key, "credit")

    @shielded
    async def _move(
        self, caller: Caller, table: str, cents: int, reason: str, key: str, what: What
    ) -> Collection:
        """Move cents between the cage and a table, or ask for it, once per key."""
        asked, desk = TableMoneyPayload(table, checked_amount(cents)), self._desk
        reason = optional_reason(reason)
        async with desk.command(caller, key) as context:
            row = await desk.before(context, asked, KINDS[what], "requested")
            if not row:
                self._check(table, cents, what)
                if self._moves_alone(context, cents):
                    body = Moved(table=table, house=cents, day=desk.day(context.at))
                    row = await self._write(context, body, what, asked)
                else:
                    row = await self._requests.ask(
                        context, what, asked, table=table, cents=cents, reason=reason
                    )
            return self._moved(row)

    def _moves_alone(self, context: CommandContext, cents: int) -> bool:
        """Return True if fills and credits need no second person, by the sum of the gaming day."""
        desk, person = self._desk, context.caller.person
        moved = desk.drawers.alone["fill", desk.day(context.at), person]
        return context.caller == ROOM or moved + cents <= desk.terms.fill

    def _check(self, table: str, cents: int, what: str) -> None:
        """Raise Denied without such a table, or if the house has less there than is taken."""
        self._require_table(table)
        if what == "fill":
            return
        with self._desk.store.snapshot() as books:
            there = free_of_rounds(books, table, HOUSE)
        if there < cents:
            raise Denied(
                f"the house has {format_dollars(max(0, there))} at table {table}, "
                f"not {format_dollars(cents)}",
                "funds",
            )

    async def _asked_for(self, context: CommandContext, found: Waiting, reason: str) -> int:
        """Carry out a fill or a credit that was asked for, and return its row."""
        matter = found.matter
        assert isinstance(matter, CashMatter)
        self._check(matter.table, matter.cents, matter.what)
        body = MovedByTwo(
            table=matter.table, house=matter.cents, day=self._desk.day(context.at),
            request=found.number, asked_by=found.by,
        )  # fmt: skip
        return await self._write(context, body, matter.what, CashPayload(row=found.number))

    async def _write(
        self, context: CommandContext, body: Moved, what: str, asked: msgspec.Struct
    ) -> int:
        """Write a fill or a credit, and return its row."""
        house = at_table(body.table, HOUSE)
        giver, getter = (COLLECTED, house) if what == "fill" else (house, COLLECTED)
        postings = [Posting(giver, getter, body.house)]
        return await self._desk.write(context, KINDS[what], body, postings, asked=asked)

    def _shown(self, row: int) -> Approved:
        """Return an approved fill or credit."""
        return Approved("", collection=self._moved(row))

    def _require_table(self, table: str) -> None:
        """Raise Denied if the room has no such table."""
        if self._desk.store.head(f"table:{table}") is None:
            raise Denied(f"there is no table {table!r} in this room", "unknown")

    def _moved(self, row: int) -> Collection:
        """Return the collection that a row wrote or asked for."""
        found = next(self._desk.store.rows(STREAM, row - 1, 1))
        if found.kind == "requested":
            asked = msgspec.msgpack.decode(found.body, type=RequestedElsewhere)
            return Collection(
                0, KINDS[asked.what], found.at, asked.table, 0, 0, asked.cents, found.seq
            )
        b = msgspec.msgpack.decode(found.body, type=Moved)
        return Collection(found.seq, found.kind, found.at, b.table, b.fees, b.tokes, b.house)


def free_of_rounds(books: Books, table: str, part: Account) -> int:
    """Return the balance of a table's account without the movements of an unfinished round."""
    account, stream = at_table(table, part), f"table:{table}"
    now = books.balance(account)
    moved = sum(
        gained(account, written.posting)
        for running in books.open_rounds()
        if running.stream == stream
        for written in books.postings(stream, running.opened - 1)
        if account in (written.posting.debit, written.posting.credit)
    )
    return min(now, now - moved)
