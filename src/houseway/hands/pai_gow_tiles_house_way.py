"""The house way of Pai Gow Tiles: the setting of four tiles by the house dealer.

Four tiles fall into two hands in three ways, and a choice is 0, 1 or 2: the first tile joins the
second, the third or the fourth. ``setting`` returns the tiles of a choice, high hand first. The
order of the four tiles matters only between settings of equal rank.

The seven printed rules speak of pairs only, and are read as follows:

- Two pairs come first, then the rule of the pair held (AMB-24b). "Teen, Dey" with sevens is either
  one. A value "or higher" lets gong and wong count above nine. The tiles of 9 or 11 spots with a
  pair of teen or dey are one of each.
- Read to the letter, the rules break up 8-8-9-10 (pair and 9) for an 8 and a 7. The posting
  ``never_split_into_worse`` keeps a pair whose low hand is already as high as the low hand of a
  split (AMB-24d). Turned off, the printed rules hold to the letter. The tests check all 35,960
  hands. With the guard the rules split 580 of them, exactly those in the lists of Appendix B, for
  every pair. To the letter they split 96 more, 64 with teen or dey and 32 with eights. The guard
  never affects gee joon, sevens or nines, and comparing points or whole ranks makes no difference.
- Gee joon may be split two ways with a five; the better low hand is taken, at no cost to the high
  hand.

Hands without a pair are not in the printed house way and follow Appendix B, (3) to (5):

- Teen or dey with a seven, eight or nine is tried in this order, by the *high* hand: nine, gong,
  wong. The first that leaves 3 points or more low is taken; otherwise the highest hand of the
  three.
- Otherwise the best low hand if it has 3 points; else the best high hand if it has 7; else the best
  low hand. Equal points in one hand are decided by the points of the other.
- With equal points in both, the better tile leads the low hand if the high hand has 7 or less,
  otherwise the high hand. If that hand is the same either way, the other one gets it.

The document also prints an aid to arranging tiles (CA-TILE-13) for players who set their own:
``arranging_aid``. It sets 22,116 of the 35,960 hands like the house way.
"""

from __future__ import annotations

from houseway.cite import rule
from houseway.hands.pai_gow_tiles import (
    COUNTS_LEAST,
    COUNTS_MOST,
    FAMILY,
    FOUR,
    GEE_JOON,
    GONG,
    SPOTS,
    STEP,
    hand_rank,
    ordered,
    pair_rank,
    single_rank,
    teen_or_dey_with,
    tile_value,
    value_of,
)
from houseway.pieces.tiles import DEY, TEEN

RANKS = 16 * STEP
"""Greater than any ``hand_rank``: a score of two ranks is ``first * RANKS + second``."""


@rule("CA-TILE-06")
def partition(t0: int, t1: int, t2: int, t3: int, choice: int) -> FOUR:
    """Return the first tile with the one it joins, then the other two."""
    if choice == 0:
        return t0, t1, t2, t3
    if choice == 1:
        return t0, t2, t1, t3
    return t0, t3, t1, t2


@rule("CA-TILE-06")
def setting(t0: int, t1: int, t2: int, t3: int, choice: int, gee_joon_lowest: bool) -> FOUR:
    """Return the four tiles of a choice: two of the high hand, two of the low hand."""
    a, b, c, d = partition(t0, t1, t2, t3, choice)
    return ordered(a, b, c, d, gee_joon_lowest)


@rule("CA-TILE-06")
def ranks(
    t0: int, t1: int, t2: int, t3: int, choice: int, gee_joon_lowest: bool
) -> tuple[int, int]:
    """Return the ranks of the high hand and the low hand of a choice."""
    a, b, c, d = partition(t0, t1, t2, t3, choice)
    one, other = hand_rank(a, b, gee_joon_lowest), hand_rank(c, d, gee_joon_lowest)
    return max(one, other), min(one, other)


# The seven printed rules: p and q are the pair held, x and y the other two tiles.


@rule("CA-TILE-12", "CA-TILE-13")
def pair_stays_high(t0: int, t1: int, t2: int, t3: int) -> int:
    """Return the choice that keeps a pair (or both) together; -1 without a pair."""
    for choice in range(3):
        a, b, c, d = partition(t0, t1, t2, t3, choice)
        if pair_rank(a, b) > 0 or pair_rank(c, d) > 0:
            return choice
    return -1


@rule("CA-TILE-12", "CA-TILE-14")
def split_gee_joon(x: int, y: int) -> bool:
    """Return True if gee joon is split: a six on one side and a four, five or six on the other."""
    return (SPOTS[x] == 6 and 4 <= SPOTS[y] <= 6) or (SPOTS[y] == 6 and 4 <= SPOTS[x] <= 6)


@rule("CA-TILE-12")
def split_sevens(x: int, y: int, low_value: int) -> bool:
    """Return True if sevens are split: with teen or dey, if the low hand then has 7 or more."""
    return (x in (TEEN, DEY) or y in (TEEN, DEY)) and low_value >= 7


@rule("CA-TILE-12")
def split_eights(low_value: int) -> bool:
    """Return True if eights are split: if the low hand then has 7 or more."""
    return low_value >= 7


@rule("CA-TILE-12")
def split_nines(low_value: int) -> bool:
    """Return True if nines are split: if the low hand then has 9, gong or wong."""
    return low_value >= 9


@rule("CA-TILE-12")
def split_teen_or_dey(x: int, y: int, low_value: int) -> bool:
    """Return True if teen or dey is split: for a low hand of 6 or more, or with a 9 and an 11."""
    nine_and_eleven = (SPOTS[x] == 9 and SPOTS[y] == 11) or (SPOTS[x] == 11 and SPOTS[y] == 9)
    return low_value >= 6 or nine_and_eleven


@rule("CA-TILE-12")
def never_split(p: int) -> bool:
    """Return True for pairs of 4, 5, 6, 10 or 11 spots; gee joon is not a pair of sixes."""
    return FAMILY[p] != GEE_JOON and SPOTS[p] in (4, 5, 6, 10, 11)


@rule("CA-TILE-12")
def low_after_split(p: int, q: int, x: int, y: int, gee_joon_lowest: bool) -> int:
    """Return the rank of the low hand if the pair is split; the better of two ways."""
    px, qy = hand_rank(p, x, gee_joon_lowest), hand_rank(q, y, gee_joon_lowest)
    py, qx = hand_rank(p, y, gee_joon_lowest), hand_rank(q, x, gee_joon_lowest)
    return max(min(px, qy), min(py, qx))


@rule("CA-TILE-12", "CA-TILE-14")
def split_is_printed(p: int, q: int, x: int, y: int, gee_joon_lowest: bool) -> bool:
    """Return True if the printed rule of the pair says to split it."""
    low_value = value_of(low_after_split(p, q, x, y, gee_joon_lowest))
    if never_split(p):
        return False
    if FAMILY[p] == GEE_JOON:
        return split_gee_joon(x, y)
    if SPOTS[p] == 7:
        return split_sevens(x, y, low_value)
    if SPOTS[p] == 8:
        return split_eights(low_value)
    if SPOTS[p] == 9:
        return split_nines(low_value)
    return split_teen_or_dey(x, y, low_value)


@rule("CA-TILE-12")
def split_is_worse(p: int, q: int, x: int, y: int, gee_joon_lowest: bool) -> bool:
    """Return True if the low hand of the whole pair is as high as that of any split."""
    kept = hand_rank(x, y, gee_joon_lowest)
    return kept >= low_after_split(p, q, x, y, gee_joon_lowest)


@rule("CA-TILE-12")
def best_split(t0: int, t1: int, t2: int, t3: int, together: int, gee_joon_lowest: bool) -> int:
    """Return the choice that splits the pair with the better low hand."""
    one, other = (together + 1) % 3, (together + 2) % 3
    one_high, one_low = ranks(t0, t1, t2, t3, one, gee_joon_lowest)
    other_high, other_low = ranks(t0, t1, t2, t3, other, gee_joon_lowest)
    if other_low * RANKS + other_high > one_low * RANKS + one_high:
        return other
    return one


# Hands without a pair.


@rule("CA-TILE-12")
def nine_gong_wong(a: int, b: int) -> int:
    """Return 1, 2 or 3 for teen or dey with a seven, an eight or a nine; else 0."""
    for made in range(1, 4):
        if teen_or_dey_with(a, b, 6 + made):
            return made
    return 0


@rule("CA-TILE-12")
def make_nine_gong_wong(t0: int, t1: int, t2: int, t3: int, gee_joon_lowest: bool) -> int:
    """Return the choice with a high nine, gong or wong; -1 if there is none.

    The first that leaves 3 points low is taken; otherwise the highest of them.
    """
    best, best_score = -1, -1
    if min(t0, t1, t2, t3) > DEY:  # neither teen nor dey, the first two of all tiles
        return best
    for choice in range(3):
        a, b, _, _ = setting(t0, t1, t2, t3, choice, gee_joon_lowest)
        made = nine_gong_wong(a, b)
        if made == 0:
            continue
        high, low = ranks(t0, t1, t2, t3, choice, gee_joon_lowest)
        first = 4 - made if value_of(low) >= 3 else 0
        score = (first * RANKS + high) * RANKS + low
        if score > best_score:
            best, best_score = choice, score
    return best


@rule("CA-TILE-12")
def tiles_by_points(high: int, low: int) -> int:
    """Return a score between settings of equal points: the leading tile of the hand that matters
    first."""
    if value_of(high) <= 7:
        return low * RANKS + high
    return high * RANKS + low


@rule("CA-TILE-12")
def score_by_points(high: int, low: int, low_first: bool) -> int:
    """Return a score of a setting: the points of one hand, then of the other, then its tiles."""
    first, second = value_of(high), value_of(low)
    if low_first:
        first, second = second, first
    return (first * STEP + second) * RANKS * RANKS + tiles_by_points(high, low)


@rule("CA-TILE-12")
def balance_points(t0: int, t1: int, t2: int, t3: int, gee_joon_lowest: bool) -> int:
    """Return the choice by points: the best low hand with 3, or the best high hand with 7.

    Otherwise it is the best low hand.
    """
    high0, low0 = ranks(t0, t1, t2, t3, 0, gee_joon_lowest)
    high1, low1 = ranks(t0, t1, t2, t3, 1, gee_joon_lowest)
    high2, low2 = ranks(t0, t1, t2, t3, 2, gee_joon_lowest)
    low_first = value_of(max(low0, low1, low2)) >= 3 or value_of(max(high0, high1, high2)) < 7
    score0 = score_by_points(high0, low0, low_first)
    score1 = score_by_points(high1, low1, low_first)
    score2 = score_by_points(high2, low2, low_first)
    if score0 >= max(score1, score2):
        return 0
    return 1 if score1 >= score2 else 2


@rule("CA-TILE-06", "CA-TILE-12", "CA-TILE-14")
def house_way(
    t0: int, t1: int, t2: int, t3: int, never_split_into_worse: bool, gee_joon_lowest: bool
) -> int:
    """Return the choice 0, 1 or 2 of the house dealer: the first tile joins the 2nd, 3rd or 4th."""
    together = pair_stays_high(t0, t1, t2, t3)
    if together < 0:
        choice = make_nine_gong_wong(t0, t1, t2, t3, gee_joon_lowest)
        return choice if choice >= 0 else balance_points(t0, t1, t2, t3, gee_joon_lowest)
    p, q, x, y = setting(t0, t1, t2, t3, together, gee_joon_lowest)
    if pair_rank(x, y) > 0 or not split_is_printed(p, q, x, y, gee_joon_lowest):
        return together
    if never_split_into_worse and split_is_worse(p, q, x, y, gee_joon_lowest):
        return together
    return best_split(t0, t1, t2, t3, together, gee_joon_lowest)


# The arranging aid.


@rule("CA-TILE-13")
def nine_or_less(a: int, b: int) -> int:
    """Return the sum of two tiles as near to 9 as possible from below; -1 if it must exceed 9."""
    most = -1
    for first in (COUNTS_LEAST[a], COUNTS_MOST[a]):
        for second in (COUNTS_LEAST[b], COUNTS_MOST[b]):
            if most < first + second <= 9:
                most = first + second
    return most


@rule("CA-TILE-13")
def largest_with_smallest(t0: int, t1: int, t2: int, t3: int, gee_joon_lowest: bool) -> int:
    """Return the choice that joins the tile of most value with that of least."""
    k0 = tile_value(t0) * STEP + single_rank(t0, gee_joon_lowest)
    k1 = tile_value(t1) * STEP + single_rank(t1, gee_joon_lowest)
    k2 = tile_value(t2) * STEP + single_rank(t2, gee_joon_lowest)
    k3 = tile_value(t3) * STEP + single_rank(t3, gee_joon_lowest)
    most, least = max(k0, k1, k2, k3), min(k0, k1, k2, k3)
    for choice in range(3):
        a, b, c, d = partition(k0, k1, k2, k3, choice)
        if (max(a, b) == most and min(a, b) == least) or (max(c, d) == most and min(c, d) == least):
            return choice
    return 0


@rule("CA-TILE-13")
def arranging_aid(t0: int, t1: int, t2: int, t3: int, gee_joon_lowest: bool) -> int:
    """Return the choice of the printed aid.

    It takes a pair, wong or gong; else the sum nearest to 9 from below; else the largest tile with
    the smallest.
    """
    best, best_score = -1, -1
    for choice in range(3):
        a, b, c, d = partition(t0, t1, t2, t3, choice)
        high, low = ranks(t0, t1, t2, t3, choice, gee_joon_lowest)
        made = high if value_of(high) >= GONG else max(nine_or_less(a, b), nine_or_less(c, d))
        score = (made * RANKS + low) * RANKS + high
        if made >= 0 and score > best_score:
            best, best_score = choice, score
    if best < 0:
        return largest_with_smallest(t0, t1, t2, t3, gee_joon_lowest)
    return best
