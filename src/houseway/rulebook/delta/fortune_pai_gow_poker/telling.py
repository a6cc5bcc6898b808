"""What people are told of a round of Fortune Pai Gow Poker: an envy is no wager."""

from __future__ import annotations

from houseway.engine.events import Settlement
from houseway.families.set_hands.presenter import SetHandsTelling
from houseway.rulebook.delta.fortune_pai_gow_poker.envy import ENVY


class FortuneTelling(SetHandsTelling):
    """The rounds of a table with Envy buttons."""

    def kind(self, found: Settlement) -> str:
        return "envy" if found.wager == ENVY else ""

    def odds(self, found: Settlement) -> str:
        return "" if found.wager == ENVY else super().odds(found)
