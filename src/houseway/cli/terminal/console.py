"""How things look at the terminal: Rich where there is one, plain text in a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table as Columns
from rich.text import Text

from houseway.cli.app import printable
from houseway.cli.terminal.stdio import width_of
from houseway.cli.terminal.tables import Grid
from houseway.records.files import Replayed

PIPE_WIDTH = 100
NAMES = ("id", "seat", "odds", "key")
"""Columns whose words are never broken."""


class SafeConsole(Console):
    """A console that prints nothing which would steer the terminal but its own colours."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            text = segment.text if segment.control else printable(segment.text)
            yield segment if text == segment.text else Segment(text, segment.style)


def console() -> Console:
    """Where to print; in a pipe lines are as wide as COLUMNS says, or 100."""
    width = width_of(os.environ.get("COLUMNS", ""))
    if sys.stdout.isatty():
        return SafeConsole(highlight=False, width=width)
    return SafeConsole(highlight=False, width=width or PIPE_WIDTH)


def grid(*columns: str, title: str = "", right: Sequence[str] = ()) -> Grid:
    """A table with the headings given; numbers stand to the right and are never broken."""
    found = Grid(title)
    for column in columns:
        found.add_column(
            column, justify="right" if column in right else "left", no_wrap=column in NAMES
        )
    return found


def hanging(lines: Iterable[tuple[str, str]], style: str = "") -> Padding:
    """Short words on the left and what there is to say on the right, indented."""
    table = Columns.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    for name, words in lines:
        table.add_row(Text(name, style="bold"), Text(words, style=style))
    return Padding(table, (0, 0, 0, 2))


def add(table: Grid, *cells: object, style: str = "") -> None:
    """A row of plain text; nothing in it is taken for markup."""
    table.add_row(*(c if isinstance(c, Text) else Text(str(c)) for c in cells), style=style or None)


def heading(out: Console, text: str) -> None:
    """A title with some air above."""
    out.print()
    out.print(Text(text, style="bold cyan"))


def cited(clauses: Iterable[str]) -> str:
    """Clause numbers, side by side."""
    return ", ".join(clauses)


# -- games -----------------------------------------------------------------------------------


def print_games(listed: Sequence[dict[str, Any]]) -> None:
    """One line per game; where its rules stand is said on a wide page only."""
    out = console()
    wide = ("where",) if out.width >= PIPE_WIDTH else ()
    table = grid("id", "name", *wide, "seats", "wagers")
    for game in listed:
        least, most = game["seats"]
        where = (f"{game['jurisdiction']}, {game['section']}",) if wide else ()
        wagers = cited(game["wagers_words"])
        add(table, game["id"], game["name"], *where, f"{least} to {most}", wagers)
    out.print(table)


def print_replayed(result: Replayed, file: str) -> None:
    """Equal, or the first difference."""
    out, wrong = console(), result.difference
    if wrong is None:
        standing = "" if result.round.closed else f"; {result.round.standing()}"
        lines = [f"{file}: all {result.equal} events are equal{standing}"]
    else:
        lines = [
            f"{file}: event {wrong.index + 1} differs",
            f"  expected: {wrong.expected or '(the record ends here)'}",
            f"  got:      {wrong.got or '(the round ends here)'}",
        ]
    for text in lines:
        out.print(Text(text, style="red" if wrong else ""), soft_wrap=True)
    if result.other_rules:
        out.print(Text(f"{file}: {result.other_rules.sentence}", style="yellow"), soft_wrap=True)
