"""``houseway par``: PAR sheets as HTML or PDF, one game or the whole book, and their hashes."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from pathlib import Path

from houseway.cli.app import OK, Everything, Flag, GameId, Out, Posting
from houseway.cli.options import read_pairs
from houseway.cli.terminal.files import demand_place, write_bytes
from houseway.errors import HousewayError, short_repr

FILES = ("rules", "mathematics")


def par(
    game: GameId | None = None,
    /,
    *,
    out: Out = None,
    everything: Everything = False,
    all_tables: Flag = False,
    posting: Posting = [],  # noqa: B006
    date: str = "",
    paper: str = "letter",
    hash: Flag = False,
    files: str = "",
) -> int:
    """Write the PAR sheet of a game as posted: odds, rules, posting, pay tables, strategy, hashes.

    Parameters
    ----------
    out
        A file .html or .pdf; with --all, a folder.
    everything
        A book of every game, with an index.
    all_tables
        Every pay table on every number of decks at length too; it takes longer.
    date
        A date to stand on the sheet; without it there is none.
    paper
        The pages of a PDF: letter or a4.
    hash
        Print the hashes that stand on the sheet, and write nothing.
    files
        Print the list of files behind one of them, rules or mathematics, as sha256sum does.
    """
    if hash or files:
        return _hashes(game, files)
    if out is None:
        raise HousewayError("say where the sheet goes: --out FILE.html or --out FILE.pdf")
    return write(game, out, everything, read_pairs(posting), date, paper, all_tables)


def _hashes(game: str | None, files: str) -> int:
    """The hashes of a sheet, or the list that one of them is taken of."""
    from houseway.rulebook import find
    from houseway.sheets.par.manifest import method_manifest, rules_manifest

    if files and files not in FILES:
        raise HousewayError(
            f"--files cannot be {short_repr(files)}; it may be {' or '.join(FILES)}"
        )
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
    """Write one sheet, or the book; everything is checked before anything is computed."""
    from houseway.sheets.par.sheet import PAPERS

    if date and not _is_date(date):
        raise HousewayError(f"--date {date!r} is not a date; write one like 2026-03-31")
    if paper not in PAPERS:
        raise HousewayError(f"--paper cannot be {paper!r}; it may be {' or '.join(PAPERS)}")
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
    from houseway.cli.terminal.progress import waiting
    from houseway.rulebook import find
    from houseway.sheets.par.sheet import par_html, par_sheet
    from houseway.sheets.pdf import for_paper, pdf_of

    find(game)(posting)
    on_paper = for_paper(out, "a sheet")
    demand_place(out)
    with waiting() as progress:
        sheet = par_sheet(game, posting, date, progress=progress, all_tables=all_tables)
        progress(f"{sheet.rules.name}: laying out the sheet")
        text = par_html(sheet, paper if on_paper else "", unfolded=on_paper)
        write_bytes(out, pdf_of(text) if on_paper else text.encode())
    print(f"{out}: {sheet.rules.name}, rules {sheet.manifest.digest[:12]}")
    return OK


def _book(out: Path, date: str, all_tables: bool) -> int:
    from houseway.cli.terminal.progress import waiting
    from houseway.sheets.par.sheet import book

    try:
        if out.exists() and not out.is_dir():
            raise HousewayError(f"{out}: --all writes a folder, and this is a file")
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HousewayError(f"{out}: {error.strerror}") from None
    demand_place(out / "index.html")
    with waiting() as progress:
        pages = book(date, progress=progress, all_tables=all_tables)
    for name, text in pages.items():
        write_bytes(out / name, text.encode())
    print(f"{out / 'index.html'}: {len(pages) - 1} games")
    return OK
