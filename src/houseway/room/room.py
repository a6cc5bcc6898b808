"""The room: tables, people, cage and floor over one set of books."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from typing import cast

import msgspec

from houseway.jobs import Pool
from houseway.room.accounting.day_close import GamingDays
from houseway.room.accounting.drop_report import DropReports
from houseway.room.api.roles import ROOM
from houseway.room.approvals.approvals import Approvals
from houseway.room.approvals.proposals import Proposals
from houseway.room.audit.audit import Auditor
from houseway.room.audit.event_log import EventLog
from houseway.room.audit.tree_heads import TreeHeads
from houseway.room.cage.cash import Cage
from houseway.room.cage.guest_cards import GuestCards
from houseway.room.clock import Clock, SteadyClock, elapsed, seconds
from houseway.room.config.schema import RoomFile
from houseway.room.errors import Denied
from houseway.room.export.export import Exports
from houseway.room.fairness.entropy import Entropy, SystemEntropy
from houseway.room.floor.posting import Postings
from houseway.room.floor.rulings import Rulings
from houseway.room.floor.seats import FloorSeats
from houseway.room.floor.tables import FloorTables
from houseway.room.gaming_day import Calendar
from houseway.room.history.history import Recall
from houseway.room.keys import Keys
from houseway.room.lab.odds import OddsLab
from houseway.room.lobby.house_bots import Bots
from houseway.room.lobby.lobby import STREAM as LOBBY
from houseway.room.lobby.lobby import Lobby
from houseway.room.meters.desk import MeterDesk
from houseway.room.people.accounts import People
from houseway.room.people.sessions import PeopleTerms, keys_for_people
from houseway.room.store.following import FOLLOWS, FollowedBooks
from houseway.room.store.group_commit import GroupWriter, Writer
from houseway.room.store.interface import Books, Store
from houseway.room.store.stream import Journal
from houseway.room.tables.actor import Actor, Tools
from houseway.room.tables.games import GameAndShoeFactory
from houseway.room.tables.registry import TableRegistry
from houseway.room.tables.views import Hub

log = logging.getLogger(__name__)
OWNER = "room"
FLOOR = "floor"
"""The stream of proposals, moves and refused rulings."""
LOOK_MS = 5_000
TRY_MS = 1_000
"""Milliseconds between tries to write to books that took nothing the last time."""
STIR_MS = 3_600_000
"""Milliseconds between sweeps, and between reseeds of the randomness."""
BEAT_MS = 250
DRIFT_MS = 2_000
"""Milliseconds by which wall clock and elapsed time may part before that is an alarm."""
GAP_MS = 2_000
"""A pause of the event loop above this means that the process or its machine was stopped."""


class RoomNote(msgspec.Struct, frozen=True):
    """Row: a note about the room itself."""

    what: str


class Room:
    """All services of a room, over its books.

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
        self._journals: list[Journal] = []
        self.clock = SteadyClock(clock)
        self.making = GameAndShoeFactory(store, keys, entropy)
        terms = people or self.file.logins
        self.approvals = Approvals(store, self.clock, takes_pin=terms.pin_to_approve)
        """What waits for a second person, wherever it was asked for."""
        self.people = People(
            store, writer, self.clock, entropy, keys_for_people(keys), terms,
            approvals=self.approvals, pending_ms=self.file.thresholds.pending_ms,
        )  # fmt: skip
        self.approvals.confirm_pin = self.people.confirm_pin
        self.diary = self.journal("room")
        """The log of the room itself: starts, restores, checks."""
        self.hub = Hub()
        self.bots = Bots(self._failed)
        self.workers = Pool()
        """Other processes, for what would take a table's time; none before there is work."""
        self.lab = OddsLab(self.workers, self.clock)
        self.failures = 0
        self.watched: list[Callable[[Actor], None]] = []
        """Further things that are told of a table when something durable has happened."""
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._runs = False
        self._beat_at: float = 0
        self._drift = 0
        """Milliseconds by which the wall clock was ahead when that was last noted."""
        self._to_note: list[str] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self.tools = Tools(
            store, writer, self.clock, self.making, OWNER, self._publish, self._wake, self._failed
        )
        self.registry = TableRegistry(self.tools)
        self.tables = self.registry.tables
        self.table, self.new_table = self.registry.table, self.registry.new_table
        self.lobby = Lobby(store, self.journal(LOBBY), self.tables, self.clock)
        self._open_cage()
        self._open_floor(self.journal(FLOOR))
        self.recall = Recall(self.registry)
        self.trees = TreeHeads(store, keys, self.clock, self.diary)
        self.days.on_closed = self._publish_tree_head
        self.audit = Auditor(store, keys, self.clock, self.diary, self.trees)
        self.exports = Exports(store, self.diary, self.calendar)

    def _open_cage(self) -> None:
        """Create the cage, its guest cards, and the gaming days."""
        file, store = self.file, self.store
        self.calendar = Calendar(file.utc_offset_minutes, file.day_begins_minutes)
        self.cage = Cage(
            store, self.writer, self.clock, file.cage, file.name, approvals=self.approvals
        )
        cashier, cents = (file.guests.cashier, file.guests.cents) if file.guests else ("", 0)
        self.guest_cards = GuestCards(store, self.entropy, self.people, self.cage, cashier, cents)
        self.days = GamingDays(self.cage)
        self.drop_reports = DropReports(store, self.clock, self.calendar)

    def _open_floor(self, journal: Journal) -> None:
        """Create the commands of the floor; those that take two people go through ``proposals``."""
        self.proposals = Proposals(self.store, journal, self.approvals)
        self.floor = FloorTables(self.registry, self.proposals, self.file.thresholds.void)
        self.postings = Postings(self.registry, self.floor, self.proposals)
        self.meters = MeterDesk(self.registry, self.proposals)
        self.rulings = Rulings(self.registry, journal, self.approvals)
        self.seats = FloorSeats(self.registry, journal, self.people, self.lobby, self.later)
        self.watched.append(self.seats.look)
        self.events = EventLog(
            self.store, self.clock, self.diary, self.file.thresholds.large_win, self.later
        )

    def journal(self, stream: str) -> Journal:
        """Return a stream of the books that is written row by row."""
        self._journals.append(Journal(self.store, self.writer, self.clock, stream, OWNER))
        return self._journals[-1]

    # Following another server, and taking its place.

    @classmethod
    def follow(
        cls, books: Books, clock: Clock, keys: Keys, entropy: Entropy,
        file: RoomFile | None = None, people: PeopleTerms | None = None,
    ) -> Room:  # fmt: skip
        """Return a room over books that another server writes: it claims and writes nothing."""
        store = cast(Store, FollowedBooks(books))
        return cls(store, GroupWriter(store), clock, keys, entropy, file, people)

    def catch_up(self) -> None:
        """Read the rows that were written since, as a room that follows."""
        self.registry.find_new()
        for actor in self.tables.values():
            actor.rebuild()
        for journal in (*self._journals, self.cage.stream.journal):
            journal.catch_up()
        self.proposals.catch_up()

    def lead(self, store: Store) -> None:
        """Claim every stream, after following; a former leader can write nothing more.

        ``start`` then resumes the tables.
        """
        if not isinstance(self.store, FollowedBooks):
            raise TypeError("this room has led from the beginning")
        self.store.lead(store)
        self.events.read_last_row()
        self.registry.find_new()
        self.people.lead()
        for journal in (*self._journals, self.cage.stream.journal):
            journal.lead()
        for actor in self.tables.values():
            actor.lead()
        self.catch_up()

    @property
    def runs(self) -> bool:
        """Return True between ``start`` and ``stop``."""
        return self._runs

    async def start(self, why_void: str = "") -> None:
        """Resume every table at the end of its log; unfinished rounds go on or are voided."""
        self._runs = True
        self._beat_at, self._drift = elapsed(), self.clock.drift_ms()
        self._beat()
        await self.events.check_clock(self.file.longest_closing_ms)
        await asyncio.gather(*(actor.resume(why_void) for actor in self.tables.values()))
        for what in self._to_note:
            await self._noted(what)
        self._to_note.clear()
        self.every("look around", LOOK_MS, self._look_around)
        self.every("try the books", TRY_MS, self._try_books)
        self.every("stir", STIR_MS, self._stir)

    async def stop(self) -> None:
        """Stop all timers and tables."""
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
        """Stop, write pending rows, and close the books."""
        await self.stop()
        await self.writer.close()
        self.store.close()

    def _publish(self, actor: Actor) -> None:
        """Show a table to its viewers; an error in showing does not affect the table."""
        for tell in (self.hub.publish, *self.watched):
            try:
                tell(actor)
            except Exception as error:
                self._failed(actor, error)
        if self._runs:
            self.bots.look(actor)
            if self.lobby.waiting.waits:
                self._do(self.lobby.look())

    def _wake(self, actor: Actor, at: int) -> None:
        """Set the timer of a table to a time in milliseconds; 0 removes it."""
        timer = self._timers.pop(actor.name, None)
        if timer is not None:
            timer.cancel()
        if at and self._runs:
            delay = seconds(max(0, at - self.clock.now_ms()))
            loop = asyncio.get_running_loop()
            self._timers[actor.name] = loop.call_later(delay, self._tick, actor)

    def every(self, name: str, ms: int, work: Callable[[], Awaitable[None]]) -> None:
        """Call a function periodically while the room runs."""

        async def once() -> None:
            await work()

        def again() -> None:
            self._do(once())
            self.every(name, ms, work)

        self._timers[f"every {name}"] = asyncio.get_running_loop().call_later(seconds(ms), again)

    async def _look_around(self) -> None:
        """End expired logins, and take people off lists who did not come when called.

        This runs on a timer, not only on a request.
        """
        await self.people.sweep()
        await self.lobby.look()

    async def _try_books(self) -> None:
        """Write a row if the last append failed: without one nothing shows that the books work."""
        if self.writer.last_failure is not None:
            with suppress(Denied):
                await self._noted("the books could not be written; they can be written again")

    @property
    def _writers(self) -> dict[str, Journal | Actor]:
        """Return every stream of the room with what writes it."""
        found: tuple[Journal | Actor, ...] = (
            *self._journals, self.people.journal, self.cage.stream.journal, *self.tables.values()
        )  # fmt: skip
        return {each.stream: each for each in found}

    @property
    def fences(self) -> dict[str, int]:
        """Return the fences under which this room writes its streams; none while it follows."""
        return {
            stream: each.fence for stream, each in self._writers.items() if each.fence != FOLLOWS
        }

    @property
    def lost_streams(self) -> list[str]:
        """Return the streams that another server has claimed from this one."""
        return [stream for stream, each in self._writers.items() if each.is_lost]

    def end_streams(self, lost: Iterable[str]) -> None:
        """Write nothing more to streams that another server has claimed; their tables stop here."""
        writers = self._writers
        for stream in lost:
            writers[stream].end_here()

    async def _publish_tree_head(self) -> None:
        """Publish the tree head of a closed day; a failure is an alarm; the day stays closed."""
        try:
            await self.trees.publish(ROOM)
        except Denied as error:
            await self.events.alarm("integrity", f"no tree head was published: {error}")

    async def _stir(self) -> None:
        """Stir fresh randomness into the pool of seeds."""
        if isinstance(self.entropy, SystemEntropy):
            self.entropy.cycle()

    def note(self, what: str) -> None:
        """Write a note about the room itself, in the background."""
        if self._runs:
            self._do(self._noted(what))
        else:
            self._to_note.append(what)

    async def _noted(self, what: str) -> None:
        """Log a note of the room."""
        await self.diary.write(ROOM, "noted", RoomNote(what))

    def _beat(self) -> None:
        """Check for a gap and for a clock that was set, four times a second."""
        self.look_for_gap()
        self.look_at_clock()
        loop = asyncio.get_running_loop()
        self._timers["beat"] = loop.call_later(seconds(BEAT_MS), self._beat)

    def look_for_gap(self) -> None:
        """Give the players of all tables fresh time if the process has stood still."""
        now = elapsed()  # the clock of the loop may stop while the machine sleeps
        gap, self._beat_at = int(1000 * (now - self._beat_at)), now
        if gap > GAP_MS:
            self.note(f"the server stood still for {gap} ms")
            for actor in self.tables.values():
                actor.stood_still = gap
                self._do(actor.tick())

    def look_at_clock(self) -> None:
        """Raise an alarm if the wall clock and the clock of the room have parted."""
        drift = self.clock.drift_ms()
        if abs(drift - self._drift) >= DRIFT_MS:
            self.events.clock_was_set(drift - self._drift)
            self._drift = drift

    def _tick(self, actor: Actor) -> None:
        """Act at the due time of a table's timer."""
        self.look_for_gap()
        self._timers.pop(actor.name, None)
        self._do(actor.tick())

    def later(self, work: Coroutine[None, None, None]) -> None:
        """Start work in the background."""
        self._do(work)

    def _do(self, work: Coroutine[None, None, None]) -> None:
        """Run background work; log its errors."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        """Forget a finished background task, and log its error if it failed."""
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.failures += 1
            log.error("a background task failed: %s", error, exc_info=error)

    def _failed(self, actor: Actor, error: BaseException) -> None:
        """Count and log the failure of a table."""
        self.failures += 1
        log.error("table %s failed: %s", actor.name, error, exc_info=error)
        self.events.failed(actor.name, error)
