"""The rules of 3 Card 21 "N" Done that look at cards.  Colorado Rule 21, 30-2111."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule
from houseway.families.blackjack.rules import ANY_TWO, LOSE, NINE_TO_ELEVEN, OUTCOMES, PUSH, WIN
from houseway.hands.blackjack import is_soft, natural, points, same_rank, value
from houseway.hands.three_card import FLUSH, PAIR, STRAIGHT, STRAIGHT_FLUSH, TRIPS, category3, high3
from houseway.pieces.cards import ACE, DIAMONDS, QUEEN

BONUS = (
    "diamond_royal", "mini_royal", "straight_flush", "three_of_a_kind", "straight", "flush",
    "pair", "total_21", "nothing",
)  # fmt: skip
(DIAMOND_ROYAL, MINI_ROYAL, A_STRAIGHT_FLUSH, THREE_OF_A_KIND, A_STRAIGHT, A_FLUSH, A_PAIR,
 TOTAL_21, NOTHING) = range(9)  # fmt: skip


@rule("CO-2111-4", outcomes=BONUS, notes=("CO-2111-4b",))
def three_card_bonus(first_three: Sequence[int]) -> int:
    """The highest poker hand of the first three cards, or a total of 21."""
    a, b, c = first_three[0], first_three[1], first_three[2]
    strength = high3(a, b, c)
    kind = category3(strength)
    if kind == STRAIGHT_FLUSH:
        lowest = min(a >> 2, b >> 2, c >> 2)
        if lowest == QUEEN:
            return DIAMOND_ROYAL if a & 3 == DIAMONDS else MINI_ROYAL
        return A_STRAIGHT_FLUSH
    if kind == TRIPS:
        return THREE_OF_A_KIND
    if kind == STRAIGHT:
        return A_STRAIGHT
    if kind == FLUSH:
        return A_FLUSH
    if kind == PAIR:
        return A_PAIR
    return TOTAL_21 if points(first_three) == 21 else NOTHING


@rule("CO-2111-P1", "CO-2111-P5", "CO-2111-P6", outcomes=OUTCOMES)
def three_card_outcome(player: Sequence[int], dealer: Sequence[int], kept: bool) -> int:
    """A total of 21 wins by itself unless it was kept; otherwise as in blackjack."""
    mine, theirs = points(player), points(dealer)
    if mine > 21:
        return LOSE
    if mine == 21 and not kept:
        return WIN
    if natural(dealer):
        return LOSE
    if theirs > 21 or mine > theirs:
        return WIN
    return PUSH if mine == theirs else LOSE


@rule("CO-2111-P2a", "CO-2111-P2b")
def has_pair(first_three: Sequence[int]) -> bool:
    """Two of the three cards are of one rank."""
    a, b, c = first_three[0], first_three[1], first_three[2]
    return same_rank(a, b) or same_rank(a, c) or same_rank(b, c)


@rule("CO-2111-P4")
def highest_count(first_three: Sequence[int]) -> int:
    """The total with every ace counted as 11."""
    count = 0
    for i in range(3):
        count += 11 if first_three[i] >> 2 == ACE else value(first_three[i])
    return count


@rule("CO-2111-P3", "CO-2111-P4")
def may_be_over(first_three: Sequence[int]) -> bool:
    """Over 21, or an ace can be counted as 11 to be over it."""
    return highest_count(first_three) > 21


@rule("CO-2111-P2b", "CO-2111-P4a")
def may_decline_21(first_three: Sequence[int]) -> bool:
    """A 21 with a pair, or one that counts an ace as 11, may be split instead of paid."""
    return points(first_three) == 21 and (
        has_pair(first_three) or (highest_count(first_three) == 21 and _has_ace(first_three))
    )


@rule("CO-2111-P2a", "CO-2111-P3b")
def may_split_in_three(first_three: Sequence[int]) -> bool:
    """A pair under 21, or a hand that is over 21 or may be counted so."""
    if points(first_three) < 21 and has_pair(first_three):
        return True
    return points(first_three) != 21 and may_be_over(first_three)


@rule("CO-2111-P5")
def may_double_three(first_three: Sequence[int], double_on: int) -> bool:
    """Three cards under 21, of any total or of the hard totals posted for a double."""
    total = points(first_three)
    if double_on == ANY_TWO:
        return total < 21
    least = 9 if double_on == NINE_TO_ELEVEN else 10
    return not is_soft(first_three) and least <= total <= 11


@rule("CO-2111-P4a")
def _has_ace(first_three: Sequence[int]) -> bool:
    """One of the three cards is an ace."""
    a, b, c = first_three[0], first_three[1], first_three[2]
    return a >> 2 == ACE or b >> 2 == ACE or c >> 2 == ACE
