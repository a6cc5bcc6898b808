"""How each poker game makes its hands, for many of them at once.

What makes them is said in the game's lab, once for all mathematics; how many cards and where they
come from is said by its streets.  The strengths are those of the game's own ``hands``, from tables
that the same rules have filled; a test plays every game live and holds one against the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from houseway.analysis.game_math import math_of
from houseway.analysis.poker.equity import drawing, lookup
from houseway.analysis.poker.equity.drawing import Keep
from houseway.analysis.poker.equity.lookup import Cards, Strengths
from houseway.analysis.poker.tables import judges
from houseway.analysis.poker.tables.showdown import Made, Showdown
from houseway.errors import Refused
from houseway.families.poker import Poker

FLOP, PINEAPPLE, STUD, DRAW = "flop", "pineapple", "stud", "draw"

Judge = Callable[[Cards, Cards], tuple[Strengths, ...]]


@dataclass(frozen=True)
class Form:
    """How a game makes its hands."""

    kind: str
    own: int
    """Cards of a hand at the showdown."""
    parts: tuple[str, ...]
    judge: Judge
    """Of hole cards and boards, a column for each hand: the strengths for each part of the pot."""
    two: bool = False
    """Whether exactly two of the hole cards play."""
    qualifier: int | None = None
    """That of the low, where there is a high and a low."""
    deck: int = 52
    keep: Keep | None = None
    """In a draw game, what a plain player keeps."""

    @property
    def board(self) -> int:
        """The cards of a whole board."""
        return 5 if self.kind in (FLOP, PINEAPPLE) else 0

    @property
    def dealt(self) -> int:
        """The cards of a hand before anything is given up."""
        return 3 if self.kind == PINEAPPLE else self.own


ALONE: Mapping[int, Callable[[Cards], Strengths]] = {
    judges.HIGH: lookup.high,
    judges.JOKER_HIGH: lookup.joker_high,
    judges.JOKER_LOW: lookup.joker_low,
    judges.LOW_27: lookup.low27,
}
"""Strengths of all the cards of a hand, where nothing has to qualify."""

KEEPS: Mapping[int, Keep] = {
    judges.JOKER_HIGH: drawing.keep_high,
    judges.JOKER_LOW: drawing.keep_low,
    judges.LOW_27: drawing.keep_low27,
}


def _judge(made: Made, bar: int) -> Callable[[Cards, Cards], Strengths]:
    """How hands are made for a part of the pot, of hole cards and boards."""
    kernel = made.kernel
    if kernel == judges.OMAHA_HIGH:
        return lookup.omaha_high
    if kernel == judges.LOW:
        return lambda hole, board: lookup.low(np.vstack((hole, board)), bar)
    return lambda hole, board: ALONE[kernel](np.vstack((hole, board)))


def _judges(showdown: Showdown, bar: int) -> Judge:
    """The same for every part; of two and three cards high and low are found in one go."""
    if [made.kernel for made in showdown.parts] == [judges.OMAHA_HIGH, judges.OMAHA_LOW]:
        return lambda hole, board: lookup.omaha_both(hole, board, bar)
    ways = [_judge(made, bar) for made in showdown.parts]
    return lambda hole, board: tuple([way(hole, board) for way in ways])


def _kind(game: Poker) -> str:
    """Where the cards of a hand come from."""
    if game.hand_size:
        return DRAW
    if any(street.discard for street in game.streets):
        return PINEAPPLE
    return FLOP if game.has_board else STUD


def form_of(game: Poker) -> Form:
    """How a game makes its hands; refused for one that is not known here."""
    showdown = math_of(game).showdown
    if showdown is None or type(game).hands is not showdown.hands:
        raise Refused(f"{game.name} is not a poker game whose hands are compared")
    streets, last = game.streets, showdown.parts[-1]
    bar = last.qualifier(game)
    dealt = sum(cards.n for street in streets for cards in street.cards)
    return Form(
        _kind(game),
        dealt - sum(street.discard for street in streets),
        tuple(part.name for part in game.parts),
        _judges(showdown, bar),
        two=showdown.parts[0].kernel == judges.OMAHA_HIGH,
        qualifier=bar if len(game.parts) > 1 else None,
        deck=len(game.kind.copies),
        keep=KEEPS.get(last.kernel),
    )
