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

from houseway.cli import printable
from houseway.cli.grid import Grid
from houseway.cli.streams import width_of
from houseway.game import OFF
from houseway.money import shown
from houseway.sheets.rules import PayGrid, Posted, RuleSheet
from houseway.table.saved import Replayed

PIPE_WIDTH = 100
NAMES = ("id", "seat", "wager", "odds", "key", "ruling")
"""Columns whose words are never broken."""


class Paper(Console):
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
        return Paper(highlight=False, width=width)
    return Paper(highlight=False, width=width or PIPE_WIDTH)


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
    """One line per game."""
    table = grid("id", "name", "where", "seats", "wagers")
    for game in listed:
        least, most = game["seats"]
        where = f"{game['jurisdiction']}, {game['section']}"
        add(table, game["id"], game["name"], where, f"{least} to {most}", cited(game["wagers"]))
    console().print(table)


# -- rules -----------------------------------------------------------------------------------


def print_rules(sheet: RuleSheet) -> None:
    """The whole rule sheet."""
    out = console()
    out.print(Text(sheet.name, style="bold reverse"))
    where = (sheet.jurisdiction, sheet.section, sheet.version)
    out.print(Text(", ".join(filter(None, where))))
    if sheet.owner:
        out.print(Text(f"Rights holder: {sheet.rights.rstrip('.')}."))
    out.print(Text(sheet.notice, style="italic"))
    for part in sheet.parts:
        heading(out, f"{part.title} ({part.source})")
        _print_clauses(out, part.clauses)
    _print_posting(out, "Posted at this table", sheet.posting, options=True)
    _print_posting(out, "Fixed by the rules", sheet.facts, options=False)
    _print_wagers(out, sheet)
    for pay in sheet.pay:
        _print_pay(out, pay)
    _print_fees(out, sheet)
    _print_readings(out, sheet)
    if sheet.rulings:
        heading(out, "Rulings a supervisor may make")
        table = grid("ruling", "what it does", "takes", "clause")
        for ruling in sheet.rulings:
            add(table, ruling.name, ruling.words, cited(ruling.takes), cited(ruling.clauses))
        out.print(table)


def _print_clauses(out: Console, clauses: Iterable[Any]) -> None:
    table = Columns.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    for clause in clauses:
        says = Text(clause.says)
        if clause.kind != "rule":
            says.append(f" [{clause.kind}]", style="dim")
        table.add_row(Text(clause.id, style="yellow"), says)
    out.print(table)


def _print_posting(out: Console, title: str, rows: Sequence[Posted], options: bool) -> None:
    if not rows:
        return
    heading(out, title)
    table = grid("key", "value", *(("may be",) if options else ()), "what it is", "clause")
    for row in rows:
        may_be = (row.allowed,) if options else ()
        add(table, row.key, Text(row.value, style="bold"), *may_be, row.says, cited(row.clauses))
    out.print(table)


def _print_wagers(out: Console, sheet: RuleSheet) -> None:
    if not sheet.wagers:
        return
    heading(out, "Wagers")
    table = grid("wager", "called", "limits", "conditions", "clause")
    for wager in sheet.wagers:
        limits = f"{shown(wager.least)} to {shown(wager.most)}" if wager.offered else "not offered"
        add(
            table, wager.name, wager.words, limits, "; ".join(wager.conditions),
            cited(wager.clauses), style="" if wager.offered else "dim",
        )  # fmt: skip
    out.print(table)


def _print_pay(out: Console, pay: PayGrid) -> None:
    heading(out, f"Pay table {pay.wager} ({pay.clause}), posted: {pay.posted}")
    by_amount = pay.posted not in (*pay.columns, OFF)
    used = pay.columns if by_amount else (pay.posted,)
    table = grid("outcome", *(f"{c} *" if c in used else c for c in pay.columns))
    for outcome, *payouts in pay.rows:
        cells = [
            Text(text, style="bold" if column in used else "dim")
            for column, text in zip(pay.columns, payouts, strict=True)
        ]
        add(table, outcome.replace("_", " "), *cells)
    out.print(table)
    for column, decks in pay.decks.items():
        out.print(Text(f"{column}: for {' or '.join(map(str, decks))} decks only"))


def _print_fees(out: Console, sheet: RuleSheet) -> None:
    if not sheet.fees:
        return
    heading(out, "Collection")
    table = grid("schedule", "table limits", "player", "player-dealer", "clause")
    for fee in sheet.fees:
        bank = "; ".join(fee.player_dealer)
        add(table, fee.schedule, fee.limits, fee.player, bank, fee.clause)
    out.print(table)


def _print_readings(out: Console, sheet: RuleSheet) -> None:
    if not sheet.readings:
        return
    heading(out, "Readings taken where the text is unclear")
    for reading in sheet.readings:
        out.print(Text(f"{reading.id} ({cited(reading.clauses)}) {reading.question}", "bold"))
        lines = [f"We read: {reading.reading}"]
        lines += [f"Or: {text}" for text in reading.alternatives]
        lines.append(f"What hangs on it: {reading.effect}")
        if reading.posted:
            lines.append(f"The house may post it: {reading.posted}")
        out.print(Padding(Text("\n".join(lines)), (0, 0, 1, 4)))


# -- replay ----------------------------------------------------------------------------------


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
