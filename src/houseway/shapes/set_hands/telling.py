"""What people are told of a round in which hands are set: the bank's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.shapes.set_hands.state import SetHandsState
from houseway.shapes.telling import BankedTelling

if TYPE_CHECKING:
    from houseway.shapes.set_hands import SetHands


class SetHandsTelling(BankedTelling):
    """The rounds of such a table."""

    game: SetHands

    def banks_hand(self, s: SetHandsState) -> str:
        """``Player-dealer: nine with teen / 6, ping high``."""
        box = s.banks
        if box not in s.shown or box not in s.sets:
            return ""
        return f"{self.bank(s)}: {' / '.join(self.game.lying(s, box)[1])}"
