"""A kind of piece: the copies of each in one set, and their notation."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec


class Kind(msgspec.Struct, frozen=True):
    """Cards, tiles or dice.  ``copies[p]`` is how many of piece ``p`` one set holds."""

    name: str
    noun: str
    copies: tuple[int, ...]
    names: tuple[str, ...]
    read: Callable[[str], int]

    def one_set(self, sets: int = 1) -> list[int]:
        """Return all pieces of ``sets`` sets, sorted."""
        return [p for p, n in enumerate(self.copies) for _ in range(n * sets)]

    def parse(self, text: str) -> tuple[int, ...]:
        """Return the pieces of a notation; bars and commas only group."""
        return tuple(self.read(word) for word in text.replace("|", " ").replace(",", " ").split())

    def show(self, pieces: Iterable[int]) -> str:
        """Return the notation of pieces; an unseen one is ``??``."""
        return " ".join(self.names[p] if p >= 0 else "??" for p in pieces)


UNSEEN = -1
"""Number that replaces a piece hidden from the viewer."""
