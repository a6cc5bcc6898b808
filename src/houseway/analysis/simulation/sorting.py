"""Sorting of cards for the compiled drivers.

Neighbours are exchanged by minimum and maximum. That avoids branches, which no processor can
predict for dealt cards.
"""

from __future__ import annotations

from typing import Any


def put_in_order(cards: Any) -> None:
    """Sort cards in place, lowest first."""
    for i in range(1, len(cards)):
        for j in range(i, 0, -1):
            low, high = min(cards[j - 1], cards[j]), max(cards[j - 1], cards[j])
            cards[j - 1], cards[j] = low, high


def order_of(n: int) -> Any:
    """Return a branch-free sort of ``n`` cards from ``first`` on.

    ``n`` is a compile-time constant, so the loops unroll.
    """

    def in_order(cards: Any, first: int) -> None:
        for i in range(first + 1, first + n):
            for j in range(i, first, -1):
                low, high = min(cards[j - 1], cards[j]), max(cards[j - 1], cards[j])
                cards[j - 1], cards[j] = low, high

    return in_order


def lay_out(cards: Any, first: int, scratch: Any) -> None:
    """Copy cards to ``scratch``, sorted from index ``first`` on."""
    n = len(cards)
    for i in range(n):
        scratch[i] = cards[i]
    put_in_order(scratch[first:n])
