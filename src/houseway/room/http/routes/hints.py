"""Hints at practice tables."""

from __future__ import annotations

from houseway.hints import Hint
from houseway.room.api.declare import Endpoints
from houseway.room.api.roles import Caller
from houseway.room.api.types import TableName
from houseway.room.lab import hints
from houseway.room.room import Room

api = Endpoints("lobby")


@api.get("/tables/{table}/hint", "hint", "Get a hint for your own question")
async def hint(room: Room, caller: Caller, table: TableName) -> Hint:
    """Return the best play or the returns of wagers, at tables whose terms say `practice`.

    A hint knows no more than the seat has seen. After some seconds it says that there is no advice
    in time.
    """
    return await hints.hint(room.table(table), room.workers, caller)
