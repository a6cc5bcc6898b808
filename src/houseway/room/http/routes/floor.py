"""The floor: tables opened, paused and closed, rulings with a preview, voids."""

from __future__ import annotations

import msgspec

from houseway.room.api.roles import Caller
from houseway.room.api.types import (
    MaybeWhy,
    RulingBody,
    RulingMade,
    TableName,
    TableOpening,
    TermsBody,
    Why,
)
from houseway.room.floor.tables import Refund, TableSeen
from houseway.room.http.api import Api
from houseway.room.http.endpoint import Key
from houseway.room.room import Room
from houseway.room.tables.actor import Answer
from houseway.room.tables.ruling_preview import Foreseen
from houseway.room.tables.rulings import RulingAsked, RulingKnown
from houseway.room.tables.terms import Terms

api = Api("floor")


@api.get("/floor/tables", "event_log", "All tables as the floor sees them")
async def floor_tables(room: Room, caller: Caller) -> list[TableSeen]:
    """With what is posted, their terms and the last rows of their logs."""
    return await room.floor.tables(caller)


@api.get("/floor/tables/{table}", "event_log", "A table as the floor sees it")
async def floor_table(room: Room, caller: Caller, table: TableName) -> TableSeen:
    """With what is posted, its terms and the last row of its log."""
    return await room.floor.table_now(caller, table)


@api.post(
    "/floor/tables/{table}/open", "open_table", "Open a table",
    example=TableOpening("free-bet-blackjack", {"decks": 6, "push_22": "A"}),
)  # fmt: skip
async def open_table(
    room: Room, caller: Caller, table: TableName, body: TableOpening, key: Key = ""
) -> Answer:
    """A new table with this game, or one that is closed, as it is posted.

    What is posted at a closed table changes by two people.
    """
    terms = terms_of(body.terms)
    return await room.floor.open(caller, table, body.game, body.posting, terms, key=key)


@api.post("/floor/tables/{table}/pause", "pause_table", "Pause a table")
async def pause_table(
    room: Room, caller: Caller, table: TableName, body: MaybeWhy, key: Key = ""
) -> Answer:
    """Nothing goes on there, and no time runs, until it is resumed."""
    return await room.floor.pause(caller, table, body.reason, key=key)


@api.post("/floor/tables/{table}/resume", "resume_table", "Resume a table")
async def resume_table(room: Room, caller: Caller, table: TableName, key: Key = "") -> Answer:
    """A paused table goes on; open questions have fresh time."""
    return await room.floor.resume(caller, table, key=key)


@api.post("/floor/tables/{table}/close", "close_table", "Close a table")
async def close_table(
    room: Room, caller: Caller, table: TableName, body: MaybeWhy, key: Key = ""
) -> Answer:
    """When its round is over; everybody is cashed out."""
    return await room.floor.close(caller, table, body.reason, key=key)


@api.post("/floor/tables/{table}/clear", "clear_fault", "Clear a fault")
async def clear_fault(
    room: Room, caller: Caller, table: TableName, body: Why, key: Key = ""
) -> Answer:
    """Somebody has looked at it: the table is paused then, and goes on when resumed."""
    return await room.floor.clear_fault(caller, table, body.reason, key=key)


@api.get("/floor/tables/{table}/void", "void", "What a void would bring back")
async def preview_void(room: Room, caller: Caller, table: TableName) -> Refund:
    """To everybody, in cents and in words."""
    return await room.floor.preview_void(caller, table)


@api.post("/floor/tables/{table}/void", "void", "Void the unfinished round")
async def void_round(
    room: Room, caller: Caller, table: TableName, body: Why, key: Key = ""
) -> Answer:
    """It never was: every posting of it is taken back, whatever the game."""
    return await room.floor.void(caller, table, body.reason, key=key)


@api.get("/floor/tables/{table}/rulings", "rule_dealer", "Which rulings there are")
async def rulings(room: Room, caller: Caller, table: TableName) -> list[RulingKnown]:
    """Every ruling of the game, who makes it, and whether it can be made now."""
    return await room.floor.rulings(caller, table)


@api.post(
    "/floor/tables/{table}/rulings/preview", "preview_ruling", "Where a ruling would move money",
    example=RulingBody("dead_hand", 3),
)  # fmt: skip
async def preview_ruling(
    room: Room, caller: Caller, table: TableName, body: RulingBody
) -> Foreseen:
    """The table is not touched, and covered cards are not told."""
    return await room.floor.preview(caller, table, _asked(body))


@api.post("/floor/tables/{table}/rulings", "rule_dealer", "Make a ruling")
async def make_ruling(
    room: Room, caller: Caller, table: TableName, body: RulingMade, key: Key = ""
) -> Answer:
    """At a table that still stands at the row at which the ruling was looked at."""
    second = room.people.caller_of(body.second) if body.second else None
    asked = _asked(body)
    return await room.floor.rule(caller, table, asked, body.seq, second=second, key=key)


def _asked(body: RulingBody) -> RulingAsked:
    return RulingAsked(body.name, body.seat, body.pieces, body.amount, body.reason)


def terms_of(body: TermsBody | None) -> Terms | None:
    """Terms as the room has them."""
    return None if body is None else Terms(**msgspec.structs.asdict(body))
