"""A hand against the bank's, part by part: what decided it."""

from __future__ import annotations

from typing import TypeAlias

Ranks: TypeAlias = tuple[int, int]
"""How high each of two parts ranks."""


def part_by_part(mine: Ranks, banks: Ranks) -> str:
    """How each part did against the bank's, as a reason in the game's words: ``won_tied``."""
    (first, second), (banks_first, banks_second) = mine, banks
    one = "won" if first > banks_first else "tied" if first == banks_first else "lost"
    other = "won" if second > banks_second else "tied" if second == banks_second else "lost"
    return f"{one}_{other}"
