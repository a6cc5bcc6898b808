"""Choices of a seat that sets its hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from houseway.cite import memo
from houseway.engine.questions import Arrange, Pieces
from houseway.families.set_hands.options import OFFERED
from houseway.families.set_hands.presenter import which_hand

if TYPE_CHECKING:
    from houseway.engine.questions import Choice
    from houseway.families.banked.game import Box
    from houseway.families.set_hands.game import SetHands
    from houseway.families.set_hands.state import SetHandsState


# -- asking -----------------------------------------------------------------------------------
# What is asked of hands on the table again and again, worked out once for each.

R = TypeVar("R")
KEPT = 512
"""Hands of the tables of a room; each is asked about as often as others set before it."""


class Kept(memo[Pieces, R]):
    """What is asked of hands on the table again and again: a house way, what a setting makes."""

    def __init__(self, rule: Callable[[Pieces], R]) -> None:
        super().__init__(rule, KEPT)


# -- offers -----------------------------------------------------------------------------------
# What somebody who holds a hand may do with it.


def choices_for(
    game: SetHands, s: SetHandsState, seat: int, box: Box
) -> tuple[Choice, ...]:  # fmt: skip
    """The choices for one hand, by its pieces and by whether it is the bank's.

    The house way is suggested where it is one of the settings that are asked for.
    """
    pieces = s.dealt[box]
    way = game.way(s, box) if game.assistance == OFFERED else ()
    sizes = game.sizes if len(way) > 1 or game.can_be_set(pieces) else game.in_one
    suggested = way if len(way) == len(sizes) else ()
    return (Arrange("set", pieces, sizes, which_hand(game, seat, box), suggested), *game.help)
