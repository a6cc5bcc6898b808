"""Rebuilding a table from its log: after a restart, after a failure, or for an audit."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from houseway.room.ledger import Posting
from houseway.room.store.interface import Row, Store
from houseway.room.tables import log
from houseway.room.tables.log import Divergence
from houseway.room.tables.state import TableResources, TableState, stream_of


def recover(name: str, store: Store, means: TableResources) -> tuple[TableState, int]:
    """Return the table and its last row; replayed from the last round on, whose row has the
    state.
    """
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
        found = recover_after_last_round(name, store, means)
        if found is None or found[0].posted.fingerprint() == body.rules:
            raise
        return found


def recover_after_last_round(
    name: str, store: Store, means: TableResources
) -> tuple[TableState, int] | None:
    """Return the table after its last round, if that is over, from its last row without a replay.

    This is for a program whose rules cannot replay the round. None if the round is not over.
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
    """Replay from a round on, whose row has the state of the table."""
    opened = next(store.rows(live.stream, body.opened - 1, 1))
    live.replay(log.read_row(opened))
    live.number = body.no - 1
    return follow(live, kept)


def replay_all(name: str, store: Store, means: TableResources) -> tuple[TableState, int]:
    """Return the table, replayed from its first row, as for an audit."""
    kept = list(store.rows(stream_of(name)))
    void = {
        v.no for r in kept if r.kind == "voided" and isinstance(v := log.read(r.body), log.Voided)
    }
    return follow(TableState(name, means, void), kept)


def follow(live: TableState, kept: Iterable[Row]) -> tuple[TableState, int]:
    """Apply rows in order."""
    seq = 0
    for row in kept:
        live.replay(log.read_row(row))
        seq = row.seq
    return live, seq


def last_round(store: Store, stream: str) -> tuple[Row, log.RoundBegun] | None:
    """Return the row that began the last round of a table."""
    row = store.last_row(stream, "round")
    if row is None:
        return None
    body = log.read(row.body)
    if not isinstance(body, log.RoundBegun):
        raise Divergence(f"{stream}: row {row.seq} is no round")
    return row, body


class Unfinished(msgspec.Struct, frozen=True):
    """An unfinished round, as the books have it."""

    begun: Row
    body: log.RoundBegun
    rows: tuple[int, ...]
    postings: tuple[Posting, ...]

    def reversed(self) -> list[Posting]:
        """Return the postings that reverse all of it, the last first."""
        return [posting.reversed() for posting in reversed(self.postings)]


def unfinished(store: Store, stream: str) -> Unfinished | None:
    """Return the unfinished round from the books alone, without the rules."""
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
            step = log.read(row.body)
            own.append(row.seq)
            if isinstance(step, log.Stepped) and step.closed:
                return None
    moved = [w.posting for seq in own for w in store.postings(stream, seq - 1, seq)]
    return Unfinished(begun, body, tuple(own), tuple(moved))
