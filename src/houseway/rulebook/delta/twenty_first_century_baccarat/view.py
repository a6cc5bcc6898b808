"""What everybody sees of a table of 21st Century Baccarat: all but the hole card lies open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.hands.baccarat import baccarat_points
from houseway.pieces.kind import UNSEEN
from houseway.presentation.views import Pile
from houseway.rulebook.delta.twenty_first_century_baccarat.state import CenturyState

if TYPE_CHECKING:
    from houseway.game.base import Game


def piles(game: Game, s: CenturyState) -> list[Pile]:
    """The players' hand with the community card, the bank's, and cards of one's own."""
    found = []
    show = game.kind.show
    if s.players:
        cards = (*s.players, *s.third)
        points = str(baccarat_points(cards))
        up = [True] * len(cards)
        found.append(Pile("players", 0, show(cards).split(), up=up, total=points))
    if s.bank_cards:
        cards = s.bank_cards if s.hole_shown else (s.bank_cards[0], UNSEEN)
        points = str(baccarat_points(s.bank_cards)) if s.hole_shown else ""
        up = [True] + [s.hole_shown] * (len(cards) - 1)
        found.append(Pile("bank", 0, show(cards).split(), up=up, total=points))
    for (circle, bettor), third in s.own_thirds.items():
        behind = [f"of seat {bettor}"] if bettor != circle else []
        points = str(s.points_of((circle, bettor)))
        shown = show(third).split()
        found.append(Pile("hit", circle, shown, up=[True], total=points, marks=behind))
    return found
