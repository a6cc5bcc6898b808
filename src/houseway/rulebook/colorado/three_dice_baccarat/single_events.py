"""The single events of 30-2899.09 (10)(A) and (12): each is a wager of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from houseway.cite import rule
from houseway.hands.three_dice import NO_TRIPLE, is_straight, triple

WIN, LOSE = range(2)


@rule("CO-2899.09-12-01", outcomes=("golden_3", "lose"))
def golden_3(player_points: int, banker_points: int) -> int:
    """Either hand wins 3 over 0."""
    high, low = max(player_points, banker_points), min(player_points, banker_points)
    return WIN if high == 3 and low == 0 else LOSE


@rule("CO-2899.09-12-02", outcomes=("golden_3_player", "lose"))
def golden_3_player(player_points: int, banker_points: int) -> int:
    """The Player hand wins 3 over 0."""
    return WIN if player_points == 3 and banker_points == 0 else LOSE


@rule("CO-2899.09-12-03", outcomes=("golden_3_banker", "lose"))
def golden_3_banker(player_points: int, banker_points: int) -> int:
    """The Banker hand wins 3 over 0."""
    return WIN if banker_points == 3 and player_points == 0 else LOSE


@rule("CO-2899.09-12-04", outcomes=("sun_7", "lose"))
def sun_7(player_points: int, banker_points: int) -> int:
    """The Banker hand wins with 7."""
    return WIN if banker_points == 7 and player_points < 7 else LOSE


def why_no_sun(player_points: int, banker_points: int) -> str:
    """Return "seven_not_won" if Sun 7 lost with a 7 that did not win; else ""."""
    return "seven_not_won" if banker_points == 7 <= player_points else ""


@rule("CO-2899.09-12-05", outcomes=("moon_8", "lose"))
def moon_8(player_points: int, banker_points: int) -> int:
    """The Player hand wins with 8."""
    return WIN if player_points == 8 and banker_points < 8 else LOSE


def why_no_moon(player_points: int, banker_points: int) -> str:
    """Return "eight_not_won" if Moon 8 lost with an 8 that did not win; else ""."""
    return "eight_not_won" if player_points == 8 <= banker_points else ""


@rule("CO-2899.09-12-06", "CO-2899.09-12b", outcomes=("triple_3", "lose"))
def triple_3(player_dice: Sequence[int], banker_dice: Sequence[int]) -> int:
    """Three 3s in either cup."""
    return WIN if triple(player_dice) == 3 or triple(banker_dice) == 3 else LOSE


@rule("CO-2899.09-12-07", "CO-2899.09-12b", outcomes=("triple_1_or_6", "lose"))
def triple_1_or_6(player_dice: Sequence[int], banker_dice: Sequence[int]) -> int:
    """Three 1s or three 6s in either cup."""
    a, b = triple(player_dice), triple(banker_dice)
    return WIN if a == 1 or a == 6 or b == 1 or b == 6 else LOSE


@rule("CO-2899.09-12-08", "CO-2899.09-12b", outcomes=("any_triple", "lose"))
def any_triple(player_dice: Sequence[int], banker_dice: Sequence[int]) -> int:
    """Three of any one number in either cup."""
    return WIN if triple(player_dice) != NO_TRIPLE or triple(banker_dice) != NO_TRIPLE else LOSE


@rule("CO-2899.09-12-09", outcomes=("nine_over_6", "lose"))
def nine_over_6(player_points: int, banker_points: int) -> int:
    """Either hand wins 9 over 6."""
    high, low = max(player_points, banker_points), min(player_points, banker_points)
    return WIN if high == 9 and low == 6 else LOSE


@rule("CO-2899.09-12-10", "CO-2899.09-12c", outcomes=("double_straight", "lose"))
def double_straight(player_dice: Sequence[int], banker_dice: Sequence[int]) -> int:
    """A straight in both cups."""
    return WIN if is_straight(player_dice) and is_straight(banker_dice) else LOSE


@rule("CO-2899.09-12-11", outcomes=("tie_0_or_9", "lose"))
def tie_0_or_9(player_points: int, banker_points: int) -> int:
    """Both hands count 0, or both count 9."""
    return WIN if player_points == banker_points and player_points in (0, 9) else LOSE


def why_not_0_or_9(player_points: int, banker_points: int) -> str:
    """Return "other_tie" if a wager on a tie at 0 or 9 lost to another tie; else ""."""
    tied = player_points == banker_points
    return "other_tie" if tied and player_points not in (0, 9) else ""


@rule("CO-2899.09-12-12", outcomes=("tie_5", "lose"))
def tie_5(player_points: int, banker_points: int) -> int:
    """Both hands count 5."""
    return WIN if player_points == 5 and banker_points == 5 else LOSE


def why_not_5(player_points: int, banker_points: int) -> str:
    """Return "other_tie" if a wager on a tie at 5 lost to a tie at another number; else ""."""
    return "other_tie" if player_points == banker_points != 5 else ""


@rule("CO-2899.09-12-13", outcomes=("one_over_0", "lose"))
def one_over_0(player_points: int, banker_points: int) -> int:
    """Either hand wins 1 over 0."""
    high, low = max(player_points, banker_points), min(player_points, banker_points)
    return WIN if high == 1 and low == 0 else LOSE


SINGLE_EVENTS = (
    (golden_3, "Golden 3"),
    (golden_3_player, "Golden 3 Player"),
    (golden_3_banker, "Golden 3 Banker"),
    (sun_7, "Sun 7"),
    (moon_8, "Moon 8"),
    (triple_3, "Triple 3"),
    (triple_1_or_6, "Triple 1 or 6"),
    (any_triple, "Any Triple"),
    (nine_over_6, "9 over 6"),
    (double_straight, "Double Straight"),
    (tie_0_or_9, "0 or 9 Tie"),
    (tie_5, "5 Tie"),
    (one_over_0, "1 over 0"),
)
"""SE-01 to SE-13 in their order, with the words on the layout."""

WHY: dict[str, Any] = {
    "sun_7": why_no_sun,
    "moon_8": why_no_moon,
    "tie_0_or_9": why_not_0_or_9,
    "tie_5": why_not_5,
}
"""The functions for wagers that may be lost for more than one reason."""
