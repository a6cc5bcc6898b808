"""Badugi hands: of four cards those that differ in rank and suit; more cards win, then low ones.

Bigger strengths are better, as everywhere: first the number of cards that play, then the lowest of
them; the ace is low.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

_NAMES = "A23456789TJQK"


def best_badugi(cards: Sequence[int]) -> int:
    """The strength of a hand of four cards."""
    for size in range(len(cards), 0, -1):
        lows = [
            sum(rank << 4 * place for place, rank in enumerate(sorted(_ranks(chosen))))
            for chosen in combinations(cards, size)
            if len(set(_ranks(chosen))) == size and len({card & 3 for card in chosen}) == size
        ]
        if lows:
            return size << 16 | 0xFFFF - min(lows)
    return 0


def _ranks(cards: Sequence[int]) -> list[int]:
    """Return the ranks from the ace, which is lowest."""
    return [((card >> 2) + 1) % 13 for card in cards]


def describe_badugi(strength: int) -> str:
    """Return a hand in words: ``8-4-2-A badugi``, ``6-3-A of three cards``."""
    size, lows = strength >> 16, 0xFFFF - (strength & 0xFFFF)
    ranks = "-".join(_NAMES[lows >> 4 * place & 15] for place in reversed(range(size)))
    words = ("", "one card", "two cards", "three cards")
    return f"{ranks} badugi" if size == 4 else f"{ranks} of {words[size]}"
