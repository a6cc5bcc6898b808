"""Events of dealing and drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.engine.events import DOWN, DRAW, TO_SEAT, TURN, UP, Event, PieceTuple

if TYPE_CHECKING:
    from houseway.families.poker.state import PokerState


class StreetOpened(Event, frozen=True, gc=False):
    """The next stage of the deal; ``burn`` unless a ruling has spared it."""

    street: int
    name: str
    hole: bool
    board: int
    burn: bool

    def do(self, s: PokerState) -> None:
        s.street = self.street
        s.rounds = 0
        s.scrambled = False
        s.hole_owed = self.hole
        s.board_owed = self.board
        s.burn_owed = self.burn


class HoleDealt(Event, frozen=True, gc=False):
    """Cards a player is dealt face down."""

    seat: int
    pieces: PieceTuple
    faces = TO_SEAT

    def do(self, s: PokerState) -> None:
        s.hole[self.seat] += self.pieces
        s.hole_owed = False


class UpDealt(Event, frozen=True, gc=False):
    """Cards a player is dealt face up."""

    seat: int
    pieces: PieceTuple
    faces = UP

    def do(self, s: PokerState) -> None:
        seat, pieces = self.seat, self.pieces
        s.hole[seat] += pieces
        s.up[seat] += pieces
        s.hole_owed = False


class Announced(Event, frozen=True, gc=False):
    """The dealer announces the cards that lie up before a player."""

    seat: int
    words: str

    def do(self, s: PokerState) -> None:
        s.said.append(f"seat {self.seat}: {self.words}")


class DealStopped(Event, frozen=True, gc=False):
    """Rounds of cards of this street have been dealt, and more are to come."""

    rounds: int

    def do(self, s: PokerState) -> None:
        s.rounds = self.rounds
        s.hole_owed = True


class DealtAfterFolding(Event, frozen=True, gc=False):
    """A folded player has got cards; like the other cards of that hand they are out of play."""

    seat: int
    pieces: PieceTuple
    faces = DOWN

    def do(self, s: PokerState) -> None:
        s.muck += self.pieces


class DiscardOpened(Event, frozen=True, gc=False):
    """Each of these players has to give up cards, in any order."""

    seats: tuple[int, ...]

    def do(self, s: PokerState) -> None:
        s.discarding = self.seats


class CardDiscarded(Event, frozen=True, gc=False):
    """A player gives up cards, face down; only that player sees them."""

    seat: int
    pieces: PieceTuple
    faces = TO_SEAT
    cue = ""

    def do(self, s: PokerState) -> None:
        s.hole[self.seat] = tuple([x for x in s.hole[self.seat] if x not in self.pieces])
        s.muck += self.pieces
        s.discarding = tuple([seat for seat in s.discarding if seat != self.seat])


class Burned(Event, frozen=True, gc=False):
    """A card is burned face down, unseen."""

    piece: PieceTuple
    faces = DOWN

    def do(self, s: PokerState) -> None:
        s.burns.append(self.piece[0])
        s.burn_owed = False
        if s.burn_with and s.burn_with[0] == self.piece[0]:
            del s.burn_with[0]


class BoardDealt(Event, frozen=True, gc=False):
    """Board cards turned face up."""

    pieces: PieceTuple
    faces = UP
    cue = TURN

    def do(self, s: PokerState) -> None:
        s.board += self.pieces
        s.board_owed -= len(self.pieces)


class StubReshuffled(Event, frozen=True, gc=False):
    """Cards taken back are mixed into the stub, which is shuffled and cut."""

    pieces: PieceTuple
    faces = UP
    cue = ""

    def do(self, s: PokerState) -> None:
        s.back = []
        s.reshuffle_at = -1
        s.burn_owed = False


class StubScrambled(Event, frozen=True, gc=False):
    """The deck has run out: its last card is mixed with burn cards and cards put aside."""

    pieces: PieceTuple
    burn: bool
    faces = DOWN
    cue = ""

    def do(self, s: PokerState) -> None:
        s.burns, s.back = [], []
        s.covered = ()
        s.reshuffle_at = -1
        s.scrambled = True
        s.burn_owed = self.burn


class BurnOmitted(Event, frozen=True, gc=False):
    """No card is burned, so that the cards left are one for each player."""

    def do(self, s: PokerState) -> None:
        s.burn_owed = False


class CommunityUsed(Event, frozen=True, gc=False):
    """There is no card for each player: after a burn one in the middle plays in every hand."""

    def do(self, s: PokerState) -> None:
        s.hole_owed = False
        s.board_owed = 1
        s.burn_owed = True


class BoardError(Event, frozen=True, gc=False):
    """The dealer has turned board cards in error; a card burned with them is gone too."""

    what: str
    cards: int
    burned: bool

    def do(self, s: PokerState) -> None:
        s.error_cards = self.cards
        s.burn_owed = s.burn_owed or self.burned


class BoardTakenBack(Event, frozen=True, gc=False):
    """Board cards dealt in error are taken out of play, to be mixed into the stub later.

    ``burn`` says that a card is burned once more before the right ones, on the same street.
    """

    pieces: PieceTuple
    reshuffle_at: int
    clause: str
    burn: bool = False
    faces = UP
    cue = ""

    def do(self, s: PokerState) -> None:
        s.error_cards = 0
        s.burn_owed = s.burn_owed or self.burn
        s.back += self.pieces
        s.reshuffle_at = self.reshuffle_at


class ExtraDealt(Event, frozen=True, gc=False):
    """The first player has been dealt one card too many."""

    def do(self, s: PokerState) -> None:
        s.extra_owed = True


class CardReturned(Event, frozen=True, gc=False):
    """A card goes back on top of the deck, face down, to be the next burn card."""

    piece: PieceTuple
    exposed: bool
    faces = DOWN
    cue = ""

    def do(self, s: PokerState) -> None:
        s.burn_with.append(self.piece[0])
        s.extra_owed = False


class CardTakenBack(Event, frozen=True, gc=False):
    """An exposed hole card is taken from its player."""

    seat: int
    piece: PieceTuple
    faces = UP
    cue = ""

    def do(self, s: PokerState) -> None:
        s.hole[self.seat] = tuple(card for card in s.hole[self.seat] if card != self.piece[0])
        s.replacing = self.seat


class CardReplaced(Event, frozen=True, gc=False):
    """The player gets the next card off the deck instead."""

    seat: int
    piece: PieceTuple
    faces = TO_SEAT
    cue = DRAW

    def do(self, s: PokerState) -> None:
        s.hole[self.seat] += self.piece
        s.replacing = 0


class DrawOpened(Event, frozen=True, gc=False):
    """These players may draw, in this order."""

    seats: tuple[int, ...]

    def do(self, s: PokerState) -> None:
        s.drawing = self.seats
        s.gave, s.got, s.drew, s.due, s.later = {}, {}, {}, {}, {}
        s.rounds_before = len(s.gathered)


class DrawAsked(Event, frozen=True, gc=False):
    """A player gives up cards, face down, and asks for new ones: ``now`` and ``later``."""

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
    """A player gets cards for those given up."""

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
