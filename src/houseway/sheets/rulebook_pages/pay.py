"""Pay tables with every column that the text prints, the posted ones marked, cell by cell."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from houseway.game.base import OFF, Game
from houseway.game.pay_tables import PayTable
from houseway.game.words import Words
from houseway.sheets.posted_table import capital
from houseway.util.english import all_of, at_odds, one_of


class BookColumn(msgspec.Struct, frozen=True):
    """A column: as it is written and as it is called, whether it is posted, for which decks."""

    name: str
    words: str
    posted: bool
    decks: str
    """``for 6 or 8 decks only``; empty where it goes with any."""


class BookCell(msgspec.Struct, frozen=True):
    """What an outcome pays in a column.

    ``as_row`` is the row whose payout it has where the column does not print its own; ``reading``
    the reading that a payout follows where the text is not certain.
    """

    pays: str
    as_row: str
    reading: str


class BookRow(msgspec.Struct, frozen=True):
    """An outcome with its payout in each column."""

    words: str
    cells: tuple[BookCell, ...]


class BookPay(msgspec.Struct, frozen=True):
    """A pay table; ``posted`` says in words what is posted of it."""

    name: str
    words: str
    clause: str
    posted: str
    columns: tuple[BookColumn, ...]
    rows: tuple[BookRow, ...]


def book_pay(game: Game) -> tuple[BookPay, ...]:
    """Every pay table of a game."""
    words = game.words()
    return tuple(
        BookPay(
            name, capital(_whose(game, name)), table.clause, words.value(name, _posted(game, name)),
            tuple(_columns(game, table)), tuple(_rows(words, table)),
        )
        for name, table in game.pay_tables().items()
    )  # fmt: skip


def _posted(game: Game, name: str) -> str:
    return str(getattr(game, name, OFF))


def _whose(game: Game, name: str) -> str:
    """The wagers that the table pays."""
    sharing = [wager.name for wager in game.wagers if wager.paid_by == name] or [name]
    return all_of(map(game.words().wager, sharing))


def _columns(game: Game, table: PayTable) -> Iterator[BookColumn]:
    """Where the amount of a wager chooses its column, what is posted uses all of them."""
    words, posted = game.words(), _posted(game, table.name)
    for column in table.columns:
        used = posted in (column, *table.by_amount)
        decks = table.decks.get(column, ())
        called = column if table.by_amount else words.value(table.name, column)
        many = "deck" if decks == (1,) else "decks"
        only = f"for {one_of(decks)} {many} only" if decks else ""
        yield BookColumn(column, called, used, only)


def _rows(words: Words, table: PayTable) -> Iterator[BookRow]:
    """Every outcome but those that each column leaves to the same other row."""
    for i, outcome in enumerate(table.outcomes):
        paid_by = {table.printed[column][i] for column in table.columns}
        if paid_by == {i} or len(paid_by) > 1:
            cells = tuple(_cell(words, table, column, i) for column in table.columns)
            yield BookRow(capital(words.outcome(table.name, outcome)), cells)


def _cell(words: Words, table: PayTable, column: str, i: int) -> BookCell:
    row = table.printed[column][i]
    payout = table.columns[column][row]
    text = at_odds(payout.text) + " of the meter" * bool(payout.meter_percent)
    as_row = words.outcome(table.name, table.outcomes[row]) if row != i else ""
    return BookCell(text, as_row, table.reading(column, table.outcomes[i]) if row == i else "")
