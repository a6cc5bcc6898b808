"""The house way of Pai Gow Poker: the setting of seven cards by the house dealer.

The text says that there is one and does not print it, because it may vary from house to house. This
is the common way of the trade: a list of nine rules, of which the first that fits decides. Three of
its doubtful lines have a posted alternative.

Cards and choices are as in ``pai_gow_poker``; ``counts`` are the ranks of the seven, with the joker
among the aces. A rule returns ``NO_CHOICE`` if it does not fit.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule
from houseway.hands.pai_gow_poker import (
    CHOICE,
    CHOICES,
    DEUCES_SPLIT,
    FIVES_BEFORE_PAIR,
    FIVES_BEFORE_TWO_PAIR,
    RANK,
    WILD,
    back_strength,
    count_with_joker,
    flush_behind,
    front_strength,
    has_flush,
    held_times,
    makes_straight,
    may_stand,
    ranks_alike,
    straight_behind,
    sum_of,
)
from houseway.hands.poker_high import EACH, PAIR
from houseway.hands.poker_joker import ACES
from houseway.pieces.cards import ACE, JACK, JOKER, KING, SEVEN, SIX, TEN, TWO

BESIDE = (*[CHOICE[5][6]] * 4, CHOICE[3][6], CHOICE[3][4])
"""The choice of the two best cards besides a pair, by the lower place of the pair."""
PAIR_AT = tuple(1 << place for place in range(6))
BESIDE_PAIR = tuple(
    BESIDE[PAIR_AT.index(alike)] if alike in PAIR_AT else -1 for alike in range(1 << 6)
)
"""The same by ``ranks_alike``; -1 if there is not exactly one pair."""
NO_CHOICE = -1


def highest_held(counts: int, times: int, below: int) -> int:
    """Return the highest rank below ``below`` that is held exactly ``times`` times, or -1."""
    ranks = held_times(counts, times) & ((1 << 3 * below) - 1)
    if not ranks:
        return -1
    rank = 0
    if ranks >> 3 * 8:
        rank, ranks = 8, ranks >> 3 * 8
    if ranks >> 3 * 4:
        rank, ranks = rank + 4, ranks >> 3 * 4
    if ranks >> 3 * 2:
        rank, ranks = rank + 2, ranks >> 3 * 2
    return rank + 1 if ranks >> 3 else rank


def front_pair(cards: Sequence[int], rank: int) -> int:
    """Return the choice of two cards of a rank in front: the lowest, so that a joker stays
    behind."""
    for i in range(6):
        if RANK[cards[i]] == rank:
            return CHOICE[i][i + 1]
    return NO_CHOICE


def best_others(cards: Sequence[int], rank: int, other: int) -> int:
    """Return the choice of the two best cards that are of neither rank; -1 for no rank."""
    first = -1
    for i in range(6, -1, -1):
        held = RANK[cards[i]]
        if held in (rank, other):
            continue
        if first >= 0:
            return CHOICE[i][first]
        first = i
    return NO_CHOICE


# The list, from the top; the first that fits decides.


@rule("CA-PGP-13")
def set_five_aces(cards: Sequence[int], counts: int) -> int:
    """1. Five aces: two in front and three behind; with two kings, the kings in front."""
    if counts >> ACES & 7 < 5:
        return NO_CHOICE
    return front_pair(cards, KING if counts >> 3 * KING & 7 == 2 else ACE)


@rule("CA-PGP-13")
def set_four(cards: Sequence[int], counts: int, posted: int) -> int:
    """2. Four of a kind: whole behind a pair or two of trips; otherwise by its rank.

    Up to sixes it is kept, sevens to tens if an ace goes in front; the others are split.
    """
    four = highest_held(counts, 4, ACE + 1)
    if four < 0:
        return NO_CHOICE
    beside = max(highest_held(counts, 2, ACE + 1), highest_held(counts, 3, ACE + 1))
    if beside >= 0:
        return front_pair(cards, beside)
    if four <= SIX or (SEVEN <= four <= TEN and counts >> ACES & 7 == 1):
        return best_others(cards, four, -1)
    return split_aces(cards, posted) if four == ACE else front_pair(cards, four)


@rule("CA-PGP-13")
def split_aces(cards: Sequence[int], posted: int) -> int:
    """Split four aces, two in front; a joker among them goes where it serves the five cards
    best."""
    best, found = -1, NO_CHOICE
    for i in range(3, 6):
        for j in range(i + 1, 7):
            back = back_strength(cards, CHOICE[i][j], posted)
            if back > best:
                best, found = back, CHOICE[i][j]
    return found


@rule("CA-PGP-13")
def set_full_house(cards: Sequence[int], counts: int, posted: int) -> int:
    """3. Full house: the pair in front, of two pairs the higher; of two trips a pair of the higher.

    A pair of deuces stays behind if an ace and a king are left for the front.
    """
    three = highest_held(counts, 3, ACE + 1)
    if three < 0:
        return NO_CHOICE
    if highest_held(counts, 3, three) >= 0:
        return front_pair(cards, three)
    pair = highest_held(counts, 2, ACE + 1)
    if pair < 0:
        return NO_CHOICE
    ace_king = counts >> ACES & 7 == 1 and counts >> 3 * KING & 7 == 1
    if pair == TWO and ace_king and not posted & DEUCES_SPLIT:
        return best_others(cards, three, TWO)
    return front_pair(cards, pair)


@rule("CA-PGP-13")
def set_three_pair(cards: Sequence[int], counts: int) -> int:
    """4. Three pair: the highest in front."""
    pairs = held_times(counts, 2)
    two = pairs & (pairs - 1)
    if not two & (two - 1):
        return NO_CHOICE
    return front_pair(cards, highest_held(counts, 2, ACE + 1))


@rule("CA-PGP-13")
def set_two_pair(cards: Sequence[int], counts: int) -> int:
    """5. Two pair: aces, and two pairs of jacks or better, are split, the lower in front.

    Others stay together if an ace goes in front, or a king if neither pair is above sixes.
    """
    high = highest_held(counts, 2, ACE + 1)
    low = highest_held(counts, 2, high) if high >= 0 else -1
    if low < 0:
        return NO_CHOICE
    ace, king = counts >> ACES & 7 == 1, counts >> 3 * KING & 7 == 1
    if high < ACE and low < JACK and (ace or (king and high <= SIX)):
        return best_others(cards, high, low)
    return front_pair(cards, low)


@rule("CA-PGP-13")
def best_five(cards: Sequence[int], posted: int) -> int:
    """Return the straight or flush that leaves the best two cards in front; of equals the
    highest."""
    best, found, flush = -1, NO_CHOICE, has_flush(cards)
    straight = not flush or makes_straight(ranks_alike(cards)[1], int(cards[6] == JOKER))
    for choice in range(CHOICES):
        in_a_row = straight and straight_behind(cards, choice)
        if not in_a_row and not (flush and flush_behind(cards, choice)):
            continue
        front = front_strength(cards, choice, posted)
        if front > best or (
            front == best
            and back_strength(cards, choice, posted) > back_strength(cards, found, posted)
        ):
            best, found = front, choice
    return found


@rule("CA-PGP-13")
def set_five(cards: Sequence[int], counts: int, posted: int) -> int:
    """6. Straight, flush, straight flush, royal flush: behind, the best two left in front.

    But a pair of tens to kings that would break it goes behind, if an ace is left for the front.
    """
    found = best_five(cards, posted)
    if found < 0 or posted & FIVES_BEFORE_PAIR:
        return found
    pair = highest_held(counts, 2, ACE + 1)
    broken = front_strength(cards, found, posted) >> 20 != PAIR
    alone = pair >= 0 and highest_held(counts, 2, pair) < 0
    if broken and alone and TEN <= pair <= KING and counts >> ACES & 7 == 1:
        return best_others(cards, pair, -1)
    return found


@rule("CA-PGP-13")
def set_three(cards: Sequence[int], counts: int) -> int:
    """7. Three of a kind: behind, with the best two others in front; of aces one goes in front."""
    three = highest_held(counts, 3, ACE + 1)
    if three == ACE:
        return CHOICE[3][4]
    return best_others(cards, three, -1) if three >= 0 else NO_CHOICE


@rule("CA-PGP-13")
def set_pair(alike: int) -> int:
    """8. One pair: behind, the best two others in front."""
    return BESIDE_PAIR[alike]


@rule("CA-PGP-13")
def set_high_cards() -> int:
    """9. Nothing: the best card behind, the next two in front."""
    return CHOICE[4][5]


@rule("CA-PGP-13")
def best_that_stands(cards: Sequence[int], posted: int) -> int:
    """Return the allowed setting with the best five-card hand, then the best front."""
    best_made = best_front = best_back = -1
    found = NO_CHOICE
    for choice in range(CHOICES):
        back, front = back_strength(cards, choice, posted), front_strength(cards, choice, posted)
        made = back >> 16
        if not may_stand(back, front) or made < best_made:
            continue
        better = front > best_front or (front == best_front and back > best_back)
        if made > best_made or better:
            best_made, best_front, best_back, found = made, front, back, choice
    return found


@rule("CA-PGP-13")
def by_the_list(cards: Sequence[int], posted: int) -> int:
    """Return the choice of the first line of the list that fits."""
    alike, mask = ranks_alike(cards)
    found, fives = set_pair(alike), has_flush(cards)
    fives = fives or makes_straight(mask, int(cards[6] == JOKER))
    if alike == 0:
        found = set_high_cards()
    if found >= 0 and not fives:
        return found
    counts = count_with_joker(sum_of(cards))
    if found < 0:
        return set_more_than_a_pair(cards, counts, posted, fives)
    return set_five(cards, counts, posted)


@rule("CA-PGP-13")
def set_more_than_a_pair(cards: Sequence[int], counts: int, posted: int, fives: bool) -> int:
    """Apply lines 1 to 7; ``fives`` is true if line 6 can fit."""
    found = NO_CHOICE
    if counts >> 2 & EACH:
        found = set_five_aces(cards, counts)
        if found < 0:
            found = set_four(cards, counts, posted)
    threes = counts & counts >> 1 & EACH
    if found < 0 and threes:
        found = set_full_house(cards, counts, posted)
    if found < 0:
        found = set_three_pair(cards, counts)
    if found < 0 and fives and posted & FIVES_BEFORE_TWO_PAIR:
        found = set_five(cards, counts, posted)
    if found < 0:
        found = set_two_pair(cards, counts)
    if found < 0 and fives:
        found = set_five(cards, counts, posted)
    if found < 0 and threes:
        found = set_three(cards, counts)
    return found


@rule("CA-PGP-13")
def house_way(cards: Sequence[int], posted: int) -> int:
    """Return the choice of the house for seven cards in order.

    The list takes a joker for an ace. If the joker is wild, that may be a foul; then the best
    allowed five-card hand is set.
    """
    found = by_the_list(cards, posted)
    if posted & WILD and int(cards[6]) == JOKER:
        back, front = back_strength(cards, found, posted), front_strength(cards, found, posted)
        if not may_stand(back, front):
            return best_that_stands(cards, posted)
    return found
