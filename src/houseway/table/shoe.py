"""The random shoe or deck: one answerer of ``Chance`` among others."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import floor

from houseway.pieces.kinds import Kind
from houseway.script import Pieces


class Shoe:
    """Pieces in random order, drawn one by one: the ``Source`` of simulation and library.

    Each draw takes a uniformly random piece of those left, which is the same thing as a shuffle
    beforehand and costs only what is dealt.
    """

    __slots__ = ("_all", "_random", "kind", "left", "pieces", "sets")

    def __init__(self, kind: Kind, sets: int, rng: random.Random) -> None:
        self.kind, self.sets = kind, sets
        self._all = kind.one_set(sets)
        self._random = rng.random
        self.pieces: list[int] = []
        self.left = 0
        """How many pieces can still be drawn."""
        self.fill()

    def fill(self) -> None:
        """All pieces back: a fresh shuffle."""
        self.relay(self._all)

    def draw(self, n: int) -> Pieces:
        """The next ``n`` pieces."""
        pieces, rnd, left = self.pieces, self._random, self.left
        self.left = left - n
        if n == 1:
            return (pieces.pop(floor(rnd() * left)),)
        drawn = []
        for here in range(left, left - n, -1):
            drawn.append(pieces.pop(floor(rnd() * here)))
        return tuple(drawn)

    def dice(self, n: int) -> Pieces:
        """``n`` thrown dice."""
        rnd = self._random
        return tuple(floor(rnd() * 6) + 1 for _ in range(n))

    def put_back(self, pieces: Pieces) -> None:
        """Shuffle these pieces into what is left."""
        self.pieces.extend(pieces)
        self.left = len(self.pieces)

    def relay(self, pieces: Sequence[int]) -> None:
        """Shuffle these pieces and no others."""
        self.pieces = list(pieces)
        self.left = len(self.pieces)
