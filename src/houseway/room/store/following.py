"""Reading along: state folded from a stream, and books that another server writes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from houseway.room.store import chain
from houseway.room.store.interface import Batch, Books, Row, Store, StoreError, StreamHead

FOLLOWS = -1
"""The fence of a stream that is only read."""


class Projection:
    """State folded from the rows of one stream.

    ``apply`` alone changes the state, and a row is all it gets. Rows that this process writes are
    applied when they are durable (``Journal.feed``). ``catch_up`` reads those of another process,
    and those of unknown fate.
    """

    def __init__(self, books: Books, stream: str) -> None:
        self._books, self.stream = books, stream
        self.seen = 0
        """The last row that was applied."""

    def apply(self, row: Row) -> None:
        """Apply a row; rows come in order, each once."""
        raise NotImplementedError

    def see(self, row: Row) -> None:
        """Apply a row that is durable now; rows missed before it are read first."""
        if row.seq > self.seen + 1:
            self.catch_up()
        if row.seq == self.seen + 1:
            self.apply(row)
            self.seen = row.seq

    def catch_up(self) -> None:
        """Apply the rows that the books have after the last one applied."""
        for row in self._books.rows(self.stream, self.seen):
            self.apply(row)
            self.seen = row.seq


class FollowedBooks:
    """A store that reads ``books`` and refuses to write, until ``lead`` gives it the writable ones.

    Everything else is asked of the books themselves.
    """

    def __init__(self, books: Books) -> None:
        self._books = books
        self._store: Store | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store or self._books, name)

    def acquire(self, stream: str, owner: str) -> StreamHead:
        """Return the head of a stream; it is claimed only by the server that leads."""
        if self._store is not None:
            return self._store.acquire(stream, owner)
        head = self._books.head(stream)
        seq, hash = (head.seq, head.hash) if head else (0, chain.BEGINNING)
        return StreamHead(stream, seq, hash, FOLLOWS)

    def append(self, batches: Iterable[Batch]) -> list[StoreError | None]:
        """Write batches, if this server leads; else refuse each of them."""
        if self._store is not None:
            return self._store.append(batches)
        return [StoreError("this server follows another one and writes nothing") for _ in batches]

    def lead(self, store: Store) -> None:
        """Read and write through a store from now on; claims are made by those who write."""
        if self._store is not None:
            raise TypeError("these books are written by this server already")
        self._store = store
