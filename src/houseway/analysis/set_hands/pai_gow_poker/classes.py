"""Sets of cards up to the names of suits, each class once, with its number of sets.

A deck here has some of the highest ranks in four suits, and a joker that comes last. Ranks are
processed from the lowest. Suits that have held the same ranks so far form a block of adjacent,
interchangeable suits. The next rank goes to the first suits of a block. A block splits when its
suits differ. A class has 24 sets divided by the orders within its remaining blocks.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.analysis.compiler.compile import compiled
from houseway.pieces.cards import JOKER

Array = npt.NDArray[Any]
RANKS = 13
SUBSETS = 16
BITS = np.array([bin(mask).count("1") for mask in range(SUBSETS)], np.int64)


def _parted(parted: int, mask: int) -> int:
    """Return the boundaries between differing suits after these suits take a rank: a bit for
    each two."""
    return parted | sum(1 << i for i in range(3) if (mask >> i ^ mask >> (i + 1)) & 1)


def _first_of_blocks(parted: int, mask: int) -> bool:
    """Return True if the rank goes to the first suits of each block."""
    return all(parted >> i & 1 or mask >> i & 1 >= mask >> (i + 1) & 1 for i in range(3))


def _stands_for(parted: int) -> int:
    """Return the number of sets in a class with these blocks of equal suits."""
    sizes, run = [], 1
    for i in range(3):
        if parted >> i & 1:
            sizes.append(run)
            run = 0
        run += 1
    return 24 // math.prod(math.factorial(n) for n in (*sizes, run))


def _suits_for(parted: int, most: int) -> list[int]:
    """Return the sets of at most ``most`` suits that may take a rank, padded with 0 to 16.

    ``parted`` has a bit for each boundary between suits that differ so far. Of equal suits, the
    first ones take the rank.
    """
    found = [
        mask for mask in range(1, SUBSETS) if BITS[mask] <= most and _first_of_blocks(parted, mask)
    ]
    return found + [0] * (SUBSETS - len(found))


SUITS_FOR = np.array([[_suits_for(b, most) for most in range(8)] for b in range(8)], np.int64)
"""[blocks, cards left, i]: sets of suits that may take a rank, 0 after the last."""
PARTED = np.array([[_parted(b, m) for m in range(SUBSETS)] for b in range(8)], np.int64)
STANDS_FOR = np.array([_stands_for(parted) for parted in range(8)], np.int64)


@dataclass(frozen=True)
class Deck:
    """A deck with the highest ``ranks`` ranks in four suits, and a joker."""

    ranks: int = RANKS

    @property
    def base(self) -> int:
        """Return its lowest card; a card's index in the deck is counted from there."""
        return 4 * (RANKS - self.ranks)

    @property
    def size(self) -> int:
        """Return the number of its cards."""
        return 4 * self.ranks + 1


@dataclass(frozen=True)
class Classes:
    """Sets of equal size, one sorted row for each class, and the number of sets in each class."""

    cards: Array
    ways: Array


def begin(n: int, at: Any, left: Any) -> int:
    """Return the level at which ``next_class`` begins to search for sets of n cards."""
    at[0], left[0] = 0, n
    return 0


def next_class(
    ranks: int, hand: Any, n: int, level: int, at: Any, left: Any, parted: Any
) -> tuple[int, int]:
    """Put the next set of n cards without a joker into ``hand``; return the level and the class
    size.

    A level is a rank that is held. ``at`` holds the rank and the suits to try next there. A level
    below 0 means that there are no more sets.
    """
    while level >= 0:
        rank, i, wanted, blocks = at[level] >> 4, at[level] & 15, left[level], parted[level]
        if wanted > 4 * (ranks - rank):
            level -= 1
            continue
        mask = SUITS_FOR[blocks, wanted, i]
        if mask == 0:
            at[level] = (rank + 1) << 4
            continue
        at[level] += 1
        more = wanted - BITS[mask]
        place = n - wanted
        for suit in range(4):
            if mask >> suit & 1:
                hand[place] = 4 * (RANKS - ranks + rank) + suit
                place += 1
        now = PARTED[blocks, mask]
        if more == 0:
            return level, STANDS_FOR[now]
        level += 1
        at[level], left[level], parted[level] = (rank + 1) << 4, more, now
    return -1, 0


def walk(ranks: int, n: int, cards: Any, ways: Any) -> int:
    """List the classes of n cards without a joker, or count them where ``ways`` is empty."""
    at, left, parted = np.zeros((3, n + 1), np.int64)
    hand = np.zeros(n, np.uint8)
    found, capacity = 0, len(ways)
    level, each = next_class(ranks, hand, n, begin(n, at, left), at, left, parted)
    while level >= 0:
        if capacity:
            cards[found, :n], ways[found] = hand, each
        found += 1
        level, each = next_class(ranks, hand, n, level, at, left, parted)
    return found


@functools.lru_cache(maxsize=4)
def classes(deck: Deck, n: int) -> Classes:
    """Return the classes of sets of n cards, n at least 1: without the joker, then with it."""
    listing, none = compiled(walk), np.zeros((0, n), np.uint8)
    no_ways = np.zeros(0, np.int64)
    plain = listing(deck.ranks, n, none, no_ways)
    joker = listing(deck.ranks, n - 1, none, no_ways) if n > 1 else 1
    cards, ways = np.full((plain + joker, n), JOKER, np.uint8), np.zeros(plain + joker, np.int64)
    listing(deck.ranks, n, cards[:plain], ways[:plain])
    if n > 1:
        listing(deck.ranks, n - 1, cards[plain:], ways[plain:])
    else:
        ways[plain] = 1
    return Classes(cards, ways)
