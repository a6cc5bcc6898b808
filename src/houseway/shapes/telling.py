"""What people are told of a round at a banked table: what the bank's hand has come to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from houseway.shapes.stakes import BankedState
from houseway.telling import Telling
from houseway.views import Result

if TYPE_CHECKING:
    from houseway.shapes.banked import Banked


class BankedTelling(Telling):
    """The rounds of a banked table."""

    game: Banked

    def headline(self, state: Any, results: Sequence[Result]) -> str:
        """The bank's hand when it is known; at the end who has won and lost."""
        return self.banks_hand(state) or super().headline(state, results)

    def banks_hand(self, s: Any) -> str:
        """What the bank's hand has come to, in a sentence; nothing before it is known."""
        return ""

    def bank(self, s: BankedState) -> str:
        """Whose hand it is."""
        return "Player-dealer" if s.bank is not None else "Dealer"
