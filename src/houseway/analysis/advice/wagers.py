"""What the wagers that may be made now return at this table: edges, how often they win."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from houseway.analysis.advice.told import Progress
from houseway.analysis.game_math import worths
from houseway.analysis.wager_odds import EXACT, WagerOdds, moments
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.game.wagers import Wager


@dataclass(frozen=True)
class Known:
    """A wager as it is posted: what the house keeps, how often it wins, and how that is known."""

    wager: str
    edge: float
    hits: float
    column: str
    method: str
    outcomes: tuple[tuple[str, float, float], ...]
    """Outcome, chance, what it nets; the likeliest first."""
    assumptions: tuple[str, ...] = ()

    @property
    def is_exact(self) -> bool:
        """Whether every deal was counted."""
        return self.method == EXACT


def known_wager(game: Game, wager: Wager, progress: Progress) -> Known | str:
    """What a wager returns as it is posted, or in a sentence why that is not known."""
    progress(f"{game.words().wager(wager.name)}: what it returns")
    found = _kept(_Table(game), wager.name)
    if isinstance(found, str):
        return found
    return _as_posted(game, wager.name, found)


def _as_posted(game: Game, name: str, worth: WagerOdds) -> Known:
    column = getattr(game, worth.posted_as) if worth.posted_as else next(iter(worth.columns))
    nets = worth.columns[column]
    mean, _, hits = moments(worth.chances, nets)
    each = sorted(zip(worth.outcomes, worth.chances, nets, strict=True), key=lambda o: -o[1])
    return Known(
        name, -float(mean), float(hits), str(column), worth.method,
        tuple((outcome, float(p), float(net)) for outcome, p, net in each), worth.assumptions,
    )  # fmt: skip


class _Table:
    """A posted game as a key: tables posted alike are the same."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.key = (game.id, repr(sorted(game.posting.items(), key=lambda pair: pair[0])))

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, _Table) and self.key == other.key


@functools.lru_cache(maxsize=200)
def _kept(table: _Table, name: str) -> WagerOdds | str:
    """Found once for each posting: some take seconds."""
    game = table.game
    wager = next((w for w in game.wagers if w.name == name), None)
    if wager is None:
        raise Refused(f"{game.name} has no wager {name!r}")
    try:
        return worths(game, [wager])[name]
    except Refused as refused:
        return str(refused)


def known_wagers(game: Game, names: Sequence[str], progress: Progress) -> list[Known]:
    """Those of these wagers of which it is known, the best for the player first."""
    found = []
    for wager in game.wagers:
        if wager.name in names:
            known = known_wager(game, wager, progress)
            if isinstance(known, Known):
                found.append(known)
    return sorted(found, key=lambda known: known.edge)
