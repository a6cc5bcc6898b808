"""Seals and signing keys, checked over all books: at every start, daily, and by the audit.

Rows that decide rights must have the seal of the room and agree with the log of the people.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import msgspec

from houseway.room.errors import UNREADABLE
from houseway.room.keys import SIGNING_KEY, Keys, SigningKeyRow
from houseway.room.people.fold import faults_of_people, fold
from houseway.room.store.interface import Books
from houseway.room.store.seals import PEOPLE, Sealed

ROOM, SEALED = "room", "sealed"
"""The log of the room, and the kind of its row about seals."""
SAYS = "rows have the seal of the room, and agree with the log"
MOST_ALARMS = 20


def is_sealed(books: Books) -> bool:
    """Return True if any row has a seal, or the log of the room says that rows have."""
    rows: list[Sealed] = [*books.streams(), *books.people(), *books.sessions()]
    return any(row.seal is not None for row in rows) or books.last_row(ROOM, SEALED) is not None


def faults(books: Books, keys: Keys | None) -> Iterator[str]:
    """Yield each row without the seal of the room, or that the log contradicts.

    Without keys only the log is compared. Books that never had seals have none to check.
    """
    people, sessions = books.people(), books.sessions()
    if keys is not None and is_sealed(books):
        seals = keys.seals()
        rows: list[Sealed] = [*books.streams(), *people, *sessions]
        for row in rows:
            if why := seals.explain(row):
                yield why
    yield from faults_of_people(fold(books.rows(PEOPLE)), people, sessions)
    yield from signing_faults(books, keys)


def signing_faults(books: Books, keys: Keys | None) -> Iterator[str]:
    """Yield the signing keys in the log of the room that do not follow from the one before."""
    before = ""
    for row in reversed(books.rows_of(ROOM, (SIGNING_KEY,), most=0)):
        try:
            body = msgspec.msgpack.decode(row.body, type=SigningKeyRow)
        except UNREADABLE:
            continue  # the audit of the log names it
        if why := body.explain_fault(before):
            yield f"row {row.seq} of {ROOM}: {why}"
        if keys is not None and body.public not in keys.publics:
            yield f"row {row.seq} of {ROOM}: the signing key {body.id} is not in the key file"
        before = body.public


class SealCheck:
    """Checks the seals of a running room, and raises an alarm for each fault.

    ``alarm`` takes the source and the words of an alarm.
    """

    def __init__(
        self, books: Books, keys: Keys, alarm: Callable[[str, str], Awaitable[None]]
    ) -> None:
        self._books, self._keys, self._alarm = books, keys, alarm

    def _found(self) -> list[str]:
        """Return the faults of the books as they are at this moment."""
        with self._books.snapshot() as still:
            return list(faults(still, self._keys))

    async def look(self) -> list[str]:
        """Check now; return the faults."""
        found = await asyncio.to_thread(self._found)
        for what in found[:MOST_ALARMS]:
            await self._alarm("integrity", what)
        if (more := len(found) - MOST_ALARMS) > 0:
            await self._alarm("integrity", f"{more} more rows were changed: run the audit")
        return found

    async def daily(self) -> None:
        """Check from a timer."""
        await self.look()
