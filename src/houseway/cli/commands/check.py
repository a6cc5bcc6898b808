"""``houseway check``: clauses, the code that implements them and the cases that prove them."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from houseway.cli.options import Day, Json
from houseway.cli.render import conformance
from houseway.cli.terminal.output import DIFFERENT, OK, print_json, require_writable, write_bytes
from houseway.cli.terminal.progress import ProgressLine, counted, waiting
from houseway.errors import HousewayError
from houseway.rulebook import find, games
from houseway.sheets.conformance.clause import clause_sheet
from houseway.sheets.conformance.matrix import (
    ClauseRow,
    counts_of,
    matrix,
    results_of,
    strays,
    summary,
)

Html = Annotated[Path | None, Parameter(name="--html")]


def check(
    game: str | None = None,
    clause: str | None = None,
    /,
    *,
    html: Html = None,
    date: Day = None,
    json: Json = False,
) -> int:
    """Show which code implements each clause and which cases prove it.

    Parameters
    ----------
    game
        The id of a game. Default: all games, counted.
    clause
        A clause of the game, such as CO-2116-7G or 7G: its words, code, cases and readings.
    html
        Write a page with all of it to this file, for one game or for all.
    date
        The date printed on that page. Default: today.
    """
    if clause is not None and game is not None:
        if html is not None:
            raise HousewayError("--html shows whole games; leave the clause out")
        return _clause(game, clause, json)
    chosen = [find(game).id] if game else list(games())
    if html is not None:
        if json:
            raise HousewayError("--html writes a page and --json prints; say one of them")
        return _page(chosen, html, _date(date or ""))
    if date:
        raise HousewayError("--date stands on a page; say --html FILE too")
    with waiting("settling the worked cases") as progress:
        sheets = _matrices(chosen, progress)
        stray = strays(chosen)
    if json:
        print_json([_plain(name, rows) for name, rows in sheets.items()])
    elif game:
        conformance.print_matrix(games()[chosen[0]].name, sheets[chosen[0]])
    else:
        conformance.print_overview([counts_of(name) for name in chosen], sheets)
    for text in stray:
        print(f"houseway: {text}", file=sys.stderr)
    owed = any(row.missing for rows in sheets.values() for row in rows)
    return DIFFERENT if owed or stray else OK


def _matrices(chosen: Sequence[str], progress: ProgressLine) -> dict[str, list[ClauseRow]]:
    """Return the matrix of each game; the cases of all games take a while."""
    return {game_id: matrix(game_id) for game_id in _each(chosen, progress, "worked cases of")}


def _each(chosen: Sequence[str], progress: ProgressLine, doing: str) -> Iterable[str]:
    """Return the games one after the other, with progress."""
    return counted(chosen, progress, "games", lambda game_id: f"{doing} {games()[game_id].name}")


def _plain(game_id: str, rows: list[ClauseRow]) -> dict[str, Any]:
    """Return the check of a game as JSON values."""
    wrong = [bool(why) for _, why in results_of(game_id)]
    return {
        "game": game_id,
        "accounted": not any(row.missing for row in rows),
        "summary": summary(rows),
        "cases": len(wrong),
        "cases_failing": sum(wrong),
        "rows": [
            msgspec.to_builtins(row) | {"status": row.status, "missing": row.missing}
            for row in rows
        ],
    }


def _clause(game: str, clause: str, as_json: bool) -> int:
    """Print one clause: its text, code, readings and cases."""
    with waiting("settling the worked cases"):
        sheet = clause_sheet(game, clause)
    if as_json:
        print_json(sheet)
    else:
        conformance.print_clause(sheet)
    return DIFFERENT if sheet.missing else OK


def _date(text: str) -> str:
    """Return the date to print: the given one, or today for an empty text."""
    try:
        return str(datetime.date.fromisoformat(text) if text else datetime.date.today())
    except ValueError:
        raise HousewayError(f"--date {text!r} is not a date; write one like 2026-03-31") from None


def _page(chosen: list[str], out: Path, date: str) -> int:
    """Write the page of one game or of all."""
    from houseway.sheets.conformance.html import matrix_html

    if out.suffix.lower() not in (".html", ".htm"):
        raise HousewayError(f"{out}: the page is a file .html")
    require_writable(out)
    with waiting("settling the worked cases") as progress:
        sheets = _matrices(chosen, progress)
        text = matrix_html(chosen, date, lambda ids: _each(ids, progress, "writing the page:"))
    write_bytes(out, text.encode())
    rows = [row for found in sheets.values() for row in found]
    named = games()[chosen[0]].name if len(chosen) == 1 else f"{len(chosen)} games"
    print(f"{out}: {named}, {len(rows):,} clauses, {len(text.encode()) / 1e6:.1f} MB")
    return DIFFERENT if any(row.missing for row in rows) else OK
