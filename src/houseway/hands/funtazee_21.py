"""Hands of Funtazee 21: totals, fouls and busts, a house way for each side, and results.

Five cards fall into a two-card front hand and a three-card back hand in ten ways. A choice is 0 to
9, the pair of places in ``TWOS`` that makes the front hand; ``BUST`` if no setting is allowed; or
``GIVE_UP`` if the house way of a player is to surrender. A set hand is its five cards in order,
front hand first.

An ace in the front hand counts 11, so two of them are 22 there, which is no setting; in the back
hand it counts 11 or 1.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule
from houseway.hands.blackjack import value
from houseway.hands.splits_2_3 import CHOICES, FIVE, THREES, TWOS, parts_ahead
from houseway.pieces.cards import ACE

BUST, GIVE_UP = 10, 11
"""The choices of a hand that cannot be set, and of one that the house way gives up."""
STEP = 64
"""Greater than any total or difference: a score of two of them is ``first * STEP + second``."""

NEAREST, MOST_BACK, SURRENDER_IT = range(3)
"""Actions of a house way: split nearest to equal, most in the back hand, give up."""
PLAYERS_WAY = ((26, NEAREST), (21, MOST_BACK), (0, SURRENDER_IT))
BANKS_WAY = ((26, NEAREST), (17, MOST_BACK), (0, NEAREST))
"""(Least total of the five cards, action) pairs. 21 is not printed (AMB-28c)."""

DOUBLE_21, FIVE_CARD_21, WIN, BANK_BUST, BANK_FOUL, PUSH, LOSE, PLAYER_BUST, FOUL, SURRENDER = (
    range(10)
)
NO_BONUS = 10
FIRST_TOTAL = 11
"""The least total of five cards without an ace: 2-2-2-2-3."""
BONUS_ROWS = (
    0, 1, 2, 3, 3, 5, 5, 6, 6, 6,
    10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10,
    9, 9, 9, 8, 8, 8, 7, 7, 4,
)  # fmt: skip
"""Total from 11 to 50 -> the row of the bonus pay table, or ``NO_BONUS``."""


LOW = tuple(value(card) for card in range(52))
HIGH = tuple(11 if card >> 2 == ACE else value(card) for card in range(52))
"""The points of each card, an ace as 1 and as 11."""


@rule("CA-FTZ-05")
def front_total(a: int, b: int) -> int:
    """Return the total of the two-card hand: an ace always counts 11."""
    return HIGH[a] + HIGH[b]


@rule("CA-FTZ-05")
def back_total(a: int, b: int, c: int) -> int:
    """Return the total of the three-card hand: an ace counts 11 unless that exceeds 21."""
    hard = LOW[a] + LOW[b] + LOW[c]
    if hard > 11 or HIGH[a] + HIGH[b] + HIGH[c] == hard:
        return hard
    return hard + 10


@rule("CA-FTZ-04")
def may_stand(front: int, back: int) -> bool:
    """Return True if the front hand is not above the back hand, and neither is above 21."""
    return front <= back <= 21


@rule("CA-FTZ-04")
def set_totals(hand: Sequence[int]) -> tuple[int, int]:
    """Return the totals of a set hand."""
    return front_total(hand[0], hand[1]), back_total(hand[2], hand[3], hand[4])


@rule("CA-FTZ-04")
def setting(cards: Sequence[int], choice: int) -> FIVE:
    """Return the cards of a choice, front hand first; unchanged if the hand is bust or given up."""
    if choice >= CHOICES:
        return cards[0], cards[1], cards[2], cards[3], cards[4]
    a, b = TWOS[choice]
    c, d, e = THREES[choice]
    return cards[a], cards[b], cards[c], cards[d], cards[e]


@rule("CA-FTZ-04")
def totals_of(cards: Sequence[int], choice: int) -> tuple[int, int]:
    """Return the totals of a choice."""
    a, b = TWOS[choice]
    c, d, e = THREES[choice]
    return front_total(cards[a], cards[b]), back_total(cards[c], cards[d], cards[e])


@rule("CA-FTZ-05")
def aces(cards: Sequence[int]) -> int:
    """Return the number of aces."""
    found = 0
    for i in range(len(cards)):
        if cards[i] >> 2 == ACE:
            found += 1
    return found


@rule("CA-FTZ-10")
def five_total(cards: Sequence[int]) -> int:
    """Return the total of all five cards, with aces as 1."""
    return LOW[cards[0]] + LOW[cards[1]] + LOW[cards[2]] + LOW[cards[3]] + LOW[cards[4]]


@rule("CA-FTZ-05", "CA-FTZ-14")
def house_total(cards: Sequence[int], one_ace_high: bool) -> int:
    """Return the total that the house way uses: every ace 11, or the first of them only."""
    high = aces(cards)
    if one_ace_high and high > 1:
        high = 1
    return five_total(cards) + 10 * high


@rule("CA-FTZ-06")
def can_be_set(cards: Sequence[int]) -> bool:
    """Return True if a setting is allowed; otherwise the hand is busted."""
    for choice in range(CHOICES):
        front, back = totals_of(cards, choice)
        if may_stand(front, back):
            return True
    return False


@rule("CA-FTZ-06")
def busted_by_letter(cards: Sequence[int]) -> bool:
    """Return True if the hand is one of the three printed busted kinds and cannot be set.

    The kinds are: no three cards within 21; 42 or more without an ace; three ten-valued cards whose
    other two do not make 10 or 11. With an ace the last is not true of hands that can be set.
    """
    if can_be_set(cards):
        return False
    within, tens, rest = False, 0, 0
    for choice in range(CHOICES):
        a, b, c = THREES[choice]
        if back_total(cards[a], cards[b], cards[c]) <= 21:
            within = True
    for i in range(len(cards)):
        if value(cards[i]) == 10 and tens < 3:
            tens += 1
        else:
            rest += value(cards[i])
    no_ace = aces(cards) == 0
    if not within or (no_ace and five_total(cards) >= 42):
        return True
    return tens == 3 and rest != 10 and rest != 11


@rule("CA-FTZ-14")
def way_of_total(made: int, bank: bool) -> int:
    """Return the action of the house way for a total of five cards."""
    lines = BANKS_WAY if bank else PLAYERS_WAY
    for i in range(len(lines)):
        least, what = lines[i]
        if made >= least:
            return what
    return NEAREST


@rule("CA-FTZ-14")
def nearness(front: int, back: int, nearest_first: bool) -> int:
    """Return a score of a setting by how equally it splits a total: the larger total, then the
    nearer.

    The total counts aces as 11 as far as the cards can be set so. ``nearest_first`` posts the other
    reading: the nearer split first, then the larger total.
    """
    near, made = STEP - 1 - (back - front), front + back
    return near * STEP + made if nearest_first else made * STEP + near


@rule("CA-FTZ-14")
def house_way(cards: Sequence[int], bank: bool, one_ace_high: bool, nearest_first: bool) -> int:
    """Return the choice of the house way of a player, or of the player-dealer, who never gives
    up."""
    what = way_of_total(house_total(cards, one_ace_high), bank)
    found, best = BUST, -1
    for choice in range(CHOICES):
        front, back = totals_of(cards, choice)
        if not may_stand(front, back):
            continue
        if what == SURRENDER_IT:
            return GIVE_UP
        score = back * STEP + front if what == MOST_BACK else nearness(front, back, nearest_first)
        if score > best:
            found, best = choice, score
    return found


@rule("CA-FTZ-08", "CA-FTZ-19")
def is_double_21(front: int, back: int) -> bool:
    """Return True if both hands make 21."""
    return front == 21 and back == 21


@rule("CA-FTZ-08", "CA-FTZ-19")
def is_five_card_21(cards: Sequence[int], front: int, back: int) -> bool:
    """Return True if five cards without an ace make 21 together."""
    return front + back == 21 and aces(cards) == 0


@rule("CA-FTZ-09", "CA-FTZ-19")
def compare(front: int, back: int, bank_front: int, bank_back: int) -> int:
    """Compare front with front, back with back: ahead in one and not behind in the other wins."""
    ahead = parts_ahead(front, back, bank_front, bank_back)
    if ahead == 0:
        return PUSH
    return WIN if ahead > 0 else LOSE


@rule("CA-FTZ-04", "CA-FTZ-06", "CA-FTZ-08", "CA-FTZ-09", "CA-FTZ-19")
def settle_totals(
    player: Sequence[int], front: int, back: int,
    bank: Sequence[int], bank_front: int, bank_back: int,
) -> int:  # fmt: skip
    """Return the outcome of a set hand against the player-dealer's, from the totals of both."""
    if not may_stand(front, back):
        return FOUL if can_be_set(player) else PLAYER_BUST
    if is_double_21(front, back):
        return DOUBLE_21
    if is_five_card_21(player, front, back):
        return FIVE_CARD_21
    if not may_stand(bank_front, bank_back):
        return BANK_FOUL if can_be_set(bank) else BANK_BUST
    return compare(front, back, bank_front, bank_back)


@rule("CA-FTZ-04", "CA-FTZ-06", "CA-FTZ-07", "CA-FTZ-08", "CA-FTZ-09",
      outcomes=("double_21", "five_card_21", "win", "bank_bust", "bank_foul", "push", "lose",
                "bust", "foul", "surrender"))  # fmt: skip
def settle_funtazee(player: Sequence[int], bank: Sequence[int], given_up: bool) -> int:
    """Return the outcome of a hand, set or given up, against the player-dealer's.

    An outcome that the player's own hand decides comes first, whatever the player-dealer has.
    """
    if given_up:
        return SURRENDER
    front, back = set_totals(player)
    bank_front, bank_back = set_totals(bank)
    return settle_totals(player, front, back, bank, bank_front, bank_back)


@rule("CA-FTZ-10",
      outcomes=("total_11", "total_12", "total_13", "total_14_15", "total_50", "total_16_17",
                "total_18_20", "total_48_49", "total_45_47", "total_42_44",
                "no_bonus"))  # fmt: skip
def funtazee_bonus(dealt: Sequence[int]) -> int:
    """Return the bonus row for the total of the five cards, if none is an ace.

    It does not matter how they are set, or if they are given up.
    """
    if aces(dealt):
        return NO_BONUS
    return BONUS_ROWS[five_total(dealt) - FIRST_TOTAL]


def why_no_bonus(dealt: Sequence[int]) -> str:
    """Return the reason if an ace loses the bonus; else ""."""
    return "ace" if aces(dealt) else ""


def describe(hand: Sequence[int]) -> tuple[str, str]:
    """Return a set hand in words: the front hand and the back hand."""
    front, back = set_totals(hand)
    return f"{front}, over 21" if front > 21 else str(front), (
        f"{back}, over 21" if back > 21 else str(back)
    )
