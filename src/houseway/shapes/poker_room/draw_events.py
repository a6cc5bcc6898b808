"""The events of a draw: what is given up, what comes for it, and a stub that is made up again."""

from __future__ import annotations

from houseway.events import DOWN, DRAW, TO_SEAT, Event, PieceTuple
from houseway.shapes.poker_room.state import PokerState


class DrawOpened(Event, frozen=True, gc=False):
    """These players may draw, in this order."""

    seats: tuple[int, ...]

    def do(self, s: PokerState) -> None:
        s.drawing = self.seats
        s.gave, s.got, s.drew, s.due, s.later = {}, {}, {}, {}, {}
        s.rounds_before = len(s.gathered)


class DrawAsked(Event, frozen=True, gc=False):
    """What a player gives up, face down, and how many cards he asks for: ``now`` and ``later``."""

    seat: int
    pieces: PieceTuple
    now: int
    later: int = 0
    faces = TO_SEAT
    cue = ""

    def do(self, s: PokerState) -> None:
        seat, pieces = self.seat, self.pieces
        s.drawing = s.drawing[1:]
        s.hole[seat] = tuple([x for x in s.hole[seat] if x not in pieces])
        if s.up[seat]:
            s.up[seat] = tuple([x for x in s.up[seat] if x not in pieces])
        s.muck += pieces
        s.gave[seat] = pieces
        s.drew[seat] = self.now + self.later
        if self.now:
            s.due[seat] = self.now
        if self.later:
            s.later[seat] = self.later


class CardsDrawn(Event, frozen=True, gc=False):
    """Cards a player gets for those he has given up."""

    seat: int
    pieces: PieceTuple
    faces = TO_SEAT
    cue = DRAW

    def do(self, s: PokerState) -> None:
        seat, pieces = self.seat, self.pieces
        s.hole[seat] += pieces
        s.got[seat] = s.got.get(seat, ()) + pieces
        owed = s.due if seat in s.due else s.later
        owed[seat] -= len(pieces)
        if not owed[seat]:
            del owed[seat]


class StubRefilled(Event, frozen=True, gc=False):
    """The stub is used up: burn cards and what others have given up make a new one."""

    pieces: PieceTuple
    faces = DOWN
    cue = ""

    def do(self, s: PokerState) -> None:
        s.muck = [x for x in s.muck if x not in self.pieces]
        s.burns = []
