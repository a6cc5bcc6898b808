"""Three dice as a hand: points as in baccarat, triples and straights."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule

NO_TRIPLE = 0


@rule()
def dice_points(dice: Sequence[int]) -> int:
    """Return the last digit of the sum."""
    return (dice[0] + dice[1] + dice[2]) % 10


@rule("CO-2899.09-12b", "CO-2899.09-14b")
def triple(dice: Sequence[int]) -> int:
    """Return the face that all three dice show, or ``NO_TRIPLE``."""
    return dice[0] if dice[0] == dice[1] and dice[1] == dice[2] else NO_TRIPLE


@rule("CO-2899.09-12c")
def is_straight(dice: Sequence[int]) -> bool:
    """Return True for three consecutive faces in any order: 123, 234, 345 or 456."""
    low = min(dice[0], dice[1], dice[2])
    high = max(dice[0], dice[1], dice[2])
    between = dice[0] + dice[1] + dice[2] - low - high
    return high - low == 2 and between - low == 1
