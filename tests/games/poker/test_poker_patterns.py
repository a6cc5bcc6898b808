"""Every pattern of ranks, and every mask of a suit, against a slow, obvious definition.

The rules, which count in bits, and their compiled twins are compared with two definitions. One is
five ranks in order (``high_in_order``, which ``test_poker_hands.py`` compares with the text). The
other sorts ranks by how often they occur.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, combinations_with_replacement
from typing import Any

import pytest

from houseway.hands.poker_high import (
    FLUSH,
    HIGH_CARD,
    NO_HAND,
    ONE_SUIT,
    PAIR,
    QUADS,
    STRAIGHT,
    TRIPS,
    TWO_PAIR,
    high_by_ranks,
    high_by_suit,
    high_in_order,
    in_one_suit,
    straight_to,
    top_ranks,
)
from houseway.hands.poker_joker import flush_with_joker, straight_with_joker
from houseway.hands.poker_low import LOW_TOP, low_by_ranks, lowest_missing
from houseway.hands.up_cards import LOW_BOARD_TOP, low_board_by_ranks

Ranks = tuple[int, ...]

LOW_KINDS = ((1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1))
SHOWN = {(): HIGH_CARD, (2,): PAIR, (2, 2): TWO_PAIR, (3,): TRIPS, (4,): QUADS}


def patterns(cards: int) -> Iterator[Ranks]:
    """Yield the ranks of n cards, in order; a rank has four cards."""
    for ranks in combinations_with_replacement(range(13), cards):
        if max(Counter(ranks).values(), default=0) <= 4:
            yield ranks


def counted(ranks: Ranks) -> int:
    return sum(1 << 3 * rank for rank in ranks)


def by_times(ranks: Ranks) -> list[tuple[int, int]]:
    """Return (count, rank) of each rank, the largest count first, then the highest rank."""
    return sorted(((times, rank) for rank, times in Counter(ranks).items()), reverse=True)


def from_the_left(ranks: list[int]) -> int:
    """Up to five ranks of four bits each, the first at the left of twenty."""
    return sum(rank << shift for rank, shift in zip(ranks, (16, 12, 8, 4, 0), strict=False))


def shown(ranks: Ranks) -> int:
    """Return the rank of fewer than five cards: no straight, no full house."""
    found = by_times(ranks)
    sets = tuple(times for times, _ in found if times > 1)
    return SHOWN[sets] << 20 | from_the_left([rank for _, rank in found])


def ace_is_1(ranks: Ranks) -> Ranks:
    return tuple((rank + 1) % 13 + 1 for rank in ranks)


def low_of_five(ranks: Ranks) -> int:
    found = by_times(ace_is_1(ranks))
    kind = LOW_KINDS.index(tuple(times for times, _ in found))
    return LOW_TOP - (kind << 20 | from_the_left([rank for _, rank in found]))


def low_board(ranks: Ranks) -> int:
    alike = height = 0
    for times, rank in by_times(ace_is_1(ranks)):
        alike += times * (times - 1)
        height = 16 * height + rank
    return LOW_BOARD_TOP - (alike << 20 | height)


def best_of(fives: Callable[[Ranks], int]) -> Callable[[Ranks], int]:
    """The best of all fives of more ranks, each judged once."""
    known = {five: fives(five) for five in patterns(5)}
    return lambda ranks: max([known[five] for five in combinations(ranks, 5)])


def assert_same(rule: Any, cards: range, judged: Callable[[Ranks], int]) -> None:
    twin = rule.jit()
    for number in cards:
        for ranks in patterns(number):
            counts = counted(ranks)
            assert rule(counts) == twin(counts) == judged(ranks), ranks


def test_there_are_as_many_patterns_as_one_counts() -> None:
    """Without five and more of a rank: multisets of 13 ranks, less those with one of them."""
    found = [len(list(patterns(cards))) for cards in range(1, 8)]
    assert found == [13, 91, 455, 1820, 6188 - 13, 18564 - 13 * 13, 50388 - 13 * 91]


def test_high_of_every_pattern() -> None:
    assert_same(high_by_ranks, range(1, 5), shown)
    assert_same(high_by_ranks, range(5, 8), best_of(lambda five: high_in_order(*five)))


def test_low_of_every_pattern() -> None:
    assert_same(low_by_ranks, range(5, 8), best_of(low_of_five))


def test_low_board_of_every_pattern() -> None:
    assert_same(low_board_by_ranks, range(1, 6), low_board)


def test_lowest_missing_of_every_pattern() -> None:
    low_first = (12, *range(12))
    assert_same(
        lowest_missing, range(8), lambda ranks: next(x for x in low_first if x not in ranks)
    )


def ranks_in(mask: int) -> list[int]:
    """From the highest down."""
    return [rank for rank in range(12, -1, -1) if mask >> rank & 1]


@pytest.mark.parametrize("wanted", range(6))
def test_top_ranks_of_every_mask(wanted: int) -> None:
    for mask in range(ONE_SUIT + 1):
        assert top_ranks(mask, wanted) == from_the_left(ranks_in(mask)[:wanted])


def test_flush_and_straight_of_every_mask() -> None:
    twin = high_by_suit.jit()
    for mask in range(ONE_SUIT + 1):
        fives = [high_in_order(*five[::-1]) for five in combinations(ranks_in(mask), 5)]
        best = max([in_one_suit(five) for five in fives], default=NO_HAND)
        assert high_by_suit(mask) == twin(mask) == best
        straights = [five >> 16 & 15 for five in fives if five >> 20 == STRAIGHT]
        assert straight_to(mask) == max(straights, default=-1)


def test_a_joker_fills_every_mask_as_the_best_card_does() -> None:
    for mask in range(ONE_SUIT):
        filled = [mask | 1 << rank for rank in range(13) if not mask >> rank & 1]
        best = max(straight_to(mask), max(straight_to(with_one) for with_one in filled))
        assert straight_with_joker(mask) == best
        assert flush_with_joker(mask) == FLUSH << 20 | max(top_ranks(x, 5) for x in filled)
