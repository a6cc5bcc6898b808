"""As near as possible to a natural, and what is over is compared too when all is known.

A rule list: the lines by which two such hands are decided, one of them always.  A game gives each
line its clauses, says how much is over, and which hands are saved when they are over but nearer.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule
from houseway.hands.points21 import natural, points
from houseway.shapes.blackjack import rules
from houseway.shapes.blackjack.count import MAY_DRAW, MUST_HIT, MUST_STAND, Line

(
    NATURALS, NATURAL, BANK_NATURAL, BANK_OVER, OVER, NEARER, EQUAL, FARTHER, BANK_NEARER_OVER,
    EQUAL_OVER, NEARER_OVER, SAVED,
) = range(12)  # fmt: skip
DECIDES = (
    rules.PUSH, rules.BLACKJACK, rules.LOSE, rules.WIN, rules.LOSE, rules.WIN, rules.PUSH,
    rules.LOSE, rules.LOSE, rules.LOSE, rules.LOSE, rules.PUSH,
)  # fmt: skip
"""Line -> outcome."""
WORDS = ("push", "natural", "lose", "win", "over", "win", "push", "lose", "over", "over", "over",
         "push")  # fmt: skip


BECAUSE = ("naturals", "natural", "bank_natural", "bank_over", "over", "nearer", "equal", "farther",
           "bank_nearer_over", "equal_over", "nearer_over", "saved")  # fmt: skip
"""What decided, by line."""


def lines(*clauses: tuple[str, ...]) -> tuple[Line, ...]:
    """The list with the clauses on which each line stands in one game."""
    return tuple(
        Line(*line) for line in zip(DECIDES, WORDS, clauses, BECAUSE, strict=True)
    )  # fmt: skip


@rule()
def compared(player: Sequence[int], dealer: Sequence[int], made: bool, most: int) -> int:
    """Which line decides between two finished hands; what counts more than ``most`` is over."""
    if natural(player) and not made:
        return NATURALS if natural(dealer) else NATURAL
    if natural(dealer):
        return BANK_NATURAL
    mine, theirs = points(player), points(dealer)
    if mine <= most:
        if theirs > most or mine > theirs:
            return BANK_OVER if theirs > most else NEARER
        return EQUAL if mine == theirs else FARTHER
    if theirs <= most:
        return OVER
    if mine == theirs:
        return EQUAL_OVER
    return NEARER_OVER if mine < theirs else BANK_NEARER_OVER


@rule()
def hit_or_stand(cards: Sequence[int], must_hit: int, must_stand: int) -> int:
    """A chart by totals: so much must take a card, so much must not, between them as one likes."""
    made = points(cards)
    if made <= must_hit:
        return MUST_HIT
    return MUST_STAND if made >= must_stand else MAY_DRAW
