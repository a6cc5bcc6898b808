"""Makes the book of odds: computes and writes every table that ``odds --all`` covers.

``make odds-book`` runs it for the games whose rules have changed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import msgspec

from houseway.analysis.compiler.compile import seconds_spent_once
from houseway.analysis.games import math_of
from houseway.analysis.odds_book import reader
from houseway.analysis.odds_book.entries import (
    FORMAT,
    BookStrategy,
    BookTable,
    BookWager,
    GameBook,
    Timed,
    book_strategy,
    book_wager,
    encode_book,
    without_times,
)
from houseway.analysis.odds_book.known import extra_odds_of, house_way_alarms, strategy_of
from houseway.analysis.odds_book.posted_tables import tables
from houseway.analysis.odds_run.expected_time import rounded
from houseway.analysis.odds_run.groups import DURING_THE_ROUND, groups_of, table_called
from houseway.analysis.wager_odds import WagerOdds
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.rulebook import find, games
from houseway.rulebook.code_digest import stamp_of
from houseway.rulebook.fingerprint import code_fingerprint, pay_fingerprint, source_files
from houseway.version import __version__

EXCEPTIONS = (12, 0)
"""The exceptions listed with best play: as the command line asks for it, and as the library."""
HOUSE_WAYS = "house ways against best play"
Tell = Callable[[str, float], None]
"""Receives the name of the next computation, and the finished part of the game from 0.0 to 1.0."""


def games_in_book() -> tuple[str, ...]:
    """Return the games that the book has pages of: those with wagers against a bank."""
    return tuple(game_id for game_id, kind in games().items() if kind.wagers)


def games_to_renew() -> tuple[str, ...]:
    """Return the games of which the book has no page, or one from before their rules changed."""
    return tuple(game_id for game_id in games_in_book() if reader.current_book(game_id) is None)


def games_to_stamp() -> tuple[str, ...]:
    """Return the games of the same rules as in the book, of which a source has other bytes."""
    return tuple(
        game_id
        for game_id in games_in_book()
        if reader.current_book(game_id) is not None and reader.unchanged_book(game_id) is None
    )


def stamp_page(game_id: str) -> None:
    """Write the page of a game with the stamp that its sources have now; its figures stay."""
    page, sources = reader.current_book(game_id), source_files(find(game_id))
    if page is None:
        raise Refused(f"the rules of {game_id} have changed since its page was computed")
    write_page(msgspec.structs.replace(page, sources=sources, stamp=stamp_of(sources)))


def posted_tables(kind: type[Game]) -> list[Game]:
    """Return the tables of a game in the book: as posted by default, then by number of decks."""
    posted = (kind(), *tables(kind, {}))
    return list({reader.key_of(reader.posting_of(table)): table for table in posted}.values())


def make_page(game_id: str, tell: Tell) -> GameBook:
    """Compute all odds of a game; ``tell`` receives each wager before it is computed."""
    kind = find(game_id)
    if not reader.is_of_the_rulebook(kind):
        raise Refused(f"{kind.name} has side bets from outside; the book is of the rulebook alone")
    sources = source_files(kind)
    page = GameBook(
        format=FORMAT,
        game=game_id,
        computed_by=f"houseway {__version__}",
        code=code_fingerprint(kind),
        pay=pay_fingerprint(kind),
        sources=sources,
        stamp=stamp_of(sources),
        tables=(),
    )  # before anything is computed: a file may be edited meanwhile
    posted, computed = posted_tables(kind), []
    for i, table in enumerate(posted):
        computed.append(make_table(table, partial(_at, tell, i / len(posted)), i == 0))
    return msgspec.structs.replace(page, tables=tuple(computed))


def _at(tell: Tell, part: float, words: str) -> None:
    """Report progress; ``part`` is the share of the work that is done, from 0 to 1."""
    tell(words, part)


def make_table(game: Game, tell: Callable[[str], None], with_strategy: bool) -> BookTable:
    """Compute everything of one posted table."""
    clock, old = Clock(), _old_table(game)
    wagers: dict[str, BookWager | str] = {}
    for group in groups_of(game, tuple(game.wagers), with_extra=False):
        tell(group.called())
        found, taken = group.compute(), clock.read()
        for name, worth in found.items():
            wagers[name] = _timed(name, worth, taken, len(found), old)
    tell(f"{table_called(game)}: {DURING_THE_ROUND}")
    extra = {name: book_wager(worth) for name, worth in extra_odds_of(game).items()}
    extra_taken = clock.read()
    tell(f"{table_called(game)}: {HOUSE_WAYS}")
    alarms = tuple(house_way_alarms(game))
    clock.read()
    strategy = {}
    if with_strategy and math_of(game).strategy_sheet is not None:
        tell(f"{table_called(game)}: best play")
        for most in EXCEPTIONS:
            sheet = book_strategy(strategy_of(game, most))
            before = old.strategy.get(str(most)) if old is not None else None
            strategy[str(most)] = _with_times(sheet, clock.read(), before)
    return BookTable(
        posting=reader.posting_of(game),
        wagers={wager.name: wagers[wager.name] for wager in game.wagers if wager.name in wagers},
        extra_wagers=extra,
        alarms=alarms,
        strategy=strategy,
        cpu_seconds=rounded(clock.in_all),
        extra_seconds=rounded(extra_taken.seconds),
        extra_once=max(rounded(extra_taken.once), old.extra_once if old is not None else 0.0),
    )


class CpuTime(NamedTuple):
    """CPU seconds that a piece of work took, and those that are spent once on a machine."""

    seconds: float
    once: float


class Clock:
    """The CPU time of this process, with what is spent once on a machine apart."""

    def __init__(self) -> None:
        self._last, self._once = time.process_time(), seconds_spent_once()
        self.in_all = 0.0
        """All of it but what is spent once."""

    def read(self) -> CpuTime:
        """Return the time since it was read before."""
        now, compiled = time.process_time(), seconds_spent_once()
        once = compiled - self._once
        taken = CpuTime(max(now - self._last - once, 0.0), once)
        self._last, self._once = now, compiled
        self.in_all += taken.seconds
        return taken


def _old_table(game: Game) -> BookTable | None:
    """Return what the book has of a table, even of other rules; None if it has nothing.

    The times of the old table are kept.
    """
    book, key = reader.book_of(game.id), reader.key_of(reader.posting_of(game))
    tables = book.tables if book is not None else ()
    return next((table for table in tables if reader.key_of(table.posting) == key), None)


def _timed(
    name: str, worth: WagerOdds | str, taken: CpuTime, shared: int, old: BookTable | None
) -> BookWager | str:
    """Return odds with the share of the time that a group of wagers took."""
    if isinstance(worth, str):
        return worth
    before = old.wagers.get(name) if old is not None else None
    each = CpuTime(taken.seconds / shared, taken.once / shared)
    return _with_times(book_wager(worth), each, before)


def _with_times(
    entry: Timed, taken: CpuTime, before: BookWager | BookStrategy | str | None
) -> Timed:
    """Return an entry with its times; what this machine had on its disk counts as before."""
    known = before.once if isinstance(before, BookWager | BookStrategy) else 0.0
    return msgspec.structs.replace(
        entry,
        cpu_seconds=rounded(taken.seconds),
        once=max(rounded(taken.once), known),
    )


def write_page(page: GameBook, with_times: bool = False) -> bool:
    """Write the page of a game; False where the book has the same figures already.

    A page that differs only in how long it took is left as it is, unless ``with_times`` is True.
    """
    path = reader.path_of(page.game)
    old = reader.book_of(page.game)
    if old is not None and not with_times and encode_timeless(old) == encode_timeless(page):
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_suffix(".part")
    aside.write_bytes(encode_book(page))
    aside.replace(path)
    reader.forget()
    return True


def encode_timeless(page: GameBook) -> bytes:
    """Return everything on a page but the times as JSON."""
    tables = tuple(map(without_times, page.tables))
    return msgspec.json.encode(msgspec.structs.replace(page, tables=tables))
