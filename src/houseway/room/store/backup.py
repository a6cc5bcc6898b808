"""Restoring a backup: checked whole, and marked, because later rows are missing.

Shoes that were open at the backup have been dealt from since. Dealt again from the same place they
would give the same cards. So a restored room discards these shoes and voids the open rounds.
``pending`` names them at its start, until the room has logged that this was done.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec

from houseway.room.store import chain
from houseway.room.store.interface import Batch, Books, Entry, Store, StoreError, StreamHead
from houseway.room.store.seals import Seals
from houseway.room.store.sqlite_file import OWNER_ALONE
from houseway.room.store.sqlite_writer import SqliteStore
from houseway.room.store.sums import sums

STREAM = "room"
RESTORED = "restored"
"""The kind of row that a restored room begins with."""
DISCARDED = "discarded"
"""The kind of row that logs discarded shoes and voided rounds."""


class Restored(msgspec.Struct, frozen=True):
    """Row: the backup, the end of each stream in it, and the rounds and shoes that must not go
    on.
    """

    backup: str
    heads: dict[str, int]
    shoes: tuple[tuple[str, int], ...]
    rounds: tuple[tuple[str, int], ...]


class Discarded(msgspec.Struct, frozen=True):
    """Row: the shoes and rounds of a restored room are gone; ``restored`` is the row that named
    them.
    """

    restored: int


def restore(
    backup: Path, target: Path, at: int, by: int = 0, seals: Seals | None = None
) -> Restored:
    """Make new books from a backup, if its chains and sums are right; ``at`` is the present
    time. Books with seals need ``seals``, because the restore is a row of its own.
    """
    backup, target = Path(backup), Path(target)
    if not backup.is_file():
        raise StoreError(f"there is no backup at {backup}")
    if target.exists():
        raise StoreError(f"{target} is there already: a backup is put back into a new file")
    part = target.with_name(target.name + ".part")
    _remove(part)
    try:
        part.touch(mode=OWNER_ALONE)
        shutil.copyfile(backup, part)
        store = SqliteStore(part, seals=seals)
        try:
            wrong = [*sums(store), *faults(store)]
            if wrong:
                raise StoreError(
                    f"{backup} is not put back, it is not what was written: {'; '.join(wrong[:5])}"
                )
            if seals is None and any(head.seal for head in store.streams()):
                raise StoreError(f"{backup} has seals: it is put back with the keys of its room")
            marked = _mark(store, backup.name, at, by)
        finally:
            store.close()
        part.rename(target)
    except OSError as error:
        raise StoreError(f"{target} cannot be written: {error.strerror}") from error
    finally:
        _remove(part)
    return marked


def faults(books: Books) -> list[str]:
    """Return the faults in the chains of all streams."""
    return [wrong for head in books.streams() for wrong in chain.faults(books, head.stream)]


def pending(books: Books) -> tuple[int, Restored] | None:
    """Return the row and body of a restore whose shoes have not been discarded yet; None if
    none.
    """
    restored = books.last_row(STREAM, RESTORED)
    if restored is None:
        return None
    discarded = books.last_row(STREAM, DISCARDED)
    if discarded is not None and discarded.seq > restored.seq:
        return None
    return restored.seq, msgspec.msgpack.decode(restored.body, type=Restored)


def _mark(store: Store, backup: str, at: int, by: int) -> Restored:
    """Log that this is a restored room."""
    head: StreamHead = store.acquire(STREAM, "restore")
    restored = Restored(
        backup,
        {stream.stream: stream.seq for stream in store.streams()},
        tuple((shoe.stream, shoe.no) for shoe in store.open_shoes()),
        tuple((round_.stream, round_.no) for round_ in store.open_rounds()),
    )
    entry = Entry(at, RESTORED, by, msgspec.msgpack.encode(restored))
    [wrong] = store.append((Batch(STREAM, head.seq, (entry,), fence=head.fence),))
    if wrong is not None:
        raise wrong
    return restored


def _remove(path: Path) -> None:
    """Delete a file of the books with all accompanying files."""
    for end in ("", "-wal", "-shm", "-journal", ".lock"):
        path.with_name(path.name + end).unlink(missing_ok=True)
