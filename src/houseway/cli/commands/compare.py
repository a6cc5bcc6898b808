"""``houseway compare``: the pay tables of a game side by side."""

from __future__ import annotations

from houseway.analysis.report import report
from houseway.cli.options import (
    GameId,
    Json,
    Posting,
    Recompute,
    Workers,
    read_pairs,
    require_wager_name,
)
from houseway.cli.render.odds import (
    maybe_compared,
    print_compared,
    print_comparison,
    print_odds_json,
    print_source,
)
from houseway.cli.terminal.output import OK
from houseway.cli.terminal.progress import waiting


def compare(
    game: GameId,
    wager: str | None = None,
    /,
    *,
    posting: Posting = [],  # noqa: B006
    json: Json = False,
    recompute: Recompute = False,
    workers: Workers = None,
) -> int:
    """Show the pay tables of a game side by side.

    Parameters
    ----------
    wager
        A wager of the game. Default: all.
    """
    require_wager_name(game, wager)
    with maybe_compared(recompute) as comparison, waiting() as progress:
        # Numbers of decks that the clause bars are shown and flagged.
        found = report(
            game, wager, read_pairs(posting), barred=True, progress=progress, workers=workers
        )
    print_odds_json(found) if json else print_comparison(found)
    print_source(found.from_book, json)
    return print_compared(comparison) if comparison is not None else OK
