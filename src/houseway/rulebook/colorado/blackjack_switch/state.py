"""Two hands of blackjack for every seat: their state, and the events that two hands bring."""

from __future__ import annotations

from houseway.engine.events import UP, Event, PieceTuple
from houseway.families.banked.state import StakeOwner
from houseway.families.blackjack.state import BlackjackHand, BlackjackState

SPOTS = (0, 1)


class SwitchState(BlackjackState):
    """The hands of both spots of a seat stand in one list: the two dealt, then those split."""

    chosen: list[int] = []
    """Seats that have switched or kept their second cards."""

    def playing(self) -> tuple[int, int] | None:
        """Return the seat and hand to act, from the dealer's left; None if all are done.

        A seat plays all hands of its first spot, then those of its second.
        """
        for seat, hands in self.hands.items():
            second = -1
            for i, hand in enumerate(hands):
                if not hand.done:
                    if hand.spot == 0:
                        return seat, i
                    second = i if second < 0 else second
            if second >= 0:
                return seat, second
        return None


class HandsDealt(Event, frozen=True):
    """A seat's two hands, face up: two cards on the first spot, then two on the second."""

    seat: int
    pieces: PieceTuple
    faces = UP

    def do(self, s: SwitchState) -> None:
        seat = self.seat
        s.dealt[seat] = self.pieces
        s.hands[seat] = [
            BlackjackHand(list(self.pieces[2 * spot : 2 * spot + 2]), spot=spot) for spot in SPOTS
        ]
        units: dict[StakeOwner, int] = {}
        for spot in SPOTS:
            for who, cents in s.stakes.get((seat, "main", spot), {}).items():
                units[who] = max(cents, units.get(who, 0))
        if units:
            s.units[seat] = units


class CardsSwitched(Event, frozen=True):
    """The second cards of a seat's two hands change places."""

    seat: int

    def do(self, s: SwitchState) -> None:
        first, second = s.hands[self.seat]
        first.cards[1], second.cards[1] = second.cards[1], first.cards[1]
        for hand in (first, second):
            hand.switched = True
        s.chosen.append(self.seat)


class CardsKept(Event, frozen=True):
    """A seat plays its two hands as they were dealt."""

    seat: int

    def do(self, s: SwitchState) -> None:
        s.chosen.append(self.seat)
