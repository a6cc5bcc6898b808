"""A room that is served on a port of its own, with staff, players and their clients."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from houseway.room.api.roles import ROOM
from houseway.room.client.client import RoomClient
from houseway.room.clock import SimulatedClock
from houseway.room.http.limits import Rate, Settings
from houseway.room.http.server import Server, address, listen
from houseway.room.http.site import Site
from houseway.room.people.pins import CHEAP
from houseway.room.people.sessions import PeopleTerms
from houseway.room.room import Room
from tests.support.local_room import make_room, open_table

PIN = "2847"
STAFF = ("dealer", "cashier", "supervisor", "floor", "auditor", "admin", "display", "bot")
PLENTY = Rate(100_000, 1)


class House:
    """A served room: clients of everybody by their names."""

    def __init__(self, site: Site, url: str, clock: SimulatedClock) -> None:
        self.site, self.url, self.clock = site, url, clock
        self.room: Room = site.room
        self.cards: dict[str, str] = {}
        self.persons: dict[str, int] = {}
        self.clients: list[RoomClient] = []

    async def add(self, name: str, role: str = "player", cents: int = 1_000_00) -> None:
        """Add a person with a card, and money if they play."""
        people = self.room.people
        if role == "player":
            made = await people.open_account(ROOM, name, PIN)
            await self.room.cage.deposit(ROOM, made.person, cents, key=f"funds {name}")
        else:
            made = await people.hire(ROOM, role, name, PIN)
        self.cards[name], self.persons[name] = made.card, made.person

    async def enter(self, name: str, station: str = "") -> RoomClient:
        """Return a client that is logged in."""
        client = RoomClient(self.url)
        self.clients.append(client)
        await client.login(self.cards[name], PIN, station or f"station of {name}")
        return client


@asynccontextmanager
async def house(folder: Path, *games: str, **settings: object) -> AsyncIterator[House]:
    """A house with a table of each game, all of the staff, and the players Ann and Bob."""
    clock = SimulatedClock()
    room = make_room(folder, clock, people=PeopleTerms(pins=CHEAP))
    limits = dict.fromkeys(("login", "read", "write", "act", "address"), PLENTY)
    site = Site(room, Settings(port=0, **{**limits, **settings}))  # type: ignore[arg-type]
    await room.start()
    for number, game in enumerate(games, 1):
        await open_table(room, f"T{number}", game)
    listening = listen(site.settings)
    server = Server(site)
    task = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:
        await asyncio.sleep(0.005)
    made = House(site, address(listening, site.settings), clock)
    for role in STAFF:
        await made.add(role, role)
    for name in ("Ann", "Bob"):
        await made.add(name)
    try:
        yield made
    finally:
        for client in made.clients:
            await client.close()
        server.should_exit = True
        await task
        await room.stop()
        room.store.close()
