"""Exact odds: every deal counted, with the very rule that settles the wager at the table.

    >>> from houseway.rulebook import find
    >>> from houseway.analysis.exact import exact
    >>> exact(find("free-bet-blackjack")({"decks": 6}), "kings_bounty").here.edge

What a wager's rule reads decides how it is counted, not its name (``game_math.py``).
"""

from __future__ import annotations

from houseway.analysis.game_math import counts_of
from houseway.analysis.wager_odds import (
    Odds,
    columns_of,
    find_wager,
    outcomes_of,
    posted_column,
    weigh,
)
from houseway.game.base import Game


def exact(game: Game, wager: str) -> Odds:
    """The exact odds of a wager as posted: ways, probabilities, and each pay column's worth."""
    found = find_wager(game, wager)
    count = counts_of(game, found)
    ways = tuple(count.of(game, found))
    nets = columns_of(game, found)
    columns = {column: weigh(column, ways, values) for column, values in nets.items()}
    posted = posted_column(game, found, nets)
    return Odds(game.id, wager, outcomes_of(game, found), ways, columns, posted, count.assumes)
