"""Baccarat with cards: two hands dealt face down and turned over, and third cards by a chart.

There are no decisions. A game states two rules of drawing: the Player hand draws by the points of
both hands, the Banker hand also by the Player's third card.
"""

from __future__ import annotations

from typing import Any

from houseway.cite import step
from houseway.engine.events import DOWN, DRAW, TURN, UP, Event, PieceTuple
from houseway.engine.questions import Chance, Pieces, Script
from houseway.families.baccarat.game import (
    BANKER_HAND,
    HANDS,
    PLAYER_HAND,
    Baccarat,
    BaccaratState,
    HandSource,
)
from houseway.families.banked.game import FactReader
from houseway.families.banked.state import Phase
from houseway.game.base import RoundContext
from houseway.hands.baccarat import NATURAL, baccarat_points, card_value

NO_THIRD = -1
"""The value of the Player's third card if there is none."""


class CardsState(BaccaratState, kw_only=True):
    """The hands while they lie face down."""

    covered: dict[str, Pieces] = {}


class HandCovered(Event, frozen=True):
    """Two cards for one of the hands, face down."""

    hand: str
    pieces: PieceTuple
    faces = DOWN

    def do(self, s: CardsState) -> None:
        s.covered[self.hand] = self.pieces


class HandTurned(Event, frozen=True):
    """A hand is turned over: its two cards and what they count."""

    hand: str
    pieces: PieceTuple
    points: int
    faces = UP
    cue = TURN

    def do(self, s: CardsState) -> None:
        del s.covered[self.hand]
        s.hands[self.hand] = self.pieces
        s.counts[self.hand] = self.points


class ThirdCardDrawn(Event, frozen=True):
    """A hand gets its third card, face up, and is counted again."""

    hand: str
    pieces: PieceTuple
    points: int
    faces = UP
    cue = DRAW

    def do(self, s: CardsState) -> None:
        s.hands[self.hand] = (*s.hands[self.hand], *self.pieces)
        s.counts[self.hand] = self.points


def is_natural(s: CardsState, hand: str) -> bool:
    """Return True for two cards that count 8 or 9."""
    return len(s.hands[hand]) == 2 and s.counts[hand] >= NATURAL


class DealtHands(HandSource):
    """A Player hand and a Banker hand of two cards or three.

    ``player_draws`` is a rule of the points of both hands with two cards; ``banker_draws`` one of
    both and the value of the Player's third card.
    """

    state = CardsState

    def __init__(self, player_draws: Any, banker_draws: Any) -> None:
        self.player_draws, self.banker_draws = player_draws, banker_draws

    @step
    def points(self, hand: Pieces) -> int:
        return baccarat_points(hand)

    def bring(self, game: Any, r: RoundContext[CardsState]) -> Script:
        """Deal both hands and draw their third cards."""
        yield from self.deal_hands(r)
        self.turn_hands(r)
        yield from self.draw_thirds(r)

    @step
    def deal_hands(self, r: RoundContext[CardsState]) -> Script:
        """Four cards one by one in rotation, the Player hand first, face down."""
        s = r.state
        r.emit(Phase("dealing"))
        while not s.covered:
            cards = yield Chance("the two hands", 2 * len(HANDS))
            if cards is not None:
                for place, hand in enumerate(HANDS):
                    r.emit(HandCovered(hand, tuple(cards[place :: len(HANDS)])))

    @step
    def turn_hands(self, r: RoundContext[CardsState]) -> None:
        """Both hands are turned over."""
        for hand, cards in tuple(r.state.covered.items()):
            r.emit(HandTurned(hand, cards, self.points(cards)))

    @step
    def draw_thirds(self, r: RoundContext[CardsState]) -> Script:
        """The Player hand first, then the Banker hand, one card each at the most."""
        s = r.state
        while hand := self.draws_now(s):
            drawn = yield Chance(f"the third card of the {hand} hand", 1)
            if drawn is not None:
                r.emit(ThirdCardDrawn(hand, drawn, self.points((*s.hands[hand], *drawn))))

    def draws_now(self, s: CardsState) -> str:
        """The hand that gets a third card now; empty when none does."""
        player, banker = (s.hands[hand] for hand in HANDS)
        if len(banker) > 2:
            return ""
        counts = baccarat_points(player[:2]), baccarat_points(banker)
        if len(player) == 2 and self.player_draws(*counts):
            return PLAYER_HAND
        third = card_value(player[2]) if len(player) > 2 else NO_THIRD
        return BANKER_HAND if self.banker_draws(*counts, third) else ""


FACTS: dict[str, FactReader] = {
    **Baccarat.facts,
    "player_natural": lambda game, s, seat: int(is_natural(s, PLAYER_HAND)),
    "banker_natural": lambda game, s, seat: int(is_natural(s, BANKER_HAND)),
}
