"""Whether a count looks at more of two hands than the values of their cards."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from itertools import product

from houseway.hands.points21 import value
from houseway.odds.blackjack.blind import RankOnly, SuitAsked
from houseway.odds.blackjack.settling import RANK, RANKS_OF_VALUE, Hand, keys_met
from houseway.shapes.blackjack.count import Count

FEW = 3
"""Of so many cards at most the ranks of ten-valued ones are tried; no count looks at more."""


@functools.cache
def looks_at_suits(count: Count) -> bool:
    """Whether there are any hands that settle by suits, or by ranks of one value."""
    mine, theirs = keys_met(count)
    return any(
        suits_decide(count, _cards(hand), _cards(dealer), pushes)
        for hand in mine.values()
        for dealer in theirs.values()
        for pushes in range(3)
    )


def _cards(hand: Hand) -> list[int]:
    return [RANK[v] << 2 for v in hand]


def suits_decide(count: Count, hand: Sequence[int], dealer: Sequence[int], dealer_22: int) -> bool:
    """Whether what comes of two hands hangs on their suits, or on which ten is which."""
    try:
        said = {
            int(count.outcome(mine, theirs, False, dealer_22))
            for mine, theirs in product(_blind(hand), _blind(dealer))
        }
    except SuitAsked:
        return True
    return len(said) > 1


def _blind(cards: Sequence[int]) -> Iterator[list[RankOnly]]:
    """The cards without their suits, ten-valued ones of every rank."""
    ranks = [RANKS_OF_VALUE[value(card) - 1] for card in cards]
    for i in range(max(map(len, ranks)) if len(cards) <= FEW else 1):
        yield [RankOnly(each[i % len(each)]) for each in ranks]
