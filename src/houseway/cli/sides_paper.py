"""Both sides of a wager that a player banks, as the odds lab prints them at the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from houseway.cli.paper import add, grid
from houseway.odds.row import OddsRow
from houseway.odds.warn import in_words
from houseway.rulebook import find
from houseway.sheets.par_sides import HEAD, NOTE, side_lines

MANY = 3
"""Schedules of fees that are printed together; of more, the first."""


def print_sides(out: Console, rows: Sequence[OddsRow]) -> None:
    """The first of these rows from both sides; the others have the same fees."""
    game = find(rows[0].game) if rows else None
    lines = side_lines(game, rows[0]) if rows else ()
    if not lines:
        return
    schedules = [line.schedule for line in lines if line.schedule]
    if len(schedules) > MANY:
        lines = lines[: len(lines) // len(schedules)]
    first = rows[0]
    name = game.words().wager(first.wager) if game is not None else first.wager
    which = f"{name}, {first.table}" if first.table else name
    if len({row.decks for row in rows}) > 1:
        which += f", {in_words((first.decks,))}"
    title = f"{which}: both sides, before fees and after them"
    table = grid(*HEAD, title=title, right=HEAD[2:])
    for line in lines:
        add(table, *line.cells)
    out.print(table)
    out.print(Text(NOTE, style="dim"))
    if len(schedules) > MANY:
        others = ", ".join(schedules[1:])
        out.print(Text(f"post another schedule for its figures: {others}", style="dim"))
