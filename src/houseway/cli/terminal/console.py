"""The console: Rich at a terminal, plain text in a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence

from rich.console import Console, ConsoleOptions, RenderableType
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table as Columns
from rich.text import Text

from houseway.cli.terminal.output import printable
from houseway.cli.terminal.stdio import width_of
from houseway.cli.terminal.tables import Grid

PIPE_WIDTH = 100
NAMES = ("id", "seat", "odds", "key")
"""Columns whose words are never broken."""


class SafeConsole(Console):
    """A console that prints no control characters other than its own colours."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            text = segment.text if segment.control else printable(segment.text)
            yield segment if text == segment.text else Segment(text, segment.style)


def console() -> Console:
    """Return the console; in a pipe lines are as wide as COLUMNS, or 100."""
    width = width_of(os.environ.get("COLUMNS", ""))
    if sys.stdout.isatty():
        return SafeConsole(highlight=False, width=width)
    return SafeConsole(highlight=False, width=width or PIPE_WIDTH)


def grid(*columns: str, title: str = "", right: Sequence[str] = ()) -> Grid:
    """Return a table with these headings; numbers are right-aligned and never broken."""
    found = Grid(title)
    for column in columns:
        found.add_column(
            column, justify="right" if column in right else "left", no_wrap=column in NAMES
        )
    return found


def hanging(lines: Iterable[tuple[str, str]], style: str = "") -> Padding:
    """Return short labels on the left with text on the right, indented."""
    table = Columns.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    for name, words in lines:
        table.add_row(Text(name, style="bold"), Text(words, style=style))
    return Padding(table, (0, 0, 0, 2))


def add(table: Grid, *cells: object, style: str = "") -> None:
    """Add a row of plain text, without markup."""
    table.add_row(*(c if isinstance(c, Text) else Text(str(c)) for c in cells), style=style or None)


def heading(out: Console, text: str) -> None:
    """Print a title with blank lines around it."""
    out.print()
    out.print(Text(text, style="bold cyan"))


def cited(clauses: Iterable[str]) -> str:
    """Return clause numbers, side by side."""
    return ", ".join(clauses)
