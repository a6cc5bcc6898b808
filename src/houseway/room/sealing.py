"""Books get their seals: when a room is new, when it had none, and when the key has changed.

The key file says what the next start does. A database cannot ask for it: a program that removes all
seals gets none back.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from houseway.errors import HousewayError
from houseway.room.audit.seal_check import ROOM, SEALED
from houseway.room.key_file import ADOPT, write_file
from houseway.room.keys import Keys
from houseway.room.people.fold import faults_of_people, fold
from houseway.room.store.interface import (
    Batch,
    Change,
    Entry,
    HeadSealed,
    Person,
    SessionEnded,
    Store,
    StreamHead,
)
from houseway.room.store.seals import PEOPLE, Sealed, Seals
from houseway.util.english import n

MOST_FAULTS = 100
"""Most faults that the row has in words."""


class BooksSealed(msgspec.Struct, frozen=True):
    """Row: the rows of the books have seals by this key from now on.

    ``unsealed`` rows had none before. ``faults`` are the rows that did not fit: ``adopted`` True
    sealed them all the same.
    """

    key: str
    people: int = 0
    streams: int = 0
    logins_ended: int = 0
    unsealed: int = 0
    adopted: bool = False
    faults: tuple[str, ...] = ()


def seal_books(store: Store, seals: Seals, keys: Keys, path: Path, at: int) -> list[str]:
    """Seal books as the key file asks for it; return notes for the person who starts the room.

    ``path`` is the key file, which is rewritten once the books have their seals.
    """
    key = keys.ring.keys["seal"][-1].id
    if keys.ring.books:
        with seals.unchecked():
            body = _seal_all(store, seals, key, at, adopts=keys.ring.books == ADOPT)
        notes = _notes(body)
        try:
            write_file(path, replace(keys.ring, books=""))
        except HousewayError:
            notes.append(f"remove the line `books` from {path}, where that file is kept")
        return notes
    last = store.last_row(ROOM, SEALED)
    if last is None or msgspec.msgpack.decode(last.body, type=BooksSealed).key != key:
        _write(store, at, BooksSealed(key), ())
    return []


def _seal_all(store: Store, seals: Seals, key: str, at: int, *, adopts: bool) -> BooksSealed:
    """Write new seals; ``adopts`` True also for rows that have no seal, or a wrong one."""
    people, heads, logins = store.people(), store.streams(), store.sessions()
    folded = fold(store.rows(PEOPLE))
    faults = list(faults_of_people(folded, people, ()))
    left, unsealed = list[str](), 0
    changes: list[Change] = []
    rows: list[Sealed] = [*heads, *people]
    for row in rows:
        why = seals.explain(row, former=True)
        unsealed += row.seal is None
        if why and row.seal is not None:
            faults.append(why)
        if why:
            left.append(why)
        if isinstance(row, Person):
            made = folded[row.id].row if row.id in folded else 0
            changes.append(replace(row, row=row.row or made))
        elif isinstance(row, StreamHead) and row.stream != ROOM:
            changes.append(HeadSealed(row.stream, seals.of(row)))
    changes += [SessionEnded(login.person) for login in logins]
    if left and not adopts:
        raise HousewayError(
            f"the books are not sealed with the new key, because {len(left)} rows have no seal of "
            f"an earlier one: {'; '.join(left[:3])}. Put back a backup, or write "
            'books = "adopt" into the key file to accept them'
        )
    body = BooksSealed(
        key, len(people), len(heads), len(logins), unsealed, adopts, tuple(faults[:MOST_FAULTS])
    )
    _write(store, at, body, changes)
    return body


def _write(store: Store, at: int, body: BooksSealed, changes: Sequence[Change]) -> None:
    """Write the row about seals, with the new seals, in one transaction."""
    head = store.acquire(ROOM, "seals")
    entry = Entry(at, SEALED, 0, msgspec.msgpack.encode(body))
    [wrong] = store.append((Batch(ROOM, head.seq, (entry,), None, tuple(changes), head.fence),))
    if wrong is not None:
        raise wrong


def _notes(body: BooksSealed) -> list[str]:
    """Return the row about seals as notes."""
    if not body.streams:
        return []
    lines = [
        f"the books have seals by the key {body.key}: {n(body.people, 'person', 'people')}, "
        f"{n(body.streams, 'log')}; {n(body.logins_ended, 'login')} ended"
    ]
    if body.faults:
        lines.append(
            f"{n(len(body.faults), 'row')} did not fit and were sealed as they are: "
            f"{'; '.join(body.faults[:3])}"
        )
    return lines
