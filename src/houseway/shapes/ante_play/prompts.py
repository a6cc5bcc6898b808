"""What people are told of the questions of ante and play: which hand is played or folded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.prompts import Moment
from houseway.script import Choice
from houseway.shapes.ante_play.offers import DECISIONS, which_hand
from houseway.shapes.ante_play.state import AntePlayState
from houseway.shapes.prompts import BankedPrompts

if TYPE_CHECKING:
    from houseway.shapes.ante_play import AntePlay


class AntePlayPrompts(BankedPrompts):
    """The question to every hand with an ante."""

    game: AntePlay

    def of_shape(self) -> tuple[Moment, ...]:
        tips = self.game.offers.tip is not None
        decisions = tuple(name for name in DECISIONS if tips or name != "play_and_tip")
        return (*super().of_shape(), decisions)

    def about(self, state: AntePlayState, seat: int) -> tuple[int, int]:
        circle, hand = self.game.undecided(state).get(seat, (seat, 0))
        return hand, circle if circle != seat else 0

    def words(self, state: AntePlayState, seat: int, asked: str) -> str:
        return self._which(state, seat) + asked

    def says(self, state: AntePlayState, seat: int, choice: Choice) -> str:
        return choice.words.removeprefix(self._which(state, seat))

    def _which(self, state: AntePlayState, seat: int) -> str:
        at = self.game.undecided(state).get(seat)
        return which_hand(state, seat, at) if at is not None else ""
