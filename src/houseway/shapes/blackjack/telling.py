"""What people are told of a round of blackjack: what the dealer has come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.shapes.blackjack.state import BlackjackState
from houseway.shapes.telling import BankedTelling

if TYPE_CHECKING:
    from houseway.shapes.blackjack import Blackjack

BUST = "bust"


class BlackjackTelling(BankedTelling):
    """The rounds of a blackjack table."""

    game: Blackjack

    def banks_hand(self, s: BlackjackState) -> str:
        """``Dealer 19``, ``Dealer busts with 24``, ``Dealer 22: standing hands push``."""
        game, count = self.game, self.game.count
        if not s.hole_seen or (not s.closed and count.dealer_draws(s.dealer, game.hits_soft_17)):
            return ""
        total, who = count.total(s.dealer), self.bank(s)
        if game.dealer_22_pushes and total == 22:
            return f"{who} 22: standing hands push"
        if count.over(s.dealer) and count.over_word == BUST:
            return f"{who} busts with {total}"
        return f"{who} {game.dealer_words(s.dealer)}"
