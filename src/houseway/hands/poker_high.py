"""High poker hands: five cards by category, then by rank; suits never break a tie.

A strength is one int; bigger is better. It is ``category << 20`` and then up to five ranks of four
bits, which break ties in this order (the pair before its kickers). Equal strengths split the
pot.

Hands of more than five cards need two kernels: ``high_by_ranks`` takes the counts of the ranks,
``high_by_suit`` the cards of one suit. Both take a single small int, so play uses a ``memo`` of
one: the rule with its results stored; see ``best_high``. Five cards are sorted, which is faster
than counting them: ``high_of``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from houseway.cite import memo, rule, whole
from houseway.pieces.cards import ACE, FIVE

(HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH) = range(9)
"""The categories, lowest first."""

ROYAL_FLUSH = STRAIGHT_FLUSH << 20 | ACE << 16
"""Not a category of its own: the highest straight flush, and so the highest hand."""

NO_HAND = 0
"""Below any hand of five cards."""

ONE_SUIT = (1 << 13) - 1

EACH = sum(1 << 3 * rank for rank in range(13))
"""A bit for each rank in counts of three bits, as in ``count_ranks``."""


def count_ranks(cards: Sequence[int]) -> int:
    """Return the count of each rank, three bits per rank, the deuce at the right."""
    counts = 0
    for i in range(len(cards)):
        counts += 1 << 3 * (int(cards[i]) >> 2)
    return counts


def top_ranks(mask: int, wanted: int) -> int:
    """Return the highest ranks of a mask, four bits each, filling twenty bits from the left."""
    packed = 0
    shift = 20
    while mask and wanted:
        rank = mask.bit_length() - 1
        mask ^= 1 << rank
        shift -= 4
        packed |= rank << shift
        wanted -= 1
    return packed


def straight_to(mask: int) -> int:
    """Return the top rank of the highest straight in a mask of ranks, or -1.

    The ace is at both ends; in the one straight where it is low, the wheel, a five is top.
    """
    ends = mask << 1 | mask >> ACE
    both = ends & ends >> 1
    bottoms = both & both >> 2 & ends >> 4
    return bottoms.bit_length() - 1 + FIVE if bottoms else -1


@rule()
def high_by_ranks(counts: int) -> int:
    """Return the best five cards by ranks alone, of up to seven counted by ``count_ranks``.

    Fewer than five cards, such as the up cards of a stud hand, rank by those present; a missing
    card is 0, like a deuce. A third of the bit length of a mask is its highest rank.
    """
    several = counts >> 1 & EACH  # twice or three times
    four = counts >> 2 & EACH
    held = counts & EACH | several | four
    if four:
        kicker = (held ^ four).bit_length() // 3
        return QUADS << 20 | four.bit_length() // 3 << 16 | kicker << 12
    three = counts & several
    made = (three or several).bit_length() // 3
    rest = held
    more = 0
    if several:
        rest ^= 1 << 3 * made
        more = several & rest
        if three and more:  # also a lower set of three: it fills a full house
            return FULL_HOUSE << 20 | made << 16 | more.bit_length() // 3 << 12
    ends = held << 3 | held >> 3 * ACE  # as in ``straight_to``
    both = ends & ends >> 3
    bottoms = both & both >> 6 & ends >> 12
    if bottoms:
        return STRAIGHT << 20 | bottoms.bit_length() // 3 + FIVE << 16
    if more:
        second = more.bit_length() // 3
        kicker = (rest ^ 1 << 3 * second).bit_length() // 3
        return TWO_PAIR << 20 | made << 16 | second << 12 | kicker << 8
    first = rest.bit_length() // 3
    rest ^= 1 << 3 * first
    second = rest.bit_length() // 3
    if three:
        return TRIPS << 20 | made << 16 | first << 12 | second << 8
    rest ^= 1 << 3 * second
    third = rest.bit_length() // 3
    if several:
        return PAIR << 20 | made << 16 | first << 12 | second << 8 | third << 4
    rest ^= 1 << 3 * third
    fourth = rest.bit_length() // 3
    fifth = (rest ^ 1 << 3 * fourth).bit_length() // 3
    return HIGH_CARD << 20 | first << 16 | second << 12 | third << 8 | fourth << 4 | fifth


@rule()
def high_by_suit(mask: int) -> int:
    """Return the best flush or straight flush of the ranks held in one suit, or ``NO_HAND``."""
    if mask.bit_count() < 5:
        return NO_HAND
    straight = straight_to(mask)
    if straight >= 0:
        return STRAIGHT_FLUSH << 20 | straight << 16
    return FLUSH << 20 | top_ranks(mask, 5)


def in_order(a: int, b: int, c: int, d: int, e: int) -> tuple[int, int, int, int, int]:
    """Return five ranks from the lowest to the highest."""
    if a > d:
        a, d = d, a
    if b > e:
        b, e = e, b
    if a > c:
        a, c = c, a
    if b > d:
        b, d = d, b
    if a > b:
        a, b = b, a
    if c > e:
        c, e = e, c
    if b > c:
        b, c = c, b
    if d > e:
        d, e = e, d
    if c > d:
        c, d = d, c
    return a, b, c, d, e


@rule()
def high_in_order(a: int, b: int, c: int, d: int, e: int) -> int:
    """Return ``high_by_ranks`` of five sorted ranks, the highest last."""
    if a < b < c < d < e:
        if e - a == 4:
            return STRAIGHT << 20 | e << 16
        if e == ACE and d == FIVE:
            return STRAIGHT << 20 | FIVE << 16
        return HIGH_CARD << 20 | e << 16 | d << 12 | c << 8 | b << 4 | a
    if b == c == d:
        if a == b or d == e:
            return QUADS << 20 | c << 16 | (e if a == b else a) << 12
        return TRIPS << 20 | c << 16 | e << 12 | a << 8
    if a == b == c:
        if d == e:
            return FULL_HOUSE << 20 | a << 16 | e << 12
        return TRIPS << 20 | a << 16 | e << 12 | d << 8
    if c == d == e:
        if a == b:
            return FULL_HOUSE << 20 | e << 16 | a << 12
        return TRIPS << 20 | e << 16 | b << 12 | a << 8
    if d == e:
        if b == c or a == b:
            return TWO_PAIR << 20 | e << 16 | b << 12 | (a if b == c else c) << 8
        return PAIR << 20 | e << 16 | c << 12 | b << 8 | a << 4
    if c == d:
        if a == b:
            return TWO_PAIR << 20 | d << 16 | a << 12 | e << 8
        return PAIR << 20 | d << 16 | e << 12 | b << 8 | a << 4
    if b == c:
        return PAIR << 20 | c << 16 | e << 12 | d << 8 | a << 4
    return PAIR << 20 | b << 16 | e << 12 | d << 8 | c << 4


def in_one_suit(strength: int) -> int:
    """Return the strength of a straight or five high cards that are all of one suit."""
    made = STRAIGHT_FLUSH if strength >> 20 == STRAIGHT else FLUSH
    return made << 20 | strength & 0xFFFFF


@rule()
def high_of(a: int, b: int, c: int, d: int, e: int) -> int:
    """Return the strength of these five cards."""
    first, second, third, fourth, fifth = in_order(a >> 2, b >> 2, c >> 2, d >> 2, e >> 2)
    best = high_in_order(first, second, third, fourth, fifth)
    if a & 3 == b & 3 == c & 3 == d & 3 == e & 3:
        return in_one_suit(best)
    return best


@rule()
def high5(cards: Sequence[int]) -> int:
    """Return the strength of a hand of exactly five cards."""
    return high_of(int(cards[0]), int(cards[1]), int(cards[2]), int(cards[3]), int(cards[4]))


@rule()
def high_any(cards: Sequence[int]) -> int:
    """Return the best five of up to seven cards, from hole cards and board alike."""
    suits = 0  # a mask of ranks for each suit, side by side
    for i in range(len(cards)):
        card = int(cards[i])
        suits |= 1 << (13 * (card & 3) + (card >> 2))
    best = high_by_ranks(count_ranks(cards))
    for suit in range(4):
        best = max(best, high_by_suit(suits >> 13 * suit & ONE_SUIT))
    return best


@rule()
def category(strength: int) -> int:
    """Return the category of a strength, ``HIGH_CARD`` to ``STRAIGHT_FLUSH``."""
    return strength >> 20


# For play: the same leaves.  Summing one code per card gives the counts of the ranks and of the
# suits at once.  A suit's counter of four bits starts at three, so its top bit says "five or more".
# Boards of up to four cards repeat, so their strengths are kept, like those of the masks of a suit.
# Of seven cards all fifty thousand patterns of ranks are computed when the first hand is judged, in
# a tenth of a second: the same one hardly comes twice.

RANK_CODE = tuple(1 << 3 * (card >> 2) for card in range(52))
"""The part of a card in ``count_ranks``."""

HELD = 2400
"""Most patterns of ranks in the memo; it suffices for all patterns of up to four cards."""

BY_RANKS = memo(high_by_ranks, HELD)
BY_SUIT = memo(high_by_suit)


def _patterns(cards: int) -> list[int]:
    """Return all counts of ranks of this number of cards, no rank more than four times."""
    found = [(0, cards)]
    for rank in range(13):
        found = [
            (counts + (n << 3 * rank), left - n)
            for counts, left in found
            for n in range(min(left, 4) + 1)
        ]
    return [counts for counts, left in found if not left]


OF_SEVEN = whole(high_by_ranks, partial(_patterns, 7))

_CODE = tuple(code + (1 << 39 + 4 * (card & 3)) for card, code in enumerate(RANK_CODE))
_NO_CARDS = 0x3333 << 39
_FLUSH = 0x8888 << 39
_RANKS = (1 << 39) - 1


def best_high(cards: Sequence[int]) -> int:
    """Return ``high_any`` for play, of up to seven cards."""
    code = _CODE
    if len(cards) == 7:
        a, b, c, d, e, f, g = cards
        key = _NO_CARDS + code[a] + code[b] + code[c] + code[d] + code[e] + code[f] + code[g]
        return _flush_among(cards, key) if key & _FLUSH else OF_SEVEN[key & _RANKS]
    key = _NO_CARDS
    for card in cards:
        key += code[card]
    if len(cards) < 5:
        return BY_RANKS[key & _RANKS]
    if key & _FLUSH:
        return _flush_among(cards, key)
    return high_by_ranks(key & _RANKS)


def _flush_among(cards: Sequence[int], key: int) -> int:
    """Return the flush; seven cards with a flush hold no full house and no four of a kind."""
    suit = ((key & _FLUSH) >> 39).bit_length() - 1 >> 2
    mask = 0
    for card in cards:
        if card & 3 == suit:
            mask |= 1 << (card >> 2)
    return BY_SUIT[mask]


RANK_NAMES = (
    *("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
_MANY = tuple(name + ("es" if name == "six" else "s") for name in RANK_NAMES)


def describe_high(strength: int) -> str:
    """Return a hand in a dealer's words: ``full house, kings over nines``."""
    return _CALLED[strength >> 12]


def _called(ranks: int) -> str:
    """Return the words for a category and the two ranks that it names."""
    first, second = ranks >> 4 & 15, ranks & 15
    return (
        f"{RANK_NAMES[first]} high",
        f"pair of {_MANY[first]}",
        f"two pair, {_MANY[first]} and {_MANY[second]}",
        f"three of a kind, {_MANY[first]}",
        f"straight, {RANK_NAMES[first]} high",
        f"flush, {RANK_NAMES[first]} high",
        f"full house, {_MANY[first]} over {_MANY[second]}",
        f"four of a kind, {_MANY[first]}",
        "royal flush" if first == ACE else f"straight flush, {RANK_NAMES[first]} high",
    )[ranks >> 8]


_CALLED = memo(_called)


def kickers(strength: int) -> str:
    """Return the tie-breaking cards that the name of a hand leaves out: ``ace kicker``."""
    return _KICKERS[strength & _BESIDE[strength >> 20]]


def _kickers(beside: int) -> str:
    """Return the words for a category and the ranks that it does not name."""
    shown = _SHOWN.get(beside >> 20, ())
    ranks = [beside >> shift & 15 for shift in shown]
    if len(ranks) == 1:
        return f"{RANK_NAMES[ranks[0]]} kicker"
    cards = "-".join("23456789TJQKA"[rank] for rank in ranks)
    return cards if len(ranks) in (0, 5) else f"{cards} kickers"


_KICKERS = memo(_kickers)

_SHOWN = {
    HIGH_CARD: (16, 12, 8, 4, 0),
    PAIR: (12, 8, 4),
    TWO_PAIR: (8,),
    TRIPS: (12, 8),
    FLUSH: (16, 12, 8, 4, 0),
    QUADS: (12,),
}
"""Category -> positions, in a strength, of the ranks that its name leaves out."""

_BESIDE = tuple(
    15 << 20 | sum(15 << shift for shift in _SHOWN.get(category, ())) for category in range(16)
)
"""Category -> mask of the category and those ranks in a strength."""
