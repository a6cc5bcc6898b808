"""The chain of a stream: each row carries a hash of itself, its postings and all rows before it.

    hash = SHA-256( hash of the row before ‖ MessagePack of
                    [stream, seq, at, kind, by, body, [[debit, credit, cents], ...]] )

The first row stands on 32 zero bytes.  MessagePack marks the type and the length of everything, so
no two rows have one encoding.  Accounts go in by name: whoever edits a posting, or the name of an
account, breaks the chain like one who edits a row.  What is cut off at the end breaks nothing, and
neither does a chain that is forged whole: for those, heads are exported and compared.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from houseway.room.ledger import Posting
from houseway.room.store.base import Books, Head, Row, Written

BEGINNING = bytes(32)
"""What the first row of a stream stands on."""

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
    """The hash of a row that follows one with the hash ``before``."""
    return _sha256(before + _encode((stream, seq, at, kind, by, body, postings))).digest()


def faults(books: Books, stream: str, exported: Iterable[Head] = ()) -> Iterator[str]:
    """What is wrong with a stream, in sentences: a row edited, missing, moved, slipped in, cut off.

    ``exported`` are heads that were written down elsewhere; each must still be a row of the stream.
    """
    marks = {mark.seq: mark.hash for mark in exported if mark.stream == stream and mark.seq}
    before, last = BEGINNING, 0
    for row, written in with_postings(books, stream):
        if [w.n for w in written] != list(range(len(written))):
            yield f"{stream}: the postings of row {row.seq} are not numbered from 0 on"
        postings = tuple(w.posting for w in written)
        if row.seq != last + 1:
            yield f"{stream}: row {last + 1} is missing; row {row.seq} comes after row {last}"
        true = hash_of(before, row, postings)
        if true != row.hash:
            yield f"{stream}: row {row.seq} ({row.kind}) or what stands before it was changed"
        if marks.pop(row.seq, row.hash) != row.hash:
            yield f"{stream}: row {row.seq} is not the one that was exported"
        before, last = row.hash, row.seq
    yield from _ends(books.head(stream), stream, last, before)
    for seq in sorted(marks):
        yield f"{stream}: row {seq} was exported, and the books end with row {last}"


def _ends(head: Head | None, stream: str, last: int, hash: bytes) -> Iterator[str]:
    """Whether a stream ends where its head says."""
    if head is None:
        yield f"{stream}: there is no such stream"
    elif head.seq != last:
        yield f"{stream}: its head is row {head.seq}, its last row is {last}"
    elif head.hash != hash:
        yield f"{stream}: its head has another hash than its last row, {last}"


def hash_of(before: bytes, row: Row, postings: Sequence[Posting]) -> bytes:
    """The hash that a row of the books should have."""
    return row_hash(before, row.stream, row.seq, row.at, row.kind, row.by, row.body, postings)


def with_postings(books: Books, stream: str, after: int = 0) -> Iterator[tuple[Row, list[Written]]]:
    """The rows of a stream, each with its postings in order."""
    postings = books.postings(stream, after)
    ahead = next(postings, None)
    for row in books.rows(stream, after):
        mine: list[Written] = []
        while ahead is not None and ahead.seq <= row.seq:
            mine.append(ahead)
            ahead = next(postings, None)
        yield row, mine
