"""The seven piles of Pai Gow Poker, until they are handed out."""

from __future__ import annotations

from typing import Any

from houseway.families.set_hands.presenter import SetHandsPresenter
from houseway.game.face.layout import Zone
from houseway.game.face.views import Pile
from houseway.rulebook.delta.pai_gow_poker.piles import PILES


class PaiGowPokerPresenter(SetHandsPresenter):
    """Set hands out of seven piles."""

    def zones(self) -> tuple[Zone, ...]:
        piles = Zone("piles", "middle", slots=PILES, counted=True)
        return (*super().zones(), piles, Zone("tray", "middle", counted=True))

    def piles(self, s: Any, viewer: int) -> list[Pile]:
        """Return the piles face down until they are handed out, then those of no player."""
        found, n = super().piles(s, viewer), self.game.hand_size
        if s.dealt:
            return [
                *found, *(Pile("tray", 0, [], marks=[f"position {at}"], count=n) for at in s.tray)
            ]  # fmt: skip
        marks = [[f"pile {i}"] for i in range(1, len(s.piles) + 1)]
        if s.action_pile:
            marks[s.action_pile - 1].append("action pile")
        piles = (Pile("piles", 0, [], i, marks=said, count=n) for i, said in enumerate(marks))
        return [*found, *piles]
