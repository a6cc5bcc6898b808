"""Cards as rules and tables read them: in order, in the compiled drivers.

Neighbours change places by least and greatest: no processor can guess which way a comparison of
dealt cards goes, and here it need not.
"""

from __future__ import annotations

from typing import Any


def put_in_order(cards: Any) -> None:
    """Cards where they lie, lowest first."""
    for i in range(1, len(cards)):
        for j in range(i, 0, -1):
            low, high = min(cards[j - 1], cards[j]), max(cards[j - 1], cards[j])
            cards[j - 1], cards[j] = low, high


def order_of(n: int) -> Any:
    """The same for ``n`` cards from a place on: who compiles it knows how many they are, and the
    processor has them all at hand."""

    def in_order(cards: Any, first: int) -> None:
        for i in range(first + 1, first + n):
            for j in range(i, first, -1):
                low, high = min(cards[j - 1], cards[j]), max(cards[j - 1], cards[j])
                cards[j - 1], cards[j] = low, high

    return in_order


def lay_out(cards: Any, first: int, room: Any) -> None:
    """Cards in order from a place on, where there is room for them."""
    n = len(cards)
    for i in range(n):
        room[i] = cards[i]
    put_in_order(room[first:n])
