"""A hand against the bank's, part by part: what decided it."""

from __future__ import annotations

from collections.abc import Sequence


def part_by_part(mine: Sequence[int], banks: Sequence[int]) -> str:
    """How each part did against the bank's, as a reason in the game's words: ``won_tied``."""
    return "_".join(
        [
            "won" if part > other else "tied" if part == other else "lost"
            for part, other in zip(mine, banks, strict=True)
        ]
    )
