"""The count of hands in Blackjack X: to 31, frozen from 22 to 30.

The ace counts 21 with a ten-valued card dealt with it, so that those two are 31; made by a split
they are 21. A hard 21 may be hit, and with a ten it is a hard 31.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule
from houseway.families.blackjack.rules import LOSE, MAY_DRAW, MUST_STAND, PUSH, WIN, Count
from houseway.hands.blackjack import dealer_draws, is_soft, natural, points
from houseway.pieces.cards import KING

OUTCOMES = ("natural", "win", "push", "lose", "blackjack_x", "hard_31")
NATURAL, BLACKJACK_X, HARD_31 = 0, 4, 5
TIE, X_HIGHER, NATURAL_HIGHER = range(3)


@rule("CA-BJX-01")
def is_blackjack_x(cards: Sequence[int]) -> bool:
    """An ace and a king of one suit, dealt together."""
    suited = natural(cards) and cards[0] & 3 == cards[1] & 3
    return suited and (cards[0] >> 2 == KING or cards[1] >> 2 == KING)


@rule("CA-BJX-02", "CA-BJX-03")
def is_frozen(cards: Sequence[int]) -> bool:
    """Return True from 22 to 30: the hand takes no more cards and has the lowest rank."""
    return 22 <= points(cards) <= 30


@rule("CA-BJX-02")
def chart_31(cards: Sequence[int]) -> int:
    """Return the decision by total: free from 2 to 21; above, no more cards."""
    return MAY_DRAW if points(cards) <= 21 else MUST_STAND


@rule("CA-BJX-04", outcomes=OUTCOMES)
def of_naturals(player: Sequence[int], dealer: Sequence[int], ranks: int) -> int:
    """Compare two hands of two-card 31; a Blackjack X counts as another only where posted."""
    mine, theirs = is_blackjack_x(player), is_blackjack_x(dealer)
    if ranks == TIE or mine == theirs:
        return PUSH
    if mine:
        return BLACKJACK_X if ranks == X_HIGHER else LOSE
    return NATURAL if ranks == NATURAL_HIGHER else LOSE


@rule("CA-BJX-04", "CA-BJX-05", "CA-BJX-06", outcomes=OUTCOMES)
def compared(player: Sequence[int], dealer: Sequence[int], made: bool, ranks: int) -> int:
    """A player's hand against the finished hand of the player-dealer."""
    mine = points(player)
    if 22 <= mine <= 30:
        return LOSE
    two_card_31 = natural(player) and not made
    if natural(dealer):
        return of_naturals(player, dealer, ranks) if two_card_31 else LOSE
    if two_card_31:
        return BLACKJACK_X if is_blackjack_x(player) else NATURAL
    if mine == 31:
        return HARD_31
    theirs = points(dealer)
    if theirs > 21 or mine > theirs:
        return WIN
    return PUSH if mine == theirs else LOSE


@rule("CA-BJX-04", outcomes=OUTCOMES)
def naturals_tie(player: Sequence[int], dealer: Sequence[int], made: bool, dealer_22: int) -> int:
    """All two-card hands of 31 tie."""
    return compared(player, dealer, made, TIE)


@rule("CA-BJX-01", outcomes=OUTCOMES)
def x_is_higher(player: Sequence[int], dealer: Sequence[int], made: bool, dealer_22: int) -> int:
    """A Blackjack X beats the other hands of two-card 31."""
    return compared(player, dealer, made, X_HIGHER)


@rule("CA-BJX-01", outcomes=OUTCOMES)
def natural_is_higher(
    player: Sequence[int], dealer: Sequence[int], made: bool, dealer_22: int
) -> int:
    """A Blackjack X loses to the other hands of two-card 31, as the ranks are printed."""
    return compared(player, dealer, made, NATURAL_HIGHER)


class To31(Count, frozen=True):
    """A count whose best two cards go by two names."""

    def words(self, cards: Sequence[int], made: bool = False) -> str:
        """Return the name of a hand: ``Natural 31``, ``Blackjack X 31``, ``hard 31``, ``soft
        17``.
        """
        if not made and is_blackjack_x(cards):
            return "Blackjack X 31"
        return "hard 31" if self.total(cards) == 31 else super().words(cards, made)


def to_31(outcome: object) -> To31:
    """The count with one of the ways to rank two-card hands."""
    return To31(
        "to 31, frozen from 22 to 30", points, soft=is_soft, natural=natural, over=is_frozen,
        chart=chart_31, dealer_draws=dealer_draws, outcome=outcome, natural_word="Natural 31",
        over_word="frozen",
    )  # fmt: skip


RANKS = {
    "tie": to_31(naturals_tie),
    "bjx_higher": to_31(x_is_higher),
    "natural_higher": to_31(natural_is_higher),
}
"""The rule for a Blackjack X against another two-card 31, by posting."""
