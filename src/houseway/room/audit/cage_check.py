"""The postings that rows of the cage must have, by their bodies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from houseway.engine.events import DROP, HOUSE, TOKES
from houseway.room.audit.invariants.check import Wrong
from houseway.room.cage.log import Adjusted, Cash, Moved, Reversed, ShiftClosed
from houseway.room.cage.shifts import over_short
from houseway.room.errors import UNREADABLE
from houseway.room.ledger import ADJUSTED, CASH, COLLECTED, Posting, at_table, wallet
from houseway.room.store import chain
from houseway.room.store.interface import Books, PostedEntry, Row

CAGE = "cage"


def faults(books: Books, stream: str) -> Iterator[Wrong]:
    """Yield the faults of a stream without tables: surplus or missing postings."""
    for row, written in chain.with_postings(books, stream):
        moved = [each.posting for each in written]
        if stream != CAGE:
            if not _is_readable(row):
                yield _wrong(row, "cannot be read")
            if moved:
                yield _wrong(
                    row, f"moves {describe_postings(moved)}: only the cage and tables move money"
                )
            continue
        try:
            expected = _expected(books, row)
        except UNREADABLE:
            yield _wrong(row, "cannot be read")
            continue
        if expected != moved:
            yield _wrong(
                row,
                f"moves {describe_postings(moved)}; its body says {describe_postings(expected)}",
            )


def _is_readable(row: Row) -> bool:
    """Return True if the body of a row can be decoded at all."""
    try:
        msgspec.msgpack.decode(row.body)
    except UNREADABLE:
        return False
    return True


def _wrong(row: Row, what: str) -> Wrong:
    """Return a fault of a row of the cage (invariant 13)."""
    return Wrong(13, f"row {row.seq} of {row.stream} ({row.kind}) {what}")


def _expected(books: Books, row: Row) -> list[Posting]:
    """Return the postings of a cage row, by its body."""
    known = _MOVES.get(row.kind)
    if known is None:
        return []
    type_, moves = known
    body = msgspec.msgpack.decode(row.body, type=type_)
    if isinstance(body, Reversed):
        moved: Sequence[PostedEntry] = list(books.postings(row.stream, body.row - 1, body.row))
        return [each.posting.reversed() for each in moved] if body.row < row.seq else []
    found: list[Posting] = moves(body)
    return [posting for posting in found if posting.cents]


def _adjusted(body: Adjusted) -> list[Posting]:
    """Return the posting of a correction to an account; cents below 0 are taken out."""
    account = wallet(body.person)
    if body.cents > 0:
        return [Posting(ADJUSTED, account, body.cents)]
    return [Posting(account, ADJUSTED, -body.cents)]


def _collected(body: Moved) -> list[Posting]:
    """Return the postings that a collection from a table must have."""
    parts = ((DROP, body.fees), (TOKES, body.tokes))
    return [Posting(at_table(body.table, part), COLLECTED, cents) for part, cents in parts]


_MOVES: dict[str, tuple[type[msgspec.Struct], Callable[[Any], list[Posting]]]] = {
    "deposit": (Cash, lambda body: [Posting(CASH, wallet(body.person), body.cents)]),
    "payout": (Cash, lambda body: [Posting(wallet(body.person), CASH, body.cents)]),
    "adjusted": (Adjusted, _adjusted),
    "reversed": (Reversed, lambda body: []),
    "shift_closed": (ShiftClosed, lambda body: over_short(body.counted - body.expected)),
    "collected": (Moved, _collected),
    "filled": (Moved, lambda b: [Posting(COLLECTED, at_table(b.table, HOUSE), b.house)]),
    "credited": (Moved, lambda b: [Posting(at_table(b.table, HOUSE), COLLECTED, b.house)]),
}


def describe_postings(postings: Sequence[Posting]) -> str:
    """Return the first few postings in words."""
    if not postings:
        return "nothing"
    moves = [f"{p.cents} from {p.debit} to {p.credit}" for p in postings[:4]]
    return ", ".join(moves) + (f" and {len(postings) - 4} more" if len(postings) > 4 else "")
