"""Calls of the client about tables and waiting lists."""

from __future__ import annotations

from typing import Literal

from houseway.hints.answers import Hint
from houseway.presentation.layout import Layout
from houseway.room.api import types as t
from houseway.room.client.calls import Calls
from houseway.room.lobby.lobby import Place
from houseway.room.tables.actor import Answer


class LobbyCalls(Calls):
    """The lobby."""

    async def room_info(self) -> t.RoomInfo:
        """Which room this is."""
        return await self.get("/room", t.RoomInfo)

    async def tables(self) -> list[t.TableLine]:
        """All tables."""
        return await self.get("/tables", list[t.TableLine])

    async def table_seen(self, table: str) -> t.TableLook:
        """What is posted at a table, and who sits there."""
        return await self.get(f"/tables/{table}", t.TableLook)

    async def layout(self, table: str) -> Layout:
        """How a table looks."""
        return await self.get(f"/tables/{table}/layout", Layout)

    async def hint(self, table: str) -> Hint:
        """A hint for one's own question, at a practice table."""
        return await self.get(f"/tables/{table}/hint", Hint)

    async def seat(
        self,
        table: str,
        do: Literal["sit", "leave", "away", "back", "ready", "top_up"],
        *,
        seat: int = 0,
        cents: int = 0,
        key: str = "",
    ) -> Answer:
        """One's own chair: as over the socket."""
        body = t.SeatWish(do, seat, cents)
        return await self.post(f"/tables/{table}/seat", Answer, body, key)

    async def register(self, game: str, cents: int, table: str = "", key: str = "") -> Place:
        """Register for a game: a seat at once, or a place on the list."""
        return await self.post("/waiting", Place, t.Registration(game, cents, table), key)

    async def places(self) -> list[Place]:
        """What one waits for."""
        return await self.get("/waiting", list[Place])

    async def withdraw(self, game: str) -> None:
        """Wait no more."""
        await self.delete(f"/waiting/{game}")
