"""A typed client of a room, for programs: bots, terminals, tests.

    client = RoomClient("http://127.0.0.1:8080")
    await client.login(card, pin, "station 4")
    async with client.table("bj-1") as table:
        await table.sit(200_00)
        async for seen in table.views():
            ...

Everything that is done has a key, so that it is done once however often the network makes the
client ask.  What the room refuses is raised as ``RoomRefused``.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable

from houseway.room.api.messages import AsPart
from houseway.room.api.types import GuestCard, LoginAnswer
from houseway.room.client.calls import ApiCalls
from houseway.room.client.connection import Http
from houseway.room.client.requests import RoomRefused
from houseway.room.client.table import AGAIN_MS, Seen, Table

__all__ = ["RoomClient", "RoomRefused", "Seen", "Table"]


class RoomClient(ApiCalls):
    """A station of a room, wherever that is; ``context`` for certificates of one's own."""

    def __init__(self, address: str, context: ssl.SSLContext | None = None) -> None:
        super().__init__(Http(address, context))

    async def login(self, card: str, pin: str, station: str, key: str = "") -> LoginAnswer:
        """Log in; from now on everything is asked as this person."""
        self.token = ""
        found = await super().login(card, pin, station, key)
        self.token = found.token
        return found

    async def guest_card(self, station: str, name: str = "", key: str = "") -> GuestCard:
        """Take a guest card, where the room issues them, and be logged in with it."""
        self.token = ""
        found = await super().guest_card(station, name, key)
        self.token = found.login.token
        return found

    async def logout(self, key: str = "") -> None:
        """Log out."""
        await super().logout(key)
        self.token = ""

    def table(
        self,
        name: str,
        part: AsPart = "seat",
        on_message: Callable[[bytes], None] | None = None,
        seen: int = 0,
        patience: int = len(AGAIN_MS),
    ) -> Table:
        """A socket at a table; ``on_message`` is given every message as it came.

        ``seen`` is the row of a view that was seen before, by another socket: the events after it
        are told again; with 1, all of the round that runs.  A room that cannot be reached is tried
        ``patience`` times again.
        """
        return Table(self, name, part, on_message, seen, patience)

    async def close(self) -> None:
        """Let go of the connection; the login stands."""
        self.http.close()
