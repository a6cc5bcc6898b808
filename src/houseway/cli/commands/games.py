"""``houseway games``: the games of the rulebook, one line each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from houseway import rulebook
from houseway.cli.options import Json
from houseway.cli.terminal.console import PIPE_WIDTH, add, cited, console, grid
from houseway.cli.terminal.output import OK, print_json


def games(*, json: Json = False) -> int:
    """List the games of the rulebook."""
    listed = [
        {
            "id": game.id,
            "name": game.name,
            "jurisdiction": game.jurisdiction,
            "section": game.section,
            "shape": game.family,
            "owner": game.owner,
            "seats": [game.seats_min, game.seats_max],
            "wagers": [wager.name for wager in game.wagers],
            "wagers_words": [game.words().wager(wager.name) for wager in game.wagers],
        }
        for game in rulebook.games().values()
    ]
    print_json(listed) if json else _print(listed)
    return OK


def _print(listed: Sequence[dict[str, Any]]) -> None:
    """Print one line per game; the section of the rules appears on a wide page only."""
    out = console()
    wide = ("where",) if out.width >= PIPE_WIDTH else ()
    table = grid("id", "name", *wide, "seats", "wagers")
    for game in listed:
        least, most = game["seats"]
        where = (f"{game['jurisdiction']}, {game['section']}",) if wide else ()
        wagers = cited(game["wagers_words"])
        add(table, game["id"], game["name"], *where, f"{least} to {most}", wagers)
    out.print(table)
