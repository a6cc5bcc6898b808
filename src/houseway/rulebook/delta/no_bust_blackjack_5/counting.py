"""The count of hands in 5.0: a two-card Natural is best, and hands over 21 stay to the end."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule
from houseway.errors import Reason
from houseway.families.blackjack import rules
from houseway.families.blackjack.rules import (
    DECIDES,
    NEARER_OVER,
    SAVED,
    WHEN_ALL_IS_KNOWN,
    Count,
    SplitRule,
    compared,
    hit_or_stand,
    lines,
    over_21,
)
from houseway.hands.blackjack import dealer_draws, is_soft, natural, points, value

MOST = 21


@rule("CA-NB5-05")
def chart(cards: Sequence[int]) -> int:
    """Return the decision by total: 11 or less must take a card, 12 to 20 may, 21 and more must
    not.
    """
    return hit_or_stand(cards, 11, 21)


@rule("CA-NB5-11", "CA-NB5-28")
def is_saved(player: Sequence[int]) -> bool:
    """A hand of three cards that totals 22 to 25, doubled, split or neither."""
    return len(player) == 3 and 22 <= points(player) <= 25


@rule("CA-NB5-08", "CA-NB5-09", "CA-NB5-10", "CA-NB5-11", "CA-NB5-12", "CA-NB5-13")
def line(player: Sequence[int], dealer: Sequence[int], made: bool) -> int:
    """Return the game rule that decides between a hand and the bank's."""
    found = compared(player, dealer, made, MOST)
    return SAVED if found == NEARER_OVER and is_saved(player) else found


@rule("CA-NB5-08", "CA-NB5-09", "CA-NB5-10", "CA-NB5-11", "CA-NB5-12", outcomes=rules.OUTCOMES)
def outcome(player: Sequence[int], dealer: Sequence[int], made: bool, dealer_22: int) -> int:
    """The line decides. The bank's 22 is over like any other."""
    return DECIDES[line(player, dealer, made)]


DECIDED_BY = (
    ("CA-NB5-08",), ("CA-NB5-08", "CA-NB5-22"), ("CA-NB5-08",), ("CA-NB5-09",),
    ("CA-NB5-09",), ("CA-NB5-10",), ("CA-NB5-10",), ("CA-NB5-10",), ("CA-NB5-11",),
    ("CA-NB5-12",), ("CA-NB5-11",), ("CA-NB5-11", "CA-NB5-28"),
)  # fmt: skip
"""The clauses of each line of the comparison."""
NEAREST_22 = Count(
    "as near to a Natural of 22 as possible", points, soft=is_soft, natural=natural, over=over_21,
    chart=chart, dealer_draws=dealer_draws, outcome=outcome, line=line,
    lines=lines(*DECIDED_BY),
    lost=WHEN_ALL_IS_KNOWN, natural_word="natural 22", over_word="over", mark=is_saved,
)  # fmt: skip


@rule("CA-NB5-17")
def third_split_in_suit(pair: Sequence[int], dealt: Sequence[int], hands: int) -> bool:
    """Return False for a third split of tens without a card of the first card's suit."""
    return value(pair[0]) != 10 or hands < 3 or pair[1] & 3 == dealt[0] & 3


@rule("CA-NB5-17")
def split_again_in_rank(pair: Sequence[int], dealt: Sequence[int], hands: int) -> bool:
    """Return False for another split of tens without a card of the first card's rank."""
    return value(pair[0]) != 10 or hands < 2 or pair[1] >> 2 == dealt[0] >> 2


IN_SUIT = SplitRule(
    third_split_in_suit,
    Reason(
        "third-split-not-in-suit",
        "a third split of tens takes a card of the suit of the first card dealt",
    ),
)
IN_RANK = SplitRule(
    split_again_in_rank,
    Reason(
        "split-again-not-in-rank",
        "a further split of tens takes a card of the rank of the first card dealt",
    ),
)
