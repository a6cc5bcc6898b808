"""The chips of a table: which values are used, by what may be bet there."""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd

VALUES = (25, 1_00, 5_00, 25_00, 100_00, 500_00, 1_000_00, 5_000_00)
"""What chips are worth, in cents; each is a multiple of those before it."""


def smallest(amounts: Iterable[int]) -> int:
    """The largest chip of which all these amounts can be made; below all chips, what they share."""
    shared = gcd(*amounts)
    return max((value for value in VALUES if shared and shared % value == 0), default=shared)


def chips(least: int, most: int) -> tuple[int, ...]:
    """The smallest chip and all that are made of it, up to an amount."""
    larger = (value for value in VALUES if least < value <= most and value % least == 0)
    return (least, *larger) if least else ()
