"""Endpoints of the lobby: tables, registration for a game, and the caller's own seat."""

from __future__ import annotations

from houseway.game.face.layout import Layout
from houseway.room.api import roles
from houseway.room.api.declare import Endpoints, Key
from houseway.room.api.messages import Chair
from houseway.room.api.roles import Caller
from houseway.room.api.table_types import Answer, Whereabouts
from houseway.room.api.types import (
    GameId,
    Registration,
    RoomInfo,
    SeatCommand,
    TableDetail,
    TableLine,
    TableName,
)
from houseway.room.http.lobby_view import line_of
from houseway.room.http.sockets.table_hub import guest_of
from houseway.room.room import Room
from houseway.room.tables import commands
from houseway.room.tables.views import chairs
from houseway.version import __version__

api = Endpoints("lobby")


@api.get("/room", "", "Get the name and games of the room")
async def room_info(room: Room) -> RoomInfo:
    """Return the name of the room, its clock, its public key, and its games."""
    games = {game.id for actor in room.tables.values() if (game := actor.summary.game) is not None}
    return RoomInfo(
        room.file.name, __version__, room.clock.now_ms(), room.keys.public, sorted(games),
        room.guest_cards.cents,
    )  # fmt: skip


@api.get("/tables", "", "List tables")
async def tables(room: Room) -> list[TableLine]:
    """Return every table of the room, with its game, its limits and its waiting list.

    Those of the room file come first, in its order.
    """
    order = {table.name: place for place, table in enumerate(room.file.tables)}
    known = sorted(room.tables.values(), key=lambda actor: order.get(actor.name, len(order)))
    return [line_of(room, actor) for actor in known]


@api.get("/tables/{table}", "watch", "Get a table")
async def table(room: Room, caller: Caller, table: TableName) -> TableDetail:
    """Return a table's posting and its people; the socket shows the round itself."""
    actor = room.table(table)
    now = actor.summary
    sitting = [
        Chair(c.seat, c.name, c.chips, c.state, c.result, c.ready, c.bot)
        for c in chairs(now.seating)
    ]
    posting = {key: str(value) for key, value in now.posting.items()}
    return TableDetail(line_of(room, actor), posting, sitting, now.round, now.seq, now.root.hex())


@api.get("/tables/{table}/layout", "", "Get the layout of a table")
async def layout(room: Room, table: TableName) -> Layout:
    """Return zones, spots with their limits, signs, pay tables, meters and the names of pieces."""
    return room.table(table).summary.posted.layout()


@api.post(
    "/tables/{table}/seat", "watch", "Change your own seat", example=SeatCommand("sit", 3, 20_000)
)
async def seat(
    room: Room, caller: Caller, table: TableName, body: SeatCommand, key: Key = ""
) -> Answer:
    """Sit down, leave, go away and come back, be ready, or top up."""
    roles.check(caller, body.do)
    actor = room.table(table)
    match body.do:
        case "sit":
            guest = await guest_of(room, caller)
            return await room.lobby.sit(caller, key, guest, actor, body.cents, body.seat)
        case "leave":
            return await commands.leave(actor, caller, key)
        case "away":
            return await commands.away(actor, caller, key)
        case "back":
            return await commands.back(actor, caller, key)
        case "ready":
            return await commands.ready(actor, caller, key)
        case "top_up":
            return await commands.top_up(actor, caller, key, body.cents)


@api.post(
    "/waiting", "register", "Register for a game",
    example=Registration("lightning-holdem", 20_000),
)  # fmt: skip
async def register(room: Room, caller: Caller, body: Registration, key: Key = "") -> Whereabouts:
    """Register for a game: take a free seat at once, or wait until one is called."""
    guest = await guest_of(room, caller)
    return await room.lobby.register(caller, key, guest, body.game, body.cents, body.table)


@api.get("/waiting", "register", "List your places on waiting lists")
async def places(room: Room, caller: Caller) -> list[Whereabouts]:
    """Return the caller's places on the lists, and a call if there is one."""
    return room.lobby.places(caller.person)


@api.delete("/waiting/{game}", "register", "Leave a waiting list")
async def withdraw(room: Room, caller: Caller, game: GameId, key: Key = "") -> None:
    """Remove the caller from the list of a game."""
    await room.lobby.withdraw(caller, caller.person, game, key=key)
