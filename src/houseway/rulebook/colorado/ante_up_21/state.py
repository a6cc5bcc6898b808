"""The addition of Ante Up 21 to a blackjack round: the dealer's poker hand."""

from __future__ import annotations

from houseway.engine.events import TURN, UP, Event, PieceTuple
from houseway.families.blackjack.state import BlackjackState

ANTE, BET = "ante", "bet"
"""The two wagers of the poker hand."""


class AnteUpState(BlackjackState):
    """A blackjack round with two-card poker."""

    forward: list[int] = []
    """The dealer's best two cards, pushed forward."""


class PokerHandShown(Event, frozen=True):
    """The dealer pushes the best two cards forward."""

    pieces: PieceTuple
    words: str
    faces = UP
    cue = TURN

    def do(self, s: AnteUpState) -> None:
        s.forward = list(self.pieces)
