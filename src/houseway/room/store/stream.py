"""The writer of one stream: its head, its fence, idempotency keys, commits of unknown fate.

A table and a journal write through the same ``StreamWriter``. A table moves its round first and
knows its own state; a journal writes a row and lets projections apply it.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar

import msgspec
from msgspec import Struct

from houseway.room.api.roles import ROOM, Caller
from houseway.room.errors import Denied
from houseway.room.ledger import kind_of
from houseway.room.store.following import FOLLOWS
from houseway.room.store.interface import (
    Batch,
    Conflict,
    Entry,
    KeyedCommand,
    KeyUsed,
    Overdrawn,
    Row,
    StoreError,
    Unknown,
)

if TYPE_CHECKING:
    from houseway.room.ledger import Posting
    from houseway.room.store.following import Projection
    from houseway.room.store.group_commit import Writer
    from houseway.room.store.interface import Books, Change, Store

P = ParamSpec("P")
T = TypeVar("T")
_READER = ThreadPoolExecutor(1, thread_name_prefix="books-reader")


async def read_in_thread(work: Callable[[], T]) -> T:
    """Return the result of a short read of the books, run in the reader thread.

    The event loop goes on meanwhile. There is one such thread, so reads keep their order: two
    tries at one card are counted as they came. A long read has a thread of its own.
    """
    return await asyncio.get_running_loop().run_in_executor(_READER, work)


def shielded(
    command: Callable[P, Coroutine[Any, Any, T]],
) -> Callable[P, Coroutine[Any, Any, T]]:
    """Run a command to its end even if its caller is cancelled.

    Otherwise its turn would end before its row is written, and the next command would not see it.
    """

    @wraps(command)
    async def done(*args: P.args, **more: P.kwargs) -> T:
        return await asyncio.shield(command(*args, **more))

    return done


def not_written(error: StoreError) -> Denied:
    """Return the refusal for a command whose rows could not be written."""
    if isinstance(error, Overdrawn):
        if kind_of(error.account) == "wallet":
            return Denied("there is not enough money in the account for this", "funds")
        return Denied(f"there is not enough money in {error.account} for this", "funds")
    if isinstance(error, KeyUsed):
        return Denied("this command is being done already; ask again with the same key", "busy")
    if isinstance(error, Unknown):
        return Denied(
            "it is not known whether this was written: ask again with the same key", "busy"
        )
    if isinstance(error, Conflict):
        return Denied(f"{error}: nothing was done", "fault")
    return Denied(f"the books take nothing now ({error}); nothing was done, try again", "busy")


def was_committed(books: Books, batch: Batch) -> bool:
    """Return True if the rows of a batch with an unknown fate are in their stream."""
    kept = list(books.rows(batch.stream, batch.after, len(batch.entries)))
    return [(r.at, r.kind, r.by, r.body) for r in kept] == [
        (e.at, e.kind, e.by, e.body) for e in batch.entries
    ]


_encode = msgspec.msgpack.Encoder().encode


def digest_of(*asked: object) -> bytes:
    """Return the digest of a command; another command with the same key has another."""
    return hashlib.sha256(_encode(asked)).digest()


class CommandContext(Struct, frozen=True):
    """One command, fixed when its turn begins: its time, its caller, its key, its place in the log.

    Rules, rows and the state take the time from here and from nowhere else.  ``seq`` is the last
    row before the command; a context is written once.
    """

    at: int
    caller: Caller
    seq: int
    key: str = ""
    digest: bytes = b""

    def follow_up(self, seq: int) -> CommandContext:
        """Return the context of what the room itself does after it, at the same time."""
        return CommandContext(self.at, ROOM, seq)


class Wall(Protocol):
    """A source of the time of day."""

    def now_ms(self) -> int:
        """Return milliseconds since 1970."""
        ...


class StreamWriter:
    """Writes one stream, and knows its last row.

    An append needs ``lock``, so one command at a time follows the last row. Each row is
    applied to the projections of the stream when it is durable. After an append of unknown fate,
    and after a conflict, ``is_sure`` is False until the head has been read.
    """

    def __init__(self, store: Store, writer: Writer, stream: str, owner: str = "room") -> None:
        self.stream = stream
        self.lock = asyncio.Lock()
        self.projections: list[Projection] = []
        self._store, self._writer, self._owner = store, writer, owner
        self.lead()

    def lead(self) -> None:
        """Claim the stream, and go on from its end; a store that follows only reads it."""
        head = self._store.acquire(self.stream, self._owner)
        self.seq, self.fence, self.is_sure = head.seq, head.fence, True
        self.claimed_hash = head.hash
        """The hash of the last row when the stream was claimed."""
        self.is_lost = False
        """Another server has claimed the stream: nothing is written here any more."""

    def end_here(self) -> None:
        """Write nothing more: another server has claimed the stream."""
        self.is_lost = True

    def go_on_from(self, seq: int) -> None:
        """Continue after this row, which the books have as the last one."""
        self.seq, self.is_sure = seq, True

    def batch(
        self, entries: tuple[Entry, ...], command: KeyedCommand | None = None,
        changes: Sequence[Change] = (), after: int | None = None,
    ) -> Batch:  # fmt: skip
        """Return rows as a batch that follows row ``after``; None: the last row."""
        last = self.seq if after is None else after
        return Batch(self.stream, last, entries, command, tuple(changes), self.fence)

    async def append(self, batches: Sequence[Batch]) -> list[StoreError | None]:
        """Append batches one after the other; return the error of each, None if it is durable."""
        if self.is_lost:
            return [Conflict(f"{self.stream} was claimed by another server")] * len(batches)
        said = await self._writer.append_all(batches)
        return [self._settled(batch, wrong) for batch, wrong in zip(batches, said, strict=True)]

    def _settled(self, batch: Batch, wrong: StoreError | None) -> StoreError | None:
        """Apply the rows of a durable batch; read the books to settle one of unknown fate."""
        if isinstance(wrong, Unknown):
            with suppress(StoreError):
                wrong = None if was_committed(self._store, batch) else wrong
        if isinstance(wrong, Unknown | Conflict):
            self.is_sure = False
        if wrong is None:
            for seq, entry in enumerate(batch.entries, batch.after + 1):
                self.seq = seq
                for projection in self.projections:
                    projection.see(_row(self.stream, seq, entry))
        return wrong

    def read_head(self) -> None:
        """Read the head and the rows missed; Conflict if another server has claimed the stream."""
        head = self._store.head(self.stream)
        if head is None or head.fence != self.fence:
            self.end_here()
            raise Conflict(f"{self.stream} was claimed by another server")
        for projection in self.projections:
            projection.catch_up()
        self.go_on_from(head.seq)

    def look_again(self, wrong: StoreError) -> None:
        """Read the head after this error, if the books can be read; Conflict as ``read_head``."""
        try:
            self.read_head()
        except Conflict as conflict:
            raise conflict from wrong
        except StoreError:
            return

    async def answered(self, person: int, key: str, *digests: bytes) -> KeyedCommand | None:
        """Return the command that this person gave under a key before; None if there is none.

        A key that was used for another command, of none of these digests, is refused.
        """
        try:
            found = await read_in_thread(lambda: self._store.command(person, key)) if key else None
        except StoreError as error:
            raise not_written(error) from error
        if found is not None and found.digest not in digests:
            words = f"the key {key!r} has been used for another command; take a new one"
            raise Denied(words, "stale")
        return found


def _row(stream: str, seq: int, entry: Entry) -> Row:
    """Return a row just written, as a projection applies it; its hash is not needed there."""
    return Row(stream, seq, entry.at, entry.kind, entry.by, entry.body, b"")


class Done(Struct, frozen=True):
    """A logged command: its row, its answer, the time of its row.

    ``again`` is True if it had been done before; its time is then 0.
    """

    row: int
    answer: bytes = b""
    again: bool = False
    at: int = 0


class Journal:
    """One stream, written one row at a time: the cage, the floor, the lobby, the people.

    A command that moves money is appended first and takes effect once the books have accepted it.
    So the check of the wallet holds under any interleaving. A command sent again under its key gets
    the first answer; the same key for another command is refused.
    """

    def __init__(
        self, store: Store, writer: Writer, clock: Wall, stream: str, owner: str = "room"
    ) -> None:
        self.stream = stream
        self._writer, self._clock = StreamWriter(store, writer, stream, owner), clock
        self.lead, self.end_here = self._writer.lead, self._writer.end_here

    @property
    def fence(self) -> int:
        """Return the fence under which rows are written; ``FOLLOWS`` if they are only read."""
        return self._writer.fence

    @property
    def is_lost(self) -> bool:
        """Return True if another server has claimed the stream."""
        return self._writer.is_lost

    @property
    def row(self) -> int:
        """Return the number of the last row."""
        return self._writer.seq

    def has_after(self, row: int) -> bool:
        """Return True if rows may follow this one.

        Some do, the fate of one is unknown, or another server writes them.
        """
        return not self._writer.is_sure or self.fence == FOLLOWS or self.row != row

    def feed(self, projection: Projection) -> None:
        """Apply the rows of this stream to a projection: those in the books, and each new one."""
        projection.catch_up()
        self._writer.projections.append(projection)

    def catch_up(self) -> None:
        """Apply what another server has written, while this one follows."""
        for projection in self._writer.projections:
            projection.catch_up()

    def settle(self) -> None:
        """Read the books if the fate of a row is unknown; Denied while that is impossible.

        A command that checks a projection calls this first. While this server follows another one,
        the rows of that one are read.
        """
        if self.fence == FOLLOWS:
            self.catch_up()
        elif not self._writer.is_sure:
            try:
                self._writer.read_head()
            except StoreError as error:
                raise not_written(error) from error

    async def answered(
        self, caller: Caller, kind: str | Sequence[str], asked: Struct, key: str
    ) -> Done | None:
        """Return the earlier answer under this key; a key that was used for another command is
        refused.

        Call it before the state is checked: an executed command may forbid itself now. ``kind`` is
        that of the row, or the kinds between which the state decides.
        """
        kinds = (kind,) if isinstance(kind, str) else kind
        digests = [digest_of(self.stream, each, asked) for each in kinds] if key else []
        found = await self._writer.answered(caller.person, key, *digests)
        return Done(found.seq, found.answer, again=True) if found else None

    async def write(
        self,
        caller: Caller,
        kind: str,
        body: Struct,
        postings: Sequence[Posting] = (),
        *,
        key: str = "",
        answer: bytes = b"",
        changes: Sequence[Change] | Callable[[int], Sequence[Change]] = (),
        asked: Struct | None = None,
        at: int | None = None,
    ) -> Done:
        """Append a row with its postings and changes, all or none; Denied if that is impossible.

        ``asked`` is the caller's request, if the body does not have all of it. ``at`` is the time
        of the command, from its context; if it is None, the journal reads the clock in its turn.
        Rows are in the order of time, so ``at`` is for streams whose commands have their own turns.
        ``changes`` that depend on the time are made from that of the row.
        """
        asked = body if asked is None else asked
        digest = digest_of(self.stream, kind, asked) if key else b""
        command = KeyedCommand(caller.person, key, digest, answer) if key else None

        def batch() -> Batch:
            when = self._clock.now_ms() if at is None else at
            entry = Entry(when, kind, caller.person, _encode(body), tuple(postings))
            made = changes(when) if callable(changes) else changes
            return self._writer.batch((entry,), command, made)

        try:
            # A caller who goes away in the middle leaves the row to be written to its end.
            row, when = await asyncio.shield(self._in_turn(batch))
        except (KeyUsed, Overdrawn) as error:  # what was done before may be impossible now
            done = await self.answered(caller, kind, asked, key)
            if done is None:
                raise not_written(error) from error
            return done
        except StoreError as error:
            raise not_written(error) from error
        return Done(row, answer, at=when)

    async def _in_turn(self, make: Callable[[], Batch]) -> tuple[int, int]:
        """Write a batch after those before it; return its row and its time."""
        writer = self._writer
        async with writer.lock:
            if not writer.is_sure:
                writer.read_head()
            batch = make()
            [wrong] = await writer.append((batch,))
            if wrong is not None:
                if not writer.is_sure:
                    writer.look_again(wrong)
                raise wrong
            return writer.seq, batch.entries[0].at
