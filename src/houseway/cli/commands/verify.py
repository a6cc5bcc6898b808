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
from houseway.room.fairness.verify import Verdict, read_record, verify_order
from houseway.room.fairness.verify import verify as check
from houseway.util.english import n
from houseway.util.toml import read_bytes


def verify(
    file: Path,
    /,
    *next_rounds: Path,
    root: Annotated[str, Parameter(show_default=False, metavar="HEX")] = "",
    key: Annotated[str, Parameter(show_default=False, metavar="HEX")] = "",
    json: Json = False,
) -> int:
    """Check the public record of a round: its pieces, its receipt, and its settlement.

    A record without a receipt proves its cards only, and is not good.

    Parameters
    ----------
    file
        A public record of the room, in JSON.
    next_rounds
        Records of later rounds of the table. Their order is checked, too.
    root
        The root that the room showed before the first wager. The record must contain it.
    key
        The public key of the room. The receipt must be signed with it.
    """
    files = (file, *next_rounds)
    records = [read_record(read_bytes(path), str(path)) for path in files]
    verdicts = [check(record, root, key) for record in records]
    order = verify_order(records) if next_rounds else Verdict()
    good = order.good and all(verdict.good for verdict in verdicts)
    if json:
        found = [
            {"file": str(path), "good": verdict.good, **msgspec.to_builtins(verdict)}
            for path, verdict in zip(files, verdicts, strict=True)
        ]
        more = {"good": good, "order": msgspec.to_builtins(order), "rounds": found}
        print_json(more if next_rounds else found[0])
        return OK if good else DIFFERENT
    for record, verdict in zip(records, verdicts, strict=True):
        _print_title(record)
        _print(verdict)
    if next_rounds:
        console.console().print(Text("The order of the rounds", style="bold"))
        _print(order)
    return OK if good else DIFFERENT


def _print_title(record: PublicRecord) -> None:
    """Print which round a record is of, and who its reader is."""
    reader = f"as seat {record.viewer} knows it" if record.viewer else "as everybody knows it"
    title = f"Round {record.round} of {record.game} at table {record.table}, {reader}"
    console.console().print(Text(printable(title), style="bold"), soft_wrap=True)


def _print(verdict: Verdict) -> None:
    out = console.console()
    marks = (("ok   ", "green", verdict.checked), ("WRONG", "red", verdict.faults),
             ("note ", "dim", verdict.notes))  # fmt: skip
    for mark, style, lines in marks:
        for words in lines:
            out.print(Text(printable(f"  {mark}  {words}"), style=style), soft_wrap=True)
    said = "All checks passed."
    if not verdict.good:
        said = f"{n(len(verdict.faults), 'check')} failed."
    out.print(Text(said, style="bold green" if verdict.good else "bold red"))
