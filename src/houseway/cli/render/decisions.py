"""The decision words of a game on paper."""

from __future__ import annotations

from houseway.cli.terminal.console import add, cited, console, grid, heading
from houseway.sheets.decisions import Decisions


def print_decisions(found: Decisions) -> None:
    """Each word with what people call it, how it is written, when it may be said, and where."""
    out = console()
    heading(out, f"{found.name}: decisions, as they are written in a record and at the table")
    table = grid("written", "what it is", "when", "clause")
    for each in found.decisions:
        more = f" (takes {each.takes})" if "," in each.takes else ""
        add(table, each.written, each.words + more, each.when, cited(each.clauses))
    out.print(table)
    if found.rulings:
        heading(out, "Rulings of a supervisor; a reason may be added to any: reason=in_one_word")
        table = grid("written", "what it does", "clause")
        for ruling in found.rulings:
            add(table, ruling.written, ruling.words, cited(ruling.clauses))
        out.print(table)
