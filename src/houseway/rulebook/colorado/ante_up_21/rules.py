"""Two-card poker and the Poker Bonus of Ante Up 21."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule
from houseway.pieces.cards import ACE, QUEEN, RANKS, SPADES, TWO

(THREE_ACES_OF_SPADES, THREE_SUITED_ACES, THREE_SUITED, THREE_ACES, THREE_OF_A_KIND, SUITED_ACES,
 ACES, SUITED_PAIR, PAIR, NO_PAIR) = range(10)  # fmt: skip
(NOT_QUALIFIED, WIN, TIE, LOSE, NATURAL_WIN, NATURAL_TIE, NATURAL_LOSE) = range(7)
PAIRED = 1 << 8
QUEEN_HIGH = QUEEN << 4
"""A strength: a pair's rank or the high card, then the other card; pairs are above all others."""


@rule("CO-2106-1a", "CO-2106-1b", "CO-2106-13a")
def best_two(cards: Sequence[int]) -> int:
    """The best poker hand of any two of these cards: a pair, or the highest two."""
    high = second = pair = -1
    met = 0
    for i in range(len(cards)):
        rank = int(cards[i]) >> 2
        if met >> rank & 1 and rank > pair:
            pair = rank
        met |= 1 << rank
        if rank > high:
            high, second = rank, high
        elif rank > second:
            second = rank
    if pair >= TWO:
        return PAIRED | pair << 4
    return high << 4 | second


@rule("CO-2106-13c", "CO-2106-13d", "CO-2106-13e", "CO-2106-10a",
      outcomes=("not_qualified", "win", "tie", "lose", "natural_win", "natural_tie",
                "natural_lose"))  # fmt: skip
def two_card_poker(mine: int, theirs: int, dealer_blackjack: bool) -> int:
    """A player's two cards against the dealer's, who needs queen high or better.

    Under a dealer's natural, which is ace high, the outcomes are told apart: BET pushes there.
    """
    if theirs < QUEEN_HIGH:
        return NOT_QUALIFIED
    found = WIN if mine > theirs else TIE if mine == theirs else LOSE
    return found + 3 if dealer_blackjack else found


@rule("CO-2106-8", "CO-2106-8b", "CO-2106-4b", notes=("CO-2106-8a",),
      outcomes=("three_aces_of_spades", "three_suited_aces", "three_suited", "three_aces",
                "three_of_a_kind", "suited_aces", "aces", "suited_pair", "pair",
                "no_pair"))  # fmt: skip
def poker_bonus(first_two: Sequence[int], dealer_up: int) -> int:
    """A pair in the first two cards; the up card plays only to make three of a kind of it."""
    a, b = first_two[0], first_two[1]
    if a >> 2 != b >> 2:
        return NO_PAIR
    aces, suited = a >> 2 == ACE, a == b
    if dealer_up >> 2 == a >> 2:
        if suited and dealer_up == a:
            if aces:
                return THREE_ACES_OF_SPADES if a & 3 == SPADES else THREE_SUITED_ACES
            return THREE_SUITED
        return THREE_ACES if aces else THREE_OF_A_KIND
    if aces:
        return SUITED_ACES if suited else ACES
    return SUITED_PAIR if suited else PAIR


def poker_words(cards: Sequence[int]) -> str:
    """``pair of K``, ``A-9 high``."""
    strength = best_two(cards)
    high = RANKS[strength >> 4 & 15]
    return f"pair of {high}" if strength & PAIRED else f"{high}-{RANKS[strength & 15]} high"
