"""The state of a set-hands round, and what happens to hands in it.

Hands are kept by *box*: a circle and one of its hands.  A player's bank has its hand at its seat;
where the house banks, the dealer's lies in a box of its own.  A setting is kept as the pieces in
the order of the parts (high hand, then low hand).
"""

from __future__ import annotations

from typing import TypeAlias

from houseway.engine.events import DOWN, TO_SEAT, TURN, UP, DiceTuple, Event, PieceTuple, Whispered
from houseway.engine.questions import Pieces
from houseway.families.banked.game import HandKey
from houseway.families.banked.state import BankedState

Parts: TypeAlias = tuple[tuple[str, Pieces], ...]
"""Pieces by the names of the parts they are set in."""
MAIN = "main"
DEALERS: HandKey = (0, 0)
"""The box of the house dealer's hand."""


def joined(parts: Parts) -> Pieces:
    """Return the pieces of all parts, one part after the other."""
    return tuple([piece for _, pieces in parts for piece in pieces])


class SetHandsState(BankedState, kw_only=True):
    """The state of the table: dice, hands dealt and set, turned over, collected before the end."""

    dice: tuple[int, ...] = ()
    dealt: dict[HandKey, Pieces] = {}
    unset: list[HandKey] = []
    """The hands dealt that are neither set nor collected, in the order of the deal."""
    sets: dict[HandKey, Pieces] = {}
    set_by: dict[HandKey, str] = {}
    """The setter of a hand, or its fate: ``HandSet.by``."""
    shown: list[HandKey] = []
    collected: list[HandKey] = []

    @property
    def banks(self) -> HandKey:
        """The box of the bank's hand."""
        return (self.bank.seat, 0) if self.bank is not None else DEALERS

    def holding(self, seat: int) -> HandKey | None:
        """The hand this seat is setting: its first that is neither set nor collected."""
        lines = self.lines
        if not lines:
            for box in self.unset:
                if box[0] == seat:
                    return box
            return None
        for box in self.unset:
            circle = box[0]
            if seat == (lines[circle][0] if circle in lines else circle):
                return box
        return None

    def note_set(self, box: HandKey) -> None:
        """Stop waiting for the player who sets this hand, if no other hand is left to set."""
        if box in self.unset:
            self.unset.remove(box)
        seat = self.holder(box[0])
        if seat in self.waiting and self.holding(seat) is None:
            self.waiting.remove(seat)

    def in_play(self, box: HandKey) -> bool:
        """Return True if the main wager of a hand still waits for its result."""
        return (box[0], MAIN, box[1]) in self.stakes

    def known(self, box: HandKey) -> bool:
        """Return True if that result is known and waits for its turn in the order of settlement."""
        return (box[0], MAIN, box[1]) in self.deferred

    def wagered(self) -> list[HandKey]:
        """The hands with a main wager, clockwise, those of a circle in a row."""
        return sorted([(circle, hand) for circle, spot, hand in self.stakes if spot == MAIN])


class CupOpened(Event, frozen=True):
    """The player-dealer has shaken the dice cup, and it is opened."""

    dice: DiceTuple
    total: int
    faces = UP

    def do(self, s: SetHandsState) -> None:
        s.dice = self.dice


class PiecesDealt(Event, frozen=True):
    """A seat gets its pieces, face down."""

    seat: int
    pieces: PieceTuple
    hand: int = 0
    holder: int = 0
    """The seat that looks at the hand, if it is not the circle's player; 0: it is."""
    faces = TO_SEAT

    def do(self, s: SetHandsState) -> None:
        box = self.seat, self.hand
        s.dealt[box] = self.pieces
        if box not in s.collected:
            s.unset.append(box)


class DealerDealt(Event, frozen=True):
    """The house dealer gets pieces too, face down for everybody."""

    pieces: PieceTuple
    faces = DOWN

    def do(self, s: SetHandsState) -> None:
        s.dealt[DEALERS] = self.pieces
        s.unset.append(DEALERS)


class HandSet(Event, frozen=True):
    """A seat's pieces are set, part after part, by itself or the house way; still face down."""

    seat: int
    pieces: PieceTuple
    by: str
    hand: int = 0
    holder: int = 0
    faces = TO_SEAT
    cue = ""

    def do(self, s: SetHandsState) -> None:
        box = self.seat, self.hand
        s.sets[box] = self.pieces
        s.set_by[box] = self.by
        s.note_set(box)


class FoulFound(Event, frozen=True):
    """A hand is set as a foul: the pit supervisor is notified, and the setting does not stand."""

    seat: int
    why: Whispered
    hand: int = 0
    clauses: tuple[str, ...] = ()
    holder: int = 0
    faces = TO_SEAT

    def do(self, s: SetHandsState) -> None:
        box = self.seat, self.hand
        if s.sets.pop(box, None) is not None:
            s.unset = [other for other in s.dealt if other == box or other in s.unset]


class DealerSet(Event, frozen=True):
    """The house dealer reveals the pieces and sets them the house way."""

    pieces: PieceTuple
    words: str
    clauses: tuple[str, ...] = ()
    faces = UP
    cue = TURN

    def do(self, s: SetHandsState) -> None:
        s.sets[DEALERS] = self.pieces
        s.note_set(DEALERS)
        s.shown.append(DEALERS)


class HandShown(Event, frozen=True):
    """A hand is turned over for all to see."""

    seat: int
    pieces: PieceTuple
    words: str
    hand: int = 0
    faces = UP
    cue = TURN

    def do(self, s: SetHandsState) -> None:
        s.shown.append((self.seat, self.hand))


class CardsCollected(Event, frozen=True):
    """A hand that is out of the round goes into the discard rack."""

    seat: int
    hand: int = 0

    def do(self, s: SetHandsState) -> None:
        box = self.seat, self.hand
        s.collected.append(box)
        s.note_set(box)
