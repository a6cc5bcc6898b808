"""Setting a hand: pieces dealt face down, put into parts, turned over; whoever the bank is.

The layer under every set-hands game.  A setting is kept as the pieces in the order of the parts
(high hand, then low hand).  A state keeps hands by *place* (``place(seat, hand)``): the seat alone
where a seat has one hand, seat and hand where it may have several.
"""

from __future__ import annotations

from typing import Any, ClassVar

from houseway.events import TO_SEAT, UP, Event, PieceTuple
from houseway.game import Dealing
from houseway.pay import check_rows
from houseway.script import Pieces
from houseway.shapes.banked import Banked
from houseway.views import Pile

HOUSE_WAY, OWN_WAY = "house way", "own way"
SETTING = "setting"
Parts = tuple[tuple[str, Pieces], ...]


class PiecesDealt(Event, frozen=True):
    """A seat gets its pieces, face down."""

    seat: int
    pieces: PieceTuple
    hand: int = 0
    faces = TO_SEAT

    def do(self, s: Any) -> None:
        s.dealt[s.place(self.seat, self.hand)] = self.pieces


class HandSet(Event, frozen=True):
    """A seat's pieces are set, part after part, by itself or the house way; still face down."""

    seat: int
    pieces: PieceTuple
    by: str
    hand: int = 0
    faces = TO_SEAT

    def do(self, s: Any) -> None:
        s.sets[s.place(self.seat, self.hand)] = self.pieces
        s.has_set(self.seat)


class HandShown(Event, frozen=True):
    """A hand is turned over for all to see."""

    seat: int
    pieces: PieceTuple
    words: str
    hand: int = 0
    faces = UP

    def do(self, s: Any) -> None:
        s.shown.append(s.place(self.seat, self.hand))


class SetsHands(Banked):
    """Base of the games in which everybody sets the pieces dealt into parts."""

    parts: dict[str, int]
    outcomes: ClassVar[tuple[str, ...]]
    compare_clauses: ClassVar[tuple[str, ...]]

    def __init__(self, posting: Any = None) -> None:
        super().__init__(posting)
        check_rows(self.pay_tables()["main"], self.outcomes, f"pay table of {self.id}")
        self.hand_size = sum(self.parts.values())

    # -- what a game says --------------------------------------------------------------------

    def house_way(self, pieces: Pieces) -> Pieces:
        """How the house dealer sets these pieces."""
        raise NotImplementedError

    def set_fault(self, pieces: Pieces) -> str | None:
        """Why this setting is not allowed (or is a foul, where fouls stand), or None."""
        return None

    def part_words(self, pieces: Pieces) -> tuple[str, ...]:
        """A hand that is set in words, part by part."""
        raise NotImplementedError

    # -- settings ----------------------------------------------------------------------------

    def parted(self, pieces: Pieces) -> Parts:
        """A setting by the names of its parts."""
        parts, at = [], 0
        for name, n in self.parts.items():
            parts.append((name, pieces[at : at + n]))
            at += n
        return tuple(parts)

    def show(self, r: Dealing, seat: int, hand: int = 0) -> None:
        """Turn over a hand that is set."""
        pieces = r.state.sets[r.state.place(seat, hand)]
        r.emit(HandShown(seat, pieces, " / ".join(self.part_words(pieces)), hand))

    # -- views -------------------------------------------------------------------------------

    def hand_piles(self, s: Any, viewer: int) -> list[Pile]:
        """Everybody's pieces."""
        return [pile for place in s.dealt for pile in self.piles_at(s, place, viewer)]

    def piles_at(self, s: Any, place: Any, viewer: int) -> list[Pile]:
        """Pieces before they are set, parts after, in words too; seen by their seat at first."""
        seat = s.seat_of(place)
        seen = viewer == seat or place in s.shown
        parts: Parts = ((self.kind.name, s.dealt[place]),)
        words: tuple[str, ...] = ("",)
        if place in s.sets:
            parts, words = self.parted(s.sets[place]), self.part_words(s.sets[place])
        piles = []
        for (zone, pieces), note in zip(parts, words, strict=True):
            names = [self.kind.names[p] if seen else "??" for p in pieces]
            piles.append(Pile(zone, seat, names, note if seen else ""))
        return piles


def joined(parts: Parts) -> Pieces:
    """The pieces of all parts, one part after the other."""
    return tuple(piece for _, pieces in parts for piece in pieces)
