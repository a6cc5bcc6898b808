"""Both sides of a wager that a player banks, as the odds lab prints them at the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from houseway.cli.paper import add, grid
from houseway.odds.row import OddsRow
from houseway.sheets.par_sides import COLUMNS, NOTE, side_lines

MANY = 3
"""Schedules of fees that are printed together; of more, the first."""


def print_sides(out: Console, rows: Sequence[OddsRow]) -> None:
    """The first of these rows from both sides; the others have the same fees."""
    lines = side_lines(rows[0]) if rows else ()
    if not lines:
        return
    schedules = [line.schedule for line in lines if line.schedule]
    if len(schedules) > MANY:
        lines = lines[: len(lines) // len(schedules)]
    first = rows[0]
    which = f"{first.wager}, {first.table}" if first.table else first.wager
    title = f"{which}: both sides, before fees and after them"
    table = grid(*COLUMNS, title=title, right=COLUMNS[2:])
    for line in lines:
        add(table, *line.cells)
    out.print(table)
    out.print(Text(NOTE, style="dim"))
    if len(schedules) > MANY:
        others = ", ".join(schedules[1:])
        out.print(Text(f"add --posting schedule=N for another: {others}", style="dim"))
