"""The state of an ante-and-play round and the events that change it.

A hand is known by its circle and its number there, from 0: one player may play several.
"""

from __future__ import annotations

from houseway.engine.events import DOWN, TO_SEAT, TURN, UP, Event, PieceTuple, State
from houseway.engine.questions import PLAYER, Pieces
from houseway.families.banked.settlement import HandKey
from houseway.families.banked.state import BankedState

PLAYED, FOLDED, LOST = "play", "fold", "lost"
"""The end of a hand's decision; ``lost``: folded for the player, since nothing more could be
won.
"""


class AntePlayHand(State):
    """One hand of a player.  ``out``: its cards have left the table."""

    cards: Pieces
    decision: str = ""
    tucked: bool = False
    shown: bool = False
    out: bool = False


class AntePlayState(BankedState, kw_only=True):
    """The hands dealt, the dealer's cards, and who has folded, in the order of folding."""

    hands: dict[HandKey, AntePlayHand] = {}
    dealer: Pieces = ()
    dealer_up: Pieces = ()
    """Those of them that lie open while players decide."""
    dealer_shown: bool = False
    folds: list[HandKey] = []

    def spots_of(self, at: HandKey) -> list[str]:
        """The spots of a hand that have chips on them, in the order in which they were placed."""
        return [spot for circle, spot, hand in self.stakes if (circle, hand) == at]

    def next_hand(self, seat: int, spot: str) -> HandKey | None:
        """Return the hand that a seat decides on next: its first undecided one with chips on a
        spot; None if it has none.
        """
        lines, stakes = self.lines, self.stakes
        for at, held in self.hands.items():
            if held.decision or (self.holder(at[0]) if lines else at[0]) != seat:
                continue
            if (at[0], spot, at[1]) in stakes:
                return at
        return None


class HandDealt(Event, frozen=True):
    """A hand gets its cards, face down."""

    seat: int
    pieces: PieceTuple
    hand: int = 0
    holder: int = 0
    """The seat that looks at the hand, if it is not the circle's player; 0: it is."""
    faces = TO_SEAT

    def do(self, s: AntePlayState) -> None:
        s.hands[self.seat, self.hand] = AntePlayHand(self.pieces)


class DealerDealt(Event, frozen=True):
    """The dealer gets the last cards, face down: no player knows them."""

    pieces: PieceTuple
    faces = DOWN

    def do(self, s: AntePlayState) -> None:
        s.dealer = self.pieces


class DealerCardsUp(Event, frozen=True):
    """Cards of the dealer's that are dealt face up."""

    pieces: PieceTuple
    faces = UP
    cue = TURN

    def do(self, s: AntePlayState) -> None:
        s.dealer_up = self.pieces


class Played(Event, frozen=True):
    """A hand stays in: its play wager is placed."""

    seat: int
    hand: int = 0

    def do(self, s: AntePlayState) -> None:
        s.hands[self.seat, self.hand].decision = PLAYED


class Folded(Event, frozen=True):
    """A hand is given up; the dealer does so for one that has already lost its only wager."""

    seat: int
    hand: int = 0
    by: str = PLAYER

    def do(self, s: AntePlayState) -> None:
        s.hands[self.seat, self.hand].decision = FOLDED if self.by == PLAYER else LOST
        s.folds.append((self.seat, self.hand))


class HandTucked(Event, frozen=True):
    """Folded cards go under the wagers that are still alive."""

    seat: int
    under: str
    hand: int = 0

    def do(self, s: AntePlayState) -> None:
        s.hands[self.seat, self.hand].tucked = True


class HandCounted(Event, frozen=True):
    """Folded cards are spread face down, counted, and put into the discard rack."""

    seat: int
    cards: int
    hand: int = 0

    def do(self, s: AntePlayState) -> None:
        s.hands[self.seat, self.hand].out = True


class HandVoided(Event, frozen=True):
    """A hand that was misdealt is out of the round."""

    seat: int
    hand: int = 0

    def do(self, s: AntePlayState) -> None:
        del s.hands[self.seat, self.hand]
        if (self.seat, self.hand) in s.folds:
            s.folds.remove((self.seat, self.hand))


class CardExposed(Event, frozen=True):
    """Everybody has seen this card of a seat (0: of the dealer); it is turned down again."""

    seat: int
    pieces: PieceTuple
    faces = UP
    cue = TURN


class DealerExposed(Event, frozen=True):
    """The dealer's hand, turned over and put in order from the highest; and what it is."""

    pieces: PieceTuple
    words: str
    faces = UP
    cue = TURN

    def do(self, s: AntePlayState) -> None:
        s.dealer, s.dealer_shown = self.pieces, True


class HandExposed(Event, frozen=True):
    """A hand is turned over, put in order from the highest, to be settled."""

    seat: int
    pieces: PieceTuple
    words: str
    hand: int = 0
    faces = UP
    cue = TURN

    def do(self, s: AntePlayState) -> None:
        hand = s.hands[self.seat, self.hand]
        hand.cards, hand.shown = self.pieces, True
