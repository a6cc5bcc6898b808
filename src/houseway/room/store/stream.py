"""The writer of one stream: head, fence, idempotency keys, commits in doubt."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

import msgspec
from msgspec import Struct

from houseway.room.errors import Denied, not_written
from houseway.room.store.interface import (
    Batch,
    Command,
    Conflict,
    Entry,
    KeyUsed,
    StoreError,
    Unknown,
)

if TYPE_CHECKING:
    from houseway.room.api.roles import Caller
    from houseway.room.ledger import Posting
    from houseway.room.store.group_commit import Writer
    from houseway.room.store.interface import Books, Change, Store


# -- doubt ------------------------------------------------------------------------------------
# What became of a batch of which nobody could say whether it was written.


def was_committed(books: Books, batch: Batch) -> bool:
    """Whether these very rows stand in their stream, in their place."""
    kept = list(books.rows(batch.stream, batch.after, len(batch.entries)))
    return [(r.at, r.kind, r.by, r.body) for r in kept] == [
        (e.at, e.kind, e.by, e.body) for e in batch.entries
    ]


# -- journal ----------------------------------------------------------------------------------
# A stream of the books for those who write one row at a time: the cage, the floor, the people.
#
# Money commands are appended first and take effect when the books have accepted them: the
# wallet's own check holds under any interleaving. A command has a key of the caller's: sent again
# it gets the answer of the first time, and the same key for something else is refused.

_encode = msgspec.msgpack.Encoder().encode


class Wall(Protocol):
    """The time of day."""

    def now_ms(self) -> int:
        """Milliseconds since 1970."""
        ...


class Done(Struct, frozen=True):
    """What became of a command: its row, its answer, and whether it had been done before."""

    row: int
    answer: bytes = b""
    again: bool = False


class Journal:
    """One stream, written by one owner."""

    def __init__(
        self, store: Store, writer: Writer, clock: Wall, stream: str, owner: str = "room"
    ) -> None:
        self.stream = stream
        self._store, self._writer, self._clock = store, writer, clock
        self._head = store.claim(stream, owner)
        self._sure = True
        self._turn = asyncio.Lock()

    @property
    def row(self) -> int:
        """The number of the last row."""
        return self._head.seq

    def answered(self, caller: Caller, kind: str, asked: Struct, key: str) -> Done | None:
        """What was answered to this before; a key that was used for something else is refused.

        To be asked before the state is looked at: what a command has done may forbid it now.
        """
        found = self._store.command(caller.person, key) if key else None
        if found is None:
            return None
        if found.digest != self._digest(kind, asked):
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
        changes: Sequence[Change] = (),
        asked: Struct | None = None,
    ) -> Done:
        """Write a row, with what goes with it, or say why not; nothing is half done.

        ``asked`` is what the caller asked for, where the body says more than that.
        """
        asked = body if asked is None else asked
        done = self.answered(caller, kind, asked, key)
        if done is not None:
            return done
        command = Command(caller.person, key, self._digest(kind, asked), answer) if key else None

        def batch() -> Batch:
            at, by, head = self._clock.now_ms(), caller.person, self._head
            entry = Entry(at, kind, by, _encode(body), tuple(postings))
            return Batch(self.stream, head.seq, (entry,), command, tuple(changes), head.fence)

        try:
            # A caller who goes away in the middle leaves the row to be written to its end.
            row = await asyncio.shield(self._in_turn(batch))
        except KeyUsed as error:
            done = self.answered(caller, kind, asked, key)
            if done is None:
                raise not_written(error) from error
            return done
        except StoreError as error:
            raise not_written(error) from error
        return Done(row, answer)

    async def _in_turn(self, make: Callable[[], Batch]) -> int:
        """Write a batch when those before it are done; where nobody knows, ask the books."""
        async with self._turn:
            if not self._sure:
                self._read_head()
            batch = make()
            try:
                await self._writer.append(batch)
            except (Unknown, Conflict):
                self._sure = False
                if not self._stands(batch):
                    raise
            else:
                self._head = msgspec.structs.replace(self._head, seq=batch.after + 1)
            return self._head.seq

    def _read_head(self) -> None:
        head = self._store.head(self.stream)
        if head is None or head.fence != self._head.fence:
            raise Conflict(f"{self.stream} was claimed by another server")
        self._head, self._sure = head, True

    def _stands(self, batch: Batch) -> bool:
        """Whether a batch is in the books after all, its row being the last one there."""
        self._read_head()
        return was_committed(self._store, batch)

    def _digest(self, kind: str, asked: Struct) -> bytes:
        return hashlib.sha256(_encode((self.stream, kind, asked))).digest()
