"""Calls of the client at the cash station."""

from __future__ import annotations

from houseway.room.accounting.trial_balance import Taken, Trial
from houseway.room.api import types as t
from houseway.room.cage.cash import Statement, Waiting
from houseway.room.cage.days import Collection
from houseway.room.cage.shifts import Count, Shift
from houseway.room.client.calls import Calls
from houseway.room.http.cash_answer import CashAnswer, OpenShift


class CageCalls(Calls):
    """The cage."""

    async def deposit(self, person: int, cents: int, key: str = "") -> CashAnswer:
        """Cash in."""
        return await self.post("/cage/deposits", CashAnswer, t.Cash(person, cents), key)

    async def payout(self, person: int, cents: int, key: str = "") -> CashAnswer:
        """Cash out, or a request for a second person."""
        return await self.post("/cage/payouts", CashAnswer, t.Cash(person, cents), key)

    async def adjust(self, person: int, cents: int, reason: str, key: str = "") -> CashAnswer:
        """An account is put right."""
        body = t.Adjustment(person, cents, reason)
        return await self.post("/cage/adjustments", CashAnswer, body, key)

    async def reverse(self, number: int, reason: str, key: str = "") -> CashAnswer:
        """Take back what was keyed in wrongly."""
        return await self.post(f"/cage/receipts/{number}/reverse", CashAnswer, t.Why(reason), key)

    async def receipt(self, number: int) -> CashAnswer:
        """A receipt again."""
        return await self.get(f"/cage/receipts/{number}", CashAnswer)

    async def requests(self) -> list[Waiting]:
        """What waits for a second person."""
        return await self.get("/cage/requests", list[Waiting])

    async def approve(self, number: int, key: str = "") -> CashAnswer:
        """Be the second person."""
        return await self.post(f"/cage/requests/{number}/approve", CashAnswer, None, key)

    async def withdraw_request(self, number: int, reason: str) -> None:
        """Call a request off."""
        await self.done(f"/cage/requests/{number}/withdraw", t.Why(reason))

    async def own_statement(self, most: int = 100) -> Statement:
        """One's own statement."""
        return await self.get("/me/statement", Statement, most=most)

    async def statement(self, person: int, most: int = 100) -> Statement:
        """Somebody's statement."""
        return await self.get(f"/people/{person}/statement", Statement, most=most)

    async def open_shift(self, cents: int, key: str = "") -> Shift:
        """Open a shift with so much in the drawer."""
        return await self.post("/cage/shifts", Shift, t.Counted(cents), key)

    async def count_shift(self, cents: int) -> Count:
        """Count the drawer."""
        return await self.post("/cage/shifts/count", Count, t.Counted(cents))

    async def close_shift(self, cents: int, shift: int = 0, key: str = "") -> Count:
        """Close a shift."""
        return await self.post("/cage/shifts/close", Count, t.Counted(cents, shift), key)

    async def own_shift(self) -> Shift | None:
        """One's open shift."""
        return (await self.get("/cage/shifts/mine", OpenShift)).shift

    async def shifts(self) -> list[Count]:
        """All open shifts."""
        return await self.get("/cage/shifts", list[Count])

    async def trial_balance(self, day: str = "") -> Trial:
        """The trial balance, now or at the end of a gaming day."""
        return await self.get("/reports/trial", Trial, day=day)

    async def day_report(self, day: str = "") -> Taken:
        """What was taken in a gaming day."""
        return await self.get("/reports/day", Taken, day=day)

    async def close_day(self, day: str = "", key: str = "") -> Trial:
        """Close a gaming day."""
        return await self.post("/reports/day/close", Trial, t.DayBody(day), key)

    async def collect(self, table: str, key: str = "") -> Collection:
        """Collect the drop of a table."""
        return await self.post(f"/tables/{table}/drop", Collection, None, key)

    async def fill(self, table: str, cents: int, key: str = "") -> Collection:
        """Put money of the house on a table."""
        return await self.post(f"/tables/{table}/fill", Collection, t.Filled(cents), key)

    async def credit(self, table: str, cents: int, key: str = "") -> Collection:
        """Take money of the house from a table."""
        return await self.post(f"/tables/{table}/credit", Collection, t.Filled(cents), key)
