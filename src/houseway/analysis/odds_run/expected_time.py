"""Expected times: the CPU seconds of odds when the book of odds was made.

The first time on a machine, loops are compiled and long counts are made; the book has that time
apart.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from houseway.analysis.compiler.compile import cache_home
from houseway.analysis.odds_book.entries import BookTable, BookWager
from houseway.analysis.odds_book.reader import book_of
from houseway.analysis.odds_run.groups import WagerGroup
from houseway.game.base import Game
from houseway.rulebook import find
from houseway.version import __version__

UNKNOWN, UNKNOWN_ONCE = 2.0, 3.0
"""CPU seconds expected of work that the book has never had, and those of its first time."""
UNKNOWN_PAGE = 20.0
"""CPU seconds expected of a page that the book has never had."""
ENOUGH = 1.0
"""Expected CPU seconds that have to be done before the pace of this machine counts."""


def expected_seconds(group: WagerGroup) -> float:
    """Return the CPU seconds that a group takes, as they were for the nearest table in the book."""
    table = _nearest_table(group)
    is_new = not _marker(group.kind).exists()
    if table is None:
        return UNKNOWN + UNKNOWN_ONCE * is_new
    if not group.names:
        return table.extra_seconds + table.extra_once * is_new
    return sum(
        _seconds_of(group.kind, table.wagers.get(name), name, is_new) for name in group.names
    )


def expected_of_strategy(game: Game) -> float:
    """Return the CPU seconds that best play takes, as they were for the default table.

    The book finds best play for the main wager first, so the time of that wager counts too.
    """
    book = book_of(game.id)
    sheets = list(book.tables[0].strategy.values()) if book is not None else []
    is_new = not _marker(type(game)).exists()
    if book is None or not sheets:
        return UNKNOWN + UNKNOWN_ONCE * is_new
    name, wager = next(iter(book.tables[0].wagers.items()), ("", None))
    best_play = _seconds_of(type(game), wager, name, is_new)
    return best_play + max(sheet.cpu_seconds + sheet.once * is_new for sheet in sheets)


def expected_of_compiling(kind: type[Game]) -> float:
    """Return the CPU seconds in which the loops of a game are compiled, once on a machine."""
    book = book_of(kind.id)
    wagers = book.tables[0].wagers.values() if book is not None else ()
    times = [wager.once for wager in wagers if isinstance(wager, BookWager)]
    return max(times, default=UNKNOWN_ONCE)


def _seconds_of(kind: type[Game], wager: BookWager | str | None, name: str, is_new: bool) -> float:
    """Return the CPU seconds of one wager, with what a new machine spends once.

    Only the first table that was computed for the book has that; it is the same for the others.
    """
    if not isinstance(wager, BookWager):
        return 0.0
    book = book_of(kind.id)
    if not is_new or book is None:
        return wager.cpu_seconds
    found = (table.wagers.get(name) for table in book.tables)
    return wager.cpu_seconds + max(each.once for each in found if isinstance(each, BookWager))


def expected_of_page(game_id: str) -> float:
    """Return the CPU seconds that the whole page of a game takes."""
    book, kind = book_of(game_id), find(game_id)
    if book is None:
        return UNKNOWN_PAGE
    found = sum(table.cpu_seconds for table in book.tables)
    if not _marker(kind).exists():
        found += sum(_once(table) for table in book.tables)
    return found


def _once(table: BookTable) -> float:
    """Return what a machine spends once on a table."""
    entries = (*table.wagers.values(), *table.strategy.values())
    return table.extra_once + sum(each.once for each in entries if not isinstance(each, str))


def _nearest_table(group: WagerGroup) -> BookTable | None:
    """Return the table of the book with the same decks, else the first; None without a page."""
    book = book_of(group.kind.id)
    if book is None:
        return None
    decks = dict(group.posting).get("decks")
    same = (table for table in book.tables if table.posting.get("decks") == decks)
    return next(same, book.tables[0])


def _marker(kind: type[Game]) -> Path:
    """Return the file that tells that the loops of a game were compiled here before."""
    return cache_home() / "computed" / f"{kind.id}-{__version__}"


def note_computed(kinds: Iterable[type[Game]]) -> None:
    """Note that the loops of these games are compiled."""
    for kind in set(kinds):
        try:
            _marker(kind).parent.mkdir(parents=True, exist_ok=True)
            _marker(kind).touch()
        except OSError:
            return


class TimeLeft:
    """The seconds left: what is expected of the rest, at the pace of what is done."""

    def __init__(self, expected: Sequence[float], workers: int = 1) -> None:
        self._expected = dict(enumerate(expected))
        self._done: set[int] = set()
        self._workers, self._began = max(1, workers), time.monotonic()

    def note(self, number: int) -> None:
        """Note that the work of this number is done."""
        self._done.add(number)

    def seconds(self) -> float:
        """Return the seconds left."""
        done = sum(self._expected[number] for number in self._done)
        left = sum(self._expected.values()) - done
        longest = max((n for i, n in self._expected.items() if i not in self._done), default=0.0)
        pace = 1.0
        if done >= ENOUGH:
            pace = (time.monotonic() - self._began) * self._workers / done
        return max(left / self._workers, longest) * pace


def rounded(seconds: float) -> float:
    """Return a time to two figures: it says how long something takes, not how long it took."""
    if seconds <= 0:
        return 0.0
    return round(seconds, 1 - math.floor(math.log10(seconds)))
