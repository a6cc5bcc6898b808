"""How a game makes its hands, said once for compiled tables and for simulation in blocks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from houseway.analysis.poker import evaluator
from houseway.analysis.poker.tables import judges
from houseway.families.poker import Poker
from houseway.hands.poker_low import EIGHT_OR_BETTER, NO_QUALIFIER


def no_qualifier(game: Any) -> int:
    """Every hand plays for the part."""
    return NO_QUALIFIER


def as_posted(game: Any) -> int:
    """What the house has posted that a low needs."""
    return EIGHT_OR_BETTER if game.qualifier == "eight" else NO_QUALIFIER


@dataclass(frozen=True)
class Made:
    """How hands are made for a part of the pot: one of the kernels of ``judges``."""

    kernel: int
    qualifier: Callable[[Any], int] = no_qualifier

    def many(self, game: Any, hole: Any, board: Any) -> Any:
        """The strengths of many hands at once, a row each."""
        bar = self.qualifier(game)
        if self.kernel == judges.OMAHA_HIGH:
            return evaluator.omaha_high(hole, board, trusted=True)
        if self.kernel == judges.OMAHA_LOW:
            return evaluator.omaha_low(hole, board, bar, trusted=True)
        cards = np.hstack((hole, board))
        if self.kernel == judges.HIGH:
            return evaluator.high(cards, trusted=True)
        if self.kernel == judges.LOW:
            return evaluator.low(cards, bar, trusted=True)
        if self.kernel == judges.JOKER_LOW:
            return evaluator.joker_low(cards, trusted=True)
        if self.kernel == judges.JOKER_HIGH:
            return evaluator.joker_high(cards, trusted=True)
        if self.kernel == judges.LOW_27:
            return evaluator.low27(cards, trusted=True)
        raise ValueError(f"no batch of hands is judged by kernel {self.kernel}")


HIGH = Made(judges.HIGH)
"""The high hand of any five cards."""
LOW = Made(judges.LOW)
"""The ace-to-five low of any five cards."""
LOW_8 = Made(judges.LOW, as_posted)
"""The same, if it meets what the house has posted."""
TWO_AND_THREE = Made(judges.OMAHA_HIGH)
"""The high hand of two cards of the hand and three of the board."""
TWO_AND_THREE_LOW = Made(judges.OMAHA_LOW, as_posted)
"""The low of two and three, if it meets what the house has posted."""
JOKER_LOW = Made(judges.JOKER_LOW)
"""Five cards ace to five, one of which may be the joker."""
JOKER_HIGH = Made(judges.JOKER_HIGH)
"""The high hand of five cards, the joker an ace or what fills a straight or a flush."""
LOW_27 = Made(judges.LOW_27)
"""Five cards deuce to seven."""


@dataclass(frozen=True)
class Showdown:
    """How a game makes its hands, for each part of the pot."""

    hands: Callable[..., Any]
    """The game's own; a game that has another is not played so."""
    parts: tuple[Made, ...]
    returned_bets: Callable[..., Any] = Poker.returned_bets
    """The same of the step that gives bets back, and whether it does for a checked seven."""
    sevens: bool = False
    has_openers: Callable[..., Any] | None = None
    """The same of what a pot is opened with, where a hand opens it."""

    def many(self, game: Any, hole: Any, board: Any) -> tuple[Any, ...]:
        """The strengths of many hands at once, for each part of the pot."""
        return tuple(made.many(game, hole, board) for made in self.parts)
