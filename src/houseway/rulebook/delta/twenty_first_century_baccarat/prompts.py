"""What people are told of the questions of 21st Century Baccarat: in which circle they decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.families.banked.presenter import BankedPrompts
from houseway.rulebook.delta.twenty_first_century_baccarat.state import DECIDING, CenturyState

if TYPE_CHECKING:
    from houseway.rulebook.delta.twenty_first_century_baccarat.play import Play


class CenturyPrompts(BankedPrompts):
    """Everybody decides on his own wagers, circle by circle."""

    game: Play

    def about(self, state: CenturyState, seat: int) -> tuple[int, int]:
        up = self.game.next_up(state) if state.phase == DECIDING else None
        return 0, up[0] if up is not None and up[0] != seat else 0
