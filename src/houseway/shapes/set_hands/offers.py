"""What somebody who holds a hand may do with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.script import Arrange, Choice
from houseway.shapes.banked import Box
from houseway.shapes.set_hands.sight import which_hand
from houseway.shapes.set_hands.state import SetHandsState
from houseway.shapes.set_hands.terms import OFFERED

if TYPE_CHECKING:
    from houseway.shapes.set_hands import SetHands


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
