"""Pay tables with every printed column, the posted ones marked, cell by cell."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from houseway.game.base import OFF, Game
from houseway.game.pay_tables import PayTable
from houseway.game.words import Words
from houseway.sheets.posted_table import capital
from houseway.util.english import all_of, at_odds, one_of


class BookColumn(msgspec.Struct, frozen=True):
    """A column: its name, its label, True if it is posted, and its decks."""

    name: str
    words: str
    posted: bool
    decks: str
    """``for 6 or 8 decks only``; empty if it goes with any number."""


class BookCell(msgspec.Struct, frozen=True):
    """The pay of an outcome in a column.

    ``as_row`` is the row whose payout applies if the column does not print its own. ``reading`` is
    the reading behind a payout if the text is uncertain.
    """

    pays: str
    as_row: str
    reading: str


class BookRow(msgspec.Struct, frozen=True):
    """An outcome with its payout in each column."""

    words: str
    cells: tuple[BookCell, ...]


class BookPay(msgspec.Struct, frozen=True):
    """A pay table; ``posted`` describes its posted column."""

    name: str
    words: str
    clause: str
    posted: str
    columns: tuple[BookColumn, ...]
    rows: tuple[BookRow, ...]


def book_pay(game: Game) -> tuple[BookPay, ...]:
    """Return every pay table of a game."""
    words = game.words()
    return tuple(
        BookPay(
            name, capital(_whose(game, name)), table.clause, words.value(name, _posted(game, name)),
            tuple(_columns(game, table)), tuple(_rows(words, table)),
        )
        for name, table in game.pay_tables().items()
    )  # fmt: skip


def _posted(game: Game, name: str) -> str:
    """Return the posted column of a pay table; ``OFF`` where the game has no such option."""
    return str(getattr(game, name, OFF))


def _whose(game: Game, name: str) -> str:
    """Return the wagers that the table pays."""
    sharing = [wager.name for wager in game.wagers if wager.paid_by == name] or [name]
    return all_of(map(game.words().wager, sharing))


def _columns(game: Game, table: PayTable) -> Iterator[BookColumn]:
    """Yield the columns; if the amount of a wager chooses its column, all of them are posted."""
    words, posted = game.words(), _posted(game, table.name)
    for column in table.columns:
        used = posted in (column, *table.by_amount)
        decks = table.decks.get(column, ())
        called = column if table.by_amount else words.value(table.name, column)
        many = "deck" if decks == (1,) else "decks"
        only = f"for {one_of(decks)} {many} only" if decks else ""
        yield BookColumn(column, called, used, only)


def _rows(words: Words, table: PayTable) -> Iterator[BookRow]:
    """Yield every outcome, except those that all columns leave to the same other row."""
    for i, outcome in enumerate(table.outcomes):
        paid_by = {table.printed[column][i] for column in table.columns}
        if paid_by == {i} or len(paid_by) > 1:
            cells = tuple(_cell(words, table, column, i) for column in table.columns)
            yield BookRow(capital(words.outcome(table.name, outcome)), cells)


def _cell(words: Words, table: PayTable, column: str, i: int) -> BookCell:
    """Return the pay of a row in a column, and the other row as which it is paid, or ""."""
    row = table.printed[column][i]
    payout = table.columns[column][row]
    text = at_odds(payout.text) + " of the meter" * bool(payout.meter_percent)
    as_row = words.outcome(table.name, table.outcomes[row]) if row != i else ""
    return BookCell(text, as_row, table.reading(column, table.outcomes[i]) if row == i else "")
