"""The room: its tables, its people, its cage and its floor, over one set of books."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine

import msgspec

from houseway.jobs import Pool
from houseway.room.api.roles import ROOM
from houseway.room.cage.cash import Cage
from houseway.room.clock import Clock, SteadyClock, seconds
from houseway.room.config.schema import RoomFile
from houseway.room.errors import Denied
from houseway.room.fairness.entropy import Entropy, SystemEntropy
from houseway.room.floor.floor import Floor, FloorTerms
from houseway.room.history.history import Recall
from houseway.room.keys import Keys
from houseway.room.lab.odds import Lab
from houseway.room.lobby.house_bots import Bots
from houseway.room.lobby.lobby import STREAM as LOBBY
from houseway.room.lobby.lobby import Lobby
from houseway.room.people.accounts import People
from houseway.room.people.sessions import PeopleTerms
from houseway.room.store.group_commit import Writer
from houseway.room.store.interface import Store
from houseway.room.store.stream import Journal
from houseway.room.tables.actor import Actor, Tools
from houseway.room.tables.games import GameAndShoeFactory
from houseway.room.tables.views import Hub

log = logging.getLogger(__name__)
OWNER = "room"
LOOK_MS = 5_000
STIR_MS = 3_600_000
"""How often the room looks for what is over, and stirs its randomness."""


class Noted(msgspec.Struct, frozen=True):
    """Row: something worth keeping of the room itself."""

    what: str


class Room:
    """Everything that runs, over its books.

    Tables wake by themselves only while the room runs (``start``); tests and simulations move time
    and call ``Actor.tick``.
    """

    def __init__(
        self,
        store: Store,
        writer: Writer,
        clock: Clock,
        keys: Keys,
        entropy: Entropy,
        file: RoomFile | None = None,
        people: PeopleTerms | None = None,
    ) -> None:
        self.file = file or RoomFile(name="a room")
        self.store, self.writer, self.keys, self.entropy = store, writer, keys, entropy
        self.clock = SteadyClock(clock)
        self.making = GameAndShoeFactory(store, keys, entropy)
        terms = people or self.file.logins
        self.people = People(store, writer, self.clock, entropy, keys.pepper, terms)
        self.diary = self.journal("room")
        """What is noted of the room itself: starts, restores, checks."""
        self.hub = Hub()
        self.bots = Bots(self._failed)
        self.workers = Pool()
        """Other processes, for what would take a table's time; none before there is work."""
        self.lab = Lab(self.workers, self.clock)
        self.failures = 0
        self.watched: list[Callable[[Actor], None]] = []
        """Further things that are told of a table when something durable has happened."""
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._runs = False
        self._to_note: list[str] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self.tools = Tools(
            store, writer, self.clock, self.making, OWNER, self._told, self._wake, self._failed
        )
        self.tables: dict[str, Actor] = {
            head.stream.removeprefix("table:"): Actor(
                head.stream.removeprefix("table:"), self.tools
            )
            for head in store.streams()
            if head.stream.startswith("table:")
        }
        self.cage = Cage(store, writer, self.clock, self.file.cage)
        self.floor = Floor(self, floor_terms(self.file))
        self.recall = Recall(self)
        self.lobby = Lobby(store, self.journal(LOBBY), self.tables, self.clock)

    def journal(self, stream: str) -> Journal:
        """A stream of the books that is written row by row."""
        return Journal(self.store, self.writer, self.clock, stream, OWNER)

    def table(self, name: str) -> Actor:
        """A table by its name."""
        found = self.tables.get(name)
        if found is None:
            raise Denied(f"there is no table {name!r} in this room", "unknown")
        return found

    def new_table(self, name: str) -> Actor:
        """A table that was never opened."""
        if name in self.tables:
            raise Denied(f"there is a table {name!r} already")
        self.tables[name] = Actor(name, self.tools)
        return self.tables[name]

    @property
    def runs(self) -> bool:
        """Whether it has been started, and not stopped."""
        return self._runs

    # -- running -------------------------------------------------------------------------------

    async def start(self, why_void: str = "") -> None:
        """Take up every table where its log ends; unfinished rounds go on, or are void."""
        self._runs = True
        await self.floor.check_clock()
        await asyncio.gather(*(actor.resume(why_void) for actor in self.tables.values()))
        for what in self._to_note:
            await self._noted(what)
        self._to_note.clear()
        self.every("look around", LOOK_MS, self._look_around)
        self.every("stir", STIR_MS, self._stir)

    async def stop(self) -> None:
        """Nothing goes on by itself any more."""
        self._runs = False
        self.bots.stop()
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.lab.runs.close()
        await self.workers.close()

    async def close(self) -> None:
        """Stop, write what is still to be written, and let go of the books."""
        await self.stop()
        await self.writer.close()
        self.store.close()

    def _told(self, actor: Actor) -> None:
        """Show a table; what goes wrong in showing it does it no harm."""
        for tell in (self.hub.told, *self.watched):
            try:
                tell(actor)
            except Exception as error:
                self._failed(actor, error)
        if self._runs:
            self.bots.look(actor)
            if self.lobby.waiting.waits:
                self._do(self.lobby.look())

    def _wake(self, actor: Actor, at: int) -> None:
        timer = self._timers.pop(actor.name, None)
        if timer is not None:
            timer.cancel()
        if at and self._runs:
            delay = seconds(max(0, at - self.clock.now_ms()))
            loop = asyncio.get_running_loop()
            self._timers[actor.name] = loop.call_later(delay, self._tick, actor)

    def every(self, name: str, ms: int, work: Callable[[], Awaitable[None]]) -> None:
        """Do something again and again while the room runs."""

        async def once() -> None:
            await work()

        def again() -> None:
            self._do(once())
            self.every(name, ms, work)

        self._timers[f"every {name}"] = asyncio.get_running_loop().call_later(seconds(ms), again)

    async def _look_around(self) -> None:
        """Logins whose time is over end, and who did not come when called is taken off the list,
        not only when somebody asks."""
        await self.people.sweep()
        await self.lobby.look()

    async def _stir(self) -> None:
        """Fresh randomness into the pool from which seeds are made."""
        if isinstance(self.entropy, SystemEntropy):
            self.entropy.cycle()

    def note(self, what: str) -> None:
        """Something worth keeping of the room itself, written when there is time."""
        if self._runs:
            self._do(self._noted(what))
        else:
            self._to_note.append(what)

    async def _noted(self, what: str) -> None:
        await self.diary.write(ROOM, "noted", Noted(what))

    def _tick(self, actor: Actor) -> None:
        self._timers.pop(actor.name, None)
        self._do(actor.tick())

    def later(self, work: Coroutine[None, None, None]) -> None:
        """Do something that nobody waits for, soon."""
        self._do(work)

    def _do(self, work: Coroutine[None, None, None]) -> None:
        """Something that nobody waits for; what goes wrong in it is not lost."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.failures += 1
            log.error("something failed that nobody waited for: %s", error, exc_info=error)

    def _failed(self, actor: Actor, error: BaseException) -> None:
        self.failures += 1
        log.error("table %s failed: %s", actor.name, error, exc_info=error)
        self.floor.failed(actor.name, error)


def floor_terms(file: RoomFile) -> FloorTerms:
    """What a room file says of its floor."""
    return FloorTerms(
        large_win=file.thresholds.large_win,
        large_cash=file.thresholds.large_cash,
        utc_offset_minutes=file.utc_offset_minutes,
        day_begins_minutes=file.day_begins_minutes,
    )
