"""Replayed records as text, and refusals that name the record's file."""

from __future__ import annotations

from rich.text import Text

from houseway.cli.terminal.console import console
from houseway.errors import BadFile, HousewayError, Refused
from houseway.records.compat import other_rules
from houseway.records.files import ReplayResult
from houseway.records.record import Record
from houseway.rulebook import games


def print_replayed(result: ReplayResult, file: str) -> None:
    """Print that all events are equal, or the first difference."""
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


def locate_error(error: Exception, file: str, where: str, record: Record) -> HousewayError:
    """Return a refusal with its file, its case, and a note where the rules have changed since.

    ``where`` is the title of a case; it is empty for a record.
    """
    others = other_rules(record) if record.game in games() else None
    since = f" [{others.sentence}]" if others else ""
    if isinstance(error, BadFile):
        return BadFile(file, error.where, error.why + since)
    place = f"{file}: {where}" if where else file
    if isinstance(error, Refused):
        return Refused(f"{place}: {error.what}{since}", error.clauses)
    return HousewayError(f"{place}: {error}{since}")
