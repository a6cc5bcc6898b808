"""A room for tests in a browser: a table of every game, served by a thread of its own.

Tests run in the main thread: they open pages, and call into the room with ``run``.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import uvloop

from houseway.room.api.roles import ROOM, Caller
from houseway.room.clock import RealClock
from houseway.room.config.schema import Guests, RoomFile
from houseway.room.fairness.entropy import RehearsedEntropy
from houseway.room.http.limits import Rate, Settings
from houseway.room.http.server import Server, address, listen
from houseway.room.http.site import Site
from houseway.room.http.static import read_built
from houseway.room.keys import keys_at
from houseway.room.people.pins import CHEAP
from houseway.room.people.sessions import PeopleTerms
from houseway.room.room import Room
from houseway.room.store.group_commit import PlainWriter
from houseway.room.store.sqlite_writer import SqliteStore
from houseway.room.tables import commands, log
from houseway.room.tables.actor import Actor
from houseway.room.tables.seats import Player
from houseway.room.tables.terms import default_terms
from houseway.rulebook import games

T = TypeVar("T")
PIN = "2847"
RICH = 100_000_00
GUEST_CENTS = 2_000_00
CASHIER = "9002"
COUNTED = ("3-dice-baccarat",)
"""Tables of which the lobby is told the house edge: one that is known in a moment."""
BANKROLL = 1_000_000_00
PLENTY = Rate(100_000, 1)
LONG_MS = 900_000
PATIENT = {"question_ms": LONG_MS, "window_ms": LONG_MS, "arrange_ms": LONG_MS}
"""Terms under which no player runs out of time while a browser is slow."""


class WebRoom:
    """A served room; to be used in a ``with``."""

    def __init__(self, folder: Path, counted: Sequence[str] = COUNTED) -> None:
        self.folder, self.counted = folder, counted
        self.url = ""
        self.room: Room
        self._loop: asyncio.AbstractEventLoop
        self._up = threading.Event()
        self._wrong: BaseException | None = None
        self._numbers = 0
        self._thread = threading.Thread(target=self._live, name="room", daemon=True)

    def __enter__(self) -> WebRoom:
        self._thread.start()
        self._up.wait(120)
        if self._wrong is not None:
            raise self._wrong
        return self

    def __exit__(self, *error: object) -> None:
        self._loop.call_soon_threadsafe(self._end)
        self._thread.join(30)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something in the room's own loop and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    def _live(self) -> None:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            try:
                runner.run(self._serve())
            except BaseException as error:
                self._wrong = error
                self._up.set()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        store = SqliteStore(self.folder / "books.db", durable=False)
        keys, people = keys_at(self.folder / "keys.json"), PeopleTerms(pins=CHEAP)
        file = RoomFile(name="a room for tests", guests=Guests(GUEST_CENTS, CASHIER))
        writer, chance = PlainWriter(store), RehearsedEntropy(13)
        room = Room(store, writer, RealClock(), keys, chance, file, people=people)
        self.room = room
        room.bots.pace_ms = 0
        edges = room.lab.edges  # a browser test does not compute the odds of forty games
        room.lab.edges = lambda tables: edges(t for t in tables if t.name in self.counted)  # type: ignore[method-assign]
        limits: dict[str, Any] = dict.fromkeys(("login", "read", "write", "act", "address"), PLENTY)
        site = Site(room, Settings(port=0, sockets_each=50, **limits), read_built())
        await room.start()
        hired = await room.people.hire(ROOM, "cashier", "Carl", PIN, card=CASHIER)
        cashier = Caller(hired.person, "cashier", "Carl", "cage")
        await room.cage.shifts.open(cashier, 0, key="shift")
        for game in games():
            await self._open(game)
        listening = listen(site.settings)
        self._server = Server(site)
        self.url = address(listening, site.settings)
        task = asyncio.create_task(self._server.serve(sockets=[listening]))
        while not self._server.started:
            await asyncio.sleep(0.005)
        self._up.set()
        await task
        await room.stop()
        store.close()

    def _end(self) -> None:
        self._server.should_exit = True

    async def _open(
        self, game: str, name: str = "", posting: dict[str, Any] | None = None, pause_ms: int = 0
    ) -> str:
        """A table, named as its game; rounds begin as soon as enough people are ready."""
        posting = posting or {}
        made = self.room.making.game(game, posting)
        terms = msgspec.structs.replace(
            default_terms(made), people_least=1, pause_ms=pause_ms, practice=True, **PATIENT
        )
        body = log.TableOpened(game, posting, terms, made.fingerprint())
        await commands.row(self.room.new_table(name or game), ROOM, "", body)
        return name or game

    def table(self, game: str, posting: dict[str, Any] | None = None) -> str:
        """One more table of a game, its name; results stand there until all are ready."""
        self._numbers += 1
        return self.run(self._open(game, f"{game}-{self._numbers:03}", posting, LONG_MS))

    def screen(self, name: str = "screen") -> str:
        """A community screen; the number of its card."""

        async def work() -> str:
            self._numbers += 1
            made = await self.room.people.hire(ROOM, "display", f"{name} {self._numbers}", PIN)
            return made.card

        return self.run(work())

    def player(self, name: str = "Ann", cents: int = RICH) -> str:
        """Return the card number of a new person with money; the PIN is ``PIN``."""

        async def work() -> str:
            self._numbers += 1
            made = await self.room.people.open_account(ROOM, name, PIN)
            await self.room.cage.deposit(ROOM, made.person, cents, key=f"funds {self._numbers}")
            return made.card

        return self.run(work())

    def dealt(self, table: str, card: str) -> None:
        """Seat a person and begin a round."""

        async def work() -> None:
            actor = self.room.table(table)
            await self._sit(actor, card)
            while not actor.live.playing:
                await asyncio.sleep(0.01)

        self.run(work())

    async def _sit(self, actor: Actor, card: str) -> Caller:
        person = self.room.store.person_with(card)
        assert person is not None
        caller = Caller(person.id, "player", person.name, "test")
        guest = Player(person.id, person.name)
        await commands.sit(actor, caller, "", guest, 4 * actor.live.terms.buy_in_least, 0)
        return caller

    def played(self, table: str, card: str, rounds: int = 1) -> list[int]:
        """Seat a person who plays some rounds as a bot would; return their numbers."""

        async def work() -> list[int]:
            actor = self.room.table(table)
            before = actor.live.number
            caller = await self._sit(actor, card)
            self.room.bots.add(caller)
            self.room.bots.look(actor)
            while actor.live.number < before + rounds:
                await asyncio.sleep(0.01)
            await commands.leave(actor, caller, "")
            return list(range(before + 1, actor.live.number + 1))

        return self.run(work())

    def bots(self, table: str, n: int, names: Sequence[str] = ()) -> None:
        """Seat this number of bots at a table, with money; they play as soon as a guest does."""

        async def work() -> None:
            actor = self.room.table(table)
            terms = actor.live.terms
            buy_in = min(4 * terms.buy_in_least, terms.buy_in_most)
            for at in range(n):
                self._numbers += 1
                name = names[at] if names else f"Bot {self._numbers}"
                made = await self.room.people.hire(ROOM, "bot", name, PIN)
                await self.room.cage.deposit(
                    ROOM, made.person, 10 * buy_in, key=f"funds {self._numbers}"
                )
                caller = Caller(made.person, "bot", name, "house")
                self.room.bots.add(caller)
                guest = Player(made.person, name, bot=True)
                await commands.sit(actor, caller, "", guest, buy_in, 0)

        self.run(work())
