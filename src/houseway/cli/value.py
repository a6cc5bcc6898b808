"""What a poker hand is worth so far, in words, as its viewer is told."""

from __future__ import annotations

from houseway.game import Game
from houseway.shapes.poker_room import PokerRoom
from houseway.views import View


def poker_words(game: Game, view: View, seat: int) -> str:
    """``pair of kings``, ``two pair, nines and fours; 8-6-4-3-A low``; nothing for other games."""
    if not isinstance(game, PokerRoom):
        return ""
    hands = (pile.total for pile in view.piles if pile.zone == "hole" and pile.seat == seat)
    return next(hands, "")
