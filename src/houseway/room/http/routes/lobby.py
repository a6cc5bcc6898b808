"""The lobby: which tables there are, registering for a game, and one's own chair."""

from __future__ import annotations

import houseway
from houseway.presentation.layout import Layout
from houseway.room.api import roles
from houseway.room.api.messages import Chair
from houseway.room.api.roles import Caller
from houseway.room.api.types import (
    GameId,
    Registration,
    RoomInfo,
    SeatWish,
    TableLine,
    TableLook,
    TableName,
)
from houseway.room.http.api import Api
from houseway.room.http.endpoint import Key
from houseway.room.http.lobby_view import line_of
from houseway.room.http.table_hub import guest_of
from houseway.room.lobby.lobby import Place
from houseway.room.room import Room
from houseway.room.tables import commands
from houseway.room.tables.actor import Answer
from houseway.room.tables.views import chairs

api = Api("lobby")


@api.get("/room", "", "Which room this is")
async def room_info(room: Room) -> RoomInfo:
    """Its name, its clock, its public key, and the games that are dealt here."""
    games = {actor.live.game.id for actor in room.tables.values() if actor.live.game is not None}
    guests = room.file.guests
    return RoomInfo(
        room.file.name, houseway.__version__, room.clock.now_ms(), room.keys.public, sorted(games),
        guests.cents if guests is not None else 0,
    )  # fmt: skip


@api.get("/tables", "", "All tables")
async def tables(room: Room) -> list[TableLine]:
    """Every table of the room, with its game, its limits and who waits for it.

    Those of the room file come first, in its order.
    """
    order = {table.name: place for place, table in enumerate(room.file.tables)}
    known = sorted(room.tables.values(), key=lambda actor: order.get(actor.name, len(order)))
    return [line_of(room, actor) for actor in known]


@api.get("/tables/{table}", "watch", "One table")
async def table(room: Room, caller: Caller, table: TableName) -> TableLook:
    """What is posted there and who sits there; the round itself is shown over the socket."""
    actor = room.table(table)

    async def work() -> TableLook:
        live = actor.live
        sitting = [
            Chair(c.seat, c.name, c.chips, c.state, c.result, c.ready, c.bot) for c in chairs(live)
        ]
        posting = {key: str(value) for key, value in live.posting.items()}
        root = live.shoe.root.hex() if live.shoe is not None else ""
        line = line_of(room, actor)
        return TableLook(line, posting, sitting, commands.round_now(live), actor.seq, root)

    return await actor.turn(work)


@api.get("/tables/{table}/layout", "", "How a table looks")
async def layout(room: Room, table: TableName) -> Layout:
    """Zones, spots with their limits, signs, pay tables, meters and the names of pieces."""
    return room.table(table).live.posted.layout()


@api.post("/tables/{table}/seat", "watch", "One's own chair", example=SeatWish("sit", 3, 20_000))
async def seat(
    room: Room, caller: Caller, table: TableName, body: SeatWish, key: Key = ""
) -> Answer:
    """Sit down, leave, go away and come back, be ready, or top up."""
    roles.check(caller, body.do)
    actor = room.table(table)
    match body.do:
        case "sit":
            guest = guest_of(room, caller)
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
async def register(room: Room, caller: Caller, body: Registration, key: Key = "") -> Place:
    """With a free chair the seat is taken at once, else one is called when a chair is free."""
    guest = guest_of(room, caller)
    return await room.lobby.register(caller, key, guest, body.game, body.cents, body.table)


@api.get("/waiting", "register", "What one waits for")
async def places(room: Room, caller: Caller) -> list[Place]:
    """One's places on the lists, and whether one has been called."""
    return room.lobby.places(caller.person)


@api.delete("/waiting/{game}", "register", "Wait no more")
async def withdraw(room: Room, caller: Caller, game: GameId) -> None:
    """One's name is taken off the list."""
    await room.lobby.withdraw(caller, caller.person, game)
