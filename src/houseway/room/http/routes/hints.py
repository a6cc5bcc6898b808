"""Hints at practice tables."""

from __future__ import annotations

from houseway.hints import Hint
from houseway.room.api.roles import Caller
from houseway.room.api.types import TableName
from houseway.room.http.api import Api
from houseway.room.lab import hints
from houseway.room.room import Room

api = Api("lobby")


@api.get("/tables/{table}/hint", "hint", "A hint for one's own question")
async def hint(room: Room, caller: Caller, table: TableName) -> Hint:
    """Best play or what the wagers return, at tables whose terms say `practice`; it knows no more
    than the seat has seen, and after some seconds it says that there is no advice in time."""
    return await hints.hint(room, caller, table)
