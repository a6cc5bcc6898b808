"""Views and texts of 21st Century Baccarat: all but the hole card lies open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from houseway.families.banked.presenter import BankedPresenter
from houseway.game.face.views import OwnPile, Pile
from houseway.hands.baccarat import baccarat_points
from houseway.pieces.kind import UNSEEN
from houseway.rulebook.delta.twenty_first_century_baccarat.state import DECIDING, CenturyState

if TYPE_CHECKING:
    from houseway.rulebook.delta.twenty_first_century_baccarat.game import (
        TwentyFirstCenturyBaccarat,
    )


class CenturyPresenter(BankedPresenter):
    """The players' hand, the bank's, and cards of one's own."""

    game: TwentyFirstCenturyBaccarat

    def piles(self, s: CenturyState, viewer: int) -> list[Pile]:
        """Return the players' hand with the community card, the bank's, and own third cards."""
        found = []
        show = self.game.kind.show
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

    def own_piles(self, state: Any, viewer: int, public: Sequence[Pile]) -> list[OwnPile]:
        """Return none: a seat sees what all see."""
        return []

    def about(self, state: CenturyState, seat: int) -> tuple[int, int]:
        """Return the circle in question; decisions are taken circle by circle."""
        up = self.game.next_up(state) if state.phase == DECIDING else None
        return 0, up[0] if up is not None and up[0] != seat else 0

    def banks_hand(self, s: CenturyState) -> str:
        """Return ``Player-dealer 6``."""
        if not s.hole_shown or s.phase != "settling":
            return ""
        return f"{self.banker(s)} {baccarat_points(s.bank_cards)}"
