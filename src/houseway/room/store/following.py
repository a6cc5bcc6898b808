"""Books that another server writes: read here, claimed and written only once this one leads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from houseway.room.store import chain
from houseway.room.store.interface import Batch, Books, Store, StoreError, StreamHead

FOLLOWS = -1
"""The fence of a stream that is only read."""


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
