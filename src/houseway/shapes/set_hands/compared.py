"""A hand against the bank's: what its main wager has come to, and what decided it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.shapes.banked import Box
from houseway.shapes.claims import Claim
from houseway.shapes.set_hands.state import MAIN

if TYPE_CHECKING:
    from houseway.shapes.set_hands import SetHands


def main_claim(
    game: SetHands, box: Box, outcome: int, clauses: tuple[str, ...], because: str = ""
) -> Claim:
    """The claim of the main wager on a hand."""
    place, payout = (box[0], MAIN, box[1]), game.pay[MAIN][outcome]
    return Claim(place, game.outcomes[outcome], payout, clauses, because=because)


def part_by_part(mine: Sequence[int], banks: Sequence[int]) -> str:
    """How each part did against the bank's, as a reason in the game's words: ``won_tied``."""
    return "_".join(
        "won" if part > other else "tied" if part == other else "lost"
        for part, other in zip(mine, banks, strict=True)
    )
