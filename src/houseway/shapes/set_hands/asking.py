"""What is asked of hands on the table again and again, worked out once for each."""

from __future__ import annotations

from typing import TypeVar

from houseway.cite import memo
from houseway.script import Pieces

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
