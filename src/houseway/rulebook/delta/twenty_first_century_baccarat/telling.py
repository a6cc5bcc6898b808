"""What people are told of a round of 21st Century Baccarat: what the bank's hand counts."""

from __future__ import annotations

from houseway.families.banked.presenter import BankedTelling
from houseway.hands.baccarat import baccarat_points
from houseway.rulebook.delta.twenty_first_century_baccarat.state import CenturyState


class CenturyTelling(BankedTelling):
    """The rounds of such a table."""

    def banks_hand(self, s: CenturyState) -> str:
        """``Player-dealer 6``."""
        if not s.hole_shown or s.phase != "settling":
            return ""
        return f"{self.bank(s)} {baccarat_points(s.bank_cards)}"
