"""Dice are their spots, 1 to 6."""

from __future__ import annotations

from houseway.errors import Unreadable
from houseway.pieces.kind import Kind


def read_die(word: str) -> int:
    """Return a die, 1 to 6."""
    if word not in ("1", "2", "3", "4", "5", "6"):
        raise Unreadable("not-a-die", f"{word!r} is not a die; write 1 to 6")
    return int(word)


DICE = Kind("dice", "die", (0, 1, 1, 1, 1, 1, 1), ("?", "1", "2", "3", "4", "5", "6"), read_die)
