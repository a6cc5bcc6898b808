"""The writer of one stream: its head, its fence, idempotency keys, commits of unknown fate."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Coroutine, Sequence
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
    StoreError,
    Unknown,
)

if TYPE_CHECKING:
    from houseway.room.ledger import Posting
    from houseway.room.store.group_commit import Writer
    from houseway.room.store.interface import Books, Change, Store


P = ParamSpec("P")
T = TypeVar("T")


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
        self._store, self._writer, self._clock = store, writer, clock
        self._owner = owner
        self.lead()
        self._turn = asyncio.Lock()

    def lead(self) -> None:
        """Claim the stream, and go on from its end; a store that follows only reads it."""
        self._head = self._store.acquire(self.stream, self._owner)
        self._sure = True
        self.is_lost = False
        """Another server has claimed the stream: nothing is written here any more."""

    @property
    def row(self) -> int:
        """Return the number of the last row."""
        return self._head.seq

    @property
    def fence(self) -> int:
        """Return the fence under which rows are written; ``FOLLOWS`` if they are only read."""
        return self._head.fence

    def end_here(self) -> None:
        """Write nothing more: another server has claimed the stream."""
        self.is_lost = True

    def has_after(self, row: int) -> bool:
        """Return True if rows may follow this one.

        Some do, the fate of one is unknown, or another server writes them.
        """
        return not self._sure or self._head.fence == FOLLOWS or self._head.seq != row

    def answered(
        self, caller: Caller, kind: str | Sequence[str], asked: Struct, key: str
    ) -> Done | None:
        """Return the earlier answer under this key; a key that was used for another command is
        refused.

        Call it before the state is checked: an executed command may forbid itself now. ``kind`` is
        that of the row, or the kinds between which the state decides.
        """
        found = self._store.command(caller.person, key) if key else None
        if found is None:
            return None
        kinds = (kind,) if isinstance(kind, str) else kind
        if found.digest not in [self._digest(each, asked) for each in kinds]:
            raise Denied(f"the key {key!r} has been used for another command; take a new one")
        return Done(found.seq, found.answer, again=True)

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
        done = self.answered(caller, kind, asked, key)
        if done is not None:
            return done
        command = (
            KeyedCommand(caller.person, key, self._digest(kind, asked), answer) if key else None
        )

        def batch() -> Batch:
            when = self._clock.now_ms() if at is None else at
            by, head = caller.person, self._head
            entry = Entry(when, kind, by, _encode(body), tuple(postings))
            made = tuple(changes(when) if callable(changes) else changes)
            return Batch(self.stream, head.seq, (entry,), command, made, head.fence)

        try:
            # A caller who goes away in the middle leaves the row to be written to its end.
            row, when = await asyncio.shield(self._in_turn(batch))
        except KeyUsed as error:
            done = self.answered(caller, kind, asked, key)
            if done is None:
                raise not_written(error) from error
            return done
        except StoreError as error:
            raise not_written(error) from error
        return Done(row, answer, at=when)

    async def _in_turn(self, make: Callable[[], Batch]) -> tuple[int, int]:
        """Write a batch after those before it; if its fate is unknown, read the books."""
        async with self._turn:
            if self.is_lost:
                raise Conflict(f"{self.stream} was claimed by another server")
            if not self._sure:
                self._read_head()
            batch = make()
            try:
                await self._writer.append(batch)
            except (Unknown, Conflict) as error:
                self._sure = False
                if not self._stands(batch, error):
                    raise
            else:
                self._head = msgspec.structs.replace(self._head, seq=batch.after + 1)
            return self._head.seq, batch.entries[0].at

    def _read_head(self) -> None:
        """Read the head again; Conflict if another server has claimed the stream."""
        head = self._store.head(self.stream)
        if head is None or head.fence != self._head.fence:
            self.is_lost = True
            raise Conflict(f"{self.stream} was claimed by another server")
        self._head, self._sure = head, True

    def _stands(self, batch: Batch, error: StoreError) -> bool:
        """Return True if a batch is in the books after all, its row being the last one there.

        While the books cannot be read, its fate stays as the error of its append says.
        """
        try:
            self._read_head()
            return was_committed(self._store, batch)
        except Conflict:
            raise
        except StoreError:
            self._sure = False
            raise error from None

    def _digest(self, kind: str, asked: Struct) -> bytes:
        """Return the digest of a command; another command with the same key has another."""
        return hashlib.sha256(_encode((self.stream, kind, asked))).digest()
