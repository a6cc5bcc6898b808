"""The chain of a stream: each row carries a hash of itself, its postings and all rows before it.

hash = SHA-256( hash of the row before ‖ MessagePack of [stream, seq, at, kind, by, body, [[debit,
credit, cents], ...]] )

The first row stands on 32 zero bytes. MessagePack marks the type and the length of everything, so
no two rows have one encoding. Accounts go in by name: editing a posting or the name of an account
breaks the chain like editing a row. Cutting off the end breaks nothing, and neither does forging
the whole chain. Exported heads detect both.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from houseway.room.ledger import Posting
from houseway.room.store.interface import Books, PostedEntry, Row, StreamHead

BEGINNING = bytes(32)
"""The hash before the first row of a stream."""

_encode = msgspec.msgpack.Encoder().encode
_sha256 = hashlib.sha256


def row_hash(
    before: bytes,
    stream: str,
    seq: int,
    at: int,
    kind: str,
    by: int,
    body: bytes,
    postings: Sequence[Posting] = (),
) -> bytes:
    """Return the hash of a row that follows one with the hash ``before``."""
    return _sha256(before + _encode((stream, seq, at, kind, by, body, postings))).digest()


class Link:
    """A stream that is followed row by row: its last hash, and the exported rows."""

    def __init__(self, stream: str, exported: Iterable[StreamHead] = ()) -> None:
        self._stream = stream
        self._seq, self._hash = 0, BEGINNING
        self._marks = {mark.seq: mark.hash for mark in exported if mark.stream == stream}

    def add(self, row: Row, postings: Sequence[Posting]) -> Iterator[str]:
        """Check the next row; return its faults in sentences."""
        if row.seq != self._seq + 1:
            yield f"{self._stream}: row {self._seq + 1} is missing before row {row.seq}"
        if hash_of(self._hash, row, postings) != row.hash:
            yield f"{self._stream}: row {row.seq} ({row.kind}) or what stands before it was changed"
        if self._marks.pop(row.seq, row.hash) != row.hash:
            yield f"{self._stream}: row {row.seq} is not the one that was exported"
        self._seq, self._hash = row.seq, row.hash

    def ends(self, head: StreamHead | None) -> Iterator[str]:
        """Yield faults if the stream does not end with the rows followed, or exported rows are
        gone.
        """
        if head is None:
            yield f"{self._stream}: there is no such stream"
        elif head.seq != self._seq:
            yield f"{self._stream}: its head is row {head.seq}, its last row is {self._seq}"
        elif head.hash != self._hash:
            yield f"{self._stream}: its head has another hash than its last row, {self._seq}"
        for seq in sorted(self._marks):
            if seq:
                yield f"{self._stream}: row {seq} was exported, and the last row is {self._seq}"


def faults(books: Books, stream: str, exported: Iterable[StreamHead] = ()) -> Iterator[str]:
    """Yield faults of a stream in sentences: a row edited, missing, moved, inserted, cut off.

    ``exported`` are heads that were exported; each must still be a row of the stream.
    """
    link = Link(stream, exported)
    for row, written in with_postings(books, stream):
        yield from link.add(row, [w.posting for w in written])
    yield from link.ends(books.head(stream))


def hash_of(before: bytes, row: Row, postings: Sequence[Posting]) -> bytes:
    """Return the hash that a row of the books should have."""
    return row_hash(before, row.stream, row.seq, row.at, row.kind, row.by, row.body, postings)


def with_postings(
    books: Books, stream: str, after: int = 0
) -> Iterator[tuple[Row, list[PostedEntry]]]:
    """Yield the rows of a stream, each with its postings in order."""
    postings = books.postings(stream, after)
    ahead = next(postings, None)
    for row in books.rows(stream, after):
        mine: list[PostedEntry] = []
        while ahead is not None and ahead.seq <= row.seq:
            mine.append(ahead)
            ahead = next(postings, None)
        yield row, mine
