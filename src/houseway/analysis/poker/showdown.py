"""The evaluation of hands at the showdown of each game, for compiled tables and for blocks.

Compiled hands look up most strengths in tables filled by the rules (``evaluator``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from houseway.analysis.evaluator import batch, kernels, known
from houseway.families.poker import Poker
from houseway.hands.poker_low import EIGHT_OR_BETTER, NO_QUALIFIER


def no_qualifier(game: Any) -> int:
    """Return the qualifier that every hand meets."""
    return NO_QUALIFIER


def as_posted(game: Any) -> int:
    """Return the qualifier of lows posted by the house."""
    return EIGHT_OR_BETTER if game.qualifier == "eight" else NO_QUALIFIER


@dataclass(frozen=True)
class PartEvaluation:
    """The evaluation of hands for a part of the pot: one of the numbers of ``kernels``."""

    kernel: int
    qualifier: Callable[[Any], int] = no_qualifier

    def many(self, game: Any, hole: Any, board: Any) -> Any:
        """Return the strengths of many hands, a row each."""
        bar = self.qualifier(game)
        if self.kernel == kernels.OMAHA_HIGH:
            return batch.omaha_high(hole, board, trusted=True)
        if self.kernel == kernels.OMAHA_LOW:
            return batch.omaha_low(hole, board, bar, trusted=True)
        cards = np.hstack((hole, board))
        if self.kernel == kernels.HIGH:
            return batch.high(cards, trusted=True)
        if self.kernel == kernels.LOW:
            return batch.low(cards, bar, trusted=True)
        if self.kernel == kernels.JOKER_LOW:
            return batch.joker_low(cards, trusted=True)
        if self.kernel == kernels.JOKER_HIGH:
            return batch.joker_high(cards, trusted=True)
        if self.kernel == kernels.LOW_27:
            return batch.low27(cards, trusted=True)
        raise ValueError(f"no batch of hands is judged by kernel {self.kernel}")


HIGH = PartEvaluation(kernels.HIGH)
"""Any five cards, for high."""
LOW = PartEvaluation(kernels.LOW)
"""Any five cards, ace-to-five low."""
LOW_8 = PartEvaluation(kernels.LOW, as_posted)
"""Any five cards, ace-to-five low, with the posted qualifier."""
TWO_AND_THREE = PartEvaluation(kernels.OMAHA_HIGH)
"""Two hole cards and three of the board, for high."""
TWO_AND_THREE_LOW = PartEvaluation(kernels.OMAHA_LOW, as_posted)
"""Two hole cards and three of the board, for low, with the posted qualifier."""
JOKER_LOW = PartEvaluation(kernels.JOKER_LOW)
"""Five cards ace-to-five low, possibly with the joker."""
JOKER_HIGH = PartEvaluation(kernels.JOKER_HIGH)
"""Five cards for high; the joker is an ace, or completes a straight or a flush."""
LOW_27 = PartEvaluation(kernels.LOW_27)
"""Five cards, deuce-to-seven low."""


@dataclass(frozen=True)
class Showdown:
    """The evaluation of a game's hands, for each part of the pot."""

    hands: Callable[..., Any]
    """The method ``hands`` of the game; a game that overrides it cannot use this showdown."""
    parts: tuple[PartEvaluation, ...]
    returned_bets: Callable[..., Any] = Poker.returned_bets
    """The method of the step that returns bets; ``sevens`` if it does so for a checked seven."""
    sevens: bool = False
    has_openers: Callable[..., Any] | None = None
    """The method that finds openers, in games where a hand must qualify to open the pot."""

    def many(self, game: Any, hole: Any, board: Any) -> tuple[Any, ...]:
        """Return the strengths of many hands, for each part of the pot."""
        return tuple(made.many(game, hole, board) for made in self.parts)


@dataclass(frozen=True)
class PotParts:
    """The evaluation for each part of the pot, and the game's own showdown steps."""

    parts: tuple[PartEvaluation, ...]
    returns_bets: bool = False
    """True if the game has a rule of its own for returning bets at the showdown."""
    sevens: bool = False
    """True if a checked seven wins no bets."""
    has_openers: bool = False
    """True if a hand must qualify to open the pot."""


SHOWDOWN_OF: Mapping[str, PotParts] = {
    "crazy-pineapple": PotParts((HIGH,)),
    "crazy-pineapple-8": PotParts((HIGH, LOW_8)),
    "draw-jacks-or-better": PotParts((JOKER_HIGH,), has_openers=True),
    "holdem": PotParts((HIGH,)),
    "lightning-holdem": PotParts((HIGH,)),
    "lowball": PotParts((JOKER_LOW,), returns_bets=True, sevens=True),
    "lowball-27": PotParts((LOW_27,), returns_bets=True),
    "omaha": PotParts((TWO_AND_THREE,)),
    "omaha-8": PotParts((TWO_AND_THREE, TWO_AND_THREE_LOW)),
    "razz": PotParts((LOW,)),
    "seven-card-stud": PotParts((HIGH,)),
    "seven-card-stud-8": PotParts((HIGH, LOW_8)),
}
"""Poker games by id; a game that inherits from one of them evaluates hands the same way."""


def showdown_of(game: Poker | type[Poker]) -> Showdown | None:
    """Return the showdown of a game; None unless it is or inherits from a game in
    ``SHOWDOWN_OF``.
    """
    kind: Any = game if isinstance(game, type) else type(game)
    for cls in kind.__mro__:
        if (made := SHOWDOWN_OF.get(vars(cls).get("id", ""))) is not None:
            return Showdown(
                cls.hands,
                made.parts,
                cls.returned_bets if made.returns_bets else Poker.returned_bets,
                made.sevens,
                cls.has_openers if made.has_openers else None,
            )
    return None


TABLE_TYPES = (
    np.uint64,
    *(np.uint32, np.int32),
    *(np.uint32, np.uint16, np.uint16, np.int32, np.uint8, np.int32),
    *(np.uint32, np.uint16, np.uint16, np.int32),
)
"""Types of the lookup tables: codes of cards; seven cards; Omaha high, with pairs and suits; Omaha
low. ``judges`` addresses them by index.
"""


def empty_tables() -> tuple[Any, ...]:
    """Return empty lookup tables; the judges then call the rules, with the same strengths."""
    return tuple(np.zeros(0, kind) for kind in TABLE_TYPES)


def lookup_tables(numbers: Iterable[int]) -> tuple[Any, ...]:
    """Return the tables that these kernels use, filled by the rules or read from disk."""
    found = list(empty_tables())
    found[0] = known.codes()
    for kernel in numbers:
        if kernel == kernels.HIGH:
            found[1], found[2], found[8] = known.high(7)
        elif kernel == kernels.OMAHA_HIGH:
            found[3], found[4], found[5], found[6], found[7], found[8] = known.omaha_high()
        elif kernel == kernels.OMAHA_LOW:
            found[9], found[10], found[11], found[12], found[7] = known.omaha_low(NO_QUALIFIER)
    return tuple(found)
