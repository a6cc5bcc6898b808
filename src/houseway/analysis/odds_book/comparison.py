"""Comparison of the book of odds with newly computed odds.

Fractions, counts and decisions must be equal. Floats may differ in their last digits between
processors, so they are equal within ``CLOSE``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import msgspec

from houseway.analysis.odds_book.entries import BookColumn, BookStrategy, BookWager, without_times
from houseway.analysis.odds_book.reader import TableInBook
from houseway.analysis.odds_row import in_words
from houseway.errors import HousewayError, short_repr
from houseway.game.base import Game
from houseway.util.english import n

CLOSE = 1e-9
"""Floats count as the same if they differ by less, as a share of the larger or of 1."""
APART = ("assumptions", "warnings", "left_out", "clause", "cpu_seconds", "once")
"""Fields of a wager or column that are not figures of it: sentences, and times."""


class BookDiffers(HousewayError):  # noqa: N818 - named for what is the matter
    """A figure of the book of odds differs from the newly computed one."""


@dataclass
class BookComparison:
    """The figures compared with the book so far, and the differences."""

    compared: int = 0
    """Wagers under one pay column, and charts of best play."""
    computed_by: str = ""
    """The program that computed the book."""
    differences: list[str] = field(default_factory=list)
    """A sentence for each differing figure, with its row."""
    other_words: list[str] = field(default_factory=list)
    """The rows with equal figures and different words."""

    def add_wagers(
        self, game: Game, in_book: TableInBook, computed: Mapping[str, BookWager | str]
    ) -> None:
        """Compare wagers of a posted table with those of the book."""
        table, self.computed_by = in_book
        for name, now in computed.items():
            before = table.wagers.get(name, table.extra_wagers.get(name))
            where = f"{called(game)}: {game.words().wager(name)}"
            if isinstance(now, BookWager):
                self.compared += len(now.columns)
            if isinstance(now, BookWager) and isinstance(before, BookWager):
                self._note(where, wager_differences(before, now), now, before)
            elif before is None:
                self.differences.append(f"{where}: the book does not have it")
            elif isinstance(now, BookWager) or isinstance(before, BookWager):
                known = "the book" if isinstance(before, BookWager) else "the computation"
                self.differences.append(f"{where}: only {known} has odds of it")
            elif now != before:
                self.other_words.append(where)

    def add_strategy(
        self, game: Game, in_book: TableInBook, before: BookStrategy, now: BookStrategy
    ) -> None:
        """Compare best play of a posted table with that of the book."""
        self.compared += 1
        self.computed_by = in_book.computed_by
        where = f"{called(game)}: best play"
        self._note(where, list(figure_differences("", before.found, now.found)), now, before)

    def add_alarms(self, game: Game, in_book: TableInBook, now: Sequence[str]) -> None:
        """Compare the warnings of a house way with those of the book."""
        before = in_book.table.alarms
        if before != tuple(now):
            self.differences.append(f"{called(game)}: its warnings are {now}, not {before}")

    def require_same(self) -> None:
        """Refuse figures of the book that differ from those computed now."""
        if self.differences:
            more = len(self.differences) - 1
            others = f", and {n(more, 'other difference')}" if more else ""
            raise BookDiffers(f"the book of odds is wrong: {self.differences[0]}{others}")

    def _note(self, where: str, found: Sequence[str], now: Any, before: Any) -> None:
        """Note the differences found; without any, note the place if only its words differ."""
        self.differences += [f"{where}{each}" for each in found]
        if not found and _text_of(now) != _text_of(before):
            self.other_words.append(where)


def _text_of(entry: Any) -> bytes:
    """Return an entry as the book would write it, without the times it took."""
    return msgspec.json.encode(without_times(entry))


_comparison: ContextVar[BookComparison | None] = ContextVar(
    "comparison with the book", default=None
)


@contextmanager
def compared_with_book() -> Iterator[BookComparison]:
    """Recompute everything inside this block, and compare it with the book."""
    comparison = BookComparison()
    token = _comparison.set(comparison)
    try:
        yield comparison
    finally:
        _comparison.reset(token)


def current_comparison() -> BookComparison | None:
    """Return the comparison of the block that runs; None where the book is just read."""
    return _comparison.get()


def called(game: Any) -> str:
    """Return a posted table in words: its game, and the decks it posts."""
    decks = f", {in_words((game.sets(),))}" if "decks" in game.posting else ""
    return f"{game.name}{decks}"


def wager_differences(before: BookWager, now: BookWager) -> list[str]:
    """Return the figures of a wager in which the book differs, each as ``, table A: ...``."""
    found = []
    for name in dict.fromkeys((*before.columns, *now.columns)):
        old, new = before.columns.get(name), now.columns.get(name)
        table = f", table {name}" if name else ""
        if old is None or new is None:
            has = "the book" if new is None else "the computation"
            found.append(f"{table}: only {has} has this table")
        else:
            found += [f"{table}{each}" for each in _fields(old, new)]
    return found + _fields(before, now)


def _fields(before: BookWager | BookColumn, now: BookWager | BookColumn) -> list[str]:
    """Return a sentence for each figure that differs; columns are compared elsewhere."""
    skipped = {*APART, "columns"}
    return [
        each
        for name in before.__struct_fields__
        if name not in skipped
        for each in figure_differences(name, getattr(before, name), getattr(now, name))
    ]


def figure_differences(name: str, before: Any, now: Any) -> Iterator[str]:
    """Yield a sentence for each difference of two values as JSON has them.

    Texts that are sentences are not compared.
    """
    if isinstance(before, Mapping) and isinstance(now, Mapping):
        for key in dict.fromkeys((*before, *now)):
            yield from figure_differences(f"{name} {key}".strip(), before.get(key), now.get(key))
    elif _is_list(before) and _is_list(now) and len(before) == len(now):
        for i, (old, new) in enumerate(zip(before, now, strict=True)):
            yield from figure_differences(f"{name} {i + 1}", old, new)
    elif not _is_same(before, now):
        shown = f"{short_repr(before)} in the book, {short_repr(now)} computed now"
        yield f": {name.replace('_', ' ')} is {shown}"


def _is_list(value: Any) -> bool:
    """Return True for a sequence that is not text."""
    return isinstance(value, Sequence) and not isinstance(value, str)


def _is_same(before: Any, now: Any) -> bool:
    """Return True if figures agree to rounding; sentences always count as the same."""
    if isinstance(before, float | int) and isinstance(now, float | int):
        return math.isclose(before, now, rel_tol=CLOSE, abs_tol=CLOSE)
    is_sentence = isinstance(before, str) and isinstance(now, str) and " " in before and " " in now
    return bool(before == now) or is_sentence
