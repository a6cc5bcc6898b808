"""The ten ways to set five cards as two and three: choices 0 to 9."""

from __future__ import annotations

TWOS = ((0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))
THREES = (
    (2, 3, 4), (1, 3, 4), (1, 2, 4), (1, 2, 3), (0, 3, 4),
    (0, 2, 4), (0, 2, 3), (0, 1, 4), (0, 1, 3), (0, 1, 2),
)  # fmt: skip
CHOICES = 10
"""Choice -> the places of its two cards, and of its three."""

FIVE = tuple[int, int, int, int, int]


def parts_ahead(first: int, second: int, other_first: int, other_second: int) -> int:
    """Return the number of parts ahead less those behind: from 2 to -2."""
    ahead = 0
    if first != other_first:
        ahead += 1 if first > other_first else -1
    if second != other_second:
        ahead += 1 if second > other_second else -1
    return ahead
