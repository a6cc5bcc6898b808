"""Two-tile hands of Pai Gow Tiles: pairs, wongs, gongs, points, and the winner.

A hand is two tiles (``pieces/tiles.py``). ``hand_rank`` turns it into one int: the bigger one wins,
and two equal ones are a copy, which goes to the player-dealer. All hands of no points have the same
rank, so "both zero" is a copy as well, whatever the tiles.

The document leaves some points open. They are read as follows:

- The pictures of the matched pairs and of the single tiles are lost (AMB-24). The order is the one
  usual in California: the 2-4 tile of a set is single between the sevens and the fives, and the 1-2
  tile is last. ``gee_joon_lowest`` posts the Nevada order, where both are last. It matters only for
  the 2-4 with a five: an eight led by one tile or the other.
- The 2-4 and the 1-2 each count 3 or 6, whichever makes more points (AMB-24). Without this the
  printed rule for splitting gee joon makes no sense.
- One hand higher and the other a copy is a push, because the player-dealer wins the copy (AMB-24c).
- Nothing is printed about a low hand set above the high hand, so there is no foul here: ``ordered``
  calls the higher hand of a setting the high one.
"""

from __future__ import annotations

from houseway.cite import rule
from houseway.pieces.tiles import DEY, GEE_24, JOON_12, PIPS, TEEN, TILES

FOUR = tuple[int, int, int, int]

GEE_JOON_SINGLE = ("between", "lowest")
"""The two postings of AMB-24; the index of one is the argument ``gee_joon_lowest``."""

SPOTS = tuple(a + b for a, b in PIPS)
"""Number of spots of a tile; their colour is described nowhere (CA-TILE-11)."""

COUNTS_LEAST = tuple(3 if t in (GEE_24, JOON_12) else n % 10 for t, n in enumerate(SPOTS))
COUNTS_MOST = tuple(6 if t in (GEE_24, JOON_12) else n % 10 for t, n in enumerate(SPOTS))

FAMILY: tuple[int, ...] = (*range(11), 11, 11, 12, 12, 13, 13, 14, 14, 15, 15)
"""The family of a tile: two tiles of one family are a pair; there are 16, in order of their
pairs."""

NINES, EIGHTS, SEVENS, FIVES, GEE_JOON = range(11, 16)
FAMILY_NAMES = (*TILES.names[:11], "nines", "eights", "sevens", "fives", "gee joon")

SINGLE_BETWEEN: tuple[int, ...] = (*range(17, 6, -1), 6, 6, 5, 5, 4, 4, 2, 2, 3, 1)
SINGLE_LOWEST: tuple[int, ...] = (*range(17, 6, -1), 6, 6, 5, 5, 4, 4, 3, 3, 2, 1)

GONG, WONG, PAIR = 10, 11, 12
"""Values above the points 0 to 9."""

STEP = 32
"""A rank is ``value * STEP + order within the value``."""


@rule("CA-TILE-07")
def tile_value(tile: int) -> int:
    """Return the last digit of the tile's spots."""
    return SPOTS[tile] % 10


@rule("CA-TILE-07", "CA-TILE-14")
def points(a: int, b: int) -> int:
    """Return the last digit of the sum of two tiles, each of gee joon as 3 or 6."""
    if a < GEE_24 and b < GEE_24:
        return (COUNTS_LEAST[a] + COUNTS_LEAST[b]) % 10
    return max(
        (COUNTS_LEAST[a] + COUNTS_LEAST[b]) % 10,
        (COUNTS_LEAST[a] + COUNTS_MOST[b]) % 10,
        (COUNTS_MOST[a] + COUNTS_LEAST[b]) % 10,
        (COUNTS_MOST[a] + COUNTS_MOST[b]) % 10,
    )


@rule("CA-TILE-01", "CA-TILE-08")
def pair_rank(a: int, b: int) -> int:
    """Return 16 for gee joon, 15 for two teen, down to 1 for mixed fives; 0 for no pair."""
    if FAMILY[a] != FAMILY[b]:
        return 0
    if FAMILY[a] == GEE_JOON:
        return 16
    return 15 - FAMILY[a]


@rule("CA-TILE-08")
def teen_or_dey_with(a: int, b: int, spots: int) -> bool:
    """Return True if one tile has 12 or 2 spots and the other has ``spots``."""
    return (a in (TEEN, DEY) and SPOTS[b] == spots) or (b in (TEEN, DEY) and SPOTS[a] == spots)


@rule("CA-TILE-08")
def wong(a: int, b: int) -> bool:
    """Return True for teen or dey with any nine."""
    return teen_or_dey_with(a, b, 9)


@rule("CA-TILE-08")
def gong(a: int, b: int) -> bool:
    """Return True for teen or dey with any eight."""
    return teen_or_dey_with(a, b, 8)


@rule("CA-TILE-09")
def single_rank(tile: int, gee_joon_lowest: bool) -> int:
    """Return the place of a tile by itself; the two tiles of a mixed pair share one."""
    return SINGLE_LOWEST[tile] if gee_joon_lowest else SINGLE_BETWEEN[tile]


@rule("CA-TILE-08", "CA-TILE-09", "CA-TILE-11")
def hand_rank(a: int, b: int, gee_joon_lowest: bool) -> int:
    """Return the rank of a two-tile hand: the bigger wins, equal ones are a copy."""
    if FAMILY[a] == FAMILY[b]:
        return PAIR * STEP + pair_rank(a, b)
    single = SINGLE_LOWEST if gee_joon_lowest else SINGLE_BETWEEN
    leader = single[a] if single[a] > single[b] else single[b]
    if a <= DEY or b <= DEY:  # teen or dey, the first two of all tiles
        if wong(a, b):
            return WONG * STEP + leader
        if gong(a, b):
            return GONG * STEP + leader
    value = points(a, b)
    if value == 0:
        return 0
    return value * STEP + leader


@rule("CA-TILE-08")
def value_of(rank: int) -> int:
    """Return the value within a ``hand_rank``: points 0 to 9, then gong, wong, pair."""
    return rank // STEP


@rule("CA-TILE-06")
def ordered(a: int, b: int, c: int, d: int, gee_joon_lowest: bool) -> FOUR:
    """Return two stacks a b and c d, the higher one first: high hand, then low hand."""
    if hand_rank(c, d, gee_joon_lowest) > hand_rank(a, b, gee_joon_lowest):
        return c, d, a, b
    return a, b, c, d


@rule("CA-TILE-09", "CA-TILE-10")
def settle_ranks(high: int, low: int, bank_high: int, bank_low: int) -> int:
    """Return the outcome of two ranks against the player-dealer's; a copy is not higher."""
    if high > bank_high and low > bank_low:
        return 0
    if high > bank_high or low > bank_low:
        return 1
    return 2


@rule("CA-TILE-09", "CA-TILE-10", outcomes=("win", "push", "lose"))
def settle_tiles(
    ph_a: int,
    ph_b: int,
    pl_a: int,
    pl_b: int,
    dh_a: int,
    dh_b: int,
    dl_a: int,
    dl_b: int,
    gee_joon_lowest: bool,
) -> int:
    """Return the outcome of high and low hand: both, one or none above the player-dealer's."""
    return settle_ranks(
        hand_rank(ph_a, ph_b, gee_joon_lowest),
        hand_rank(pl_a, pl_b, gee_joon_lowest),
        hand_rank(dh_a, dh_b, gee_joon_lowest),
        hand_rank(dl_a, dl_b, gee_joon_lowest),
    )


def describe_hand(a: int, b: int, gee_joon_lowest: bool = False) -> str:
    """Return a two-tile hand in words, with the tile that decides between equals."""
    if pair_rank(a, b) > 0:
        family = FAMILY[a]
        if family == GEE_JOON:
            return "gee joon"
        return f"{'mixed' if family >= NINES else 'pair of'} {FAMILY_NAMES[family]}"
    leader = a if single_rank(a, gee_joon_lowest) >= single_rank(b, gee_joon_lowest) else b
    name = TILES.names[leader]
    if wong(a, b):
        return f"wong with {name}"
    if gong(a, b):
        return f"gong with {name}"
    if teen_or_dey_with(a, b, 7):
        return f"nine with {name}"
    value = points(a, b)
    return f"{value}, {name} high" if value > 0 else "zero"
