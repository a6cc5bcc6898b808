"""A cash station for tests: books in a folder, a clock that is moved, people with cheap PINs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from itertools import count
from pathlib import Path
from typing import Any

from houseway.room.accounting.day_close import GamingDays
from houseway.room.api.cage_types import PendingApproval, Receipt
from houseway.room.api.roles import ROOM, Caller
from houseway.room.approvals.approvals import Approvals
from houseway.room.cage.cash import Cage, CageTerms
from houseway.room.clock import SimulatedClock
from houseway.room.fairness.entropy import RehearsedEntropy
from houseway.room.ledger import Posting, purse_at, wallet
from houseway.room.people.accounts import People, PeopleTerms
from houseway.room.people.pins import CHEAP
from houseway.room.people.sessions import PeopleKeys
from houseway.room.store.group_commit import GroupWriter, PlainWriter, Writer
from houseway.room.store.sqlite_writer import SqliteStore
from houseway.room.store.stream import Journal
from houseway.room.tables.log import Note

PEPPER = bytes(range(32))
SECRETS = PeopleKeys({"00000001": PEPPER}, bytes(32))
TERMS = PeopleTerms(pins=CHEAP)
PIN = "2580"
CAGE = CageTerms(payout=1_000_00, adjustment=100_00)
LENIENT = CageTerms(payout=1_000_00, adjustment=100_00, fill=10_000_00, short=10_000_00)
"""Terms under which a fill and the close of a short drawer need no second person."""
KEYS = count()


class Station:
    """The books and who keeps them; ``open`` is what a restart of the room does."""

    def __init__(
        self, folder: Path, *, grouped: bool = False, terms: PeopleTerms = TERMS,
        cage: CageTerms = CAGE,
    ) -> None:  # fmt: skip
        self.folder, self.terms, self.cage_terms = folder, terms, cage
        self.clock = SimulatedClock()
        self.store = SqliteStore(folder / "books.db", durable=False)
        self.writer: Writer = GroupWriter(self.store) if grouped else PlainWriter(self.store)
        self.ended: list[tuple[int, str]] = []
        self.entropy = RehearsedEntropy(len(self.store.people()) * 1000)
        self.open()

    def open(self) -> None:
        self.approvals = Approvals(self.store, self.clock)
        self.people = People(
            self.store, self.writer, self.clock, self.entropy, SECRETS, self.terms,
            on_ended=lambda person, why: self.ended.append((person, why)),
            approvals=self.approvals,
        )  # fmt: skip
        self.approvals.confirm_pin = self.people.confirm_pin
        self.cage = Cage(
            self.store, self.writer, self.clock, self.cage_terms, approvals=self.approvals
        )
        self.days = GamingDays(self.cage)
        self.tables: dict[str, Journal] = {}

    async def close(self) -> None:
        await self.writer.close()
        self.store.close()

    async def player(self, name: str = "Ann", pin: str = PIN, card: str = "") -> int:
        return (await self.people.open_account(ROOM, name, pin, card=card)).person

    async def staff(self, role: str, name: str) -> Caller:
        opened = await self.people.hire(ROOM, role, name, PIN)
        return Caller(opened.person, role, name, f"desk {opened.person}")

    async def cashier(
        self, name: str = "Cay", drawer: int = 500_00, role: str = "cashier"
    ) -> Caller:
        """Return a cashier with an open shift."""
        found = await self.staff(role, name)
        await self.cage.shifts.open(found, drawer, key=new_key())
        return found

    async def rich(self, cents: int, name: str = "Ann") -> int:
        """Return a player with this amount in the account."""
        person = await self.player(name)
        await self.cage.deposit(ROOM, person, cents, key=new_key())
        return person

    def balance(self, person: int) -> int:
        return self.store.balance(wallet(person))

    async def at_table(self, *postings: Posting, table: str = "T1") -> int:
        """A row of a table that moves money; its number."""
        if table not in self.tables:
            self.tables[table] = Journal(self.store, self.writer, self.clock, f"table:{table}")
        done = await self.tables[table].write(ROOM, "noted", Note("moved"), postings)
        return done.row

    async def buy_in(self, person: int, cents: int, seat: int = 1, table: str = "T1") -> None:
        await self.at_table(Posting(wallet(person), purse_at(table, seat), cents), table=table)

    async def cash_out(self, person: int, cents: int, seat: int = 1, table: str = "T1") -> None:
        await self.at_table(Posting(purse_at(table, seat), wallet(person), cents), table=table)

    def card(self, person: int) -> str:
        found = self.store.person(person)
        assert found is not None
        return found.card

    def kinds(self, stream: str = "people") -> list[str]:
        return [row.kind for row in self.store.rows(stream)]


def new_key() -> str:
    """Return an unused key."""
    return f"k{next(KEYS)}"


def done(answer: Receipt | PendingApproval) -> Receipt:
    assert isinstance(answer, Receipt)
    return answer


def waits(answer: Receipt | PendingApproval) -> PendingApproval:
    assert isinstance(answer, PendingApproval)
    return answer


def evening(
    folder: Path, play: Callable[[Station], Coroutine[Any, Any, None]], **more: Any
) -> None:
    """Run a test with a station of its own."""

    async def run() -> None:
        station = Station(folder, **more)
        try:
            await play(station)
        finally:
            await station.close()

    asyncio.run(run())
