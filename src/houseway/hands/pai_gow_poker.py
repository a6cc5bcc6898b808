"""Hands of Pai Gow Poker: five cards and two of seven, with a joker, and who wins.

A strength is one int, as in ``poker5``: the category, then ranks in the order in which a tie is
broken.  Two-card hands have strengths of the same form, so that both may be held against each
other: a setting may stand if its five-card hand has the greater one (the same pair or the same high
cards count for the five, which have more cards after them).

What the text leaves open is posted, and a rule takes all of it as one number, ``posted``, a bit for
each: ``WILD`` is the joker of the glossary, a duplicate of any card; otherwise it is an ace, or
fills a straight, a flush or a straight flush.  ``WHEEL_SECOND`` puts A-2-3-4-5 above all straights
but the one to the ace.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule
from houseway.hands.joker_high import FIVE_ACES, flush_with_joker
from houseway.hands.poker5 import (
    EACH,
    FLUSH,
    HIGH_CARD,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    describe_high,
    high_by_ranks,
    high_in_order,
    high_of,
    in_order,
    top_ranks,
)
from houseway.pieces.cards import ACE, FIVE, JOKER, TWO

WILD, WHEEL_SECOND, FIVES_BEFORE_TWO_PAIR, DEUCES_SPLIT, FIVES_BEFORE_PAIR = 1, 2, 4, 8, 16
"""What is posted: two readings of the ranking, three of the house way."""

WIN, PUSH, LOSE = range(3)

RANK = tuple(min(card >> 2, ACE) for card in range(JOKER + 1))
"""The rank of a card; the joker is an ace unless it is something else."""

JOKERS, SUITS = 40, 44
HELD = (
    *(1 << 3 * (card >> 2) | 1 << SUITS + 4 * (card & 3) for card in range(JOKER)),
    1 << JOKERS | 0x1111 << SUITS,
)
"""A card in a sum of cards: three bits for each rank, one for the joker, then four for each suit;
the joker is of every suit."""


def of_one_suit(held: int) -> bool:
    """Whether five or more of a sum of cards have the same suit."""
    return (held >> SUITS) + 0x3333 & 0x8888 != 0


def held_times(counts: int, times: int) -> int:
    """The ranks held two, three or four times, of counts of three bits each: the lowest is set."""
    if times == 3:
        return counts & counts >> 1 & EACH
    return counts >> times // 2 & ~counts & EACH


def makes_straight(mask: int, joker: int) -> bool:
    """Whether ranks hold a straight, or the lowest of one and three of the others, with a joker."""
    ends = mask << 1 | mask >> ACE
    both = ends & ends >> 1
    if not joker:
        return both & both >> 2 & ends >> 4 != 0
    either = ends | ends >> 1
    filled = both >> 1 & either >> 3 | both >> 3 & either >> 1
    return ends & filled != 0


@rule("CA-PGP-12")
def straight_rank(top: int, posted: int) -> int:
    """How high a straight ranks by its top card; the wheel, to the five, is lowest or second."""
    if not posted & WHEEL_SECOND or top < 0:
        return top
    if top == ACE:
        return ACE + 1
    return ACE if top == FIVE else top


@rule("CA-PGP-01")
def straight_filled(mask: int, posted: int) -> int:
    """The rank of the best straight that one more card makes of these ranks, or -1."""
    best = -1
    if not makes_straight(mask, 1):
        return best
    ends = mask << 1 | mask >> ACE
    for top in range(FIVE, ACE + 1):
        missing = 31 & ~(ends >> top - FIVE)
        if missing & (missing - 1) == 0:
            best = max(best, straight_rank(top, posted))
    return best


@rule("CA-PGP-01")
def flush_filled(mask: int, posted: int) -> int:
    """A flush of four ranks and the joker: the highest card missing, or a second ace if wild."""
    if posted & WILD and mask >> ACE & 1:
        return FLUSH << 20 | ACE << 16 | top_ranks(mask, 4) >> 4
    return flush_with_joker(mask)


@rule("CA-PGP-01")
def with_an_ace(a: int, b: int, c: int, d: int) -> int:
    """What the joker makes as an ace, of the ranks of four cards alone."""
    first, second, third, fourth, fifth = in_order(RANK[a], RANK[b], RANK[c], RANK[d], ACE)
    if first == ACE:
        return FIVE_ACES << 20 | ACE << 16
    return high_in_order(first, second, third, fourth, fifth)


@rule("CA-PGP-01")
def of_a_kind_filled(best: int, counts: int, posted: int) -> int:
    """What the joker makes of ranks alone: it is an ace, or the rank that serves best if wild."""
    if posted & WILD and best >> 20 != FIVE_ACES:
        for rank in range(TWO, ACE):
            if counts >> 3 * rank & 7 < 4:
                best = max(best, high_by_ranks(counts + (1 << 3 * rank)))
    return best


@rule("CA-PGP-12")
def natural_strength(a: int, b: int, c: int, d: int, e: int, posted: int) -> int:
    """Five cards without the joker."""
    best = high_of(a, b, c, d, e)
    category = best >> 20
    if category in (STRAIGHT, STRAIGHT_FLUSH):
        return category << 20 | straight_rank(best >> 16 & 15, posted) << 16
    return best


@rule("CA-PGP-01", "CA-PGP-12")
def joker_strength(a: int, b: int, c: int, d: int, posted: int) -> int:
    """Four cards and the joker."""
    counts = mask = 0
    for card in (a, b, c, d):
        counts += 1 << 3 * (card >> 2)
        mask |= 1 << (card >> 2)
    suited = a & 3 == b & 3 == c & 3 == d & 3
    best = of_a_kind_filled(with_an_ace(a, b, c, d), counts, posted)
    if best >> 20 == STRAIGHT:
        best = STRAIGHT << 20
    straight = straight_filled(mask, posted)
    if straight >= 0:
        category = STRAIGHT_FLUSH if suited else STRAIGHT
        return max(best, category << 20 | straight << 16)
    return max(best, flush_filled(mask, posted)) if suited else best


@rule("CA-PGP-01", "CA-PGP-12")
def five_strength(a: int, b: int, c: int, d: int, e: int, posted: int) -> int:
    """How high a five-card hand ranks."""
    if a == JOKER:
        a, e = e, a
    elif b == JOKER:
        b, e = e, b
    elif c == JOKER:
        c, e = e, c
    elif d == JOKER:
        d, e = e, d
    if e == JOKER:
        return joker_strength(a, b, c, d, posted)
    return natural_strength(a, b, c, d, e, posted)


@rule("CA-PGP-01", "CA-PGP-12")
def two_strength(a: int, b: int, posted: int) -> int:
    """How high a two-card hand ranks: a pair, else the high cards; the joker is an ace, or wild."""
    first, second = RANK[a], RANK[b]
    if posted & WILD:
        if a == JOKER:
            first = second
        elif b == JOKER:
            second = first
    if first == second:
        return PAIR << 20 | first << 16
    if first < second:
        first, second = second, first
    return HIGH_CARD << 20 | first << 16 | second << 12


_RANKS = (1 << SUITS) - 1


class Strengths:
    """The strengths of hands that are set, for play: five cards of the same kind are ranked once.

    Of the suits only one counts that all five have.
    """

    def __init__(self, posted: int) -> None:
        self.posted = posted
        self._known: dict[int, int] = {}

    def of(self, hand: Sequence[int]) -> tuple[int, int]:
        """As the rule has it: five cards, then two."""
        a, b, c, d, e, f, g = hand
        held = HELD[a] + HELD[b] + HELD[c] + HELD[d] + HELD[e]
        kind = held & _RANKS | of_one_suit(held) << SUITS
        five = self._known.get(kind)
        if five is None:
            five = self._known[kind] = five_strength(a, b, c, d, e, self.posted)
        return five, two_strength(f, g, self.posted)


@rule("CA-PGP-07")
def may_stand(five: int, two: int) -> bool:
    """The five-card hand must rank higher than the two-card hand."""
    return five > two


@rule("CA-PGP-07")
def strengths(hand: Sequence[int], posted: int) -> tuple[int, int]:
    """The strengths of a hand that is set: five cards, then two."""
    five = five_strength(
        int(hand[0]), int(hand[1]), int(hand[2]), int(hand[3]), int(hand[4]), posted
    )
    return five, two_strength(int(hand[5]), int(hand[6]), posted)


@rule("CA-PGP-09", "CA-PGP-10")
def compare(five: int, two: int, bank_five: int, bank_two: int) -> int:
    """Both higher wins, both lower or copied loses, anything else pushes."""
    won = (five > bank_five) + (two > bank_two)
    return WIN if won == 2 else PUSH if won == 1 else LOSE


@rule("CA-PGP-09", "CA-PGP-10", "CA-PGP-12", outcomes=("win", "push", "lose"))
def settle_pai_gow(player: Sequence[int], bank: Sequence[int], posted: int) -> int:
    """A hand as it is set against the player-dealer's: nobody else's matters."""
    five, two = strengths(player, posted)
    bank_five, bank_two = strengths(bank, posted)
    return compare(five, two, bank_five, bank_two)


def describe(five: int, two: int, posted: int) -> tuple[str, str]:
    """The two hands in words."""
    category = five >> 20
    if category == FIVE_ACES:
        return "five aces", describe_high(two)
    if posted & WHEEL_SECOND and category in (STRAIGHT, STRAIGHT_FLUSH):
        rank = five >> 16 & 15
        top = {ACE + 1: ACE, ACE: FIVE}.get(rank, rank)
        five = category << 20 | top << 16
    if two >> 20 == HIGH_CARD:
        return describe_high(five), f"{_NAMES[two >> 16 & 15]}-{_NAMES[two >> 12 & 15]}"
    return describe_high(five), describe_high(two)


_NAMES = "23456789TJQKA"
