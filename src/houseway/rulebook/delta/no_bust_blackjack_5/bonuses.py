"""The two side wagers of 5.0: Buster Blackjack, and Blackjack Bonus Hands."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule
from houseway.hands.blackjack import natural, points, same_rank, value
from houseway.pieces.cards import ACE, JACK, SPADES
from houseway.side_bets.buster import BUSTER, buster_of

HANDS = (
    "jacks_of_spades_and_natural", "jacks_of_spades", "suited_jacks", "suited_20", "unsuited_20",
    "pair_2_to_9", "nothing",
)  # fmt: skip
TOP, SPADE_JACKS, SUITED_JACKS, SUITED_20, UNSUITED_20, SMALL_PAIR, NOTHING = range(7)


@rule("CA-BUST-03", outcomes=BUSTER, notes=("CA-BUST-04", "CA-BUST-11"))
def buster(dealer: Sequence[int]) -> int:
    """The bank busts, by the number of its cards, whatever the player's hand."""
    return buster_of(dealer)


def behind_buster(dealer: Sequence[int]) -> tuple[str, ...]:
    """Return the clause by which the wager loses to a bank's Natural; empty without one."""
    return ("CA-BUST-11",) if natural(dealer) else ()


@rule("CA-BBH-02", "CA-BBH-03", outcomes=HANDS)
def bonus_hands(first_two: Sequence[int], dealer_blackjack: bool, ace_nine: bool) -> int:
    """The best row of the first two cards; for the first of them the bank has a Natural too."""
    a, b = first_two[0], first_two[1]
    suited = a & 3 == b & 3
    if suited and a >> 2 == JACK and b >> 2 == JACK:
        if a & 3 != SPADES:
            return SUITED_JACKS
        return TOP if dealer_blackjack else SPADE_JACKS
    if same_rank(a, b) and value(a) != 10 and a >> 2 != ACE:
        return SMALL_PAIR
    if points(first_two) != 20 or (value(a) != 10 and not ace_nine):
        return NOTHING
    return SUITED_20 if suited else UNSUITED_20


@rule("CA-BBH-02")
def needs_no_hole_card(first_two: Sequence[int]) -> bool:
    """Return False only for two jacks of spades, which wait for the bank's Natural."""
    spade_jack = JACK * 4 + SPADES
    return not (first_two[0] == spade_jack and first_two[1] == spade_jack)
