"""One table of the room: apply, append, publish, one command at a time.

Commands run in the order of their arrival. A decision is applied first, because the rules check it.
Then it is appended, then published. A command that moves money between a wallet and the table is
appended first, because the balance of the wallet is the check; it is applied once the books have
accepted it. Nothing is published before it is durable. Each command has one ``CommandContext``,
made when its turn begins. Its time is the time of its rows, of the rules and of everything that
follows.

If a row cannot be written, or the program fails, the state is rebuilt from the log. A table that
does not know the end of its log answers ``busy`` until it has read it. The same failure twice stops
the table until the floor clears it, through any restart.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, TypeVar

import msgspec

from houseway.errors import Refused
from houseway.room.api.roles import ROOM, Caller
from houseway.room.api.table_types import Answer
from houseway.room.clock import Clock, elapsed
from houseway.room.errors import Denied
from houseway.room.fairness.health import Unhealthy
from houseway.room.fairness.receipt import ReceiptChain
from houseway.room.store import chain
from houseway.room.store.following import FOLLOWS
from houseway.room.store.group_commit import Writer
from houseway.room.store.interface import (
    Batch,
    Change,
    Entry,
    KeyedCommand,
    RoundKept,
    Store,
    StoreError,
)
from houseway.room.store.stream import CommandContext, StreamWriter, digest_of, not_written
from houseway.room.tables import deadlines, log, rounds
from houseway.room.tables.games import GameAndShoeFactory
from houseway.room.tables.log import LogRow, PendingRow
from houseway.room.tables.next_round import advance
from houseway.room.tables.recovery import recover, recover_after_last_round, unfinished
from houseway.room.tables.state import TableState, summary_of
from houseway.table.round import Round

T = TypeVar("T")
Work: TypeAlias = "Callable[[Turn], Awaitable[Answer]]"
"""Executes a command in its turn."""
Make: TypeAlias = "Callable[[CommandContext], list[PendingRow]]"
"""Moves the round by a decision, and returns its rows."""
MOST_WAITING = 64
CLAIMED = "another server has claimed this table, and it is not played here any more"
LATEST_ROUNDS = 16
"""The number of rounds among which the last receipt is looked for."""
AGAIN_MS = 1_000
"""Delay before the room retries, in milliseconds."""


class Request(NamedTuple):
    """A command before its turn: its caller, its key, and the digest of its content."""

    caller: Caller
    key: str = ""
    digest: bytes = b""

    def begin(self, at: int, seq: int) -> CommandContext:
        """Return its context, with the time of its turn and the last row."""
        return CommandContext(at, self.caller, seq, self.key, self.digest)


@dataclass
class Tools:
    """The resources shared by all tables of a room."""

    store: Store
    writer: Writer
    clock: Clock
    making: GameAndShoeFactory
    owner: str
    on_durable: Callable[[Actor], None] = lambda actor: None
    """Called after a durable change that viewers may see."""
    wake: Callable[[Actor, int], None] = lambda actor, at: None
    """Called with the time of the next ``tick``; 0: never."""
    failed: Callable[[Actor, BaseException], None] = lambda actor, error: None


class Turn:
    """The turn of a command: its context, and the table, for as long as the turn lasts."""

    __slots__ = ("_actor", "at", "context", "seq")

    def __init__(self, actor: Actor, context: CommandContext) -> None:
        self._actor: Actor | None = actor
        self.context, self.at, self.seq = context, context.at, context.seq

    def end(self) -> None:
        """Take the table away from a command that is over."""
        self._actor = None

    @property
    def actor(self) -> Actor:
        """Return the table's actor; RuntimeError once the turn is over."""
        if self._actor is None:
            raise RuntimeError("the turn is over: the table may be in another command's move")
        return self._actor

    @property
    def live(self) -> TableState:
        """Return the state of the table."""
        return self.actor.live

    async def commit(self, made: Sequence[PendingRow], answer: Answer | None = None) -> Answer:
        """Append the rows of this command, and apply them once they are durable."""
        return await self.actor.commit(self.context, made, answer)

    async def commit_round(self, make: Callable[[], list[PendingRow]]) -> Answer:
        """Move the round, then write it."""
        return await self.actor.commit_round(self.context, make)


class Actor:
    """A table, its log, and its queue of commands.

    Others read its ``summary``. The state itself is read in a turn: by a command (``Turn``), or by
    ``read``.
    """

    def __init__(self, name: str, tools: Tools) -> None:
        self.name, self.tools = name, tools
        self.live = TableState(name, tools.making)
        self.summary = summary_of(self.live, 0)
        """The table after its last durable row."""
        self.stream = self.live.stream
        self.receipts = ReceiptChain(tools.making.keys)
        self.writer = StreamWriter(tools.store, tools.writer, self.stream, tools.owner)
        self.last_hash = self.writer.claimed_hash
        """The hash of the last row."""
        self.lock = self.writer.lock
        """Held during a turn."""
        self.waiting = 0
        self.repeat: set[int] = set()
        """Persons who have used a key again: their keys are looked up first."""
        self._unsure_since: float | None = None
        self.stood_still = 0
        """Milliseconds for which the process has just stood still; 0: it has not."""
        self._deciding = DecisionBatch(self)
        self._failure = b""

    def lead(self) -> None:
        """Claim the log of the table; a store that follows only reads it."""
        self.writer.lead()
        self.last_hash = self.writer.claimed_hash

    @property
    def seq(self) -> int:
        """Return the last row of the log."""
        return self.writer.seq

    @property
    def fence(self) -> int:
        """Return the fence under which rows are written; ``FOLLOWS`` if they are only read."""
        return self.writer.fence

    @property
    def is_lost(self) -> bool:
        """Return True if another server has claimed the log: the table is not played here."""
        return self.writer.is_lost

    @property
    def sure(self) -> bool:
        """Return True while the state is that of the log.

        It is False while a move is being written, and after an append of unknown fate.
        """
        return self._unsure_since is None

    @sure.setter
    def sure(self, sure: bool) -> None:
        """Note whether the state is that of the log, and since when it is not."""
        if sure:
            self._unsure_since = None
        elif self._unsure_since is None:
            self._unsure_since = elapsed()

    @property
    def unsure_seconds(self) -> float:
        """Return the time for which the state has differed from the log; 0 while it is sure."""
        return 0 if self._unsure_since is None else elapsed() - self._unsure_since

    def __repr__(self) -> str:
        return f"<table {self.name}: {self.live.status}, row {self.seq}>"

    def by_room(self, at: int) -> CommandContext:
        """Return a context for an action of the room itself, after the last row."""
        return CommandContext(at, ROOM, self.seq)

    def now(self) -> int:
        """Read the clock: once for a command, when its turn begins."""
        return self.tools.clock.now_ms()

    async def turn(self, work: Callable[[], Awaitable[T]], most: int = MOST_WAITING) -> T:
        """Run ``work`` under the lock of the table. Shielded: it completes even if its caller is
        cancelled.
        """
        self.wait(most)
        self._deciding.close()
        task = asyncio.ensure_future(self._in_turn(work))
        return await asyncio.shield(task)

    async def read(self, look: Callable[[TableState], T]) -> T:
        """Return what ``look`` finds in the state of the table, in a turn of its own."""

        async def work() -> T:
            return look(self.live)

        return await self.turn(work)

    def wait(self, most: int = MOST_WAITING) -> None:
        """Count one more waiting command; Denied if there are too many."""
        if self.waiting >= most:
            raise Denied(f"too much is going on at {self.name}; try again", "busy")
        self.waiting += 1

    async def _in_turn(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run work alone at this table, on a log whose end is known."""
        try:
            async with self.lock:
                self.require_known_log()
                return await work()
        finally:
            self.waiting -= 1

    def require_known_log(self) -> None:
        """Rebuild a table whose last append has an unknown fate; Denied while that is
        impossible.
        """
        if not self.sure:
            try:
                self.rebuild()
            except StoreError as error:
                self.tools.wake(self, self.now() + AGAIN_MS)
                why = f"the log of {self.name} cannot be read now; try again"
                raise Denied(why, "busy") from error
        if self.is_lost:
            raise Denied(f"{self.name}: {CLAIMED}", "fault")

    async def command(self, caller: Caller, key: str, asked: object, work: Work) -> Answer:
        """Run a command under a key; a repeated command is answered again and not executed
        again.
        """
        request = self._request(caller, key, asked)
        return await self.turn(lambda: self.once(request, work))

    async def decide(self, caller: Caller, key: str, asked: object, make: Make) -> Answer:
        """Run a command that moves the round.

        Decisions that are queued together are written together and published once.
        """
        return await self._deciding.ask(self._request(caller, key, asked), make)

    def _request(self, caller: Caller, key: str, asked: object) -> Request:
        """Return a command with its key and the digest of what it asks for."""
        return Request(caller, key, digest_of(self.name, asked))

    async def once(self, request: Request, work: Work) -> Answer:
        """Run a command unless it has been done; called in its turn."""
        self.require_known_log()
        if request.caller.person in self.repeat and (found := await self._answered(request)):
            return found
        context, live = request.begin(self.now(), self.seq), self.live
        turn = Turn(self, context)
        try:
            answer = await self._guarded(request.digest, context.at, lambda: work(turn))
        except Denied:
            if self.live is not live:  # rebuilt, without what does not stand in the log
                await self.run_follow_ups(context.at)
            # What was done before cannot be done again: the rules refuse it, or the books do.
            if request.key and (found := await self._answered_if_known(request)):
                return found
            raise
        finally:
            turn.end()
        await self.run_follow_ups(context.at)
        return answer

    async def _answered(self, request: Request) -> Answer | None:
        """Return the answer kept for a repeated command; None if it is new."""
        person = request.caller.person
        found = await self.writer.answered(person, request.key, request.digest)
        if found is None:
            return None
        self.repeat.add(person)
        return msgspec.msgpack.decode(found.answer, type=Answer)

    async def _answered_if_known(self, request: Request) -> Answer | None:
        """Return the earlier answer; None if there is none, or the books cannot be read."""
        try:
            return await self._answered(request)
        except Denied as denied:
            if denied.code == "busy":
                return None
            raise

    async def _guarded(self, what: bytes, at: int, work: Callable[[], Awaitable[T]]) -> T:
        """Run a function; an unexpected error rebuilds the table, and the second time stops it."""
        try:
            done = await work()
        except Denied:
            raise
        except Refused as refused:
            raise Denied(refused.what, "refused", refused.clauses) from None
        except StoreError as error:
            raise not_written(error) from error
        except Exception as error:
            await self._fail(what, at, error)
            raise Denied(f"an error of the program at {self.name}; it is noted", "fault") from error
        return done

    async def _fail(self, what: bytes, at: int, error: BaseException) -> None:
        """Log a failure and rebuild the table; the same failure twice stops it."""
        self.tools.failed(self, error)
        failure = what + f"{type(error).__name__}: {error}".encode()
        again, self._failure = self._failure == failure, failure
        again = again or isinstance(error, Unhealthy)
        self.try_rebuild()
        if again and self.sure and self.live.status != "faulted":
            await self._stop(at, f"{type(error).__name__} at row {self.seq + 1}")

    async def _stop(self, at: int, why: str) -> None:
        """Stop the table until the floor clears the fault."""
        body = log.Faulted(why)
        try:
            await self._append(self.by_room(at), [PendingRow(body)])
        except StoreError as error:
            self.tools.failed(self, error)  # it stands still all the same, as long as this runs
        self.live.apply(LogRow(self.seq, at, body))
        self._publish(at)

    async def _append(
        self, context: CommandContext, made: Sequence[PendingRow], answer: Answer | None = None
    ) -> Answer:
        """Append rows, all or none; they are durable on return."""
        if context.seq != self.seq:
            raise RuntimeError(f"a command of row {context.seq} is written at row {self.seq}")
        answer = answer or self.answer(self.seq, made)
        batch, end = self.batch(context, made, answer, self.last_hash)
        [wrong] = await self.append_all([batch])
        if wrong is not None:
            raise wrong
        self.written(end)
        return answer

    def written(self, end: bytes) -> None:
        """Go on after rows that are durable; ``end`` is the hash of the last one."""
        self.last_hash, self.sure = end, True
        self.receipts.accept()

    def answer(self, after: int, made: Sequence[PendingRow]) -> Answer:
        """Return the answer to a command whose rows follow ``after``."""
        return Answer(after + len(made), self.live.number)

    def batch(
        self, context: CommandContext, made: Sequence[PendingRow], answer: Answer, end: bytes
    ) -> tuple[Batch, bytes]:
        """Return the rows of a command as a batch for the books, and the hash of the last one.

        ``end`` is the hash of the row before. A round that is closed by a row gets its receipt.
        """
        at, person, key = context.at, context.caller.person, context.key
        entries: list[Entry] = []
        changes: list[Change] = []
        for seq, m in enumerate(made, context.seq + 1):
            kind, body, postings = log.kind_of(m.body), log.written(m.body), tuple(m.postings)
            entries.append(Entry(at, kind, person, body, postings))
            end = chain.row_hash(end, self.stream, seq, at, kind, person, body, postings)
            changes += rounds.with_receipt(m, self.receipts, end) if m.receipt else m.changes
        kept = KeyedCommand(person, key, context.digest, log.packed(answer)) if key else None
        return self.writer.batch(tuple(entries), kept, changes, context.seq), end

    async def append_all(self, batches: Sequence[Batch]) -> list[StoreError | None]:
        """Append batches one after the other; return the error of each, or None."""
        said = await self.writer.append(batches)
        self.sure = self.sure and self.writer.is_sure
        return said

    async def commit_round(
        self, context: CommandContext, make: Callable[[], list[PendingRow]]
    ) -> Answer:
        """Move the round, then write it; on failure the table is rebuilt from its log."""
        before, self.sure = self.moves, False
        try:
            made = make()
        except Refused:
            if self.live.round_ and self.moves != before:
                self.try_rebuild()
            else:
                self.sure = True
            raise
        try:
            return await self._append(context, made)
        except StoreError as error:
            self.try_rebuild()
            raise not_written(error) from error

    async def step(self, context: CommandContext, move: Callable[[], None]) -> Answer:
        """Move the round in play by one row, with ``commit_round``."""
        live, seq, at = self.live, context.seq + 1, context.at
        return await self.commit_round(context, lambda: [rounds.step(live, seq, move, at)])

    @property
    def moves(self) -> tuple[Round | None, int]:
        """Return the round and its number of inputs."""
        round_ = self.live.round_
        return round_, len(round_.inputs) if round_ else 0

    async def commit(
        self, context: CommandContext, made: Sequence[PendingRow], answer: Answer | None = None
    ) -> Answer:
        """Append rows, all or none, and apply them once they are durable."""
        try:
            found = await self._append(context, made, answer)
        except StoreError as error:
            raise not_written(error) from error
        for seq, each in enumerate(made, context.seq + 1):
            self.live.apply(LogRow(seq, context.at, each.body))
        return found

    def rebuild(self) -> None:
        """Rebuild the table from its log; a log that does not replay stops the table.

        StoreError if the log cannot be read: the table stays as it is, and unsure.
        """
        self.sure = False
        try:
            self.live, seq = recover(self.name, self.tools.store, self.tools.making)
            self.writer.go_on_from(seq)
        except StoreError:
            raise
        except Exception as error:
            self.tools.failed(self, error)
            self._recover_last_round(f"its log cannot be followed: {error}")
        self._end_if_claimed()
        self._find_last_hash()
        self.sure = True
        self.summary = summary_of(self.live, self.seq)

    def _end_if_claimed(self) -> None:
        """End the table here if another server has claimed its log."""
        head = self.tools.store.head(self.stream)
        if head is not None and self.fence not in (FOLLOWS, head.fence):
            self._end()

    def _end(self) -> None:
        """Stop the table without a row: its log belongs to another server."""
        self.writer.end_here()
        self.live.status, self.live.why = "faulted", CLAIMED
        self.summary = summary_of(self.live, self.seq)

    def end_here(self) -> None:
        """Stop a table that another server has claimed, and show that.

        In the middle of a turn nothing is done: the append of that turn finds the same out.
        """
        if not self.lock.locked() and not self.is_lost:
            self._end()
            self.tools.wake(self, 0)
            self.show()

    def _find_last_hash(self) -> None:
        """Read the hash of the last row, and the last receipt."""
        store, head = self.tools.store, self.tools.store.head(self.stream)
        self.last_hash = head.hash if head else chain.BEGINNING
        for kept in store.rounds(self.stream, LATEST_ROUNDS):
            if kept.outcome == "closed":
                self.receipts.go_on(kept.no, rounds.receipt_kept(kept))
                return
        self.receipts.go_on(0, None)

    def _give_up(self, error: StoreError) -> None:
        """Stop a table whose log cannot be read at the start; other tables go on."""
        self.tools.failed(self, error)
        head = self.tools.store.head(self.stream)
        self.live = TableState(self.name, self.tools.making)
        self.writer.go_on_from(head.seq if head else 0)
        self.live.status, self.live.why = "faulted", f"its log cannot be read: {error}"
        self._find_last_hash()
        self.sure = True
        self.summary = summary_of(self.live, self.seq)

    def try_rebuild(self) -> None:
        """Rebuild the table from its log; while the log cannot be read it stays unsure."""
        with suppress(StoreError):
            self.rebuild()

    def _recover_last_round(self, why: str) -> None:
        """Restore the seats after a round that cannot be replayed, if they are known."""
        store = self.tools.store
        try:
            found = recover_after_last_round(self.name, store, self.tools.making)
        except StoreError:
            raise
        except Exception as error:
            self.tools.failed(self, error)
            found = None
        head = store.head(self.stream)
        empty = TableState(self.name, self.tools.making), head.seq if head else 0
        self.live, seq = found or empty
        self.writer.go_on_from(seq)
        cleared, begun = (store.last_row(self.stream, kind) for kind in ("cleared", "round"))
        if found is None or cleared is None or (begun is not None and cleared.seq < begun.seq):
            self.live.status, self.live.why = "faulted", why

    async def resume(self, why_void: str = "") -> None:
        """Resume after a restart: an unfinished round goes on with fresh time, or is voided."""

        async def work() -> None:
            at = self.now()
            try:
                self.rebuild()
            except StoreError as error:
                self._give_up(error)
            live, context = self.live, self.by_room(at)
            if why_void and unfinished(self.tools.store, self.stream):
                await self.void(context, why_void)
            elif why_void and live.shoe is not None:
                await self.commit(context, [PendingRow(log.ShoeDiscarded(why_void))])
            elif live.playing and live.status in deadlines.RUNS:
                due = deadlines.fresh_deadlines(live, at)
                await self.commit(context, [PendingRow(log.RoundResumed(live.number, due))])
            if self.live.status in deadlines.RUNS:
                await self.run_follow_ups(at)

        await self.turn(work)

    async def void(self, context: CommandContext, why: str) -> Answer:
        """Reverse every posting of the unfinished round, so that all have what they came with."""
        found = unfinished(self.tools.store, self.stream)
        if found is None:
            raise Denied(f"no round is being played at {self.name} that could be voided")
        body, begun = found.body, found.begun
        shoe = body.standing.place.shoe
        kept = RoundKept(self.stream, body.no, begun.seq, None, "voided", body.rules, shoe)
        made = PendingRow(log.Voided(body.no, why, found.rows), found.reversed(), [kept])
        try:
            answer = await self._append(context, [made])
        except StoreError as error:
            raise not_written(error) from error
        self.try_rebuild()
        return answer

    async def run_follow_ups(self, at: int) -> None:
        """Run the follow-ups of a command, publish the table and schedule its next wake-up.

        There is no caller: what is impossible now is retried after ``AGAIN_MS``.
        """
        later = 0
        if self.sure:
            try:
                await self._guarded(b"follow", at, lambda: advance(self, at))
            except Denied:
                later = at + AGAIN_MS
        self._publish(at, later)

    def _publish(self, at: int, later: int = 0) -> None:
        """Publish the table; an unsure table is not shown and retries after ``AGAIN_MS``."""
        if not self.sure:
            self.tools.wake(self, at + AGAIN_MS)
            return
        self.show()
        due = deadlines.next_wakeup(self.live, at)
        self.tools.wake(self, later or (due if due > at else due and at + AGAIN_MS))

    def show(self) -> None:
        """Publish the summary of the table, and show the table to its viewers."""
        self.summary = summary_of(self.live, self.seq)
        self.tools.on_durable(self)

    async def tick(self) -> None:
        """Do what is due now; nothing at a table that another server has claimed."""
        if self.is_lost:
            return

        async def work() -> None:
            at = self.now()
            if self.live.status not in deadlines.RUNS:
                self.stood_still = 0  # no time runs here, so none was lost
                return
            try:
                if self.stood_still:
                    await self._guarded(b"gap", at, lambda: deadlines.restart(self, at))
                await self._guarded(b"tick", at, lambda: deadlines.expire(self, self.by_room(at)))
            except Denied:
                self._publish(at, at + AGAIN_MS)
                return
            await self.run_follow_ups(at)

        await self.turn(work, most=2 * MOST_WAITING)


class QueuedDecision:
    """A queued decision: ``make`` moves the round and returns its rows."""

    __slots__ = ("answer", "make", "request")

    def __init__(self, request: Request, make: Make) -> None:
        self.request, self.make = request, make
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    def resolve(self, answer: Answer) -> None:
        """Deliver the answer, if the caller is still waiting for it."""
        if not self.answer.done():
            self.answer.set_result(answer)

    def fail(self, error: BaseException) -> None:
        """Deliver the error, if the caller is still waiting."""
        if isinstance(error, asyncio.CancelledError):
            self.answer.cancel()
        elif not self.answer.done():
            self.answer.set_exception(error)


class DecisionBatch:
    """The queued decisions of one table: written with one commit, published once.

    Where all seats are asked at once, all answer at about the same time. Each answer is a row of
    its own, with its postings and its key, as if they had arrived one by one.

    A decision that does not succeed at once is tried again alone, after the others are durable.
    That holds for one that the rules refuse and for one that was not written. So no refusal depends
    on a row that may yet be lost, and every failure takes the same path.
    """

    def __init__(self, actor: Actor) -> None:
        self._actor = actor
        self._waiting: list[QueuedDecision] = []
        self._turns: set[asyncio.Task[None]] = set()

    async def ask(self, request: Request, make: Make) -> Answer:
        """Queue a decision and wait for its answer; it is executed even if the caller is
        cancelled.
        """
        self._actor.wait()
        decision = QueuedDecision(request, make)
        self._waiting.append(decision)
        if len(self._waiting) == 1:
            turn = asyncio.ensure_future(self._in_turn(self._waiting))
            self._turns.add(turn)
            turn.add_done_callback(self._turns.discard)
        return await decision.answer

    def close(self) -> None:
        """Close the batch: another command is queued, and later decisions run after it."""
        self._waiting = []

    async def _in_turn(self, decisions: list[QueuedDecision]) -> None:
        """Decide together all decisions that wait; those that fail together are tried alone."""
        actor = self._actor
        try:
            async with actor.lock:
                if self._waiting is decisions:
                    self._waiting = []
                actor.require_known_log()
                for decision in await self._together(decisions):
                    await self._alone(decision)
        except BaseException as error:
            for decision in decisions:
                decision.fail(error)
        finally:
            actor.waiting -= len(decisions)

    async def _alone(self, decision: QueuedDecision) -> None:
        """Execute one decision by itself."""
        actor, make = self._actor, decision.make
        try:
            work = lambda turn: turn.commit_round(lambda: make(turn.context))  # noqa: E731
            decision.resolve(await actor.once(decision.request, work))
        except Exception as error:
            decision.fail(error)

    async def _together(self, decisions: list[QueuedDecision]) -> list[QueuedDecision]:
        """Execute decisions with one commit; return those that did not succeed."""
        if len(decisions) == 1:
            return decisions
        actor, at = self._actor, self._actor.now()
        actor.sure = False
        try:
            made = self._made(decisions, at)
        except Exception:
            actor.try_rebuild()
            await actor.run_follow_ups(at)
            return decisions
        if not made:
            actor.sure = True
            return decisions
        said = await actor.append_all([batch for _, batch, _, _ in made])
        if any(said):
            actor.try_rebuild()
        else:
            actor.written(made[-1][3])
        written = {
            decision: answer
            for (decision, _, answer, _), wrong in zip(made, said, strict=True)
            if wrong is None
        }
        await actor.run_follow_ups(at)
        for decision, answer in written.items():
            decision.resolve(answer)
        return [decision for decision in decisions if decision not in written]

    def _made(
        self, decisions: list[QueuedDecision], at: int
    ) -> list[tuple[QueuedDecision, Batch, Answer, bytes]]:
        """Return each decision that the rules accept in order, with its rows, and the hash of the
        last one.
        """
        actor, found = self._actor, []
        seq, end = actor.seq, actor.last_hash
        for decision in decisions:
            if decision.request.caller.person in actor.repeat:
                continue
            before, context = actor.moves, decision.request.begin(at, seq)
            try:
                made = decision.make(context)
            except Refused:
                if actor.moves != before:
                    raise
                continue
            answer = actor.answer(seq, made)
            batch, end = actor.batch(context, made, answer, end)
            found.append((decision, batch, answer, end))
            seq += len(made)
        return found
