"""Games that no rulebook of ours has, declared to play recorded hands of them and nothing else.

A few lines each: streets are data.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import ClassVar

from houseway.families.poker import Cards, Hands, Part, PokerState, Street
from houseway.game.posting import fact
from houseway.hands.badugi import best_badugi
from houseway.hands.poker_low import low27
from houseway.hands.six_plus import best_six_plus
from houseway.phh.recorded_game import Recorded
from houseway.pieces.cards import CARDS
from houseway.pieces.kind import Kind

SIX_AND_UP = Kind(CARDS.name, CARDS.noun, (0,) * 16 + (1,) * 36, CARDS.names, CARDS.read)


def draw_streets(cards: int, draws: tuple[str, ...]) -> tuple[Street, ...]:
    """A hand dealt down, then so many draws; from the second on the upper limit holds."""
    dealt = Street("deal", (Cards(cards),), opens="blinds")
    return (dealt, *(Street(x, draw=cards, tier=min(i, 2)) for i, x in enumerate(draws, 1)))


THREE_DRAWS = ("first draw", "second draw", "third draw")


class Declared(Recorded):
    """A game without a text of ours: what is refused in it cites nothing."""

    why_clauses: ClassVar[Mapping[str, tuple[str, ...]]] = defaultdict(tuple)


class ShortDeck(Declared):
    """Hold'em without cards below the six."""

    id = "short-deck"
    name = "Short Deck Hold'em"
    kind = SIX_AND_UP
    board_plays = True
    parts = (Part("high", ranking="six plus"),)
    streets = fact(
        (
            Street("preflop", (Cards(2),), opens="blinds"),
            Street("flop", board=3),
            Street("turn", board=1),
            Street("river", board=1),
        )
    )

    def hands(self, s: PokerState) -> Hands:
        return ({seat: best_six_plus(s.hole[seat] + s.board) for seat in s.live},)


class TripleDraw(Declared):
    """Deuce to seven with three draws."""

    id = "triple-draw-27"
    name = "Deuce to Seven Triple Draw"
    parts = (Part("low", ranking="deuce to seven"),)
    streets = fact(draw_streets(5, THREE_DRAWS))

    def hands(self, s: PokerState) -> Hands:
        return ({seat: low27(s.hole[seat]) for seat in s.live},)


class Badugi(Declared):
    """Four cards, of which those count that differ in rank and suit."""

    id = "badugi"
    name = "Badugi"
    parts = (Part("low", ranking="badugi"),)
    streets = fact(draw_streets(4, THREE_DRAWS))

    def hands(self, s: PokerState) -> Hands:
        return ({seat: best_badugi(s.hole[seat]) for seat in s.live},)
