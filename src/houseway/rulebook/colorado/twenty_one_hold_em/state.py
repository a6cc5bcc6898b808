"""The state of the poker element of 21-Hold 'em, and the events that change it."""

from __future__ import annotations

from houseway.engine.events import DOWN, TO_SEAT, TURN, UP, Event, PieceTuple, State
from houseway.families.blackjack.state import BlackjackState

PK, TWO, THREE = "pk", "two", "three"
"""The wagers of a poker hand: before the cards, and on the second and third card."""


class Pocket(State):
    """A player's own poker cards.  ``bets`` counts PK, "2" and "3"; ``out``: cards collected."""

    cards: list[int] = []
    bets: int = 1
    shown: bool = False
    out: bool = False


class HoldEmState(BlackjackState):
    """A blackjack round, then two community cards and up to three cards of each player."""

    burns_due: int = 0
    burned: list[int] = []
    community: list[int] = []
    pockets: dict[int, Pocket] = {}
    reshuffled: bool = False

    def in_poker(self) -> dict[int, Pocket]:
        """The poker hands still in play, clockwise."""
        return {seat: pocket for seat, pocket in self.pockets.items() if not pocket.out}


class BurnDue(Event, frozen=True):
    """A number of cards is to be burned before the deal."""

    cards: int

    def do(self, s: HoldEmState) -> None:
        s.burns_due = self.cards


class CardsBurned(Event, frozen=True):
    """Cards from the top of the deck are burned unseen."""

    pieces: PieceTuple
    faces = DOWN

    def do(self, s: HoldEmState) -> None:
        s.burned.extend(self.pieces)
        s.burns_due = 0


class BurnForgotten(Event, frozen=True):
    """No card was burned: a harmless error."""

    def do(self, s: HoldEmState) -> None:
        s.burns_due = 0


class CommunityPlaced(Event, frozen=True):
    """The dealer's up card and hole card go to the community spots 1 and 2, face up."""

    pieces: PieceTuple
    players: tuple[int, ...]
    faces = UP
    cue = TURN

    def do(self, s: HoldEmState) -> None:
        s.community = list(self.pieces)
        s.pockets = {seat: Pocket() for seat in self.players}


class CommunityMisplaced(Event, frozen=True):
    """The two community cards lie on each other's spots: a harmless error."""

    def do(self, s: HoldEmState) -> None:
        s.community.reverse()


class DeckReshuffled(Event, frozen=True):
    """Every card but the community cards is in the deck again, shuffled."""

    cards: int

    def do(self, s: HoldEmState) -> None:
        s.burned.clear()
        s.reshuffled = True


class PocketDealt(Event, frozen=True):
    """A player gets a poker card, face down."""

    seat: int
    pieces: PieceTuple
    faces = TO_SEAT

    def do(self, s: HoldEmState) -> None:
        s.pockets[self.seat].cards.extend(self.pieces)


class StayedIn(Event, frozen=True):
    """A player has made the next wager of the poker hand."""

    seat: int

    def do(self, s: HoldEmState) -> None:
        s.pockets[self.seat].bets += 1


class PocketFolded(Event, frozen=True):
    """A player gives up the poker hand; its cards are collected."""

    seat: int

    def do(self, s: HoldEmState) -> None:
        s.pockets[self.seat].out = True


class PocketShown(Event, frozen=True):
    """The dealer turns a player's three cards up."""

    seat: int
    pieces: PieceTuple
    words: str
    faces = UP
    cue = TURN

    def do(self, s: HoldEmState) -> None:
        s.pockets[self.seat].shown = True


class PocketVoided(Event, frozen=True):
    """A poker hand with a wrong number of cards is out of the round."""

    seat: int

    def do(self, s: HoldEmState) -> None:
        s.pockets[self.seat].out = True
