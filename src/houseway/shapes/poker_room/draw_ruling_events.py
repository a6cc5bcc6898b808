"""The events of rulings in a draw game: exposed cards, short and long hands, a changed request."""

from __future__ import annotations

from houseway.events import DOWN, DRAW, TO_SEAT, TURN, UP, Event, PieceTuple
from houseway.shapes.poker_room.deck_events import CardReplaced
from houseway.shapes.poker_room.state import PokerState


class CardExposed(Event, frozen=True, gc=False):
    """A player's card lies up: it is kept, or it is ``replaced`` when all have their cards."""

    seat: int
    piece: PieceTuple
    replaced: bool
    faces = UP
    cue = TURN

    def do(self, s: PokerState) -> None:
        s.up[self.seat] += self.piece
        if self.replaced:
            s.exposed += ((self.seat, self.piece[0]),)


class ExposedTakenBack(Event, frozen=True, gc=False):
    """An exposed card is taken from its player, who gets another."""

    seat: int
    piece: PieceTuple
    faces = UP
    cue = ""

    def do(self, s: PokerState) -> None:
        seat, card = self.seat, self.piece[0]
        s.hole[seat] = tuple([x for x in s.hole[seat] if x != card])
        s.up[seat] = tuple([x for x in s.up[seat] if x != card])


class ExposedReplaced(Event, frozen=True, gc=False):
    """The first card off the deck comes for the exposed one.

    Before a draw that one goes on top of the deck to be burned, in the draw out of play.
    """

    seat: int
    piece: PieceTuple
    to_burn: bool
    faces = TO_SEAT
    cue = DRAW

    def do(self, s: PokerState) -> None:
        seat, card = s.exposed[0]
        s.exposed = s.exposed[1:]
        s.hole[seat] += self.piece
        if self.to_burn:
            s.burn_with.append(card)
        else:
            s.got[seat] += self.piece
            s.muck.append(card)


class CardsMissing(Event, frozen=True, gc=False):
    """A hand is short: these cards have not reached its player and are in the stub still.

    He is ``completed`` now, or when he draws.
    """

    seat: int
    pieces: PieceTuple
    completed: bool
    faces = DOWN
    cue = ""

    def do(self, s: PokerState) -> None:
        s.hole[self.seat] = tuple([x for x in s.hole[self.seat] if x not in self.pieces])
        s.missing = self.pieces
        s.replacing = self.seat if self.completed else 0


class HandCompleted(Event, frozen=True, gc=False):
    """The cards that were missing come off the deck; none if they come when the player draws."""

    seat: int
    pieces: PieceTuple
    faces = TO_SEAT
    cue = DRAW

    def do(self, s: PokerState) -> None:
        s.hole[self.seat] += self.pieces
        s.missing = ()
        s.replacing = 0


class HandTooLong(Event, frozen=True, gc=False):
    """A player has been dealt a card too many."""

    seat: int

    def do(self, s: PokerState) -> None:
        s.replacing = self.seat


class SurplusHeld(CardReplaced, frozen=True, gc=False):
    """A card that replaces none: one too many in a hand that must be right when he has drawn."""

    faces = TO_SEAT
    cue = ""


class RequestTakenBack(Event, frozen=True, gc=False):
    """A player takes up again what he has given up, and says anew how many cards he draws."""

    seat: int
    pieces: PieceTuple
    faces = TO_SEAT
    cue = ""

    def do(self, s: PokerState) -> None:
        seat = self.seat
        s.hole[seat] += self.pieces
        s.muck = [x for x in s.muck if x not in self.pieces]
        s.under_chip = tuple([x for x in s.under_chip if x not in self.pieces])
        for by_seat in (s.drew, s.due, s.later, s.gave):
            by_seat.pop(seat, None)
        s.drawing = (seat, *s.drawing)


class LetStand(Event, frozen=True, gc=False):
    """A ruling by which nothing changes."""

    seat: int
    why: str
