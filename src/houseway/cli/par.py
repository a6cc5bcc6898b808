"""``houseway par``: PAR sheets as HTML or PDF, one game or the whole book."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Mapping
from pathlib import Path

from houseway.cli import OK
from houseway.cli.files import demand_place, write_bytes
from houseway.errors import HousewayError
from houseway.rulebook import find
from houseway.sheets import par as sheets
from houseway.sheets.par_pdf import demand_browser, pdf_of

SUFFIXES = (".html", ".pdf")


def write(
    game: str | None,
    out: Path,
    everything: bool,
    posting: Mapping[str, str],
    date: str,
    paper: str,
) -> int:
    """Write one sheet, or the book; everything is checked before anything is computed."""
    if date and not _is_date(date):
        raise HousewayError(f"--date {date!r} is not a date; write one like 2026-03-31")
    if paper not in sheets.PAPERS:
        raise HousewayError(f"--paper cannot be {paper!r}; it may be {' or '.join(sheets.PAPERS)}")
    if everything:
        if game is not None or posting:
            raise HousewayError("--all makes a book of every game; name no game and no posting")
        return _book(out, date)
    if game is None:
        raise HousewayError("name a game, as `houseway games` lists it, or say --all")
    return _sheet(game, out, posting, date, paper)


def _is_date(text: str) -> bool:
    try:
        return bool(datetime.date.fromisoformat(text))
    except ValueError:
        return False


def _sheet(game: str, out: Path, posting: Mapping[str, str], date: str, paper: str) -> int:
    find(game)(posting)
    suffix = out.suffix.lower()
    if suffix not in SUFFIXES:
        raise HousewayError(f"{out}: a sheet is a file .html or .pdf")
    if suffix == ".pdf":
        demand_browser()
    demand_place(out)
    sheet = sheets.par_sheet(game, posting, date, progress=_say)
    if suffix == ".pdf":
        write_bytes(out, pdf_of(sheets.par_html(sheet, paper)))
    else:
        write_bytes(out, sheets.par_html(sheet).encode())
    _say("")
    print(f"{out}: {sheet.rules.name}, rules {sheet.manifest.digest[:12]}")
    return OK


def _book(out: Path, date: str) -> int:
    try:
        if out.exists() and not out.is_dir():
            raise HousewayError(f"{out}: --all writes a folder, and this is a file")
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HousewayError(f"{out}: {error.strerror}") from None
    demand_place(out / "index.html")
    pages = sheets.book(date, progress=_say)
    for name, text in pages.items():
        write_bytes(out / name, text.encode())
    _say("")
    print(f"{out / 'index.html'}: {len(pages) - 1} games")
    return OK


def _say(what: str) -> None:
    """What is being computed, on a terminal only."""
    if sys.stderr.isatty():
        print(f"\r\033[K{what}", end="", file=sys.stderr, flush=True)
