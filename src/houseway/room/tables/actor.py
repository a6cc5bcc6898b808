"""One table of the room: apply, append, publish, and never two things at once.

Whatever is asked of a table takes its turn in the order of asking.  A decision is applied first,
because the rules are the check, then written, then told.  What moves money between a wallet and
the table is written first and applied when the books have taken it, because the balance of the
wallet is the check.  Nobody is told anything that is not durable.

If something cannot be written, or the program fails, the table is thrown away and made anew from
its log.  The same failure twice stops it until the floor clears it, through any restart.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple, TypeVar

import msgspec

from houseway.engine.round import Round
from houseway.errors import Refused
from houseway.room.api.roles import ROOM, Caller
from houseway.room.clock import Clock
from houseway.room.errors import Denied, not_written
from houseway.room.fairness.health import Unhealthy
from houseway.room.ledger import Posting
from houseway.room.store.group_commit import Writer
from houseway.room.store.interface import (
    Batch,
    Command,
    Entry,
    RoundKept,
    Store,
    StoreError,
    Unknown,
)
from houseway.room.store.stream import was_committed
from houseway.room.tables import log, rounds, seats
from houseway.room.tables.batching import DecisionBatch
from houseway.room.tables.games import GameAndShoeFactory
from houseway.room.tables.next_round import advance, times_up, wakes
from houseway.room.tables.recovery import recover, taken_up, unfinished
from houseway.room.tables.rounds import PendingRow
from houseway.room.tables.seats import SeatEvent
from houseway.room.tables.state import TableState

T = TypeVar("T")
MOST_WAITING = 64
AGAIN_MS = 1_000
"""What could not be done by itself is tried again after so long."""


class Answer(msgspec.Struct, frozen=True):
    """What came of a command: the row that made it durable."""

    seq: int
    round: int = 0
    seat: int = 0
    cents: int = 0


class CommandContext(NamedTuple):
    """Whose command it is, under which key, and what is asked in it."""

    caller: Caller
    key: str = ""
    digest: bytes = b""


BY_ITSELF = CommandContext(ROOM)
"""What nobody has asked for."""


@dataclass
class Tools:
    """What every table of a room works with."""

    store: Store
    writer: Writer
    clock: Clock
    making: GameAndShoeFactory
    owner: str
    told: Callable[[Actor], None] = lambda actor: None
    """Called when something durable has happened that people may see."""
    wake: Callable[[Actor, int], None] = lambda actor, at: None
    """Called with the time at which ``tick`` has something to do; 0: never."""
    failed: Callable[[Actor, BaseException], None] = lambda actor, error: None


class Actor:
    """A table, its log, and whoever has asked it for something."""

    def __init__(self, name: str, tools: Tools) -> None:
        self.name, self.tools = name, tools
        self.live = TableState(name, tools.making)
        self.stream = self.live.stream
        head = tools.store.claim(self.stream, tools.owner)
        self.seq, self.fence = head.seq, head.fence
        self.waiting = 0
        self.lock = asyncio.Lock()
        """Held by whoever has their turn."""
        self.repeat: set[int] = set()
        """Who has used a key again: theirs are looked up before anything is tried."""
        self._deciding = DecisionBatch(self)
        self._failure = b""
        self._asking = BY_ITSELF
        """Whose command is written next."""

    def __repr__(self) -> str:
        return f"<table {self.name}: {self.live.status}, row {self.seq}>"

    @property
    def now(self) -> int:
        """The time of the room."""
        return self.tools.clock.now_ms()

    # -- turns ---------------------------------------------------------------------------------

    async def turn(self, work: Callable[[], Awaitable[T]], most: int = MOST_WAITING) -> T:
        """Wait for one's turn and do it; what is begun is finished, though its asker may leave."""
        self.wait(most)
        self._deciding.others_come()
        task = asyncio.ensure_future(self._in_turn(work))
        return await asyncio.shield(task)

    def wait(self, most: int = MOST_WAITING) -> None:
        """One more waits for a turn, if there is room."""
        if self.waiting >= most:
            raise Denied(f"too much is going on at {self.name}; try again", "busy")
        self.waiting += 1

    async def _in_turn(self, work: Callable[[], Awaitable[T]]) -> T:
        try:
            async with self.lock:
                return await work()
        finally:
            self.waiting -= 1

    async def command(
        self, caller: Caller, key: str, asked: object, work: Callable[[], Awaitable[Answer]]
    ) -> Answer:
        """A command under a key: asked again, it is answered again and not done again."""
        asking = self._asked(caller, key, asked)
        return await self.turn(lambda: self.once(asking, work))

    async def decide(
        self, caller: Caller, key: str, asked: object, make: Callable[[int], list[PendingRow]]
    ) -> Answer:
        """A command that moves the round, ``make`` from some row on.

        Those that wait for a turn together are written together, and told once.
        """
        return await self._deciding.ask(self._asked(caller, key, asked), make)

    def _asked(self, caller: Caller, key: str, asked: object) -> CommandContext:
        return CommandContext(caller, key, sha256(log.packed((self.name, asked))).digest())

    async def once(self, asking: CommandContext, work: Callable[[], Awaitable[Answer]]) -> Answer:
        """A command, unless it has been done; within its turn."""
        if asking.caller.person in self.repeat and (found := self._answered(asking)):
            return found
        self._asking, live = asking, self.live
        try:
            answer = await self._guarded(asking.digest, work)
        except Denied:
            if self.live is not live:  # made anew, without what does not stand in the log
                await self.and_then()
            # What was done before cannot be done again: the rules refuse it, or the books do.
            if asking.key and (found := self._answered(asking)):
                return found
            raise
        await self.and_then()
        return answer

    def _answered(self, asking: CommandContext) -> Answer | None:
        person, key = asking.caller.person, asking.key
        found = self.tools.store.command(person, key)
        if found is None:
            return None
        self.repeat.add(person)
        if found.digest != asking.digest:
            raise Denied(f"the key {key!r} was used before for something else", "stale")
        return msgspec.msgpack.decode(found.answer, type=Answer)

    async def _guarded(self, what: bytes, work: Callable[[], Awaitable[T]]) -> T:
        """Do something; an error of the program makes the table anew, the second time it stops."""
        try:
            done = await work()
        except Denied:
            raise
        except Refused as refused:
            raise Denied(refused.what, "refused", refused.clauses) from None
        except StoreError:
            raise
        except Exception as error:
            await self._fail(what, error)
            raise Denied(f"an error of the program at {self.name}; it is noted", "fault") from error
        return done

    async def _fail(self, what: bytes, error: BaseException) -> None:
        self.tools.failed(self, error)
        failure = what + f"{type(error).__name__}: {error}".encode()
        again, self._failure = self._failure == failure, failure
        again = again or isinstance(error, Unhealthy)
        self.rebuild()
        if again and self.live.status != "faulted":
            await self._stop(f"{type(error).__name__} at row {self.seq + 1}")

    async def _stop(self, why: str) -> None:
        """No more until the floor has looked at it."""
        self._asking = BY_ITSELF
        body = log.Faulted(why)
        try:
            await self._write([PendingRow(body)])
        except StoreError as error:
            self.tools.failed(self, error)  # it stands still all the same, as long as this runs
        self.live.apply(self.seq, self.now, body)
        self._tell()

    # -- writing -------------------------------------------------------------------------------

    async def _write(self, made: Sequence[PendingRow], answer: Answer | None = None) -> Answer:
        """Rows, all or none; when this returns they are durable."""
        answer = answer or self.answer(self.seq, made)
        batch = self.batch(self._asking, self.seq, made, answer)
        [wrong] = await self.appended([batch])
        if wrong is not None:
            raise wrong
        self.seq += len(made)
        self._asking = BY_ITSELF
        return answer

    def answer(self, after: int, made: Sequence[PendingRow]) -> Answer:
        """What is answered when these rows stand after another."""
        return Answer(after + len(made), self.live.number)

    def batch(
        self, asking: CommandContext, after: int, made: Sequence[PendingRow], answer: Answer
    ) -> Batch:
        """Rows of a command after another row, as the books take them."""
        (caller, key, digest), now = asking, self.now
        entries = tuple(
            Entry(now, log.kind_of(m.body), caller.person, log.written(m.body), tuple(m.postings))
            for m in made
        )
        kept = Command(caller.person, key, digest, log.packed(answer)) if key else None
        changes = tuple(change for m in made for change in m.changes)
        return Batch(self.stream, after, entries, kept, changes, self.fence)

    async def appended(self, batches: Sequence[Batch]) -> list[StoreError | None]:
        """Have batches written, one after the other; why not, for each."""
        store, said = self.tools.store, await self.tools.writer.append_all(batches)
        return [
            None if isinstance(wrong, Unknown) and was_committed(store, batch) else wrong
            for batch, wrong in zip(batches, said, strict=True)
        ]

    async def moved(self, make: Callable[[], list[PendingRow]]) -> Answer:
        """Move the round, then write it; if that fails the table is made anew from its log."""
        before = self.moves
        try:
            return await self._write(make())
        except Refused:
            if self.live.round_ and self.moves != before:
                self.rebuild()
            raise
        except StoreError as error:
            self.rebuild()
            raise not_written(error) from error

    @property
    def moves(self) -> tuple[Round | None, int]:
        """The round, and how many inputs it has had."""
        round_ = self.live.round_
        return round_, len(round_.inputs) if round_ else 0

    async def fact(self, fact: SeatEvent, answer: Answer | None = None) -> Answer:
        """Write something about the chairs of the table; it is so when it is written."""
        moves = seats.postings(self.live.seating, self.name, fact)
        return await self.row(log.Changed(fact), moves, answer)

    async def row(
        self, body: log.Body, postings: Sequence[Posting] = (), answer: Answer | None = None
    ) -> Answer:
        """Write a row, then let it be so."""
        return await self.all_rows([PendingRow(body, list(postings))], answer)

    async def all_rows(self, made: Sequence[PendingRow], answer: Answer | None = None) -> Answer:
        """Write rows, all or none, then let them be so, one after the other."""
        now, seq = self.now, self.seq
        found = await self._wrote(made, answer)
        for n, each in enumerate(made, 1):
            self.live.apply(seq + n, now, each.body)
        return found

    async def wrote(self, made: PendingRow, answer: Answer | None = None) -> Answer:
        """Write a row; whoever asks lets it be so."""
        return await self._wrote([made], answer)

    async def _wrote(self, made: Sequence[PendingRow], answer: Answer | None) -> Answer:
        try:
            return await self._write(made, answer)
        except StoreError as error:
            raise not_written(error) from error

    def rebuild(self) -> None:
        """The table as its log has it; a log that cannot be followed stops the table."""
        try:
            self.live, self.seq = recover(self.name, self.tools.store, self.tools.making)
        except Exception as error:
            self.tools.failed(self, error)
            self._take_up(f"its log cannot be followed: {error}")

    def _take_up(self, why: str) -> None:
        """The table after a round that cannot be followed: who sits there, if that is known."""
        store = self.tools.store
        try:
            found = taken_up(self.name, store, self.tools.making)
        except Exception as error:
            self.tools.failed(self, error)
            found = None
        head = store.head(self.stream)
        nobody = TableState(self.name, self.tools.making), head.seq if head else 0
        self.live, self.seq = found or nobody
        cleared, begun = (store.last_row(self.stream, kind) for kind in ("cleared", "round"))
        if found is None or cleared is None or (begun is not None and cleared.seq < begun.seq):
            self.live.status, self.live.why = "faulted", why

    async def resume(self, why_void: str = "") -> None:
        """After a restart: an unfinished round goes on with fresh time, or is void."""

        async def work() -> None:
            self._asking = BY_ITSELF
            self.rebuild()
            live = self.live
            if why_void and unfinished(self.tools.store, self.stream):
                await self.void(why_void)
            elif why_void and live.shoe is not None:
                await self.row(log.ShoeDiscarded(why_void))
            elif live.playing and live.status in ("open", "closing"):
                live.due = {}
                await self.row(log.Resumed(live.number, rounds.deadlines(live, self.now)))
            if self.live.status in ("open", "closing"):
                await self.and_then()

        await self.turn(work)

    async def void(self, why: str) -> Answer:
        """Take back every posting of the unfinished round; everybody has what they came with."""
        found = unfinished(self.tools.store, self.stream)
        if found is None:
            raise Denied(f"no round is being played at {self.name} that could be voided")
        body, begun = found.body, found.begun
        shoe = body.standing.place.shoe
        kept = RoundKept(self.stream, body.no, begun.seq, None, "voided", body.rules, shoe)
        made = PendingRow(log.Voided(body.no, why, found.rows), found.reversed(), [kept])
        answer = await self.wrote(made)
        self.rebuild()
        return answer

    # -- what happens by itself ----------------------------------------------------------------

    async def and_then(self) -> None:
        """What follows by itself, then tell people and the clock.

        It is nobody's command: what cannot be done now is tried again in a moment.
        """
        later = 0
        try:
            await self._guarded(b"follow", lambda: advance(self))
        except Denied:
            later = self.now + AGAIN_MS
        self._tell(later)

    def _tell(self, later: int = 0) -> None:
        self.tools.told(self)
        now, at = self.now, wakes(self.live, self.now)
        self.tools.wake(self, later or (at if at > now else at and now + AGAIN_MS))

    async def tick(self) -> None:
        """Do what is due now."""

        async def work() -> None:
            self._asking = BY_ITSELF
            if self.live.status not in ("open", "closing"):
                return
            try:
                await self._guarded(b"tick", lambda: times_up(self))
            except Denied:
                self._tell(self.now + AGAIN_MS)
                return
            await self.and_then()

        await self.turn(work, most=2 * MOST_WAITING)
