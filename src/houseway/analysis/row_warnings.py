"""Warnings that matter: a wager on which the player has the edge, decks that a clause forbids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from houseway.analysis.row import Chance, OddsRow
from houseway.game.pay_tables import PayTable

SURE = 2.0
"""A simulated edge counts as one beyond so many standard errors."""


def player_edge(house_edge: Chance, stderr: float | None = None) -> str:
    """A sentence if the player has the edge, or may have it; else nothing."""
    edge, doubt = float(house_edge), SURE * (stderr or 0.0)
    if edge < 0.0 and edge < -doubt:
        return f"the player has the edge, {-edge:.3%} of the wager"
    if stderr is not None and edge - doubt < 0.0:
        return (
            f"the player may have the edge: the house's is {edge:.3%}, with a standard error of "
            f"{stderr:.3%}"
        )
    return ""


def wrong_decks(table: str, decks: int, only: Sequence[int], clause: str = "") -> str:
    """A sentence if a pay table is not for so many decks; ``only`` is empty when it is for all."""
    if not only or decks in only:
        return ""
    cited = f" ({clause})" if clause else ""
    return f"table {table} is not for {in_words((decks,))}, only for {in_words(only)}{cited}"


def read_cells(table: PayTable, column: str) -> tuple[str, ...]:
    """A sentence if the text does not give every cell of a column for certain."""
    read = table.read_as.get(column)
    if read is None:
        return ()
    where = f"its {', '.join(read.rows)}" if read.rows else "all of it"
    return (f"table {column} is not certain in the text: {where} by reading {read.reading}",)


def in_words(decks: Sequence[int]) -> str:
    """``1 deck``, ``5, 6 or 8 decks``."""
    *most, last = map(str, decks)
    listed = f"{', '.join(most)} or {last}" if most else last
    return f"{listed} {'deck' if listed == '1' else 'decks'}"


def flagged(row: OddsRow, only: Sequence[int] = (), clause: str = "") -> OddsRow:
    """The row with every warning that it deserves."""
    said = (
        wrong_decks(row.table, row.decks, only, clause),
        player_edge(row.house_edge, row.stderr),
    )
    new = tuple(words for words in said if words and words not in row.warnings)
    return replace(row, warnings=(*row.warnings, *new)) if new else row
