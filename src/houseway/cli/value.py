"""What a poker hand is worth so far, in words, from what its viewer sees of it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from houseway.game import Game
from houseway.hands.low5 import EIGHT_OR_BETTER, NO_QUALIFIER, best_low
from houseway.hands.poker5 import best_high
from houseway.hands.rankings import RANKINGS
from houseway.pieces.cards import JOKER
from houseway.shapes.poker_room import PokerRoom
from houseway.views import View

WHOLE = 5
"""Cards of a hand that can be ranked in every way."""


def poker_words(game: Game, view: View, seat: int) -> str:
    """``pair of kings``, ``two pair, nines and fours; 8-6-4-3-A low``; nothing for other games."""
    if not isinstance(game, PokerRoom):
        return ""
    read, hole, board = game.kind.read, [], []
    for pile in view.piles:
        if "??" not in pile.pieces:
            if pile.zone == "hole" and pile.seat == seat:
                hole = [read(name) for name in pile.pieces]
            elif pile.zone == "board":
                board = [read(name) for name in pile.pieces]
    return made(game, tuple(hole), tuple(board)) if hole else ""


def made(game: PokerRoom, hole: tuple[int, ...], board: tuple[int, ...]) -> str:
    """What these cards make by the rules of the game, for each part of the pot."""
    if len(hole) + len(board) < WHOLE:
        return _few(game, hole)
    state: Any = SimpleNamespace(live=[1], hole={1: hole}, board=board)
    found = []
    for part, strengths in zip(game.parts, game.hands(state), strict=True):
        ranking = part.ranking or part.name
        strength = strengths.get(1, 0) or _so_far(game, ranking, hole + board)
        if strength:
            found.append(RANKINGS[ranking](strength))
    return "; ".join(found)


def _so_far(game: PokerRoom, ranking: str, cards: tuple[int, ...]) -> int:
    """The strength of a hand to which cards are still to come, where any five of them count."""
    if any(street.board for street in game.streets):
        return 0
    if ranking == "high":
        return best_high(cards)
    if ranking == "low" and max(cards) < JOKER:
        alone = len(game.parts) == 1 or getattr(game, "qualifier", "eight") == "none"
        return best_low(cards, NO_QUALIFIER if alone else EIGHT_OR_BETTER)
    return 0


def _few(game: PokerRoom, hole: tuple[int, ...]) -> str:
    """Of fewer cards: pairs and better, where they count; of four with a board only two do."""
    part = game.parts[0]
    if (part.ranking or part.name) != "high" or max(hole) >= JOKER:
        return ""
    if len(hole) > 2 and any(street.board for street in game.streets):
        return ""
    return RANKINGS["high"](best_high(hole))
