"""Seven cards of Pai Gow Poker: the ways to part them, and what there is to see in them.

Seven cards are taken from the lowest to the highest, the joker last, and a choice is 0 to 20: the
pair of places in ``FRONTS`` that makes the two-card hand.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from houseway.cite import rule
from houseway.hands.joker_high import ACES
from houseway.hands.pai_gow_poker import (
    HELD,
    JOKERS,
    RANK,
    SUITS,
    five_strength,
    two_strength,
)
from houseway.hands.poker5 import EACH
from houseway.pieces.cards import ACE, FIVE, JOKER

FRONTS = tuple(itertools.combinations(range(7), 2))
BACKS = tuple(tuple(i for i in range(7) if i not in front) for front in FRONTS)
CHOICES = len(FRONTS)
CHOICE = tuple(
    tuple(FRONTS.index((min(i, j), max(i, j))) if i != j else -1 for j in range(7))
    for i in range(7)
)
"""The choice of two places."""
SUIT_OF = tuple(held >> SUITS for held in HELD)
"""What a card adds to the counts of suits, of which the joker is every one."""
RANKS = 7 * EACH
"""The counts of all ranks."""
SEVEN_CARDS = tuple[int, int, int, int, int, int, int]


@rule("CA-PGP-07")
def setting(cards: Sequence[int], choice: int) -> SEVEN_CARDS:
    """The cards of a choice: five of the high hand, two of the low."""
    a, b, c, d, e = BACKS[choice]
    f, g = FRONTS[choice]
    return cards[a], cards[b], cards[c], cards[d], cards[e], cards[f], cards[g]


@rule("CA-PGP-07")
def back_strength(cards: Sequence[int], choice: int, posted: int) -> int:
    """How high the five-card hand of a choice ranks."""
    a, b, c, d, e = BACKS[choice]
    return five_strength(
        int(cards[a]), int(cards[b]), int(cards[c]), int(cards[d]), int(cards[e]), posted
    )


@rule("CA-PGP-07")
def front_strength(cards: Sequence[int], choice: int, posted: int) -> int:
    """How high the two-card hand of a choice ranks."""
    f, g = FRONTS[choice]
    return two_strength(int(cards[f]), int(cards[g]), posted)


def sum_of(cards: Sequence[int]) -> int:
    """All cards in one sum: their ranks, the joker, their suits."""
    held = 0
    for card in cards:
        held += HELD[card]
    return held


def count_with_joker(held: int) -> int:
    """How often each rank occurs, three bits per rank; the joker counts among the aces."""
    return (held & RANKS) + ((held >> JOKERS & 1) << ACES)


def ranks_alike(cards: Sequence[int]) -> tuple[int, int]:
    """Of seven cards in order: a bit for each that has the rank of the next, and a mask of ranks.

    The joker is an ace beside others, and no rank of the mask.
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
    """Whether five of seven cards have the same suit."""
    low = SUIT_OF[cards[0]] + SUIT_OF[cards[1]] + SUIT_OF[cards[2]] + SUIT_OF[cards[3]]
    suits = low + SUIT_OF[cards[4]] + SUIT_OF[cards[5]] + SUIT_OF[cards[6]]
    return suits + 0x3333 & 0x8888 != 0


def flush_behind(cards: Sequence[int], choice: int) -> bool:
    """Whether the five cards of a choice have the same suit."""
    a, b, c, d, e = BACKS[choice]
    four = SUIT_OF[cards[a]] + SUIT_OF[cards[b]] + SUIT_OF[cards[c]] + SUIT_OF[cards[d]]
    return four + SUIT_OF[cards[e]] + 0x3333 & 0x8888 != 0


def straight_behind(cards: Sequence[int], choice: int) -> bool:
    """Whether the five cards of a choice, or four and the joker, are in a row."""
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
