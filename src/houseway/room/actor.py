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
from typing import TypeVar

import msgspec

from houseway.errors import Refused
from houseway.room import playing, rows, seating, sitting
from houseway.room.caller import ROOM, Caller
from houseway.room.clock import Clock
from houseway.room.ledger import Posting, posted
from houseway.room.live import Live
from houseway.room.making import Making
from houseway.room.playing import Made
from houseway.room.refusals import Denied
from houseway.room.restoring import restored
from houseway.room.seating import Fact
from houseway.room.store.base import (
    Batch,
    Command,
    Conflict,
    Entry,
    KeyUsed,
    Overdrawn,
    Store,
    StoreError,
    Unknown,
)
from houseway.room.store.writer import Writer

T = TypeVar("T")
MOST_WAITING = 64


class Answer(msgspec.Struct, frozen=True):
    """What came of a command: the row that made it durable."""

    seq: int
    round: int = 0
    seat: int = 0
    cents: int = 0


@dataclass
class Tools:
    """What every table of a room works with."""

    store: Store
    writer: Writer
    clock: Clock
    making: Making
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
        self.live = Live(name, tools.making)
        self.stream = self.live.stream
        head = tools.store.claim(self.stream, tools.owner)
        self.seq, self.fence = head.seq, head.fence
        self.waiting = 0
        self._lock = asyncio.Lock()
        self._failure = b""
        self._asking = (ROOM, "", b"")
        """Whose command is written next, under which key."""

    def __repr__(self) -> str:
        return f"<table {self.name}: {self.live.status}, row {self.seq}>"

    @property
    def now(self) -> int:
        """The time of the room."""
        return self.tools.clock.now_ms()

    # -- turns ---------------------------------------------------------------------------------

    async def turn(self, work: Callable[[], Awaitable[T]]) -> T:
        """Wait for one's turn and do it; what is begun is finished, though its asker may leave."""
        if self.waiting >= MOST_WAITING:
            raise Denied(f"too much is going on at {self.name}; try again", "busy")
        self.waiting += 1
        task = asyncio.ensure_future(self._in_turn(work))
        return await asyncio.shield(task)

    async def _in_turn(self, work: Callable[[], Awaitable[T]]) -> T:
        try:
            async with self._lock:
                return await work()
        finally:
            self.waiting -= 1

    async def command(
        self, caller: Caller, key: str, asked: object, work: Callable[[], Awaitable[Answer]]
    ) -> Answer:
        """A command under a key: asked again, it is answered again and not done again."""
        digest = sha256(rows.packed((self.name, asked))).digest()

        async def once() -> Answer:
            if key and (found := self._answered(caller, key, digest)):
                return found
            self._asking = (caller, key, digest)
            answer = await self._guarded(digest, work)
            await self._guarded(digest, self._follow)
            return answer

        return await self.turn(once)

    def _answered(self, caller: Caller, key: str, digest: bytes) -> Answer | None:
        found = self.tools.store.command(caller.person, key)
        if found is None:
            return None
        if found.digest != digest:
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
        again, self._failure = self._failure == what, what
        self.rebuild()
        if again and self.live.status != "faulted":
            await self._stop(f"{type(error).__name__} at row {self.seq + 1}")

    async def _stop(self, why: str) -> None:
        """No more until the floor has looked at it."""
        self._asking = (ROOM, "", b"")
        body = rows.Faulted(why)
        await self._write([Made(body)])
        self.live.apply(self.seq, self.now, body)
        self._tell()

    # -- writing -------------------------------------------------------------------------------

    async def _write(self, made: Sequence[Made], answer: Answer | None = None) -> Answer:
        """Rows, all or none; when this returns they are durable."""
        caller, key, digest = self._asking
        now, answer = self.now, answer or Answer(self.seq + len(made), self.live.number)
        entries = tuple(
            Entry(now, rows.kind_of(m.body), caller.person, rows.written(m.body), tuple(m.postings))
            for m in made
        )
        kept = Command(caller.person, key, digest, rows.packed(answer)) if key else None
        changes = tuple(change for m in made for change in m.changes)
        batch = Batch(self.stream, self.seq, entries, kept, changes, self.fence)
        try:
            await self.tools.writer.append(batch)
        except Unknown:
            self._find_out(batch)
        self.seq += len(entries)
        self._asking = (ROOM, "", b"")
        return answer

    def _find_out(self, batch: Batch) -> None:
        """Whether a batch was written of which nobody could say it."""
        head = self.tools.store.head(self.stream)
        if head is None or head.seq != batch.after + len(batch.entries):
            raise StoreError("the books could not be written")

    async def moved(self, make: Callable[[], list[Made]]) -> Answer:
        """Move the round, then write it; if that fails the table is made anew from its log."""
        before = self.live.round_, len(self.live.round_.inputs) if self.live.round_ else 0
        try:
            return await self._write(make())
        except Refused:
            if self.live.round_ and (self.live.round_, len(self.live.round_.inputs)) != before:
                self.rebuild()
            raise
        except StoreError as error:
            self.rebuild()
            raise denied(error) from error

    async def fact(self, fact: Fact, answer: Answer | None = None) -> Answer:
        """Write something about the chairs of the table; it is so when it is written."""
        moves = seating.postings(self.live.seating, self.name, fact)
        return await self.row(rows.Changed(fact), moves, answer)

    async def row(
        self, body: rows.Body, postings: Sequence[Posting] = (), answer: Answer | None = None
    ) -> Answer:
        """Write a row, then let it be so."""
        now = self.now
        try:
            found = await self._write([Made(body, list(postings))], answer)
        except StoreError as error:
            raise denied(error) from error
        self.live.apply(self.seq, now, body)
        return found

    def rebuild(self) -> None:
        """The table as its log has it."""
        self.live, self.seq = restored(self.name, self.tools.store, self.tools.making)

    # -- what follows by itself ----------------------------------------------------------------

    async def _follow(self) -> None:
        """What is due between rounds, the next round, and telling people."""
        await self._gone()
        await self._due()
        await self._shut()
        await self._next()
        self._tell()

    def _tell(self) -> None:
        self.tools.told(self)
        self.tools.wake(self, self.wakes())

    async def _gone(self) -> None:
        """Somebody who is asked has gone away: the round goes on without them."""
        live = self.live
        if live.playing and playing.anybody_absent(live):
            now, seq = self.now, self.seq + 1
            await self.moved(lambda: [playing.step(live, seq, playing.nothing, now)])

    async def _due(self) -> None:
        """Those who leave have left, chips that were asked for have come."""
        for _ in range(len(self.live.seating.seats) + len(self.live.seating.held) + 1):
            facts = sitting.due(self.live.seating, self.live.terms, self.now)
            if not facts:
                return
            await self._happen(facts[0])

    async def _happen(self, fact: Fact) -> None:
        try:
            await self.fact(fact)
        except Denied as denied_:
            if not isinstance(fact, seating.ToppedUp) or denied_.code != "funds":
                raise
            await self.fact(sitting.top_up_failed(self.live.seating, fact.seat, self.now))

    async def _shut(self) -> None:
        """A table that is to be closed is closed when its round is over."""
        live = self.live
        if live.status != "closing" or live.playing:
            return
        for sitter in list(live.seating.seats.values()):
            person = sitter.guest.person
            await self.fact(sitting.leave(live.seating, live.terms, person, self.now, live.why))
        await self.row(rows.Shut(live.why))

    async def _next(self) -> None:
        """The next round, when there is nobody to wait for."""
        live = self.live
        if live.status != "open" or live.playing or live.idle or self._rests():
            return
        game = live.posted
        if live.between is None and not sitting.missing(live.seating, live.terms, game, None):
            await self._carry_first()
        if live.between is None or sitting.missing(live.seating, live.terms, game, live.between):
            return
        if live.shoe is None or live.shoe.left <= game.reshuffle_at():
            await self._shuffle()
        live.seat_round()
        if not game.opens_by_betting or any(s.ready for s in live.seating.seats.values()):
            await self._begin()

    def _rests(self) -> bool:
        """Whether the result of the last round is still shown."""
        live = self.live
        if live.round_ is None or self.now >= live.ended_at + live.terms.pause_ms:
            return False
        return not sitting.all_ready(live.seating, live.posted, live.between)

    async def _carry_first(self) -> None:
        game, live = self.live.posted, self.live
        between = game.first(sitting.playing(live.seating, game, None))
        opening = posted(self.name, game.opening_transfers(between))
        await self.row(rows.Carried(rows.packed(between)), opening)

    async def _shuffle(self) -> None:
        """A new shoe; its root is in the log before anybody can bet on it."""
        live = self.live
        shoe, changes = self.tools.making.shoe(live)
        body = rows.ShoeMade(live.shoes + 1, shoe.root)
        try:
            await self._write([Made(body, [], changes)])
        except StoreError as error:
            raise denied(error) from error
        live.use(shoe, body.no)

    async def _begin(self) -> None:
        live, now, seq = self.live, self.now, self.seq + 1
        await self.moved(lambda: [playing.begin(live, seq, now)])
        if not live.playing:
            await self._due()

    # -- time ----------------------------------------------------------------------------------

    def wakes(self) -> int:
        """When there is something to do though nobody asks for it; 0: never."""
        live = self.live
        if live.status not in ("open", "closing"):
            return 0
        times = list(live.due.values()) if live.playing else []
        if not live.playing and live.round_ is not None and live.round_.closed:
            times.append(live.ended_at + live.terms.pause_ms)
        times.append(sitting.next_due(live.seating, live.terms))
        return min((at for at in times if at), default=0)

    async def tick(self) -> None:
        """Do what is due now."""

        async def work() -> None:
            self._asking = (ROOM, "", b"")
            if self.live.status in ("open", "closing"):
                await self._guarded(b"tick", self._times_up)
                await self._guarded(b"tick", self._follow)

        await self.turn(work)

    async def _times_up(self) -> None:
        live, now, seq = self.live, self.now, self.seq + 1
        if live.playing and playing.overdue(live, now):
            await self.moved(lambda: [playing.times_up(live, seq, now)])


def denied(error: StoreError) -> Denied:
    """What is said to who asked for something that could not be written."""
    if isinstance(error, Overdrawn):
        return Denied("there is not enough money on the account", "funds")
    if isinstance(error, KeyUsed):
        return Denied("this command is being done already", "busy")
    if isinstance(error, Conflict):
        return Denied("another server keeps the books of this table now", "fault")
    return Denied("the books cannot be written now; nothing was changed", "busy")
