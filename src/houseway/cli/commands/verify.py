"""The command ``verify``: checks of the public record of a round."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter
from rich.text import Text

from houseway.cli.options import Json
from houseway.cli.terminal import console
from houseway.cli.terminal.output import DIFFERENT, OK, print_json, printable
from houseway.room.api.record_types import PublicRecord
from houseway.room.fairness.verify import Verdict, read_record
from houseway.room.fairness.verify import verify as check
from houseway.util.english import n
from houseway.util.toml import read_bytes


def verify(
    file: Path,
    /,
    *,
    root: Annotated[str, Parameter(show_default=False, metavar="HEX")] = "",
    json: Json = False,
) -> int:
    """Check the public record of a round: its pieces against the commitment, and its settlement.

    Parameters
    ----------
    file
        A public record of the room, in JSON.
    root
        The root that the room showed before the first wager. The record must contain it.
    """
    record = read_record(read_bytes(file), str(file))
    verdict = check(record, root)
    if json:
        print_json({"file": str(file), "good": verdict.good, **msgspec.to_builtins(verdict)})
    else:
        _print(record, verdict)
    return OK if verdict.good else DIFFERENT


def _print(record: PublicRecord, verdict: Verdict) -> None:
    out = console.console()
    reader = f"as seat {record.viewer} knows it" if record.viewer else "as everybody knows it"
    title = f"Round {record.round} of {record.game} at table {record.table}, {reader}"
    out.print(Text(printable(title), style="bold"), soft_wrap=True)
    marks = (("ok   ", "green", verdict.checked), ("WRONG", "red", verdict.faults),
             ("note ", "dim", verdict.notes))  # fmt: skip
    for mark, style, lines in marks:
        for words in lines:
            out.print(Text(printable(f"  {mark}  {words}"), style=style), soft_wrap=True)
    said = "All checks passed."
    if not verdict.good:
        said = f"{n(len(verdict.faults), 'check')} failed."
    out.print(Text(said, style="bold green" if verdict.good else "bold red"))
