"""Every hand of so many pieces, counted with the rule that judges it: cards, jokers, tiles, dice.

Pieces of one kind are alike, so a hand is a multiset, met once and weighed with the ways it can be
dealt: for each piece, the choice of that many out of its copies.  Any number of decks, a joker or
the doubled tiles are only other numbers of copies.

    >>> from houseway.odds.deals import hand_ways
    >>> hand_ways(flushes, {"hand": 3}, CARDS.copies)            # 3 cards of a deck
    >>> hand_ways(beats, {"player": 3, "dealer": 3}, CARDS.copies)
    >>> roll_ways(triples, "dice", 3)

No symmetry between suits is assumed: a rule may tell them apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from houseway.errors import Refused
from houseway.odds.compiled import compiled
from houseway.odds.facts import reader

MOST = 2**63 - 1


def hand_ways(by: Any, parts: Mapping[str, int], copies: Sequence[int]) -> list[int]:
    """The ways of each outcome of a rule that reads one or two hands of so many pieces.

    Hands are dealt one after the other from the same pieces and given to the rule in order of
    the pieces, lowest first.
    """
    left, total = sum(copies), 1
    for n in parts.values():
        total *= math.comb(left, n)
        left -= n
    if total > MOST:
        raise Refused(f"{total:,} deals are more than can be counted here")
    if not 1 <= len(parts) <= 2:
        raise Refused(f"deals of one or two hands are counted, not of {len(parts)}")
    ways = np.zeros(len(by.outcomes), np.int64)
    driver = _driver(by, tuple(parts), count_one if len(parts) == 1 else count_two)
    driver(np.array(copies, np.int64), *parts.values(), ways)
    counted: list[int] = ways.tolist()
    return counted


def roll_ways(by: Any, fact: str, dice: int, sides: int = 6) -> list[int]:
    """The ways of each outcome of a rule that reads the dice of one roll."""
    if sides**dice > MOST:
        raise Refused(f"{sides}^{dice} rolls are more than can be counted here")
    ways = np.zeros(len(by.outcomes), np.int64)
    _driver(by, (fact,), count_rolls)(dice, sides, ways)
    counted: list[int] = ways.tolist()
    return counted


def multisets(copies: Sequence[int], n: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every hand of n pieces with the ways to deal it, one by one."""
    left = np.array(copies, np.int64)
    hand, runs, ways = room(n)
    more = first_hand(left, hand, runs, ways)
    while more:
        yield tuple(hand.tolist()), int(ways[n])
        more = next_hand(left, hand, runs, ways)


_drivers: dict[Any, Any] = {}


def _driver(by: Any, names: tuple[str, ...], made: Any) -> Any:
    if (by, names) not in _drivers:
        _drivers[by, names] = compiled(made(reader(by, names)))
    return _drivers[by, names]


# -- stepping through hands ----------------------------------------------------------------------


def room(n: int) -> tuple[Any, Any, Any]:
    """A hand, how many of its piece each place is, and the ways of its first so many places."""
    return np.zeros(n, np.int64), np.zeros(n, np.int64), np.ones(n + 1, np.int64)


def first_hand(left: Any, hand: Any, runs: Any, ways: Any) -> bool:
    """The lowest hand; False if there are not enough pieces."""
    return fill_from(left, hand, runs, ways, 0, 0)


def next_hand(left: Any, hand: Any, runs: Any, ways: Any) -> bool:
    """The next hand in order; False after the last one."""
    for place in range(len(hand) - 1, -1, -1):
        if fill_from(left, hand, runs, ways, place, hand[place] + 1):
            return True
    return False


def fill_from(left: Any, hand: Any, runs: Any, ways: Any, place: int, piece: int) -> bool:
    """The lowest hand that keeps the places before and has this piece or a higher one here."""
    for i in range(place, len(hand)):
        run = 1
        if i > 0 and hand[i - 1] == piece:
            run = runs[i - 1] + 1
        while piece < len(left) and left[piece] < run:
            piece, run = piece + 1, 1
        if piece >= len(left):
            return False
        hand[i], runs[i] = piece, run
        ways[i + 1] = ways[i] * (left[piece] - run + 1) // run
    return True


def count_one(judge: Any) -> Any:
    """The loop over one hand: all but its last piece step by step, the last in an inner loop."""

    def count(left: Any, n: int, found: Any) -> None:
        hand, runs, ways = np.zeros(n, np.int64), np.zeros(n, np.int64), np.ones(n + 1, np.int64)
        most = n - 1
        more = first_hand(left, hand[:most], runs[:most], ways[:n])
        while more:
            last, met = (hand[most - 1], runs[most - 1]) if most else (0, 0)
            for piece in range(last, len(left)):
                run = met + 1 if piece == last else 1
                if left[piece] >= run:
                    hand[most] = piece
                    found[judge((hand,))] += ways[most] * (left[piece] - run + 1) // run
            more = most > 0 and next_hand(left, hand[:most], runs[:most], ways[:n])

    return count


def count_two(judge: Any) -> Any:
    """The loop over two hands, the second from what the first leaves."""

    def count(left: Any, n: int, m: int, found: Any) -> None:
        hand, runs, ways = np.zeros(n, np.int64), np.zeros(n, np.int64), np.ones(n + 1, np.int64)
        other, others = np.zeros(m, np.int64), np.zeros(m, np.int64)
        rest = np.ones(m + 1, np.int64)
        more = first_hand(left, hand, runs, ways)
        while more:
            for i in range(n):
                left[hand[i]] -= 1
            again = first_hand(left, other, others, rest)
            while again:
                found[judge((hand, other))] += ways[n] * rest[m]
                again = next_hand(left, other, others, rest)
            for i in range(n):
                left[hand[i]] += 1
            more = next_hand(left, hand, runs, ways)

    return count


def count_rolls(judge: Any) -> Any:
    """The loop over every roll of some dice, each die by itself."""

    def count(n: int, sides: int, found: Any) -> None:
        dice = np.ones(n, np.int64)
        for _ in range(sides**n):
            found[judge((dice,))] += 1
            place = n - 1
            while place >= 0 and dice[place] == sides:
                dice[place] = 1
                place -= 1
            if place >= 0:
                dice[place] += 1

    return count
