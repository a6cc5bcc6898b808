"""The Fortune Bonus of Pai Gow Poker: the best hand of seven cards, whichever way they are set.

A joker is an ace, or fills a straight, a flush or a straight flush. The outcomes are in order of
their payouts. A hand that is both a straight and three of a kind counts as the one that pays more,
three of a kind. By posting it counts as the one that ranks higher.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule
from houseway.hands.pai_gow_poker import held_times, makes_straight
from houseway.hands.poker_high import ONE_SUIT
from houseway.pieces.cards import ACE, JOKER, KING, QUEEN, TEN, TWO

(
    SEVEN_STRAIGHT_FLUSH, ROYAL_MATCH, SEVEN_WITH_JOKER, FIVE_ACES, ROYAL, STRAIGHT_FLUSH, FOUR,
    FULL_HOUSE, FLUSH, THREE, STRAIGHT, THREE_PAIR, NOTHING,
) = range(13)  # fmt: skip
ROYALS = 0b11111 << TEN
KING_AND_QUEEN = 1 << KING | 1 << QUEEN
ACES = 3 * ACE


def held(mask: int) -> int:
    """Return the number of ranks in a mask."""
    found = 0
    while mask:
        mask &= mask - 1
        found += 1
    return found


def runs_through(mask: int) -> bool:
    """Return True if a mask has seven consecutive ranks; the ace is at both ends."""
    ends = mask << 1 | mask >> ACE
    row = ends
    for k in range(1, 7):
        row &= ends >> k
    return row > 0


@rule("CA-FPG-07")
def seven_in_a_row(mask: int, joker: int) -> int:
    """Return the outcome for a seven-card straight flush, without or with the joker."""
    if held(mask) + joker < 7:
        return NOTHING
    if not joker:
        return SEVEN_STRAIGHT_FLUSH if runs_through(mask) else NOTHING
    for rank in range(TWO, ACE + 1):
        if runs_through(mask | 1 << rank):
            return SEVEN_WITH_JOKER
    return NOTHING


@rule("CA-FPG-07")
def royal_in(suits: int, suit: int, joker: int, match_with_joker: int) -> int:
    """Return the outcome for a royal flush in a suit, alone or with another suit's king and
    queen."""
    if held(suits >> 13 * suit & ROYALS) + joker < 5:
        return NOTHING
    if joker and not match_with_joker:
        return ROYAL
    for other in range(4):
        if other != suit and suits >> 13 * other & ONE_SUIT == KING_AND_QUEEN:
            return ROYAL_MATCH
    return ROYAL


@rule("CA-FPG-07")
def best_suited(suits: int, suit: int, joker: int, match_with_joker: int) -> int:
    """Return the best of flush, straight flush, royal flush and seven in a row in one suit."""
    mask = suits >> 13 * suit & ONE_SUIT
    found = min(seven_in_a_row(mask, joker), royal_in(suits, suit, joker, match_with_joker))
    if found < NOTHING:
        return found
    return STRAIGHT_FLUSH if makes_straight(mask, joker) else FLUSH


@rule("CA-FPG-07")
def best_of_a_kind(counts: int) -> int:
    """Return the best of five aces, four of a kind, full house, trips, three pair.

    A joker is an ace.
    """
    if counts >> ACES & 7 == 5:
        return FIVE_ACES
    if held_times(counts, 4):
        return FOUR
    threes, pairs = held_times(counts, 3), held_times(counts, 2)
    if threes:
        return FULL_HOUSE if pairs or threes & (threes - 1) else THREE
    return THREE_PAIR if held(pairs) == 3 else NOTHING


@rule(
    "CA-FPG-03", "CA-FPG-07",
    outcomes=("seven_card_straight_flush", "royal_flush_and_royal_match",
              "seven_card_straight_flush_with_joker", "five_aces", "royal_flush",
              "straight_flush", "four_of_a_kind", "full_house", "flush", "three_of_a_kind",
              "straight", "three_pair", "nothing"),
)  # fmt: skip
def fortune(dealt: Sequence[int], fortune_best: int, match_with_joker: int) -> int:
    """Return the best outcome of seven cards by payout, or by rank if ``fortune_best`` is 1."""
    suits = sizes = counts = mask = joker = 0
    for i in range(len(dealt)):
        card = int(dealt[i])
        if card == JOKER:
            joker = 1
            counts += 1 << ACES
            continue
        suits |= 1 << (13 * (card & 3) + (card >> 2))
        sizes += 1 << 4 * (card & 3)
        counts += 1 << 3 * (card >> 2)
        mask |= 1 << (card >> 2)
    found = best_of_a_kind(counts)
    for suit in range(4):
        if (sizes >> 4 * suit & 15) + joker >= 5:
            found = min(found, best_suited(suits, suit, joker, match_with_joker))
    if found < THREE or not makes_straight(mask, joker):
        return found
    return STRAIGHT if fortune_best or found > STRAIGHT else found
