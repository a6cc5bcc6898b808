"""What somebody who holds a hand may do with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.script import Arrange, Button, Choice
from houseway.shapes.banked import Box
from houseway.shapes.set_hands.sight import which_hand
from houseway.shapes.set_hands.state import SetHandsState
from houseway.shapes.set_hands.terms import NO_HELP, OFFERED

if TYPE_CHECKING:
    from houseway.shapes.set_hands import SetHands

MANY = 256
"""So many hands have their choices remembered: more than there are at a table."""


def choices_for(
    game: SetHands, s: SetHandsState, seat: int, box: Box
) -> tuple[Choice, ...]:  # fmt: skip
    """The choices for one hand, by its pieces and by whether it is the bank's."""
    pieces = s.dealt[box]
    way = game.suggested(s, box) if game.assistance == OFFERED else ()
    words = which_hand(game, seat, box)
    sizes = tuple([(name, len(part)) for name, part in way or game.parted(pieces)])
    choices: list[Choice] = [Arrange("set", pieces, sizes, words, way)]
    if game.assistance != NO_HELP:
        choices.append(game.help)
    if game.may_turn_over(s, box):
        choices.append(Button("turn_over", f"announce a {game.natural}"))
    return tuple(choices)
