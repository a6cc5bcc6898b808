"""Reports of the gaming day, and its close."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from houseway.room.api.cage_types import (
    DayReport,
    TrialBalance,
)
from houseway.room.api.declare import Endpoints, Key
from houseway.room.api.roles import Caller
from houseway.room.api.types import (
    DayBody,
)
from houseway.room.room import Room

api = Endpoints("cage")
Day = Annotated[str, Meta(max_length=10, description="A gaming day, as 2026-11-16.")]


@api.get("/reports/trial", "trial_balance", "Get the trial balance")
async def trial_balance(room: Room, caller: Caller, day: Day = "") -> TrialBalance:
    """Now, or as it was at the end of a gaming day; its total is zero."""
    days = room.days
    return await days.trial_balance(caller, days.number(day) if day else None)


@api.get("/reports/day", "trial_balance", "Get the report of a gaming day")
async def day_report(room: Room, caller: Caller, day: Day = "") -> DayReport:
    """By table and game: buy-ins, cash-outs, win, fees, tips, meters, drop."""
    days = room.days
    games = {
        name: actor.summary.game.id for name, actor in room.tables.items() if actor.summary.game
    }
    return await days.report(caller, games, days.number(day) if day else None)


@api.post("/reports/day/close", "gaming_day", "Close a gaming day")
async def close_day(room: Room, caller: Caller, body: DayBody, key: Key) -> TrialBalance:
    """Close a gaming day that is over: write its trial balance, which must be zero."""
    days = room.days
    return await days.close(caller, days.number(body.day) if body.day else None, key=key)
