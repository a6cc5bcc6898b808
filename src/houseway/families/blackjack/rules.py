"""The rules of standard blackjack: who wins a hand, what may be doubled or split.

Rule 8 of the Colorado rules, to which every blackjack section refers, is not in the documents;
these are its documented defaults (reading G1), each a posted option of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from houseway.cite import rule
from houseway.hands.blackjack import is_soft, natural, points, same_rank, same_value

BLACKJACK, WIN, PUSH, LOSE = range(4)
OUTCOMES = ("blackjack", "win", "push", "lose")
BEATS_NOBODY, PUSHES_HANDS, PUSHES_ALL = range(3)
ANY_TWO, NINE_TO_ELEVEN, TEN_OR_ELEVEN = range(3)


@rule(outcomes=OUTCOMES)
def hand_outcome(
    player: Sequence[int], dealer: Sequence[int], from_split: bool, dealer_22: int
) -> int:
    """A player's hand against the dealer's finished hand."""
    mine = points(player)
    if mine > 21:
        return LOSE
    natural_here = mine == 21 and natural(player) and not from_split
    theirs = points(dealer)
    if theirs == 21 and natural(dealer):
        return PUSH if natural_here else LOSE
    if theirs == 22 and (
        dealer_22 == PUSHES_ALL or (dealer_22 == PUSHES_HANDS and not natural_here)
    ):
        return PUSH
    if natural_here:
        return BLACKJACK
    if theirs > 21 or mine > theirs:
        return WIN
    return PUSH if mine == theirs else LOSE


@rule()
def may_double(cards: Sequence[int], double_on: int) -> bool:
    """Two cards, of any total or of the hard totals posted."""
    if len(cards) != 2:
        return False
    if double_on == ANY_TWO:
        return True
    total = points(cards)
    least = 9 if double_on == NINE_TO_ELEVEN else 10
    return not is_soft(cards) and least <= total <= 11


@rule()
def may_split(cards: Sequence[int], by_rank: bool) -> bool:
    """Two cards of equal value, or of equal rank where that is posted."""
    if len(cards) != 2:
        return False
    return same_rank(cards[0], cards[1]) if by_rank else same_value(cards[0], cards[1])


class SplitRule(msgspec.Struct, frozen=True):
    """What a split must be besides a pair, and what is said where it is not.

    ``by`` is a rule over the two cards of the hand, the first two cards dealt to the seat and the
    number of hands there are on the spot.
    """

    by: Any
    words: str

    def __str__(self) -> str:
        return self.words


@rule()
def no_free_bet(cards: Sequence[int]) -> bool:
    """Standard blackjack gives nothing away."""
    return False


def what_22_does(pushes: bool, blackjack: str) -> int:
    """What a dealer's 22 does to hands, and to a blackjack as posted (``paid`` or ``pushed``)."""
    if not pushes:
        return BEATS_NOBODY
    return PUSHES_HANDS if blackjack == "paid" else PUSHES_ALL
