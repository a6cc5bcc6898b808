"""Envy buttons and Envy Bonuses of Fortune Pai Gow Poker."""

from __future__ import annotations

from houseway.engine.events import Settlement
from houseway.game.face.views import Puck
from houseway.rulebook.delta.fortune_pai_gow_poker.envy import ENVY, FortuneState
from houseway.rulebook.delta.pai_gow_poker.presenter import PaiGowPokerPresenter


class FortunePresenter(PaiGowPokerPresenter):
    """A table with Envy buttons; an Envy Bonus is no wager."""

    def pucks(self, s: FortuneState) -> list[Puck]:
        """Return the Envy buttons too, until all wagers are reconciled."""
        return [
            *super().pucks(s),
            *(Puck(ENVY, bettor, f"at {at}" if at != bettor else "") for at, bettor in s.envy),
        ]

    def kind(self, found: Settlement) -> str:
        return "envy" if found.wager == ENVY else ""

    def odds(self, found: Settlement) -> str:
        return "" if found.wager == ENVY else super().odds(found)
