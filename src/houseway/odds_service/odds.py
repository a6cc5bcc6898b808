"""What every wager of a posted table is worth, told one by one as it is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from houseway.analysis.bank.player_bank_edges import banked_by_player
from houseway.analysis.bank.table_warnings import house_way_alarms
from houseway.analysis.report import allowed_decks, report
from houseway.analysis.row import OddsRow
from houseway.analysis.row_warnings import in_words, wrong_decks
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.game.wagers import Wager
from houseway.jobs import Tell
from houseway.odds_service.answer_cache import kept, key_of
from houseway.odds_service.answers import Cell, Must, Odds, Part, Row, Tables
from houseway.odds_service.posted import FIRST, bet_together, main_wager
from houseway.odds_service.query import Asked
from houseway.odds_service.required_bet import together
from houseway.odds_service.rows import OWN, figures_of, groups, rows_beside, rows_for
from houseway.sheets.par import figures as figures
from houseway.sheets.par.player_bank import room_grids, turn_grids
from houseway.sheets.posted_table import capital, column_words, expand_names

AMONG_PLAYERS = (
    "It is played among the players: no wager is made against a bank, so there is no house edge to "
    "give. What the room takes is below, and what hands may expect of a pot can be asked."
)
BESIDE = "what may be wagered during the round only"


def odds(asked: Asked, tell: Tell) -> Odds:
    """Every wager that is offered; each row is told as soon as it is known."""
    game = asked.table()
    if not game.wagers:
        return Odds((), "", notes=(AMONG_PLAYERS,), grids=figures_of(room_grids(game)))
    found: list[Part] = []
    asked_of = groups(game)
    for done, wagers in enumerate(asked_of):
        words = ", ".join(game.words().wager(w.name) for w in wagers)
        tell(f"{game.name}: {words}")
        tell.count(done, len(asked_of), "wagers")
        found.append(part(game, wagers))
        tell.part(found[-1])
    found.append(_kept(game, BESIDE, lambda: rows_beside(game)))
    tell.part(found[-1])
    rows = tuple(row for each in found for row in each.rows)
    notes = tuple(dict.fromkeys(note for each in found for note in each.notes))
    return Odds(
        rows=rows,
        main=main_wager(game),
        by_players=banked_by_player(game),
        notes=notes,
        alarms=_alarms(game, tell),
        grids=_grids(game, rows),
        must=together(bet_together(game), rows, banked_by_player(game)),
    )


def part(game: Game, wagers: tuple[Wager, ...]) -> Part:
    """Some wagers, from the disk if they are there."""
    names = ",".join(wager.name for wager in wagers)
    return _kept(game, names, lambda: rows_for(game, wagers))


def _kept(game: Game, what: str, find: Callable[[], tuple[list[Row], list[str]]]) -> Part:
    def made() -> Part:
        rows, notes = find()
        return Part(tuple(rows), tuple(notes))

    return kept(key_of(game, "rows", what), Part, made)


def must_bet(asked: Asked) -> Must | None:
    """What a player has to bet; None where there is nothing to say of it."""
    game = asked.table()
    wanted = bet_together(game) if game.wagers else ()
    if not wanted:
        return None
    asked_of = [some for some in groups(game) if any(wager.name in wanted for wager in some)]
    rows = [row for some in asked_of for row in part(game, some).rows]
    return together(wanted, rows, banked_by_player(game))


def _alarms(game: Game, tell: Tell) -> tuple[str, ...]:
    """House ways that lose to best play, where a player banks."""
    if not banked_by_player(game):
        return ()
    tell(f"{game.name}: house ways against best play")
    return kept(
        key_of(game, "alarms"), tuple[str, ...],
        lambda: tuple(expand_names(game, text) for text in house_way_alarms(game)),
    )  # fmt: skip


def _grids(game: Any, rows: tuple[Row, ...]) -> Any:
    """What a turn at the bank is worth and what the room takes of it."""
    if not banked_by_player(game):
        return ()
    plain = [_plain(game, row) for row in rows if row.wager in game.wager_named]
    return figures_of(turn_grids(game, plain))


def _plain(game: Game, row: Row) -> OddsRow:
    """As much of a row as the sheets read of it."""
    return OddsRow(game.id, row.wager, row.table, row.decks, row.edge, row.wins, row.returned,
                   row.variance, {}, row.method, {})  # fmt: skip


# -- by table and decks --------------------------------------------------------------------------


def tables(asked: Asked, wager: str, tell: Tell) -> Tables:
    """The edge of a wager under every pay table with every number of decks, the rest as posted."""
    game = asked.table()
    if not any(w.name == wager for w in game.wagers):
        raise Refused(f"{game.name} has no such wager")
    return kept(key_of(game, "tables", wager), Tables, lambda: _tables(game, wager, tell))


def _tables(game: Game, wager: str, tell: Tell) -> Tables:
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
    """A column at the head of a line; one that is called by its name alone is a table."""
    words = column_words(game, table, column)
    if column in game.pay_tables()[table].own:
        return OWN
    return f"table {words}" if words == column else words


def _cell(game: Game, row: OddsRow | None, column: str, decks: int, only: tuple[int, ...]) -> Cell:
    any_decks = bool(getattr(game, "tables_on_any_decks", False))
    barred = "" if any_decks else wrong_decks(column, decks, only)
    if row is None:
        return Cell(None, "", "", False, barred)
    return Cell(
        float(row.house_edge), figures.exactly(row.house_edge), row.method,
        figures.is_posted(game, row), barred,
    )  # fmt: skip
