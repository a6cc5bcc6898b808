"""The fourteen invariants of the books, checked once over everything or step by step.

``check(books)`` reads everything at one moment. A ``Watch`` continues where it stopped, so that a
simulation can check after every step. A replay of the games (``room/audit/audit.py`` has one) is a
function that adds findings about a table, with the invariant of each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeAlias

import msgspec

from houseway.room.audit.invariants.books import (
    Chained,
    Invariant,
    Keys,
    Liability,
    Named,
    NotBelowZero,
    OnlyAdded,
    Pairs,
    Replayed,
    Stored,
    Zero,
)
from houseway.room.audit.invariants.tables import Border, EmptyPots, Meters, MetersFall
from houseway.room.store import chain
from houseway.room.store.interface import Books, StreamHead

LAWS: tuple[type[Invariant], ...] = (
    Pairs, Zero, Stored, NotBelowZero, OnlyAdded, Keys, Border, EmptyPots, Meters, Liability,
    Named, Chained, Replayed, MetersFall,
)  # fmt: skip


class Wrong(msgspec.Struct, frozen=True):
    """A broken invariant and the reason."""

    number: int
    what: str

    def __str__(self) -> str:
        return f"invariant {self.number} ({SAYS[self.number]}): {self.what}"


Replay: TypeAlias = Callable[[Books, str], Iterable[Wrong]]
"""Replays the rounds of a table, given the name of its stream; returns the differences."""

SAYS = {law.number: law.says for law in LAWS}
"""The invariants in words, by number."""


class Watch:
    """Follows the books: each look reads the new rows."""

    def __init__(self, exported: Sequence[StreamHead] = (), only: Iterable[int] = SAYS) -> None:
        wanted = set(only)
        self._laws: list[Invariant] = [
            Chained(exported) if law is Chained else law() for law in LAWS if law.number in wanted
        ]
        self._written = 0
        self._rows: dict[str, int] = {}

    def look(self, books: Books, *, dear: bool = True) -> list[Wrong]:
        """Return the findings; without ``dear``, leave out checks that read everything again."""
        return list(self._look(books, dear))

    def _look(self, books: Books, dear: bool) -> Iterator[Wrong]:
        """Yield faults in rows since the last look; expensive invariants only with ``dear``."""
        new = books.all_postings(self._written)
        for key, group in groupby(new, lambda written: (written.stream, written.seq)):
            postings = list(group)
            self._written = postings[-1].id
            for law in self._laws:
                yield from _of(law, law.written(key, postings))
        for head in books.streams():
            after = self._rows.get(head.stream, 0)
            if after and head.seq == after:
                continue
            for row, written in chain.with_postings(books, head.stream, after):
                self._rows[head.stream] = row.seq
                for law in self._laws:
                    yield from _of(law, law.row(books, row, written))
        for law in self._laws:
            if dear or not law.dear:
                yield from _of(law, law.now(books))


def check(
    books: Books,
    replay: Replay | None = None,
    *,
    exported: Sequence[StreamHead] = (),
    only: Iterable[int] = SAYS,
) -> list[Wrong]:
    """Return all broken invariants of the books as they are at this moment."""
    wanted = set(only)
    with books.snapshot() as still:
        found = Watch(exported, wanted).look(still)
        if replay is not None:
            for head in still.streams():
                if head.stream.startswith("table:"):
                    found += [w for w in replay(still, head.stream) if w.number in wanted]
    return sorted(found, key=lambda wrong: wrong.number)


def wrong(books: Books, number: int, exported: Sequence[StreamHead] = ()) -> list[str]:
    """Return the findings of one invariant."""
    return [found.what for found in check(books, only=(number,), exported=exported)]


def _of(law: Invariant, said: Iterator[str]) -> Iterator[Wrong]:
    """Return sentences of an invariant as faults with its number."""
    return (Wrong(law.number, what) for what in said)
