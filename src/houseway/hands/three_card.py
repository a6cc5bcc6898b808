"""Three-card poker hands: by category, then by rank; suits never break a tie.

With three cards a straight is rarer than a flush, and three of a kind rarer than both. So the order
is: straight flush, three of a kind, straight, flush, pair, high card. The ace is low in one
straight only, A-2-3, which is the lowest; A-K-Q is the highest and K-A-2 is none.

A strength is laid out as in ``poker_high``: ``category << 20`` and then three ranks of four bits in
the order in which a tie is broken. Equal strengths tie.

From several decks the same card may come twice. A hand counts as its highest category: three of a
kind in one suit is three of a kind; a pair in one suit is a flush, ranked by its cards from the top
(A-A-2 over A-K-J).
"""

from __future__ import annotations

from houseway.cite import memo, rule
from houseway.hands.poker_high import RANK_NAMES, describe_high
from houseway.pieces.cards import ACE, RANKS, THREE, TWO

HIGH_CARD, PAIR, FLUSH, STRAIGHT, TRIPS, STRAIGHT_FLUSH = range(6)
"""The categories, lowest first."""


def straight_top(high: int, middle: int, low: int) -> int:
    """Return the top rank of the straight of these three ranks, highest first, or -1."""
    if high == ACE and middle == THREE and low == TWO:
        return THREE
    return high if high == middle + 1 and middle == low + 1 else -1


@rule()
def high3(a: int, b: int, c: int) -> int:
    """Return the strength of these three cards."""
    ranks = a >> 2, b >> 2, c >> 2
    high, low = max(ranks), min(ranks)
    middle = ranks[0] + ranks[1] + ranks[2] - high - low
    if high == low:
        return TRIPS << 20 | high << 16
    top = straight_top(high, middle, low)
    suited = a & 3 == b & 3 == c & 3
    if top >= 0:
        return (STRAIGHT_FLUSH if suited else STRAIGHT) << 20 | top << 16
    if suited:
        return FLUSH << 20 | high << 16 | middle << 12 | low << 8
    if high == middle:
        return PAIR << 20 | high << 16 | low << 12
    if middle == low:
        return PAIR << 20 | low << 16 | high << 12
    return HIGH_CARD << 20 | high << 16 | middle << 12 | low << 8


@rule()
def category3(strength: int) -> int:
    """Return the category of a strength, ``HIGH_CARD`` to ``STRAIGHT_FLUSH``."""
    return strength >> 20


def arranged3(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return a hand as a dealer lays it out: from the highest, a pair before its kicker, 3-2-A."""
    a, b, c = sorted(cards, reverse=True)
    high, middle, low = a >> 2, b >> 2, c >> 2
    if high > middle == low or (high == ACE and middle == THREE and low == TWO):
        return b, c, a
    return a, b, c


_OF_FIVE = (0, 1, 5, 4, 3, 8)
"""The number of each category among hands of five cards, for its name."""


def describe3(strength: int) -> str:
    """Return a hand in a dealer's words, down to the last card that counts: ``queen high,
    Q-6-4``."""
    return _CALLED[strength]


def _called(strength: int) -> str:
    """Return a strength in words, with the ranks that decide between equal categories."""
    category, ranks = category3(strength), strength & 0xFFFFF
    if category == STRAIGHT_FLUSH and ranks >> 16 == ACE:
        return "straight flush, ace high"  # a royal flush has five cards
    called = describe_high(_OF_FIVE[category] << 20 | ranks)
    if category == PAIR:
        return f"{called}, {RANK_NAMES[strength >> 12 & 15]} kicker"
    if category in (HIGH_CARD, FLUSH):
        return f"{called}, " + "-".join(RANKS[strength >> shift & 15] for shift in (16, 12, 8))
    return called


_CALLED = memo(_called)
