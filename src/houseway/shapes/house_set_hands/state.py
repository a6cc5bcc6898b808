"""The state of a set-hands round against the house, and the events of its own."""

from __future__ import annotations

from houseway.events import DOWN, TO_SEAT, UP, Event, PieceTuple, Whispered
from houseway.script import Pieces
from houseway.shapes.banked import PLAYER, BankedState
from houseway.shapes.several_hands import HandOf


class HouseSetState(BankedState, kw_only=True):
    """Hands dealt and set, by seat and hand; the dealer's; and those collected before the end."""

    dealt: dict[HandOf, Pieces] = {}
    sets: dict[HandOf, Pieces] = {}
    shown: list[HandOf] = []
    collected: list[HandOf] = []
    dealer: Pieces = ()
    dealer_set: Pieces = ()

    def place(self, seat: int, hand: int) -> HandOf:
        """Where a hand is kept."""
        return seat, hand

    def seat_of(self, place: HandOf) -> int:
        """Whose hand it is."""
        return place[0]

    def holding(self, seat: int) -> HandOf | None:
        """The hand this seat is setting: its first that is neither set nor collected."""
        for place in self.dealt:
            if place[0] == seat and place not in self.sets and place not in self.collected:
                return place
        return None

    def has_set(self, seat: int) -> None:
        """The seat is waited for no longer when it holds no other hand."""
        if seat in self.waiting and self.holding(seat) is None:
            self.waiting.remove(seat)

    def in_play(self, place: HandOf) -> bool:
        """Whether the main wager of a hand still waits for its result."""
        return (place[0], "main", place[1], PLAYER) in self.stakes


class DealerDealt(Event, frozen=True):
    """The dealer gets pieces too, face down for everybody."""

    pieces: PieceTuple
    faces = DOWN

    def do(self, s: HouseSetState) -> None:
        s.dealer = self.pieces


class DealerSet(Event, frozen=True):
    """The dealer reveals the pieces and sets them the house way."""

    pieces: PieceTuple
    words: str
    faces = UP

    def do(self, s: HouseSetState) -> None:
        s.dealer_set = self.pieces


class CardsCollected(Event, frozen=True):
    """A hand that is out of the round goes into the discard rack."""

    seat: int
    hand: int = 0

    def do(self, s: HouseSetState) -> None:
        s.collected.append((self.seat, self.hand))
        s.has_set(self.seat)


class FoulFound(Event, frozen=True):
    """A hand is set as a foul: the pit supervisor is notified, and the setting does not stand."""

    seat: int
    why: Whispered
    hand: int = 0
    faces = TO_SEAT

    def do(self, s: HouseSetState) -> None:
        s.sets.pop((self.seat, self.hand), None)
