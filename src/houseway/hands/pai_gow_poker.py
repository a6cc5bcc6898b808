"""Pai Gow Poker hands: strengths of five and two cards, settings of seven."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from houseway.cite import rule
from houseway.hands.poker_high import (
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
from houseway.hands.poker_joker import ACES, FIVE_ACES, flush_with_joker
from houseway.pieces.cards import ACE, FIVE, JOKER, TWO

# A strength is one int, as in ``poker_high``: the category, then ranks in the order in which a
# tie is broken. Two-card hands have strengths of the same form, so both can be compared: a
# setting may stand if its five-card hand has the greater one. The same pair or high cards count
# for the five, which have more cards after them.
#
# A rule takes all postings as one number, ``posted``, a bit for each. ``WILD`` makes the joker a
# duplicate of any card; otherwise it is an ace, or fills a straight, a flush or a straight flush.
# ``WHEEL_SECOND`` puts A-2-3-4-5 above all straights except the one to the ace.

WILD, WHEEL_SECOND, FIVES_BEFORE_TWO_PAIR, DEUCES_SPLIT, FIVES_BEFORE_PAIR = 1, 2, 4, 8, 16
"""Postings: two readings of the ranking, three of the house way."""

WIN, PUSH, LOSE = range(3)

RANK = tuple(min(card >> 2, ACE) for card in range(JOKER + 1))
"""The rank of a card; the joker is an ace unless it completes another hand."""

JOKERS, SUITS = 40, 44
HELD = (
    *(1 << 3 * (card >> 2) | 1 << SUITS + 4 * (card & 3) for card in range(JOKER)),
    1 << JOKERS | 0x1111 << SUITS,
)
"""A card in a sum of cards: three bits for each rank, one for the joker, then four for each suit.

The joker counts in every suit.
"""


def of_one_suit(held: int) -> bool:
    """Return True if five or more of a sum of cards share a suit."""
    return (held >> SUITS) + 0x3333 & 0x8888 != 0


def held_times(counts: int, times: int) -> int:
    """Return the ranks held two, three or four times; the lowest of each three bits is set."""
    if times == 3:
        return counts & counts >> 1 & EACH
    return counts >> times // 2 & ~counts & EACH


def makes_straight(mask: int, joker: int) -> bool:
    """Return True if ranks hold a straight, or all but one rank of it with a joker."""
    ends = mask << 1 | mask >> ACE
    both = ends & ends >> 1
    if not joker:
        return both & both >> 2 & ends >> 4 != 0
    either = ends | ends >> 1
    filled = both >> 1 & either >> 3 | both >> 3 & either >> 1
    return ends & filled != 0


@rule("CA-PGP-12")
def straight_rank(top: int, posted: int) -> int:
    """Return the rank of a straight by its top card; the wheel, to the five, is lowest or
    second."""
    if not posted & WHEEL_SECOND or top < 0:
        return top
    if top == ACE:
        return ACE + 1
    return ACE if top == FIVE else top


@rule("CA-PGP-01")
def straight_filled(mask: int, posted: int) -> int:
    """Return the rank of the best straight that one more card completes, or -1."""
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
    """Return the flush of four ranks and the joker: the highest missing card, or a second ace."""
    if posted & WILD and mask >> ACE & 1:
        return FLUSH << 20 | ACE << 16 | top_ranks(mask, 4) >> 4
    return flush_with_joker(mask)


@rule("CA-PGP-01")
def with_an_ace(a: int, b: int, c: int, d: int) -> int:
    """Return the strength of four cards by ranks alone, with the joker as an ace."""
    first, second, third, fourth, fifth = in_order(RANK[a], RANK[b], RANK[c], RANK[d], ACE)
    if first == ACE:
        return FIVE_ACES << 20 | ACE << 16
    return high_in_order(first, second, third, fourth, fifth)


@rule("CA-PGP-01")
def of_a_kind_filled(best: int, counts: int, posted: int) -> int:
    """Return the strength of ranks alone with the joker as an ace, or as any rank if wild."""
    if posted & WILD and best >> 20 != FIVE_ACES:
        for rank in range(TWO, ACE):
            if counts >> 3 * rank & 7 < 4:
                best = max(best, high_by_ranks(counts + (1 << 3 * rank)))
    return best


@rule("CA-PGP-12")
def natural_strength(a: int, b: int, c: int, d: int, e: int, posted: int) -> int:
    """Return the strength of five cards without the joker."""
    best = high_of(a, b, c, d, e)
    category = best >> 20
    if category in (STRAIGHT, STRAIGHT_FLUSH):
        return category << 20 | straight_rank(best >> 16 & 15, posted) << 16
    return best


@rule("CA-PGP-01", "CA-PGP-12")
def joker_strength(a: int, b: int, c: int, d: int, posted: int) -> int:
    """Return the strength of four cards and the joker."""
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
    """Return the strength of a five-card hand."""
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
    """Return the strength of a two-card hand: a pair or high cards; the joker is an ace, or
    wild."""
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
    """Strengths of set hands for play; five cards of the same kind are ranked once.

    Of the suits only a suit that all five share matters.
    """

    def __init__(self, posted: int) -> None:
        self.posted = posted
        self._known: dict[int, int] = {}

    def of(self, hand: Sequence[int]) -> tuple[int, int]:
        """Return the strengths of a set hand: five cards, then two."""
        a, b, c, d, e, f, g = hand
        held = HELD[a] + HELD[b] + HELD[c] + HELD[d] + HELD[e]
        kind = held & _RANKS | of_one_suit(held) << SUITS
        five = self._known.get(kind)
        if five is None:
            five = self._known[kind] = five_strength(a, b, c, d, e, self.posted)
        return five, two_strength(f, g, self.posted)


@rule("CA-PGP-07")
def may_stand(five: int, two: int) -> bool:
    """Return True if the five-card hand ranks higher than the two-card hand."""
    return five > two


@rule("CA-PGP-07")
def strengths(hand: Sequence[int], posted: int) -> tuple[int, int]:
    """Return the strengths of a set hand: five cards, then two."""
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
    """Return the outcome of a set hand against the player-dealer's."""
    five, two = strengths(player, posted)
    bank_five, bank_two = strengths(bank, posted)
    return compare(five, two, bank_five, bank_two)


def describe(five: int, two: int, posted: int) -> tuple[str, str]:
    """Return the two hands in words."""
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


# Seven cards are ordered from the lowest to the highest, the joker last. A choice is 0 to 20: the
# pair of places in ``FRONTS`` that makes the two-card hand.

FRONTS = tuple(itertools.combinations(range(7), 2))
BACKS = tuple(tuple(i for i in range(7) if i not in front) for front in FRONTS)
CHOICES = len(FRONTS)
CHOICE = tuple(
    tuple(FRONTS.index((min(i, j), max(i, j))) if i != j else -1 for j in range(7))
    for i in range(7)
)
"""The choice of two places."""
SUIT_OF = tuple(held >> SUITS for held in HELD)
"""The part of a card in the counts of suits; the joker counts in each."""
RANKS = 7 * EACH
"""The counts of all ranks."""
SEVEN_CARDS = tuple[int, int, int, int, int, int, int]


@rule("CA-PGP-07")
def setting(cards: Sequence[int], choice: int) -> SEVEN_CARDS:
    """Return the cards of a choice: five of the high hand, two of the low."""
    a, b, c, d, e = BACKS[choice]
    f, g = FRONTS[choice]
    return cards[a], cards[b], cards[c], cards[d], cards[e], cards[f], cards[g]


@rule("CA-PGP-07")
def back_strength(cards: Sequence[int], choice: int, posted: int) -> int:
    """Return the strength of the five-card hand of a choice."""
    a, b, c, d, e = BACKS[choice]
    return five_strength(
        int(cards[a]), int(cards[b]), int(cards[c]), int(cards[d]), int(cards[e]), posted
    )


@rule("CA-PGP-07")
def front_strength(cards: Sequence[int], choice: int, posted: int) -> int:
    """Return the strength of the two-card hand of a choice."""
    f, g = FRONTS[choice]
    return two_strength(int(cards[f]), int(cards[g]), posted)


def sum_of(cards: Sequence[int]) -> int:
    """Return all cards in one sum: their ranks, the joker, their suits."""
    held = 0
    for card in cards:
        held += HELD[card]
    return held


def count_with_joker(held: int) -> int:
    """Return the count of each rank, three bits per rank; the joker counts among the aces."""
    return (held & RANKS) + ((held >> JOKERS & 1) << ACES)


def ranks_alike(cards: Sequence[int]) -> tuple[int, int]:
    """Return two masks of seven ordered cards: equal neighbours, and their ranks.

    The joker is an ace when compared, and no rank of the mask.
    """
    alike = mask = 0
    a, b, c, d = RANK[cards[0]], RANK[cards[1]], RANK[cards[2]], RANK[cards[3]]
    e, f, g = RANK[cards[4]], RANK[cards[5]], RANK[cards[6]]
    if a == b:
        alike += 1
    else:
        mask += 1 << a
    if b == c:
        alike += 2
    else:
        mask += 1 << b
    if c == d:
        alike += 4
    else:
        mask += 1 << c
    if d == e:
        alike += 8
    else:
        mask += 1 << d
    if e == f:
        alike += 16
    else:
        mask += 1 << e
    mask += 1 << f
    if f == g:
        alike += 32
    elif cards[6] != JOKER:
        mask += 1 << g
    return alike, mask


def has_flush(cards: Sequence[int]) -> bool:
    """Return True if five of seven cards share a suit."""
    low = SUIT_OF[cards[0]] + SUIT_OF[cards[1]] + SUIT_OF[cards[2]] + SUIT_OF[cards[3]]
    suits = low + SUIT_OF[cards[4]] + SUIT_OF[cards[5]] + SUIT_OF[cards[6]]
    return suits + 0x3333 & 0x8888 != 0


def flush_behind(cards: Sequence[int], choice: int) -> bool:
    """Return True if the five cards of a choice share a suit."""
    a, b, c, d, e = BACKS[choice]
    four = SUIT_OF[cards[a]] + SUIT_OF[cards[b]] + SUIT_OF[cards[c]] + SUIT_OF[cards[d]]
    return four + SUIT_OF[cards[e]] + 0x3333 & 0x8888 != 0


def straight_behind(cards: Sequence[int], choice: int) -> bool:
    """Return True if the five cards of a choice, or four and the joker, are consecutive."""
    a, b, c, d, e = BACKS[choice]
    low, next_to_top, top = RANK[cards[a]], RANK[cards[d]], RANK[cards[e]]
    if cards[e] == JOKER:
        third = RANK[cards[c]]
        if next_to_top - low > 4 and not (next_to_top == ACE and third <= FIVE):
            return False
        return low < RANK[cards[b]] < third < next_to_top
    if top - low != 4 and not (top == ACE and next_to_top == FIVE):
        return False
    return low < RANK[cards[b]] < RANK[cards[c]] < next_to_top < top
