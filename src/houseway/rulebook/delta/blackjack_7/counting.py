"""The count of hands in 7.0: a Natural of 20 1/2 is best, and hands that are over stay to the end.

Read literally, 21 is more than a Natural and so over. The chart and the bar on doubling 21 speak
against that. The house posts which reading it follows.
"""

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
from houseway.hands.blackjack import dealer_draws, is_soft, natural, one_suit, points, value
from houseway.pieces.cards import EIGHT, NINE, SEVEN

COMPARED = ("CA-B7-01", "CA-B7-02", "CA-B7-03", "CA-B7-04")
CONVENTIONAL, LITERAL = 21, 20
"""The most that is not over."""


@rule("CA-B7-01")
def chart(cards: Sequence[int]) -> int:
    """Return the decision by total: 11 or less must take a card, 12 to 20 may, 21 and more must
    not.
    """
    return hit_or_stand(cards, 11, 21)


@rule("CA-B7-03")
def is_suited_789(dealer: Sequence[int]) -> bool:
    """Three cards of one suit: a seven, an eight and a nine."""
    if len(dealer) != 3:
        return False
    sevens = eights = nines = 0
    for i in range(3):
        rank = dealer[i] >> 2
        sevens += rank == SEVEN
        eights += rank == EIGHT
        nines += rank == NINE
    return sevens == 1 and eights == 1 and nines == 1 and one_suit(dealer)


@rule(*COMPARED)
def line_up_to(player: Sequence[int], dealer: Sequence[int], made: bool, most: int) -> int:
    """Return the game rule that decides between a hand and the bank's, if more than ``most`` is
    over.
    """
    found = compared(player, dealer, made, most)
    return SAVED if found == NEARER_OVER and is_suited_789(dealer) else found


@rule(*COMPARED)
def line(player: Sequence[int], dealer: Sequence[int], made: bool) -> int:
    """The game rule that decides, 21 being under."""
    return line_up_to(player, dealer, made, CONVENTIONAL)


@rule(*COMPARED, outcomes=rules.OUTCOMES)
def outcome(player: Sequence[int], dealer: Sequence[int], made: bool, dealer_22: int) -> int:
    """The line decides."""
    return DECIDES[line(player, dealer, made)]


@rule("CA-B7-01")
def over_20(cards: Sequence[int]) -> bool:
    """More than a Natural of 20 1/2, by the letter: 21 too, unless it is the Natural."""
    return points(cards) > LITERAL and not natural(cards)


@rule(*COMPARED)
def literal_line(player: Sequence[int], dealer: Sequence[int], made: bool) -> int:
    """The game rule that decides, 21 being over."""
    return line_up_to(player, dealer, made, LITERAL)


@rule(*COMPARED, outcomes=rules.OUTCOMES)
def literal_outcome(
    player: Sequence[int], dealer: Sequence[int], made: bool, dealer_22: int
) -> int:
    """The line decides, by the literal reading."""
    return DECIDES[literal_line(player, dealer, made)]


DECIDED_BY = (
    ("CA-B7-02",), ("CA-B7-02",), ("CA-B7-01",), ("CA-B7-04",), ("CA-B7-04",), ("CA-B7-01",),
    ("CA-B7-01",), ("CA-B7-01",), ("CA-B7-03",), ("CA-B7-04",), ("CA-B7-03",), ("CA-B7-03",),
)  # fmt: skip
"""The clauses of each line of the comparison."""
LINES = lines(*DECIDED_BY)
NEAREST_20_HALF = Count(
    "as near to a Natural of 20 1/2 as possible", points, soft=is_soft, natural=natural,
    over=over_21, chart=chart, dealer_draws=dealer_draws, outcome=outcome, line=line, lines=LINES,
    lost=WHEN_ALL_IS_KNOWN, natural_word="natural 20 1/2", over_word="over", mark=is_suited_789,
)  # fmt: skip
STRICT_20_HALF = Count(
    "as near to a Natural of 20 1/2 as possible, 21 being over", points, soft=is_soft,
    natural=natural, over=over_20, chart=chart, dealer_draws=dealer_draws,
    outcome=literal_outcome, line=literal_line, lines=LINES, lost=WHEN_ALL_IS_KNOWN,
    natural_word="natural 20 1/2", over_word="over", mark=is_suited_789,
)  # fmt: skip


@rule("CA-B7-06")
def tens_to_three_hands(pair: Sequence[int], dealt: Sequence[int], hands: int) -> bool:
    """Return False for a split of tens into more than three hands."""
    return value(pair[0]) != 10 or hands < 3


THREE_HANDS = SplitRule(
    tens_to_three_hands,
    Reason("tens-to-three-hands", "tens are split to three hands at most"),
)
