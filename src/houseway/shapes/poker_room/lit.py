"""Which cards of a hand count: the five that make what it is shown down as."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from houseway.hands.low5 import NO_QUALIFIER, best_low
from houseway.hands.poker5 import best_high
from houseway.script import Pieces
from houseway.shapes.poker_room.made import WHOLE

if TYPE_CHECKING:
    from houseway.shapes.poker_room.room import PokerRoom

FIVE: Mapping[str, Callable[[Pieces], int]] = {
    "high": best_high,
    "low": lambda cards: best_low(cards, NO_QUALIFIER),
}
"""How strong five cards are, by the ranking, on the scale of whole hands."""


@functools.lru_cache(maxsize=256)
def counting(game: PokerRoom, hole: Pieces, board: Pieces) -> frozenset[int]:
    """The cards that count for any part of the pot; all of them where no five can be told."""
    whole = frozenset(hole + board)
    rankings = [part.ranking or part.name for part in game.parts]
    if len(whole) <= WHOLE or any(ranking not in FIVE for ranking in rankings):
        return whole
    state: Any = SimpleNamespace(live=[1], hole={1: hole}, board=board)
    used: set[int] = set()
    for ranking, strengths in zip(rankings, game.hands(state), strict=True):
        if strength := strengths[1]:
            fives = (x for x in _fives(game, hole, board) if FIVE[ranking](x) == strength)
            used.update(next(fives, ()))
    return frozenset(used) or whole


def _fives(game: PokerRoom, hole: Pieces, board: Pieces) -> Iterator[Pieces]:
    """Every five cards that a hand may be made of."""
    if not game.hole_plays:
        return combinations(hole + board, WHOLE)
    return (
        mine + others
        for mine in combinations(hole, game.hole_plays)
        for others in combinations(board, WHOLE - game.hole_plays)
    )
