"""The floor: tables opened, paused and closed, rulings with a preview, voids."""

from __future__ import annotations

from houseway.room.api.declare import Endpoints, Key
from houseway.room.api.roles import Caller
from houseway.room.api.table_types import (
    Answer,
    RulingAsked,
    RulingKnown,
    RulingPreview,
)
from houseway.room.api.types import (
    RulingBody,
    RulingMade,
    TableName,
)
from houseway.room.room import Room

api = Endpoints("floor")


@api.get("/floor/tables/{table}/rulings", "rule_dealer", "List rulings")
async def rulings(room: Room, caller: Caller, table: TableName) -> list[RulingKnown]:
    """Every ruling of the game, who makes it, and whether it can be made now."""
    return await room.rulings.rulings(caller, table)


@api.post(
    "/floor/tables/{table}/rulings/preview", "preview_ruling", "Preview a ruling",
    example=RulingBody("dead_hand", 3),
)  # fmt: skip
async def preview_ruling(
    room: Room, caller: Caller, table: TableName, body: RulingBody
) -> RulingPreview:
    """The table is not touched, and covered cards are not told."""
    return await room.rulings.preview(caller, table, _request(body))


@api.post("/floor/tables/{table}/rulings", "rule_dealer", "Make a ruling")
async def make_ruling(
    room: Room, caller: Caller, table: TableName, body: RulingMade, key: Key = ""
) -> Answer:
    """At a table that still stands at the row at which the ruling was looked at."""
    second = room.people.caller_of(body.second) if body.second else None
    request = _request(body)
    return await room.rulings.rule(caller, table, request, body.seq, second=second, key=key)


def _request(body: RulingBody) -> RulingAsked:
    """Return the ruling that a body asks for."""
    return RulingAsked(body.name, body.seat, body.pieces, body.amount, body.reason)
