"""How a hand lies on the table when it is set, and what is said of it, by who set it and how.

Most hands lie part by part, whoever set them.  A game whose players say with their cards what is to
be done, all of them on one spot, has other ways to lay a hand down (``SetHands.layings``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from houseway.shapes.banked import Box
from houseway.shapes.set_hands.state import Parts, SetHandsState

if TYPE_CHECKING:
    from houseway.shapes.set_hands import SetHands

Lies: TypeAlias = tuple[Parts, tuple[str, ...]]
"""Where pieces lie, part by part, and each part in words."""


class Laying(msgspec.Struct, frozen=True):
    """A way to lay a hand down: how it lies, what is said of it when it is turned over.

    Whether it meets the bank's: a hand that was given up does not.
    """

    lies: Callable[[Any, SetHandsState, Box], Lies]
    said: Callable[[Any, SetHandsState, Box], str]
    meets_bank: bool = True


def in_parts(game: SetHands, s: SetHandsState, box: Box) -> Lies:
    """Part by part, and each part in words."""
    pieces = s.sets[box]
    return game.parted(pieces), game.described(pieces)[0]


def what_it_makes(game: SetHands, s: SetHandsState, box: Box) -> str:
    """What the setting is called."""
    return game.described(s.sets[box])[1]


IN_PARTS = Laying(in_parts, what_it_makes)
