"""What became of a batch of which nobody could say whether it was written."""

from __future__ import annotations

from houseway.room.store.base import Batch, Books


def is_written(books: Books, batch: Batch) -> bool:
    """Whether these very rows stand in their stream, in their place."""
    kept = list(books.rows(batch.stream, batch.after, len(batch.entries)))
    return [(r.at, r.kind, r.by, r.body) for r in kept] == [
        (e.at, e.kind, e.by, e.body) for e in batch.entries
    ]
