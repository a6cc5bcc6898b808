"""Seats and waiting lists at the floor's desk."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from houseway.room.api.roles import Caller
from houseway.room.api.types import GameId, Moving, PersonNo, SeatMove, SeatOther, TableName, Why
from houseway.room.floor.seats import ChairSeen, Waiter
from houseway.room.http.api import Api
from houseway.room.http.endpoint import Key
from houseway.room.room import Room
from houseway.room.tables.actor import Answer

api = Api("floor")
MaybeGame = Annotated[str, Meta(max_length=60, description="A game's id; empty: all.")]


@api.get("/floor/tables/{table}/chairs", "seat_others", "The chairs of a table")
async def chairs(room: Room, caller: Caller, table: TableName) -> list[ChairSeen]:
    """Who sits there, and for whom one is kept."""
    return await room.floor.chairs(caller, table)


@api.post("/floor/tables/{table}/chairs", "seat_others", "Seat somebody")
async def seat_other(
    room: Room, caller: Caller, table: TableName, body: SeatOther, key: Key = ""
) -> Answer:
    """Before those who wait, with money of their account."""
    return await room.floor.seat(caller, table, body.person, body.cents, body.seat, key=key)


@api.post("/floor/tables/{table}/chairs/{person}/end", "seat_others", "End somebody's seat")
async def unseat(
    room: Room, caller: Caller, table: TableName, person: PersonNo, body: Why, key: Key = ""
) -> Answer:
    """At once, or when their round is over; the chips are theirs."""
    return await room.floor.unseat(caller, table, person, body.reason, key=key)


@api.post("/floor/tables/{table}/chairs/{person}/move", "seat_others", "Move somebody")
async def move(
    room: Room, caller: Caller, table: TableName, person: PersonNo, body: SeatMove, key: Key = ""
) -> Moving:
    """To another table with their chips, when their round is over."""
    number = await room.floor.move(caller, table, person, body.to, body.reason, body.seat, key=key)
    return Moving(number)


@api.get("/floor/waiting", "waiting_list", "The waiting lists")
async def waiting_lists(room: Room, caller: Caller, game: MaybeGame = "") -> list[Waiter]:
    """Everybody who waits for a seat, in the order in which they are called."""
    return await room.floor.waiting_lists(caller, game)


@api.post("/floor/waiting/call", "waiting_list", "Call the next")
async def call_next(room: Room, caller: Caller) -> None:
    """Those who did not come are taken off, and the next are called."""
    await room.floor.call_next(caller)


@api.delete("/floor/waiting/{game}/{person}", "waiting_list", "Take somebody off a list")
async def take_off(room: Room, caller: Caller, game: GameId, person: PersonNo) -> None:
    """They do not wait for this game any more."""
    await room.floor.take_off(caller, person, game)
