"""The command ``verify``: the public record of a round, checked by whoever has it."""

from __future__ import annotations

from pathlib import Path

import msgspec
from rich.text import Text

from houseway.cli.app import DIFFERENT, OK, Json, printable
from houseway.cli.commands import games
from houseway.cli.terminal import console
from houseway.room.fairness.record import PublicRecord
from houseway.room.fairness.verify import Verdict, read_record
from houseway.room.fairness.verify import verify as check
from houseway.util.english import n
from houseway.util.toml import read_bytes


def verify(file: Path, /, *, root: str = "", json: Json = False) -> int:
    """Check the public record of a round: its pieces against the commitment, and its settlement.

    Parameters
    ----------
    file
        A public record as the room gives it, in JSON.
    root
        The root that was shown before the first wager, as you noted it: it must be in the record.
    """
    record = read_record(read_bytes(file), str(file))
    verdict = check(record, root)
    if json:
        games.print_json({"file": str(file), "good": verdict.good, **msgspec.to_builtins(verdict)})
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
    said = "Everything that was checked is as it should be."
    if not verdict.good:
        said = f"Not as it should be: {n(len(verdict.faults), 'thing')}."
    out.print(Text(said, style="bold green" if verdict.good else "bold red"))
