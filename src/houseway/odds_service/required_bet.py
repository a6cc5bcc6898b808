"""The wagers that a hand requires, and their combined edge if they have the same amount.

A room shows it for every table in its lobby without loading the mathematics. If the book of odds
has the table, only one file is read.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Protocol

import msgspec

from houseway.analysis.odds_book.entries import BookColumn, BookWager, posted_column, read_number
from houseway.analysis.odds_book.reader import table_in_book
from houseway.analysis.odds_row import exactly, said_of_book
from houseway.analysis.player_bank_edges import banked_by_player
from houseway.analysis.wager_odds import EXACT, SIMULATED
from houseway.game.base import OFF, Game
from houseway.game.wagers import Wager
from houseway.game.words import heading
from houseway.odds_service.answers import RequiredBet
from houseway.util.english import all_of


class BetOdds(Protocol):
    """The odds of a wager, with the fields that this module needs.

    ``edge`` is the house edge as a share of the wager; negative if the player has the edge.
    ``exactly`` is the same as a fraction, or "" if it is not exact. ``stderr`` is the error of a
    simulated edge, else None. ``words`` and ``method_words`` are for people.
    """

    @property
    def wager(self) -> str: ...
    @property
    def words(self) -> str: ...
    @property
    def edge(self) -> float: ...
    @property
    def exactly(self) -> str: ...
    @property
    def method_words(self) -> str: ...
    @property
    def stderr(self) -> float | None: ...


class PostedBet(msgspec.Struct, frozen=True):
    """The odds of a wager as it is posted, from the book of odds."""

    wager: str
    words: str
    edge: float
    exactly: str
    method_words: str
    stderr: float | None


def main_wager(game: Game) -> str:
    """Return the wager that a player must make; if there is none, the first one offered."""
    offered = [wager for wager in game.offered if getattr(game, wager.paid_by, "") != OFF]
    needed = [wager for wager in offered if game.requires(wager)]
    return next((wager.name for wager in needed or offered), "")


def bet_together(game: Game) -> tuple[str, ...]:
    """Return the main wager and those required with it for the same amount."""
    main = main_wager(game)
    return tuple(
        wager.name
        for wager in game.offered
        if wager.name == main or (game.requires(wager) and wager.beside.equals == main)
    )


def required_bet_in_book(game: Game) -> RequiredBet | None:
    """Return the required bet of a posted table; None if the book cannot answer at once."""
    in_book = table_in_book(game, at_once=True) if game.wagers else None
    if in_book is None:
        return None
    rows = []
    for name in bet_together(game):
        wager = in_book.table.wagers.get(name)
        if not isinstance(wager, BookWager):
            return None
        column = posted_column(game, wager)
        if column is None or (not wager.posted_as and len(wager.columns) > 1):
            return None
        rows.append(_posted_bet(game, name, wager, column))
    source = said_of_book([in_book.computed_by])
    return together(bet_together(game), rows, banked_by_player(game), source)


def _posted_bet(game: Any, name: str, wager: BookWager, column: BookColumn) -> PostedBet:
    """Return the stored odds of a wager under the posted column."""
    edge = read_number(column.house_edge)
    said = method_words(
        game.wager_named[name], wager.method, (*wager.assumptions, *column.left_out),
        wager.rounds > 0,
    )  # fmt: skip
    return PostedBet(
        name, heading(game.words().wager(name)), float(edge), exactly(edge), said, column.stderr
    )


def method_words(
    wager: Wager | None, method: str, assumptions: Sequence[str], is_partly_simulated: bool
) -> str:
    """Return a short text on the method behind the odds of a wager."""
    if method == SIMULATED:
        return "simulated"
    said = "exact" if method == EXACT else "exact but for a part"
    if method == EXACT and is_partly_simulated:
        said = "edge exact, rest simulated"
    first = assumptions[0] if assumptions else ""
    if wager is not None and wager.rule is None and "best" in first:
        return f"best play, {said}"
    return f"house way, {said}" if wager is not None and "house way" in first else said


def together(
    wagers: Sequence[str], rows: Iterable[BetOdds], by_players: bool, source: str = ""
) -> RequiredBet | None:
    """Return the edge per unit of the total bet; None if a part is unknown."""
    by_wager = {row.wager: row for row in rows}
    found = [by_wager[wager] for wager in wagers if wager in by_wager]
    if not found or len(found) < len(wagers):
        return None
    guessed = [row.stderr for row in found if row.stderr is not None]
    weakest = next((row for row in found if row.stderr is not None), found[0])
    return RequiredBet(
        wagers=tuple(wagers),
        words=all_of(row.words for row in found),
        edge=sum(row.edge for row in found) / len(found),
        exactly=_mean(found),
        method_words=weakest.method_words,
        stderr=math.hypot(*guessed) / len(found) if guessed else None,
        by_players=by_players,
        source=source,
    )


def _mean(rows: Sequence[BetOdds]) -> str:
    """Return the mean house edge as an exact fraction; "" unless every row has an exact one."""
    if not all(row.exactly for row in rows):
        return ""
    mean = sum((Fraction(row.exactly) for row in rows), Fraction(0)) / len(rows)
    return f"{mean.numerator}/{mean.denominator}"
