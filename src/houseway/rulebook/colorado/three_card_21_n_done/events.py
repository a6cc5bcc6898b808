"""The events that only 3 Card 21 "N" Done has."""

from __future__ import annotations

from houseway.engine.events import UP, Event, PieceTuple
from houseway.families.blackjack.state import BlackjackHand, BlackjackState


class ThreeCardState(BlackjackState):
    """A round of blackjack, and who keeps a 21 to split it."""

    kept: list[int] = []


class ThirdCardDealt(Event, frozen=True):
    """A seat's third card, face up."""

    seat: int
    pieces: PieceTuple
    faces = UP

    def do(self, s: BlackjackState) -> None:
        s.hands[self.seat][0].cards.extend(self.pieces)
        s.dealt[self.seat] += self.pieces


class Kept(Event, frozen=True):
    """A seat keeps its 21 in order to split it."""

    seat: int

    def do(self, s: ThreeCardState) -> None:
        s.kept.append(self.seat)


class SplitInThree(Event, frozen=True):
    """Three cards become three hands."""

    seat: int

    def do(self, s: BlackjackState) -> None:
        hands = s.hands[self.seat]
        first, *rest = hands[0].cards
        hands[0].cards = [first]
        hands[0].split = True
        hands.extend(BlackjackHand([card], split=True, tipped=False) for card in rest)
