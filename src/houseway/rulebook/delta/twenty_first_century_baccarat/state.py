"""The state of a round of 21st Century Baccarat and the events that change it.

A wager is identified by its circle and its bettor, since every bettor decides independently.
"""

from __future__ import annotations

from typing import TypeAlias

from houseway.engine.events import DOWN, DRAW, TURN, UP, Event, PieceTuple
from houseway.engine.questions import PLAYER, Pieces
from houseway.families.banked.state import BankedState
from houseway.hands.baccarat import baccarat_points

At: TypeAlias = tuple[int, int]
"""A circle, and who bets there."""
STAND, HIT, DOUBLE, SURRENDER, HOUSE_WAY = "stand", "hit", "double", "surrender", "house_way"
DRAWS = (HIT, DOUBLE)
"""The decisions that take a card."""
DECIDING = "deciding"


class CenturyState(BankedState, kw_only=True):
    """Both hands, what each bettor has decided, and the cards taken."""

    players: Pieces = ()
    bank_cards: Pieces = ()
    """The player-dealer's cards: the open one, the hole card, and the drawn ones."""
    hole_shown: bool = False
    third: Pieces = ()
    """The community card."""
    decisions: dict[At, str] = {}
    own_thirds: dict[At, Pieces] = {}
    """The card of each bettor who has hit, where every such bettor gets an own one."""

    def wagers(self) -> list[At]:
        """Every base wager by its circle and its bettor, as they lie."""
        return [
            (place[0], who[0])
            for place, who, _ in self.iter_stakes()
            if place[1] == "main" and who[1] == PLAYER
        ]

    def hand_of(self, at: At) -> Pieces:
        """The cards that count for a wager: the two, and the third for one that hit."""
        if self.decisions.get(at) not in DRAWS:
            return self.players
        return (*self.players, *self.own_thirds.get(at, self.third))

    def points_of(self, at: At) -> int:
        """Return the count of a wager's cards."""
        return baccarat_points(self.hand_of(at))


class PlayersHandDealt(Event, frozen=True):
    """The two cards of all players, face up."""

    pieces: PieceTuple
    points: int
    faces = UP

    def do(self, s: CenturyState) -> None:
        s.players = self.pieces


class BankUpDealt(Event, frozen=True):
    """The player-dealer's first card, face up."""

    pieces: PieceTuple
    faces = UP

    def do(self, s: CenturyState) -> None:
        s.bank_cards = self.pieces


class BankHoleDealt(Event, frozen=True):
    """The player-dealer's second card, face down."""

    pieces: PieceTuple
    faces = DOWN

    def do(self, s: CenturyState) -> None:
        s.bank_cards = (*s.bank_cards, *self.pieces)


class Decided(Event, frozen=True):
    """A bettor's decision on the wager in a circle: by the bettor, the chart or the house way."""

    seat: int
    decision: str
    circle: int
    by: str = "player"

    def do(self, s: CenturyState) -> None:
        s.decisions[self.circle, self.seat] = self.decision


class HitCardDealt(Event, frozen=True):
    """The community card of all who hit; or, with a seat, the card of that bettor alone."""

    pieces: PieceTuple
    points: int
    seat: int = 0
    circle: int = 0
    faces = UP
    cue = DRAW

    def do(self, s: CenturyState) -> None:
        if self.seat:
            s.own_thirds[self.circle, self.seat] = self.pieces
        else:
            s.third = self.pieces


class BankHoleTurned(Event, frozen=True):
    """The hole card is exposed: what the two cards count."""

    pieces: PieceTuple
    points: int
    faces = UP
    cue = TURN

    def do(self, s: CenturyState) -> None:
        s.hole_shown = True


class BankDrew(Event, frozen=True):
    """The player-dealer's one further card."""

    pieces: PieceTuple
    points: int
    faces = UP
    cue = DRAW

    def do(self, s: CenturyState) -> None:
        s.bank_cards = (*s.bank_cards, *self.pieces)
