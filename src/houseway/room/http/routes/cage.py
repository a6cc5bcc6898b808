"""The cage: cash in and out, what takes two people, shifts, the gaming day."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from houseway.room.accounting.trial_balance import Taken, Trial
from houseway.room.api.roles import Caller
from houseway.room.api.types import (
    Adjustment,
    Cash,
    Counted,
    DayBody,
    Filled,
    Most,
    Number,
    PersonNo,
    TableName,
    Why,
)
from houseway.room.cage.cash import Statement, Waiting
from houseway.room.cage.days import Collection
from houseway.room.cage.receipts import Receipt
from houseway.room.cage.shifts import Count, Shift
from houseway.room.http.api import Api
from houseway.room.http.cash_answer import CashAnswer, OpenShift
from houseway.room.http.endpoint import Key
from houseway.room.room import Room

api = Api("cage")
Day = Annotated[str, Meta(max_length=10, description="A gaming day, as 2026-11-16.")]


def _answer(room: Room, found: Receipt | Waiting, copy: bool = False) -> CashAnswer:
    if isinstance(found, Waiting):
        return CashAnswer(waiting=found)
    return CashAnswer(found, found.text(room.file.name, copy))


@api.post("/cage/deposits", "deposit", "Take cash in", example=Cash(12, 20_000))
async def deposit(room: Room, caller: Caller, body: Cash, key: Key) -> CashAnswer:
    """Cash over the counter goes to somebody's account."""
    return _answer(room, await room.cage.deposit(caller, body.person, body.cents, key=key))


@api.post("/cage/payouts", "payout", "Pay cash out", example=Cash(12, 20_000))
async def payout(room: Room, caller: Caller, body: Cash, key: Key) -> CashAnswer:
    """Cash out of somebody's account; above the posted amount it waits for a second person."""
    return _answer(room, await room.cage.payout(caller, body.person, body.cents, key=key))


@api.post("/cage/adjustments", "adjust", "Put an account right")
async def adjust(room: Room, caller: Caller, body: Adjustment, key: Key) -> CashAnswer:
    """Up or down, for a reason; above the posted amount it waits for a second person."""
    found = await room.cage.adjust(caller, body.person, body.cents, body.reason, key=key)
    return _answer(room, found)


@api.post("/cage/receipts/{number}/reverse", "adjust", "Take back what was keyed in wrongly")
async def reverse(room: Room, caller: Caller, number: Number, body: Why, key: Key) -> CashAnswer:
    """The row is named and its postings go back; only while its shift is open."""
    return _answer(room, await room.cage.reverse(caller, number, body.reason, key=key))


@api.get("/cage/receipts/{number}", "own_account", "A receipt again")
async def receipt(room: Room, caller: Caller, number: Number) -> CashAnswer:
    """A copy; players have those of their own account."""
    return _answer(room, await room.cage.receipt(caller, number), copy=True)


@api.get("/cage/requests", "see_people", "What waits for a second person")
async def requests(room: Room, caller: Caller) -> list[Waiting]:
    """One's own, and all of them for those who may approve."""
    return await room.cage.waiting(caller)


@api.post("/cage/requests/{number}/approve", "approve_payout", "Be the second person")
async def approve(room: Room, caller: Caller, number: Number, key: Key) -> CashAnswer:
    """It is done now, if it still can be."""
    return _answer(room, await room.cage.approve(caller, number, key=key))


@api.post("/cage/requests/{number}/withdraw", "see_people", "Call a request off")
async def withdraw_request(room: Room, caller: Caller, number: Number, body: Why) -> None:
    """By who asked for it, or by who was asked to approve it."""
    await room.cage.withdraw(caller, number, body.reason)


@api.get("/me/statement", "own_account", "One's own statement")
async def own_statement(room: Room, caller: Caller, most: Most = 100) -> Statement:
    """The latest postings of one's own account, newest first."""
    return await room.cage.statement(caller, caller.person, most)


@api.get("/people/{person}/statement", "own_account", "Somebody's statement")
async def statement(room: Room, caller: Caller, person: PersonNo, most: Most = 100) -> Statement:
    """The latest postings of an account, newest first; of others only for staff."""
    return await room.cage.statement(caller, person, most)


# -- shifts ----------------------------------------------------------------------------------------


@api.post("/cage/shifts", "open_shift", "Open a shift", example=Counted(100_000))
async def open_shift(room: Room, caller: Caller, body: Counted, key: Key) -> Shift:
    """Begin a shift with so much in the drawer."""
    return await room.cage.shifts.open(caller, body.cents, key=key)


@api.post("/cage/shifts/count", "count_shift", "Count a drawer")
async def count_shift(room: Room, caller: Caller, body: Counted) -> Count:
    """In the middle of a shift: nothing is posted."""
    return await room.cage.shifts.count(caller, body.cents)


@api.post("/cage/shifts/close", "close_shift", "Close a shift")
async def close_shift(room: Room, caller: Caller, body: Counted, key: Key) -> Count:
    """What the drawer is over or short is posted; a supervisor may close another's shift."""
    return await room.cage.shifts.close(caller, body.cents, key=key, shift=body.shift)


@api.get("/cage/shifts/mine", "open_shift", "One's own shift")
async def own_shift(room: Room, caller: Caller) -> OpenShift:
    """As its cashier sees it: the drawer is counted without knowing what to find."""
    return OpenShift(await room.cage.shifts.mine(caller))


@api.get("/cage/shifts", "trial_balance", "All open shifts")
async def shifts(room: Room, caller: Caller) -> list[Count]:
    """With what should be in their drawers."""
    return await room.cage.shifts.all_open(caller)


# -- the day ---------------------------------------------------------------------------------------


@api.get("/reports/trial", "trial_balance", "The trial balance")
async def trial_balance(room: Room, caller: Caller, day: Day = "") -> Trial:
    """Now, or as it was at the end of a gaming day; its total is zero."""
    days = room.cage.days
    return await days.trial_balance(caller, days.number(day) if day else None)


@api.get("/reports/day", "trial_balance", "What was taken in a gaming day")
async def day_report(room: Room, caller: Caller, day: Day = "") -> Taken:
    """By table and game: buy-ins, cash-outs, win, fees, tips, meters, drop."""
    days = room.cage.days
    games = {name: actor.live.game.id for name, actor in room.tables.items() if actor.live.game}
    return await days.report(caller, games, days.number(day) if day else None)


@api.post("/reports/day/close", "gaming_day", "Close a gaming day")
async def close_day(room: Room, caller: Caller, body: DayBody, key: Key) -> Trial:
    """One that is over: its trial balance is written down, and must be zero."""
    days = room.cage.days
    return await days.close(caller, days.number(body.day) if body.day else None, key=key)


@api.post("/tables/{table}/drop", "collect_drop", "Collect the drop")
async def collect(room: Room, caller: Caller, table: TableName, key: Key) -> Collection:
    """Take the fees and tips of finished rounds from a table."""
    return await room.cage.days.collect(caller, room.table(table).name, key=key)


@api.post("/tables/{table}/fill", "collect_drop", "Fill a table")
async def fill(room: Room, caller: Caller, table: TableName, body: Filled, key: Key) -> Collection:
    """Put money of the house on a table."""
    return await room.cage.days.fill(caller, room.table(table).name, body.cents, key=key)


@api.post("/tables/{table}/credit", "collect_drop", "Take what a table has won")
async def credit(
    room: Room, caller: Caller, table: TableName, body: Filled, key: Key
) -> Collection:
    """Take money of the house from a table."""
    return await room.cage.days.credit(caller, room.table(table).name, body.cents, key=key)
