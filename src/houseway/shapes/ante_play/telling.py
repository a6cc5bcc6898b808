"""What people are told of a round with an ante and a play wager: the dealer's hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.shapes.ante_play.state import AntePlayState
from houseway.shapes.telling import BankedTelling

if TYPE_CHECKING:
    from houseway.shapes.ante_play import AntePlay


class AntePlayTelling(BankedTelling):
    """The rounds of such a table."""

    game: AntePlay

    def banks_hand(self, s: AntePlayState) -> str:
        """``Dealer: pair of nines``."""
        return f"{self.bank(s)}: {self.game.words_of(s.dealer)}" if s.dealer_shown else ""
