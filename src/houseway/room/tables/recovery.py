"""A table made from its log: after a restart, after a failure, or for an auditor."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from houseway.room.ledger import Posting
from houseway.room.store.interface import Row, Store
from houseway.room.tables import log
from houseway.room.tables.state import Divergence, Means, TableState, stream_of


def recover(name: str, store: Store, means: Means) -> tuple[TableState, int]:
    """The table now, and its last row; read from the last round on, which says how it stood."""
    stream = stream_of(name)
    begun = last_round(store, stream)
    if begun is None:
        return replay_all(name, store, means)
    row, body = begun
    kept = list(store.rows(stream, row.seq - 1))
    void = any(r.kind == "voided" for r in kept)
    live = TableState(name, means, {body.no} if void else ())
    try:
        return _from(body, kept, live, store)
    except Exception:
        found = taken_up(name, store, means)
        if found is None or found[0].posted.fingerprint() == body.rules:
            raise
        return found


def taken_up(name: str, store: Store, means: Means) -> tuple[TableState, int] | None:
    """The table after its last round, which is over, as its last row says: not played again.

    That is for another program, by whose rules it cannot be played; None if it is not over.
    """
    stream = stream_of(name)
    begun = last_round(store, stream)
    if begun is None or unfinished(store, stream) is not None:
        return None
    row, body = begun
    return _from(
        body, list(store.rows(stream, row.seq - 1)), TableState(name, means, {body.no}), store
    )


def _from(
    body: log.RoundBegun, kept: list[Row], live: TableState, store: Store
) -> tuple[TableState, int]:
    """From a round on, which says how the table stood."""
    opened = next(store.rows(live.stream, body.opened - 1, 1))
    live.apply(opened.seq, opened.at, log.read(opened.body))
    live.number = body.no - 1
    return follow(live, kept)


def replay_all(name: str, store: Store, means: Means) -> tuple[TableState, int]:
    """The table now, read from its first row: what an auditor does."""
    kept = list(store.rows(stream_of(name)))
    void = {v.no for r in kept if r.kind == "voided" and isinstance(v := read(r), log.Voided)}
    return follow(TableState(name, means, void), kept)


def follow(live: TableState, kept: Iterable[Row]) -> tuple[TableState, int]:
    """Rows, applied in their order."""
    seq = 0
    for row in kept:
        live.apply(row.seq, row.at, read(row))
        seq = row.seq
    return live, seq


def read(row: Row) -> log.Body:
    """What a row says."""
    return log.read(row.body)


def last_round(store: Store, stream: str) -> tuple[Row, log.RoundBegun] | None:
    """The row by which the last round of a table began."""
    row = store.last_row(stream, "round")
    if row is None:
        return None
    body = read(row)
    if not isinstance(body, log.RoundBegun):
        raise Divergence(f"{stream}: row {row.seq} is no round")
    return row, body


class Unfinished(msgspec.Struct, frozen=True):
    """A round that is not over, as the books have it."""

    begun: Row
    body: log.RoundBegun
    rows: tuple[int, ...]
    postings: tuple[Posting, ...]

    def reversed(self) -> list[Posting]:
        """What takes all of it back, the last first."""
        return [posting.reversed() for posting in reversed(self.postings)]


def unfinished(store: Store, stream: str) -> Unfinished | None:
    """The round that is not over, from the books alone: no rule is asked."""
    found = last_round(store, stream)
    if found is None:
        return None
    begun, body = found
    if body.closed:
        return None
    own = [begun.seq]
    for row in store.rows(stream, begun.seq):
        if row.kind == "voided":
            return None
        if row.kind == "step":
            step = read(row)
            own.append(row.seq)
            if isinstance(step, log.Stepped) and step.closed:
                return None
    moved = [w.posting for seq in own for w in store.postings(stream, seq - 1, seq)]
    return Unfinished(begun, body, tuple(own), tuple(moved))
