"""Seals: proof by a key outside the books that the room wrote a row.

seal = id of the key ‖ HMAC-SHA256( key, MessagePack of [label, kind, every field of the row] )

A person, a login and the head of a stream have one. A program that writes without the key can
neither change such a row nor add one, nor move a seal to another row. An old row has an old seal
that fits. A writer therefore remembers which row of the log last made a person or a login.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from hmac import compare_digest, digest
from typing import TypeAlias

import msgspec

from houseway.room.store.interface import (
    Batch,
    Change,
    Person,
    SealBroken,
    Session,
    SessionEnded,
    StreamHead,
)

ID_BYTES = 4
PEOPLE = "people"
"""The stream whose rows make persons and logins."""
_LABEL = "houseway seal 1"
_encode = msgspec.msgpack.Encoder().encode
Sealed: TypeAlias = Person | Session | StreamHead


class Seals:
    """Makes and checks seals. ``keys`` are by id, the oldest first; the last one is in use."""

    def __init__(self, keys: Mapping[str, bytes]) -> None:
        self._keys = {bytes.fromhex(id): key for id, key in keys.items()}
        self._id = list(self._keys)[-1]
        self._key = self._keys[self._id]
        self._strict = True
        self._newest: dict[tuple[str, int], int] = {}

    def __repr__(self) -> str:
        return "<the seals of a room>"

    @contextmanager
    def unchecked(self) -> Iterator[None]:
        """Make seals and check none meanwhile: for books that get their first seals."""
        self._strict = False
        try:
            yield
        finally:
            self._strict = True

    def of_head(self, stream: str, seq: int, head: bytes) -> bytes:
        """Return the seal of the head of a stream."""
        message = _encode((_LABEL, "stream", stream, seq, head))
        return self._id + digest(self._key, message, "sha256")

    def of(self, row: Sealed) -> bytes:
        """Return the seal of a row, whatever seal it has."""
        return self._id + digest(self._key, _message(row), "sha256")

    def explain(self, row: Sealed, *, former: bool = False) -> str:
        """Return the reason why a row has not the seal of the room; empty if it has.

        ``former`` True accepts keys that were in use before, too.
        """
        seal = row.seal
        if seal is None:
            return f"{_named(row)} has no seal"
        known = self._keys.get(seal[:ID_BYTES])
        if known is None or not compare_digest(
            seal[ID_BYTES:], digest(known, _message(row), "sha256")
        ):
            return f"{_named(row)} was changed by a program without the keys of the room"
        if not former and seal[:ID_BYTES] != self._id:
            return f"{_named(row)} has a seal by a key that is no longer in use"
        return ""

    def require(self, row: Sealed, least: int = 0) -> None:
        """Raise SealBroken if a row has not the seal of the room or is older than ``least``."""
        why = self.explain(row) if self._strict else ""
        if not why and self._strict and not isinstance(row, StreamHead) and row.row < least:
            why = f"{_named(row)} is an old one that was put back"
        if why:
            raise SealBroken(why)

    def least(self, kind: type[Person | Session], person: int) -> int:
        """Return the row that made a person or a login last, as far as is known; else 0.

        Read it before the row itself: a write in between makes the row newer, never older.
        """
        return self._newest.get((kind.__name__, person), 0)

    def sealed(self, batch: Batch, seq: int) -> tuple[Change, ...]:
        """Return the changes of a batch that ends with row ``seq``, with seals."""
        made = seq if batch.stream == PEOPLE else 0
        return tuple(
            self._with_seal(change, made) if isinstance(change, Person | Session) else change
            for change in batch.changes
        )

    def _with_seal(self, change: Person | Session, made: int) -> Change:
        """Return a change with its seal and the row that made it; ``made`` 0: as before."""
        row = msgspec.structs.replace(change, row=made or change.row)
        return msgspec.structs.replace(row, seal=self.of(row))

    def remember(self, batch: Batch, seq: int) -> None:
        """Note the persons and logins that a durable batch made or ended with row ``seq``."""
        for change in batch.changes if batch.stream == PEOPLE else ():
            if isinstance(change, Person):
                self._note("Person", change.id, seq)
            elif isinstance(change, Session | SessionEnded):
                self._note("Session", change.person, seq)

    def remember_all(self, people: Iterable[Person], sessions: Iterable[Session]) -> None:
        """Note the rows that made these persons and logins."""
        for person in people:
            self._note("Person", person.id, person.row)
        for session in sessions:
            self._note("Session", session.person, session.row)

    def _note(self, kind: str, person: int, row: int) -> None:
        """Note a row that made a person or a login, unless a later one is known."""
        key = kind, person
        self._newest[key] = max(row, self._newest.get(key, 0))


def _message(row: Sealed) -> bytes:
    """Return the bytes that a seal covers: all fields but the seal."""
    if isinstance(row, StreamHead):
        return _encode((_LABEL, "stream", row.stream, row.seq, row.hash))
    kind = "person" if isinstance(row, Person) else "session"
    return _encode((_LABEL, kind, *msgspec.structs.astuple(row)[:-1]))


def _named(row: Sealed) -> str:
    """Return the name of a row in a sentence."""
    match row:
        case Person():
            return f"the row of person {row.id}"
        case Session():
            return f"the login of person {row.person}"
        case StreamHead():
            return f"the head of {row.stream} at row {row.seq}"
