"""How each poker game makes its hands, for many of them at once.

The strengths are those of the game's own ``hands``, from tables that the same rules have filled; a
test plays every game live and holds one against the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from houseway.english import there
from houseway.errors import Refused
from houseway.hands.low5 import EIGHT_OR_BETTER, NO_QUALIFIER
from houseway.odds.equity import drawing, lookup
from houseway.odds.equity.drawing import Keep
from houseway.odds.equity.lookup import Cards, Strengths
from houseway.shapes.poker_room import PokerRoom

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


def _any_five(hole: Cards, board: Cards) -> tuple[Strengths, ...]:
    return (lookup.high(np.vstack((hole, board))),)


def _two_and_three(hole: Cards, board: Cards) -> tuple[Strengths, ...]:
    return (lookup.omaha_high(hole, board),)


def _any_five_both(qualifier: int) -> Judge:
    def judge(hole: Cards, board: Cards) -> tuple[Strengths, ...]:
        cards = np.vstack((hole, board))
        return lookup.high(cards), lookup.low(cards, qualifier)

    return judge


def _two_and_three_both(qualifier: int) -> Judge:
    def judge(hole: Cards, board: Cards) -> tuple[Strengths, ...]:
        high, low = lookup.omaha_both(hole, board, qualifier)
        assert low is not None
        return high, low

    return judge


def _alone(judge: Callable[[Cards], Strengths]) -> Judge:
    return lambda hole, board: (judge(hole),)


def _low(cards: Cards) -> Strengths:
    return lookup.low(cards, NO_QUALIFIER)


HIGH, LOW, BOTH = ("high",), ("low",), ("high", "low")


def _qualifier(game: Any) -> int:
    return NO_QUALIFIER if getattr(game, "qualifier", "eight") == "none" else EIGHT_OR_BETTER


def _holdem(game: PokerRoom) -> Form:
    return Form(FLOP, 2, HIGH, _any_five)


def _omaha(game: PokerRoom) -> Form:
    return Form(FLOP, 4, HIGH, _two_and_three, two=True)


def _omaha_8(game: PokerRoom) -> Form:
    bar = _qualifier(game)
    return Form(FLOP, 4, BOTH, _two_and_three_both(bar), two=True, qualifier=bar)


def _pineapple(game: PokerRoom) -> Form:
    return Form(PINEAPPLE, 2, HIGH, _any_five)


def _pineapple_8(game: PokerRoom) -> Form:
    bar = _qualifier(game)
    return Form(PINEAPPLE, 2, BOTH, _any_five_both(bar), qualifier=bar)


def _stud(game: PokerRoom) -> Form:
    return Form(STUD, 7, HIGH, _alone(lookup.high))


def _stud_8(game: PokerRoom) -> Form:
    bar = _qualifier(game)
    return Form(STUD, 7, BOTH, lambda hole, board: _any_five_both(bar)(hole, board), qualifier=bar)


def _razz(game: PokerRoom) -> Form:
    return Form(STUD, 7, LOW, _alone(_low))


def _deck(game: PokerRoom) -> int:
    return len(game.kind.copies)


def _lowball(game: PokerRoom) -> Form:
    return Form(DRAW, 5, LOW, _alone(lookup.joker_low), deck=_deck(game), keep=drawing.keep_low)


def _lowball_27(game: PokerRoom) -> Form:
    return Form(DRAW, 5, LOW, _alone(lookup.low27), keep=drawing.keep_low27)


def _draw_high(game: PokerRoom) -> Form:
    return Form(DRAW, 5, HIGH, _alone(lookup.joker_high), deck=_deck(game), keep=drawing.keep_high)


FORMS: Mapping[str, Callable[[PokerRoom], Form]] = {
    "holdem": _holdem,
    "lightning-holdem": _holdem,
    "omaha": _omaha,
    "omaha-8": _omaha_8,
    "crazy-pineapple": _pineapple,
    "crazy-pineapple-8": _pineapple_8,
    "seven-card-stud": _stud,
    "seven-card-stud-8": _stud_8,
    "razz": _razz,
    "lowball": _lowball,
    "lowball-27": _lowball_27,
    "draw-jacks-or-better": _draw_high,
}


def form_of(game: PokerRoom) -> Form:
    """How a game makes its hands; refused for one that is not known here."""
    make = FORMS.get(game.id)
    if make is None:
        raise Refused(f"{game.name} is not a poker game whose hands are compared; {there(FORMS)}")
    return make(game)
