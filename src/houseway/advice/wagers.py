"""Figures of the wagers that may be made now: edges and hit frequencies at this table."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from houseway.analysis.decision_values import Progress
from houseway.analysis.odds_book.known import known_odds
from houseway.analysis.odds_book.reader import table_in_book
from houseway.analysis.wager_odds import EXACT, WagerOdds, moments
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.game.wagers import Wager


@dataclass(frozen=True)
class Known:
    """A wager as posted: house edge, hit frequency, and the method behind them."""

    wager: str
    edge: float
    hits: float
    column: str
    method: str
    outcomes: tuple[tuple[str, float, float], ...]
    """Outcome, chance and net; the likeliest first."""
    assumptions: tuple[str, ...] = ()
    computed_by: str = ""
    """The program that computed it for the book of odds; empty if it was computed now."""

    @property
    def is_exact(self) -> bool:
        """True if every deal was counted."""
        return self.method == EXACT


def known_wager(game: Game, wager: Wager, progress: Progress) -> Known | str:
    """Return the figures of a wager as posted, or a sentence on why they are not known."""
    progress(f"{game.words().wager(wager.name)}: what it returns")
    found = _kept(_Table(game), wager.name)
    if isinstance(found, str):
        return found
    return _as_posted(game, wager.name, found)


def known_in_book(game: Game) -> dict[str, Known | str]:
    """Return the offered wagers from the book of odds; empty if it does not have the table."""
    if table_in_book(game) is None:
        return {}
    found = known_odds(game, game.offered)
    return {
        name: worth if isinstance(worth, str) else _as_posted(game, name, worth)
        for name, worth in found.items()
    }


def _as_posted(game: Game, name: str, worth: WagerOdds) -> Known:
    """Return the figures of a wager under its posted column."""
    column = getattr(game, worth.posted_as) if worth.posted_as else next(iter(worth.columns))
    nets = worth.columns[column]
    mean, _, hits = moments(worth.chances, nets)
    each = sorted(zip(worth.outcomes, worth.chances, nets, strict=True), key=lambda o: -o[1])
    return Known(
        name, -float(mean), float(hits), str(column), worth.method,
        tuple((outcome, float(p), float(net)) for outcome, p, net in each), worth.assumptions,
        worth.computed_by,
    )  # fmt: skip


class _Table:
    """A posted game as a cache key: tables posted alike are equal."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.key = (game.id, repr(sorted(game.posting.items(), key=lambda pair: pair[0])))

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, _Table) and self.key == other.key


@functools.lru_cache(maxsize=200)
def _kept(table: _Table, name: str) -> WagerOdds | str:
    """Return the figures of a wager, or the reason why there are none.

    They are cached by posting, because some take seconds.
    """
    game = table.game
    wager = next((w for w in game.wagers if w.name == name), None)
    if wager is None:
        raise Refused(f"{game.name} has no wager {name!r}")
    try:
        return known_odds(game, [wager])[name]
    except Refused as refused:
        return str(refused)


def known_wagers(game: Game, names: Sequence[str], progress: Progress) -> list[Known]:
    """Return the wagers with known figures, ordered by the player's expectation."""
    found = []
    for wager in game.wagers:
        if wager.name in names:
            known = known_wager(game, wager, progress)
            if isinstance(known, Known):
                found.append(known)
    return sorted(found, key=lambda known: known.edge)
