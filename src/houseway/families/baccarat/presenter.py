"""What people are told of a round of baccarat: what the two hands count, and which has won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.families.banked.presenter import BankedTelling

if TYPE_CHECKING:
    from houseway.families.baccarat.game import BaccaratState

PLAYER_HAND, BANKER_HAND = "player", "banker"


class BaccaratTelling(BankedTelling):
    """The rounds of a baccarat table."""

    def banks_hand(self, s: BaccaratState) -> str:
        """``Player 7, Banker 5: Player wins``; a tie is one."""
        if s.phase != "settling" or len(s.counts) < 2:
            return ""
        player, banker = s.counts[PLAYER_HAND], s.counts[BANKER_HAND]
        won = "a tie" if player == banker else f"{'Player' if player > banker else 'Banker'} wins"
        return f"Player {player}, Banker {banker}: {won}"
