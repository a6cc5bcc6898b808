"""``houseway check``: the clauses, the code that carries them and the cases that prove it."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from houseway.cli.app import DIFFERENT, OK, Json
from houseway.cli.commands.games import print_json
from houseway.cli.render import conformance
from houseway.cli.terminal.files import demand_place, write_bytes
from houseway.cli.terminal.progress import Waiting, counted, waiting
from houseway.errors import HousewayError
from houseway.rulebook import find, games
from houseway.sheets.conformance.clause import clause_sheet
from houseway.sheets.conformance.matrix import Row, counts_of, matrix, results_of, strays, summary

Html = Annotated[Path | None, Parameter(name="--html")]


def check(
    game: str | None = None,
    clause: str | None = None,
    /,
    *,
    html: Html = None,
    date: str = "",
    json: Json = False,
) -> int:
    """Show which code carries out each clause and which cases prove it.

    Parameters
    ----------
    game
        The id of a game; without it, every game is checked and counted.
    clause
        One clause of the game, such as CO-2116-7G or 7G: its words, code, cases and readings.
    html
        A file for all of it as a page to look things up in, for one game or for every game.
    date
        The date that stands on that page; today if nothing is said.
    """
    if clause is not None and game is not None:
        if html is not None:
            raise HousewayError("--html shows whole games; leave the clause out")
        return _clause(game, clause, json)
    chosen = [find(game).id] if game else list(games())
    if html is not None:
        if json:
            raise HousewayError("--html writes a page and --json prints; say one of them")
        return _page(chosen, html, _date(date))
    if date:
        raise HousewayError("--date stands on a page; say --html FILE too")
    with waiting("settling the worked cases") as told:
        sheets = _matrices(chosen, told)
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


def _matrices(chosen: Sequence[str], told: Waiting) -> dict[str, list[Row]]:
    """The matrix of each game; the cases of all take a while."""
    return {game_id: matrix(game_id) for game_id in _each(chosen, told, "worked cases of")}


def _each(chosen: Sequence[str], told: Waiting, doing: str) -> Iterable[str]:
    """The games one after the other, each told of."""
    return counted(chosen, told, "games", lambda game_id: f"{doing} {games()[game_id].name}")


def _plain(game_id: str, rows: list[Row]) -> dict[str, Any]:
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
    """One clause, from its words to its code and cases."""
    with waiting("settling the worked cases"):
        sheet = clause_sheet(game, clause)
    if as_json:
        print_json(sheet)
    else:
        conformance.print_clause(sheet)
    return DIFFERENT if sheet.missing else OK


def _date(text: str) -> str:
    """A date as it is to be written; today's if none is given."""
    try:
        return str(datetime.date.fromisoformat(text) if text else datetime.date.today())
    except ValueError:
        raise HousewayError(f"--date {text!r} is not a date; write one like 2026-03-31") from None


def _page(chosen: list[str], out: Path, date: str) -> int:
    """The page of one game or of all."""
    from houseway.sheets.conformance.html import matrix_html

    if out.suffix.lower() not in (".html", ".htm"):
        raise HousewayError(f"{out}: the page is a file .html")
    demand_place(out)
    with waiting("settling the worked cases") as told:
        sheets = _matrices(chosen, told)
        text = matrix_html(chosen, date, lambda ids: _each(ids, told, "writing the page:"))
    write_bytes(out, text.encode())
    rows = [row for found in sheets.values() for row in found]
    named = games()[chosen[0]].name if len(chosen) == 1 else f"{len(chosen)} games"
    print(f"{out}: {named}, {len(rows):,} clauses, {len(text.encode()) / 1e6:.1f} MB")
    return DIFFERENT if any(row.missing for row in rows) else OK
