"""A poker hand in words, and the cards of it that play."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from houseway.engine.questions import Pieces
from houseway.hands.names import RANKINGS
from houseway.hands.poker_high import best_high
from houseway.hands.poker_low import EIGHT_OR_BETTER, NO_QUALIFIER, best_low
from houseway.pieces.cards import JOKER

if TYPE_CHECKING:
    from houseway.families.poker.game import Poker
    from houseway.families.poker.streets import Street


WHOLE = 5
"""Cards of a hand that can be ranked in every way."""


@functools.lru_cache(maxsize=1024)
def describe_hand(game: Poker, hole: Pieces, board: Pieces) -> str:
    """Describe these cards for each part of the pot: ``pair of kings; 8-6-4-3-A low``.

    Views are made after every input, of hands that mostly have not changed: each hand is evaluated
    once.
    """
    if len(hole) + len(board) < WHOLE:
        return _few(game, hole)
    state: Any = SimpleNamespace(live=[1], hole={1: hole}, board=board)
    found = []
    for part, strengths in zip(game.parts, game.hands(state), strict=True):
        ranking = part.ranking or part.name
        if strength := strengths[1] or _so_far(game, ranking, hole + board):
            found.append(RANKINGS[ranking](strength))
    return "; ".join(found)


def sample(streets: Sequence[Street]) -> tuple[Pieces, Pieces]:
    """Cards for a whole hand and its board, all different and low, so that a low is judged too."""
    board = sum(street.board for street in streets)
    hole = sum(cards.n for street in streets for cards in street.cards)
    pieces = tuple(4 * rank + rank % 4 for rank in range(board + hole))
    return pieces[board:], pieces[:board]


def _so_far(game: Poker, ranking: str, cards: Pieces) -> int:
    """The strength of a hand to which cards are still to come, where any five of them count."""
    if game.has_board:
        return 0
    if ranking == "high":
        return best_high(cards)
    if ranking == "low" and max(cards) < JOKER:
        alone = len(game.parts) == 1 or getattr(game, "qualifier", "eight") == "none"
        return best_low(cards, NO_QUALIFIER if alone else EIGHT_OR_BETTER)
    return 0


def _few(game: Poker, hole: Pieces) -> str:
    """Return words for fewer than five cards: a pair or better, or the high card.

    Empty where high hands do not count, with a joker, and with over two cards and a board.
    """
    part = game.parts[0]
    if (part.ranking or part.name) != "high" or not hole or max(hole) >= JOKER:
        return ""
    return "" if len(hole) > 2 and game.has_board else RANKINGS["high"](best_high(hole))


FIVE: Mapping[str, Callable[[Pieces], int]] = {
    "high": best_high,
    "low": lambda cards: best_low(cards, NO_QUALIFIER),
}
"""Ranking -> the strength of five cards, on the scale of whole hands."""


@functools.lru_cache(maxsize=256)
def cards_that_play(game: Poker, hole: Pieces, board: Pieces) -> frozenset[int]:
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


def _fives(game: Poker, hole: Pieces, board: Pieces) -> Iterator[Pieces]:
    """Every five cards that a hand may be made of."""
    if not game.hole_plays:
        return combinations(hole + board, WHOLE)
    return (
        mine + others
        for mine in combinations(hole, game.hole_plays)
        for others in combinations(board, WHOLE - game.hole_plays)
    )
