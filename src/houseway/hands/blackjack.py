"""Blackjack arithmetic: points, naturals, pairs, and hands of one suit or colour."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule
from houseway.pieces.cards import ACE, DIAMONDS, HEARTS, TEN

VALUED = tuple(card & ~3 if card >> 2 == ACE else min(card >> 2, TEN) << 2 for card in range(52))
"""One card for each value: suits and faces make no difference to a total."""

HARD = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1)
"""Value of each rank, deuce to ace, with an ace as 1."""


@rule()
def value(card: int) -> int:
    """Return the value of a card: ace 1, face cards 10, other cards their number."""
    return HARD[card >> 2]


@rule()
def total(cards: Sequence[int]) -> tuple[int, bool]:
    """Return the best total and True if it is soft: an ace counts 11 unless that exceeds 21."""
    hard = 0
    for card in cards:
        hard += HARD[card >> 2]
    if hard <= 11:
        for card in cards:
            if card >> 2 == ACE:
                return hard + 10, True
    return hard, False


@rule()
def points(cards: Sequence[int]) -> int:
    """The best total of a hand."""
    return total(cards)[0]


@rule()
def is_soft(cards: Sequence[int]) -> bool:
    """Return True if an ace counts 11."""
    return total(cards)[1]


@rule()
def natural(cards: Sequence[int]) -> bool:
    """Return True if the first two cards are an ace and a ten-valued card."""
    if len(cards) != 2:
        return False
    if cards[0] >> 2 == ACE:
        return TEN <= cards[1] >> 2 < ACE
    return cards[1] >> 2 == ACE and cards[0] >> 2 >= TEN


@rule()
def dealer_draws(cards: Sequence[int], hit_soft_17: bool) -> bool:
    """Return True if the dealer draws: to 16, stands on 17 or more, on soft 17 as posted."""
    made, soft = total(cards)
    return made < 17 or (made == 17 and hit_soft_17 and soft)


@rule()
def same_value(a: int, b: int) -> bool:
    """Return True for two cards of equal value, also a ten and a king."""
    return value(a) == value(b)


@rule()
def same_rank(a: int, b: int) -> bool:
    """Return True for two cards of the same rank."""
    return a >> 2 == b >> 2


@rule()
def one_suit(cards: Sequence[int]) -> bool:
    """Return True if all cards are of one suit."""
    first = cards[0] & 3
    for i in range(1, len(cards)):  # noqa: SIM110 - compiled as it stands
        if cards[i] & 3 != first:
            return False
    return True


@rule()
def one_color(cards: Sequence[int]) -> bool:
    """Return True if all cards are red, or all black."""
    first = is_red(cards[0])
    for i in range(1, len(cards)):  # noqa: SIM110 - compiled as it stands
        if is_red(cards[i]) != first:
            return False
    return True


@rule()
def is_red(card: int) -> bool:
    """Return True for diamonds and hearts, the suits between clubs and spades."""
    return DIAMONDS <= card & 3 <= HEARTS
