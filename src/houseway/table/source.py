"""Where cards, tiles and dice come from: a shoe in memory, or the committed shoe of a room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from houseway.script import Pieces


class Source(Protocol):
    """What answers ``Chance``.  It outlives a round: what is left in it is dealt from in the next.

    Whoever asks sees to it that there are enough pieces; a source never shuffles of itself.
    """

    @property
    def left(self) -> int:
        """How many pieces can still be drawn."""

    def draw(self, n: int) -> Pieces:
        """The next ``n`` pieces, of those that are left."""

    def dice(self, n: int) -> Pieces:
        """``n`` thrown dice, each 1 to 6."""

    def put_back(self, pieces: Pieces) -> None:
        """Shuffle these pieces into what is left."""

    def relay(self, pieces: Sequence[int]) -> None:
        """Shuffle these pieces and no others: what was left before is gone."""
