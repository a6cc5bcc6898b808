"""Questions to players with two hands; a tip is raised along where there is one."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from houseway.families.blackjack.presenter import BlackjackPresenter
from houseway.families.blackjack.state import BlackjackState
from houseway.rulebook.colorado.blackjack_switch.decisions import WITH_TIP
from houseway.rulebook.colorado.blackjack_switch.state import SwitchState


class SwitchPresenter(BlackjackPresenter):
    """The switch is asked before either hand is played."""

    def here(self, state: Any, seat: int, names: Collection[str]) -> Collection[str]:
        found, turn = super().here(state, seat, names), state.playing()
        tip = turn is not None and state.tip(seat, "main", turn[1])
        return found if tip else [name for name in found if name not in WITH_TIP]

    def question(self, state: BlackjackState, seat: int, asked: str) -> str:
        """The switch is about both hands, so neither is named."""
        assert isinstance(state, SwitchState)
        return super().question(state, seat, asked) if seat in state.chosen else asked
