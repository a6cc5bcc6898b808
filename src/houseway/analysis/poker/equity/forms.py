"""The form of each poker game's hands: their cards, and their strengths for many hands at once.

The showdown comes from the mathematics of the game, the numbers of cards from its streets. The
strengths are those of the game's own ``hands``, from tables filled by the same rules. A test plays
every game live and compares them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from houseway.analysis.evaluator import kernels
from houseway.analysis.poker.equity import draw_strategy, lookup
from houseway.analysis.poker.equity.draw_strategy import Keep
from houseway.analysis.poker.equity.lookup import Cards, Strengths
from houseway.analysis.poker.showdown import PartEvaluation, Showdown, showdown_of
from houseway.errors import Refused
from houseway.families.poker import Poker

FLOP, PINEAPPLE, STUD, DRAW = "flop", "pineapple", "stud", "draw"

Judge = Callable[[Cards, Cards], tuple[Strengths, ...]]


@dataclass(frozen=True)
class Form:
    """The cards of a game's hands, and the function that judges them."""

    kind: str
    own: int
    """The number of cards of a hand at the showdown."""
    parts: tuple[str, ...]
    judge: Judge
    """Function of hole cards and boards, one hand a column: the strengths for each part of the
    pot.
    """
    two: bool = False
    """True if exactly two of the hole cards play."""
    qualifier: int | None = None
    """The qualifier of the low; None without a high and a low."""
    deck: int = 52
    keep: Keep | None = None
    """The discard strategy of a plain player in a draw game; None in other games."""

    @property
    def board(self) -> int:
        """The cards of a whole board."""
        return 5 if self.kind in (FLOP, PINEAPPLE) else 0

    @property
    def dealt(self) -> int:
        """The cards of a hand before anything is given up."""
        return 3 if self.kind == PINEAPPLE else self.own


ALONE: Mapping[int, Callable[[Cards], Strengths]] = {
    kernels.HIGH: lookup.high,
    kernels.JOKER_HIGH: lookup.joker_high,
    kernels.JOKER_LOW: lookup.joker_low,
    kernels.LOW_27: lookup.low27,
}
"""Functions that return the strength of all cards of a hand, for parts without a qualifier."""

KEEPS: Mapping[int, Keep] = {
    kernels.JOKER_HIGH: draw_strategy.keep_high,
    kernels.JOKER_LOW: draw_strategy.keep_low,
    kernels.LOW_27: draw_strategy.keep_low27,
}


def _judge(made: PartEvaluation, bar: int) -> Callable[[Cards, Cards], Strengths]:
    """Return the function that judges hole cards and boards for a part of the pot."""
    kernel = made.kernel
    if kernel == kernels.OMAHA_HIGH:
        return lookup.omaha_high
    if kernel == kernels.LOW:
        return lambda hole, board: lookup.low(np.vstack((hole, board)), bar)
    return lambda hole, board: ALONE[kernel](np.vstack((hole, board)))


def _judges(showdown: Showdown, bar: int) -> Judge:
    """Return the function for every part; Omaha high and low are found together."""
    if [made.kernel for made in showdown.parts] == [kernels.OMAHA_HIGH, kernels.OMAHA_LOW]:
        return lambda hole, board: lookup.omaha_both(hole, board, bar)
    ways = [_judge(made, bar) for made in showdown.parts]
    return lambda hole, board: tuple([way(hole, board) for way in ways])


def _kind(game: Poker) -> str:
    """Return the kind of game, by where its cards come from."""
    if game.hand_size:
        return DRAW
    if any(street.discard for street in game.streets):
        return PINEAPPLE
    return FLOP if game.has_board else STUD


def form_of(game: Poker) -> Form:
    """Return the form of a game; refused for a game without a known showdown."""
    showdown = showdown_of(game)
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
        two=showdown.parts[0].kernel == kernels.OMAHA_HIGH,
        qualifier=bar if len(game.parts) > 1 else None,
        deck=len(game.kind.copies),
        keep=KEEPS.get(last.kernel),
    )
