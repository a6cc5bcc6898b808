"""Sets of places as masks: how many, which is next, which are dealt to."""

from __future__ import annotations


def count(mask: int) -> int:
    """How many places a mask holds."""
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


def lowest(mask: int) -> int:
    """The first place of a mask that is not empty."""
    place = 0
    while mask & 1 == 0:
        mask >>= 1
        place += 1
    return place


def next_of(mask: int, place: int) -> int:
    """The first place of a mask at this one or behind it, going round."""
    behind = mask >> place
    return place + lowest(behind) if behind else lowest(mask)
