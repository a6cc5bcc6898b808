"""The odds of every wager of a posted table, reported one by one as they are ready."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from houseway.analysis.odds_book.known import known_alarms
from houseway.analysis.odds_book.reader import table_in_book
from houseway.analysis.odds_row import OddsRow, allowed_decks, in_words, said_of_book, wrong_decks
from houseway.analysis.odds_run.expected_time import TimeLeft, expected_seconds, note_computed
from houseway.analysis.odds_run.groups import WagerGroup, posted_pairs
from houseway.analysis.player_bank_edges import banked_by_player
from houseway.analysis.report import report
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.game.wagers import Wager
from houseway.jobs import Tell
from houseway.odds_service.answer_cache import kept, key_of
from houseway.odds_service.answers import Cell, Odds, PartialRows, RequiredBet, Tables, WagerRow
from houseway.odds_service.query import TableQuery
from houseway.odds_service.questions.posted import FIRST
from houseway.odds_service.required_bet import (
    bet_together,
    main_wager,
    required_bet_in_book,
    together,
)
from houseway.odds_service.rows import OWN, extra_rows, figures_of, groups, rows_for
from houseway.sheets.par import figures as figures
from houseway.sheets.par.player_bank import room_grids, turn_grids
from houseway.sheets.posted_table import capital, column_words, expand_names

AMONG_PLAYERS = (
    "It is played among the players: no wager is made against a bank, so there is no house edge to "
    "give. What the room takes is below, and what hands may expect of a pot can be asked."
)
T = TypeVar("T")
BESIDE = "what may be wagered during the round only"


def odds(query: TableQuery, tell: Tell) -> Odds:
    """Return the odds of every offered wager; each row is reported as soon as it is known."""
    game = query.table()
    if not game.wagers:
        return Odds((), "", notes=(AMONG_PLAYERS,), grids=figures_of(room_grids(game)))
    found: list[PartialRows] = []
    asked_of = groups(game)
    left = _time_left(game, asked_of)
    for done, wagers in enumerate(asked_of):
        words = ", ".join(game.words().wager(w.name) for w in wagers)
        tell(f"{game.name}: {words}")
        tell.count(done, len(asked_of), "wagers")
        tell.left(left.seconds())
        found.append(part(game, wagers))
        left.note(done)
        tell.part(found[-1])
    found.append(_kept(game, BESIDE, lambda: extra_rows(game)))
    note_computed([type(game)])
    tell.part(found[-1])
    rows = tuple(row for each in found for row in each.rows)
    notes = tuple(dict.fromkeys(note for each in found for note in each.notes))
    source = said_of_book([in_book.computed_by]) if (in_book := table_in_book(game)) else ""
    return Odds(
        rows=rows,
        main=main_wager(game),
        by_players=banked_by_player(game),
        notes=notes,
        alarms=_alarms(game, tell),
        grids=_grids(game, rows),
        must=together(bet_together(game), rows, banked_by_player(game), source),
        source=source,
    )


def _time_left(game: Game, asked_of: Sequence[tuple[Wager, ...]]) -> TimeLeft:
    """The time that these wagers take, one after the other; none where the book has them."""
    if table_in_book(game) is not None:
        return TimeLeft([0.0] * len(asked_of))
    posting = posted_pairs(game)
    names = [tuple(wager.name for wager in some) for some in asked_of]
    return TimeLeft([expected_seconds(WagerGroup(type(game), posting, some)) for some in names])


def part(game: Game, wagers: tuple[Wager, ...]) -> PartialRows:
    """Return the odds of some wagers: from the book of odds, else from the disk cache, else
    computed.
    """
    names = ",".join(wager.name for wager in wagers)
    return _kept(game, names, lambda: rows_for(game, wagers))


def _kept(
    game: Game, what: str, find: Callable[[], tuple[list[WagerRow], list[str]]]
) -> PartialRows:
    """Return rows and notes that ``find`` gives, from the cache if they were found before."""

    def made() -> PartialRows:
        rows, notes = find()
        return PartialRows(tuple(rows), tuple(notes))

    return _cached(game, "rows", what, kind=PartialRows, find=made)


def _cached(game: Game, *question: str, kind: type[T], find: Callable[[], T]) -> T:
    """Return a cached answer, or compute and store it; the book of odds is read without the
    cache.
    """
    if table_in_book(game) is not None:
        return find()
    return kept(key_of(game, *question), kind, find)


def must_bet(query: TableQuery) -> RequiredBet | None:
    """Return the required bet of a player; None where there is none."""
    game = query.table()
    wanted = bet_together(game) if game.wagers else ()
    if not wanted:
        return None
    if (in_book := required_bet_in_book(game)) is not None:
        return in_book
    asked_of = [some for some in groups(game) if any(wager.name in wanted for wager in some)]
    rows = [row for some in asked_of for row in part(game, some).rows]
    return together(wanted, rows, banked_by_player(game))


def _alarms(game: Game, tell: Tell) -> tuple[str, ...]:
    """Return house ways that lose to best play, if a player banks."""
    if not banked_by_player(game):
        return ()
    tell(f"{game.name}: house ways against best play")
    return _cached(
        game, "alarms", kind=tuple[str, ...],
        find=lambda: tuple(expand_names(game, text) for text in known_alarms(game)),
    )  # fmt: skip


def _grids(game: Any, rows: tuple[WagerRow, ...]) -> Any:
    """Return tables of the value of a turn at the bank and of the room's fees."""
    if not banked_by_player(game):
        return ()
    plain = [_plain(game, row) for row in rows if row.wager in game.wager_named]
    return figures_of(turn_grids(game, plain))


def _plain(game: Game, row: WagerRow) -> OddsRow:
    """Return the fields of a row that the sheets read."""
    return OddsRow(game.id, row.wager, row.table, row.decks, row.edge, row.wins, row.returned,
                   row.variance, {}, row.method, {})  # fmt: skip


# By table and decks.


def tables(query: TableQuery, wager: str, tell: Tell) -> Tables:
    """Return the edge of a wager under every pay table and number of decks, the rest as posted."""
    game = query.table()
    if not any(w.name == wager for w in game.wagers):
        raise Refused(f"{game.name} has no such wager")
    return _cached(game, "tables", wager, kind=Tables, find=lambda: _tables(game, wager, tell))


def _tables(game: Game, wager: str, tell: Tell) -> Tables:
    """Return the edge of a wager under every pay table and number of decks, not from the cache."""
    declared, kind = game.declared(), type(game)
    paid_by = next(w.paid_by for w in game.wagers if w.name == wager)
    table = game.pay_tables().get(paid_by)
    prices = {getattr(game, "natural_price", "")} if table is None else set()
    leave = {FIRST, paid_by, *prices}
    given = {key: declared[key].show(game.posting[key]) for key in game.stated - leave
             if key in game.posting}  # fmt: skip
    found = report(kind, wager, given, barred=True, progress=tell).rows
    decks = list(dict.fromkeys(row.decks for row in found))
    columns = list(dict.fromkeys(row.table for row in found))
    by_place = {(row.table, row.decks): row for row in found}
    only = table.decks if table is not None else {}
    several = bool(allowed_decks(kind)) and len(decks) > 1
    return Tables(
        wager=wager,
        words=capital(game.words().wager(wager)),
        decks=tuple(in_words((n,)) if n else "" for n in decks) if several else ("",),
        tables=tuple(_called(game, paid_by, c) if table is not None else c for c in columns),
        cells=tuple(
            tuple(_cell(game, by_place.get((c, n)), c, n, only.get(c, ())) for n in decks)
            for c in columns
        ),
    )


def _called(game: Game, table: str, column: str) -> str:
    """Return the heading of a column; a column with only a name is called a table."""
    words = column_words(game, table, column)
    if column in game.pay_tables()[table].own:
        return OWN
    return f"table {words}" if words == column else words


def _cell(game: Game, row: OddsRow | None, column: str, decks: int, only: tuple[int, ...]) -> Cell:
    """Return the edge under a pay table and number of decks; empty where there is no row."""
    any_decks = bool(getattr(game, "tables_on_any_decks", False))
    barred = "" if any_decks else wrong_decks(column, decks, only)
    if row is None:
        return Cell(None, "", "", False, barred)
    return Cell(
        float(row.house_edge), figures.exactly(row.house_edge), row.method,
        figures.is_posted(game, row), barred,
    )  # fmt: skip
