"""21st Century Baccarat: every deal by what the cards count, the best decision by the cards seen.

A bettor sees the players' two cards and the bank's open one, and then stands, hits, doubles or
gives up half.  What is left is the hole card, the community card and the bank's draw, all gone
through.  The rules of the game say what may be done, when the bank draws and how wagers end.  Ways
are of six cards in order, so every figure is a fraction.
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.hands.baccarat import card_value
from houseway.rulebook.delta.twenty_first_century_baccarat.rules import (
    bank_hits,
    house_way_hits,
    main,
    may_act,
    may_stand,
    tie,
)
from houseway.rulebook.delta.twenty_first_century_baccarat.state import (
    DOUBLE,
    HIT,
    STAND,
    SURRENDER,
)

VALUES = 10
CARDS = 6
"""The players' two, the bank's two, the community card and the bank's draw."""
ENDS = len(main.outcomes)


@dataclass(frozen=True)
class Seen:
    """The values a bettor sees: the players' two cards', lowest first, and the open one's."""

    low: int
    high: int
    up: int

    @property
    def points(self) -> int:
        """What the players' hand counts."""
        return (self.low + self.high) % 10

    def __str__(self) -> str:
        return f"{self.points} ({self.low} and {self.high}) against {self.up}"


@dataclass(frozen=True)
class Ends:
    """How rounds end from there, if the hand stands and if it hits: ways by both counts."""

    seen: Seen
    ways: int
    stood: Counter[tuple[int, int]]
    hit: Counter[tuple[int, int]]

    def of(self, decision: str) -> Counter[tuple[int, int]]:
        """The ends that a decision leads to; a surrendered hand is left as it lies."""
        return self.hit if decision in (HIT, DOUBLE) else self.stood

    def allowed(self) -> tuple[str, ...]:
        """What the chart lets a bettor do."""
        if not may_act(self.seen.points):
            return (STAND,)
        stands = (STAND,) if may_stand(self.seen.points) else ()
        return (*stands, HIT, DOUBLE, SURRENDER)


@functools.lru_cache(maxsize=4)
def every_deal(decks: int) -> tuple[Ends, ...]:
    """Every sight of three cards, with how rounds end from there."""
    left = Counter({v: n * decks for v, n in Counter(map(card_value, range(52))).items()})
    found = []
    for low in range(VALUES):
        for high in range(low, VALUES):
            for up in range(VALUES):
                orders = 1 if low == high else 2
                ways = orders * _taken(left, (low, high, up))
                rest = left - Counter((low, high, up))
                found.append(_ends(Seen(low, high, up), ways, rest, 52 * decks - 3))
    return tuple(found)


def _taken(left: Counter[int], values: tuple[int, ...]) -> int:
    """The ways to take cards of these values, one after the other."""
    return math.prod(math.perm(left[value], n) for value, n in Counter(values).items())


def _ends(seen: Seen, ways: int, left: Counter[int], cards: int) -> Ends:
    """The hole card, the community card, the bank's draw; cards not taken may be any."""
    stood: Counter[tuple[int, int]] = Counter()
    hit: Counter[tuple[int, int]] = Counter()
    mine, counts = seen.points, [left[value] for value in range(VALUES)]
    for hole in range(VALUES):
        n, bank = counts[hole], (seen.up + hole) % 10
        counts[hole] -= 1
        for third in range(VALUES):
            drew, m = (mine + third) % 10, ways * n * counts[third]
            if not bank_hits(bank):
                stood[mine, bank] += m * (cards - 2)
                hit[drew, bank] += m * (cards - 2)
                continue
            counts[third] -= 1
            for draw in range(VALUES):
                total = (bank + draw) % 10
                stood[mine, total] += m * counts[draw]
                hit[drew, total] += m * counts[draw]
            counts[third] += 1
        counts[hole] += 1
    return Ends(seen, sum(stood.values()), stood, hit)


# -- what a decision is worth --------------------------------------------------------------------


@dataclass(frozen=True)
class Pays:
    """What the base wager wins or loses, by the outcome of its rule, and when it is given up."""

    nets: tuple[Fraction, ...]
    surrender: Fraction


def outcome_ways(ends: Counter[tuple[int, int]], by: Any) -> list[int]:
    """The ways of each outcome of a rule of both counts."""
    found = [0] * len(by.outcomes)
    for counts, ways in ends.items():
        found[by(*counts)] += ways
    return found


def base_worth(ends: Ends, decision: str, pays: Pays) -> Fraction:
    """What a decision is worth to the base wager, in wagers."""
    if decision == SURRENDER:
        return pays.surrender
    ways = outcome_ways(ends.of(decision), main)
    worth = sum((n * net for n, net in zip(ways, pays.nets, strict=True)), Fraction()) / ends.ways
    return 2 * worth if decision == DOUBLE else worth


def tie_chance(ends: Ends, decision: str) -> Fraction:
    """How often both hands count the same after a decision."""
    return Fraction(outcome_ways(ends.of(decision), tie)[0], ends.ways)


def house_way(ends: Ends) -> str:
    """What the house dealer plays."""
    return HIT if house_way_hits(ends.seen.points) else STAND


@dataclass(frozen=True)
class Option:
    """What a decision is worth to the base wager, and how often it ends in a tie."""

    decision: str
    base: Fraction
    tie: Fraction


@dataclass(frozen=True)
class Sight:
    """Three cards seen: how often that is, what may be decided, and what is best for the base."""

    ends: Ends
    chance: Fraction
    options: tuple[Option, ...]
    best: Option


@functools.lru_cache(maxsize=8)
def every_sight(decks: int, pays: Pays) -> tuple[Sight, ...]:
    """Everything that can be seen, with the worth of all that can be decided."""
    deals = every_deal(decks)
    total = sum(deal.ways for deal in deals)
    found = []
    for deal in deals:
        options = tuple(
            Option(x, base_worth(deal, x, pays), tie_chance(deal, x)) for x in deal.allowed()
        )
        best = max(options, key=lambda option: option.base)
        found.append(Sight(deal, Fraction(deal.ways, total), options, best))
    return tuple(found)


def expectation(decks: int, pays: Pays) -> Fraction:
    """What best play is worth, per base wager."""
    return sum((x.chance * x.best.base for x in every_sight(decks, pays)), Fraction())
