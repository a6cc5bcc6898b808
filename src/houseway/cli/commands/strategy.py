"""``houseway strategy``: best play of a posted game as charts."""

from __future__ import annotations

from houseway.analysis.odds_book.known import known_strategy
from houseway.analysis.odds_row import said_of_book
from houseway.analysis.odds_run.expected_time import expected_of_strategy
from houseway.analysis.progress import tell_left
from houseway.cli.options import GameId, Json, Posting, Recompute, Whole, read_pairs
from houseway.cli.render.odds import (
    maybe_compared,
    print_compared,
    print_source,
    print_strategy_sheet,
)
from houseway.cli.terminal.output import OK, print_json
from houseway.cli.terminal.progress import waiting
from houseway.errors import HousewayError
from houseway.rulebook import find


def strategy(
    game: GameId,
    /,
    *,
    posting: Posting = [],  # noqa: B006
    exceptions: Whole = 12,
    json: Json = False,
    recompute: Recompute = False,
) -> int:
    """Show the best play of a game, and the cost of playing by totals alone.

    Parameters
    ----------
    exceptions
        Number of hands to list that are played better by their cards than by their total.
    """
    posted = find(game)(read_pairs(posting))
    if exceptions < 0:
        raise HousewayError(f"--exceptions cannot be {exceptions}")
    with (
        maybe_compared(recompute) as comparison,
        waiting(f"{posted.name}: best play") as progress,
    ):
        tell_left(progress, expected_of_strategy(posted))
        paper = known_strategy(posted, exceptions)
    print_json(paper.found) if json else print_strategy_sheet(paper)
    print_source(said_of_book([paper.computed_by]), json)
    return print_compared(comparison) if comparison is not None else OK
