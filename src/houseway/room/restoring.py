"""A table made from its log: after a restart, after a failure, or for somebody who wants to know."""

from __future__ import annotations

from houseway.room import rows
from houseway.room.live import Divergence, Live, Means
from houseway.room.store.base import Store


def restored(name: str, store: Store, means: Means) -> tuple[Live, int]:
    """The table now, and its last row; read from the last round on, which says how it stood."""
    live = Live(name, means)
    begun = store.last_row(live.stream, "round")
    start = 0
    if begun is not None:
        body = rows.read(begun.body)
        if not isinstance(body, rows.RoundBegun):
            raise Divergence(f"{name}: row {begun.seq} is no round")
        opened = next(store.rows(live.stream, body.opened - 1, 1))
        live.apply(opened.seq, opened.at, rows.read(opened.body))
        live.number, start = body.no - 1, begun.seq - 1
    return follow(live, store, start)


def followed(name: str, store: Store, means: Means) -> tuple[Live, int]:
    """The table now, read from its first row: what an auditor does."""
    return follow(Live(name, means), store, 0)


def follow(live: Live, store: Store, after: int) -> tuple[Live, int]:
    """The rows after one, applied."""
    seq = after
    for row in store.rows(live.stream, after):
        live.apply(row.seq, row.at, rows.read(row.body))
        seq = row.seq
    return live, seq
