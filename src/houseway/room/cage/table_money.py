"""Money between the house and its tables: collections of drop and tokes, fills and credits.

Drop and tokes are collected from finished rounds. The income of an unfinished round stays, so that
the round can be voided by reversing its postings.
"""

from __future__ import annotations

import msgspec

from houseway.engine.events import DROP, HOUSE, TOKES, Account
from houseway.money import format_dollars
from houseway.room.api.cage_types import Collection
from houseway.room.api.declare import Endpoints, Key
from houseway.room.api.roles import Caller
from houseway.room.api.types import Filled, TableName
from houseway.room.cage.log import Moved
from houseway.room.cage.receipts import gained
from houseway.room.cage.state import STREAM, CageStream, checked_amount
from houseway.room.errors import Denied
from houseway.room.ledger import COLLECTED, Posting, at_table
from houseway.room.people.sessions import shielded
from houseway.room.store.interface import Books

api = Endpoints("cage")


class TableMoneyPayload(msgspec.Struct, frozen=True):
    """The command for its digest, which is stored under its key: the fields must not change."""

    table: str = ""
    cents: int = 0
    day: int = 0


class TableMoney:
    """Collections from tables, fills and credits."""

    def __init__(self, stream: CageStream) -> None:
        self._desk = stream

    @api.post("/tables/{table}/drop", "collect_drop", "Collect the drop")
    @shielded
    async def collect(self, caller: Caller, table: TableName, *, key: Key) -> Collection:
        """Take the fees and tokes of finished rounds from a table."""
        asked, desk = TableMoneyPayload(table), self._desk
        async with desk.command(caller, key) as context:
            row = desk.before(context, "collected", asked)
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

    @api.post("/tables/{table}/fill", "collect_drop", "Fill a table", body=Filled)
    async def fill(self, caller: Caller, table: TableName, cents: int, *, key: Key) -> Collection:
        """Put the house's money on a table."""
        return await self._move(caller, table, cents, key, "filled")

    @api.post("/tables/{table}/credit", "collect_drop", "Take a credit from a table", body=Filled)
    async def credit(self, caller: Caller, table: TableName, cents: int, *, key: Key) -> Collection:
        """Take the house's winnings from a table."""
        return await self._move(caller, table, cents, key, "credited")

    @shielded
    async def _move(
        self, caller: Caller, table: str, cents: int, key: str, kind: str
    ) -> Collection:
        """Move cents between the cage and a table, once per key, and return the collection."""
        asked, desk = TableMoneyPayload(table, checked_amount(cents)), self._desk
        async with desk.command(caller, key) as context:
            row = desk.before(context, kind, asked)
            if not row:
                self._require_table(table)
                house, there = at_table(table, HOUSE), 0
                if kind == "credited":
                    with desk.store.snapshot() as books:
                        there = free_of_rounds(books, table, HOUSE)
                    if there < cents:
                        raise Denied(
                            f"the house has {format_dollars(max(0, there))} at table {table}, "
                            f"not {format_dollars(cents)}",
                            "funds",
                        )
                giver, getter = (COLLECTED, house) if kind == "filled" else (house, COLLECTED)
                body = Moved(table=table, house=cents, day=desk.day(context.at))
                postings = [Posting(giver, getter, cents)]
                row = await desk.write(context, kind, body, postings, asked=asked)
            return self._moved(row)

    def _require_table(self, table: str) -> None:
        """Raise Denied if the room has no such table."""
        if self._desk.store.head(f"table:{table}") is None:
            raise Denied(f"there is no table {table!r} in this room", "unknown")

    def _moved(self, row: int) -> Collection:
        """Return the collection that a row wrote."""
        found = next(self._desk.store.rows(STREAM, row - 1, 1))
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
