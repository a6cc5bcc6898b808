"""``houseway par``: PAR sheets as HTML or PDF, one game or the whole book, and their hashes."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from pathlib import Path

from houseway.cli.options import (
    Day,
    Everything,
    Flag,
    GameId,
    HashedFiles,
    Out,
    Paper,
    Posting,
    Recompute,
    read_pairs,
)
from houseway.cli.terminal.output import OK, require_writable, write_bytes
from houseway.errors import HousewayError


def par(
    game: GameId | None = None,
    /,
    *,
    out: Out = None,
    everything: Everything = False,
    all_tables: Flag = False,
    posting: Posting = [],  # noqa: B006
    date: Day = None,
    paper: Paper = "letter",
    hash: Flag = False,
    files: HashedFiles = None,
    recompute: Recompute = False,
) -> int:
    """Write the PAR sheet of a game as posted: odds, rules, posting, pay tables, strategy, hashes.

    Parameters
    ----------
    out
        A file .html or .pdf; with --all, a folder.
    everything
        Write a book of every game, with an index.
    all_tables
        Add every pay table on every number of decks. Takes longer.
    date
        A date printed on the sheet, as 2026-03-31. Default: none.
    paper
        The pages of a PDF.
    hash
        Print the hashes of the sheet and write nothing.
    files
        Print the files behind a hash, as sha256sum does.
    """
    if hash or files:
        return _hashes(game, files or "")
    if out is None:
        raise HousewayError("say where the sheet goes: --out FILE.html or --out FILE.pdf")
    from houseway.cli.render.odds import maybe_compared, print_compared

    with maybe_compared(recompute) as comparison:
        write(game, out, everything, read_pairs(posting), date or "", paper, all_tables)
    return print_compared(comparison) if comparison is not None else OK


def _hashes(game: str | None, files: str) -> int:
    """Print the hashes of a sheet, or the file list behind one of them."""
    from houseway.rulebook import find
    from houseway.sheets.par.manifest import method_manifest, rules_manifest

    if game is None and files != "mathematics":
        raise HousewayError("name a game, as `houseway games` lists it: the rules are one game's")
    if files == "mathematics":
        print(method_manifest().text, end="")
        return OK
    rules = rules_manifest(find(game or ""))
    if files:
        print(rules.text, end="")
    else:
        print(f"rules        {rules.digest}\nmathematics  {method_manifest().digest}")
    return OK


def write(
    game: str | None,
    out: Path,
    everything: bool,
    posting: Mapping[str, str],
    date: str,
    paper: str,
    all_tables: bool = False,
) -> int:
    """Write one sheet, or the book; all options are checked before anything is computed."""
    if date and not _is_date(date):
        raise HousewayError(f"--date {date!r} is not a date; write one like 2026-03-31")
    if everything:
        if game is not None or posting:
            raise HousewayError("--all makes a book of every game; name no game and no posting")
        return _book(out, date, all_tables)
    if game is None:
        raise HousewayError("name a game, as `houseway games` lists it, or say --all")
    return _sheet(game, out, posting, date, paper, all_tables)


def _is_date(text: str) -> bool:
    try:
        return bool(datetime.date.fromisoformat(text))
    except ValueError:
        return False


def _sheet(
    game: str, out: Path, posting: Mapping[str, str], date: str, paper: str, all_tables: bool
) -> int:
    """Write the PAR sheet of one posted table to ``out``; return the exit code."""
    from houseway.cli.terminal.progress import waiting
    from houseway.rulebook import find
    from houseway.sheets.par.sheet import par_html, par_sheet
    from houseway.sheets.pdf import for_paper, pdf_of

    find(game)(posting)
    on_paper = for_paper(out, "a sheet")
    require_writable(out)
    with waiting() as progress:
        sheet = par_sheet(game, posting, date, progress=progress, all_tables=all_tables)
        progress(f"{sheet.rules.name}: laying out the sheet")
        text = par_html(sheet, paper if on_paper else "", unfolded=on_paper)
        write_bytes(out, pdf_of(text) if on_paper else text.encode())
    print(f"{out}: {sheet.rules.name}, rules {sheet.manifest.digest[:12]}")
    return OK


def _book(out: Path, date: str, all_tables: bool) -> int:
    """Write the PAR sheets of all games with an index to a folder; return the exit code."""
    from houseway.cli.terminal.progress import waiting
    from houseway.sheets.par.sheet import book

    try:
        if out.exists() and not out.is_dir():
            raise HousewayError(f"{out}: --all writes a folder, and this is a file")
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HousewayError(f"{out}: {error.strerror}") from None
    require_writable(out / "index.html")
    with waiting() as progress:
        pages = book(date, progress=progress, all_tables=all_tables)
    for name, text in pages.items():
        write_bytes(out / name, text.encode())
    print(f"{out / 'index.html'}: {len(pages) - 1} games")
    return OK
