"""What is offered to those who set: worked out once for a hand, while everybody is waited for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from houseway.cite import memo
from houseway.script import Choice, Pieces
from houseway.shapes.set_hands.state import SetHandsState

if TYPE_CHECKING:
    from houseway.shapes.set_hands import SetHands

R = TypeVar("R")
KEPT = 64
"""Hands of a few tables; each is asked about as often as others set before it."""


class Kept(memo[Pieces, R]):
    """What is asked of hands on the table again and again: a house way, what a setting makes."""

    def __missing__(self, pieces: Pieces) -> R:
        if len(self) >= KEPT:
            self.clear()
        found = self[pieces] = self._rule(pieces)
        return found


class Asked:
    """The choices of hands that were asked about, by all that decides them."""

    def __init__(self, game: SetHands) -> None:
        self.game = game
        self.known: dict[tuple[Any, ...], tuple[Choice, ...]] = {}

    def choices(self, s: SetHandsState, seat: int) -> tuple[Choice, ...]:
        """What this seat may do with the hand it holds."""
        box = s.holding(seat)
        assert box is not None, "this seat has set all its hands"
        key = (seat, box, s.dealt[box], s.banks, s.phase)
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= KEPT:
                self.known.clear()
            found = self.known[key] = self.game.set_choices(s, seat, box)
        return found
