"""The command ``audit``: the books of a room, checked and every round played again."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter
from rich.text import Text

from houseway.cli.options import NO_DSN, ROOM_FOLDER, BooksDsn, Json
from houseway.cli.terminal import console
from houseway.cli.terminal.output import DIFFERENT, OK, print_json, printable
from houseway.cli.terminal.progress import waiting
from houseway.room.api.audit_types import Heads, Report
from houseway.room.audit.audit import audit as check
from houseway.room.audit.heads import read_heads
from houseway.room.keys import Keys, read_keys
from houseway.room.opening import BOOKS, KEYS
from houseway.room.store.address import address_of, described, open_books
from houseway.util.english import n

MOST = 40
"""Findings that are printed; --json has all."""


def audit(
    *,
    data: Path = ROOM_FOLDER,
    heads: Annotated[
        list[Path],
        Parameter(name="--heads", consume_multiple=True, negative=(), show_default=False),
    ] = [],  # noqa: B006
    keys: Path | None = None,
    json: Json = False,
    books: BooksDsn = NO_DSN,
) -> int:
    """Audit the books of a room: chains, invariants, and every round played again.

    The audit only reads the books, as they are at one moment. The room may be running.

    Parameters
    ----------
    data
        The folder of the books, or one file of books, such as a backup.
    heads
        Signed heads that were exported before. The audit reports what was cut off or forged since.
    keys
        The file with the keys of the room. Default: `keys.toml` with the books. Without keys,
        cards are not compared with the seeds of the shoes.
    """
    folder, file = (data.parent, data) if data.is_file() else (data, data / BOOKS)
    address = address_of(books, file)
    known = _keys(keys, folder)
    exported = [read_heads(path) for path in heads]
    read = open_books(address)
    began = time.process_time()
    try:
        with waiting("reading") as progress:
            report = check(read, known, exported, progress)
    finally:
        read.close()
    spent = time.process_time() - began
    rate = round(report.rows / spent) if spent else 0
    if json:
        print_json(
            {"books": described(address), "good": report.good, "rows_per_cpu_second": rate,
             **msgspec.to_builtins(report)}
        )  # fmt: skip
    else:
        _print(report, described(address), exported, rate)
    return OK if report.good else DIFFERENT


def _keys(keys: Path | None, folder: Path) -> Keys | None:
    """Return the keys of the room; None if there is no file of keys with the books."""
    if keys is not None:
        return read_keys(keys)
    return read_keys(folder / KEYS) if (folder / KEYS).exists() else None


def _print(report: Report, where: str, exported: list[Heads], rate: int) -> None:
    """Print the report: the extent of the audit, then each fault."""
    out = console.console()
    looked = [
        f"{report.rows:,} rows of {n(report.streams, 'log')}, {report.postings:,} postings",
        f"{report.rounds:,} rounds of {n(report.tables, 'table')}, {report.replayed:,} of them "
        "played again to their end",
    ]
    if report.seeds:
        looked.append("cards and dice against the seeds of their shoes")
    if exported:
        looked.append(f"{n(report.heads, 'head')} exported before")
    out.print(Text(f"The books in {where}", style="bold"), soft_wrap=True)
    for words in looked:
        out.print(Text(f"  looked at  {words}"), soft_wrap=True)
    for words in report.notes:
        out.print(Text(printable(f"  note       {words}"), style="yellow"), soft_wrap=True)
    for found in report.findings[:MOST]:
        by = f"invariant {found.invariant}, {found.says}: " if found.invariant else ""
        out.print(Text(printable(f"  WRONG      {by}{found.what}"), style="red"), soft_wrap=True)
    if (more := len(report.findings) - MOST) > 0:
        out.print(Text(f"  and {more:,} more; --json has all of them", style="red"))
    said, style = "All checks passed.", "bold green"
    if not report.good:
        said = f"{n(len(report.findings), 'check')} failed."
        style = "bold red"
    out.print(Text(said, style=style))
    out.print(Text(f"{rate:,} rows a second of processor time", style="dim"))
