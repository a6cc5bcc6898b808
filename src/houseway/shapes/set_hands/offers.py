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
    """The choices for one hand, by its pieces and by whether it is the bank's."""
    pieces = s.dealt[box]
    way = game.suggested(s, box) if game.assistance == OFFERED else ()
    parts = way or game.parted(pieces)
    sizes = game.sizes if len(parts) > 1 else ((parts[0][0], len(pieces)),)
    return (Arrange("set", pieces, sizes, which_hand(game, seat, box), way), *game.help)
