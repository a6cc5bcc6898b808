"""Every setting of every hand against all bank hands that are then possible, set the house way.

As in ``meeting``, inclusion and exclusion counts bank hands that share no card with the player's.
The sum runs over all sets S of cards of the player's hand. Its terms are the bank hands that hold
S, with the sign of the size of S. Sets are taken up to suits. For each set, the bank hands that
hold it are grouped by rank once. Every setting of each player's hand that holds the set is then
looked up among them; hands alike up to suits are looked up once. The sum for a class of hands is
that of one hand, times the hands in the class.

Lookups are limited by memory access. All figures of a setting are therefore adjacent, and so are
the settings of a hand; a hand is identified by the index of its first setting.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from houseway.analysis.compiler.compile import compiled
from houseway.analysis.set_hands.pai_gow_poker.classes import Array, classes
from houseway.analysis.set_hands.pai_gow_poker.meeting import SetRange, list_holding, parts_of
from houseway.analysis.set_hands.pai_gow_poker.queries import Queries
from houseway.analysis.set_hands.pai_gow_poker.table import HAND, whole_table

WON, LOST, MARK = range(3)
"""The columns of a setting."""
BACK, FRONTS = 9, 255
"""The layout of a mark: the rank of five cards, that of two in eight bits, a flag for a hand's
last.
"""


@dataclass(frozen=True)
class Results:
    """Deals won and lost by each setting, summed over the hands of its class."""

    won: Array
    lost: Array


def gather(held: Any, n: int, cells: Any, often: Any, row: Any, lower: Any) -> int:
    """Count bank hands by rank: ``lower[row[b], f]`` have a five below b and a two below f.

    ``held`` are the indices of their house ways among the settings. ``often`` is the number of
    hands for each of them.
    """
    row[:] = 0
    for i in range(n):
        row[(cells[held[i], MARK] >> BACK) + 1] = 1
    for b in range(1, len(row)):
        row[b] += row[b - 1]
    rows: int = row[len(row) - 1]
    fronts = lower.shape[1] - 1
    lower[: rows + 1] = 0
    for i in range(n):
        mark = cells[held[i], MARK]
        lower[row[mark >> BACK] + 1, (mark >> 1 & FRONTS) + 1] += often[i]
    for r in range(1, rows + 1):
        here = 0
        for f in range(1, fronts + 1):
            here += lower[r, f]
            lower[r, f] = lower[r - 1, f] + here
    return rows


def look_up(held: Any, n: int, cells: Any, often: Any, row: Any, lower: Any, rows: int,
            times: int) -> None:  # fmt: skip
    """Add the wins and losses of every setting of these hands against the grouped bank hands."""
    fronts = lower.shape[1] - 1
    hands = lower[rows, fronts]
    for i in range(n):
        weight = times * often[i]
        at = held[i]
        while True:
            mark = cells[at, MARK]
            r, f = row[mark >> BACK], mark >> 1 & FRONTS
            below = lower[r, f]
            cells[at, WON] += weight * below
            cells[at, LOST] += weight * (hands - lower[rows, f] - lower[r, fronts] + below)
            if mark & 1:
                break
            at += 1


def group_places(held: Any, n: int, often: Any, counts: Any) -> int:
    """Keep each of n places once and count it in ``often``; return how many are left.

    ``counts`` has a zero for each place, before and afterwards.
    """
    for i in range(n):
        counts[held[i]] += 1
    kept = 0
    for i in range(n):
        at = held[i]
        if counts[at]:
            held[kept], often[kept] = at, counts[at]
            counts[at] = 0
            kept += 1
    return kept


def try_sets(
    sets: Any, ways: Any, sign: int, base: int, size: int, table: Any, scratch: Any, often: Any,
    counts: Any, cells: Any, row: Any, lower: Any,
) -> None:  # fmt: skip
    """Evaluate all settings of all hands that hold each of these sets."""
    k = sets.shape[1]
    shared = np.zeros(HAND, np.int64)
    for s in range(len(sets)):
        for i in range(k):
            shared[i] = sets[s, i] - base
        n = group_places(scratch, list_holding(shared, k, size, table, scratch), often, counts)
        rows = gather(scratch, n, cells, often, row, lower)
        look_up(scratch, n, cells, often, row, lower, rows, sign * ways[s])


def cells_of(queries: Queries) -> Array:
    """Return a row for each setting: deals won, deals lost, and its ranks as one mark."""
    q = queries
    cells = np.zeros((len(q.choice), 3), np.int64)
    cells[:, MARK] = q.back.astype(np.int64) << BACK | q.front.astype(np.int64) << 1
    cells[q.first[1:] - 1, MARK] |= 1
    return cells


class PartialSums:
    """The sum in parts; intermediate results may be stored and resumed."""

    def __init__(self, queries: Queries) -> None:
        self.queries = queries
        self.cells = cells_of(queries)
        self.parts: list[SetRange | None] = [None, *parts_of(queries.deck)]
        """None is the empty set."""
        self.done = 0
        self._row = np.zeros(queries.backs + 1, np.int64)
        self._lower = np.zeros((queries.backs + 1, queries.fronts + 1), np.int64)
        self._counts = np.zeros(len(self.cells), np.uint32)
        self._table: Array | None = None

    @property
    def found(self) -> Results:
        """Return the results of the finished parts."""
        return Results(self.cells[:, WON], self.cells[:, LOST])

    def take_up(self, found: Results, done: int) -> None:
        """Resume from stored results of the first ``done`` parts."""
        self.cells[:, WON], self.cells[:, LOST], self.done = found.won, found.lost, done

    def go_on(self, on_progress: Callable[[PartialSums], None]) -> Results:
        """Add the remaining parts, one by one."""
        while self.done < len(self.parts):
            part = self.parts[self.done]
            if part is None:
                self._all_hands()
            else:
                self._some_sets(part)
            self.done += 1
            on_progress(self)
        return self.found

    def _all_hands(self) -> None:
        """Add the sums over all hands, before those that share cards are taken out."""
        q = self.queries
        held, often = q.first[:-1], q.hands.ways
        rows = compiled(gather)(held, len(held), self.cells, often, self._row, self._lower)
        compiled(look_up)(held, len(held), self.cells, often, self._row, self._lower, rows, 1)

    def _some_sets(self, part: SetRange) -> None:
        """Add the sums over hands that hold these sets; the sign alternates with size."""
        q, deck = self.queries, self.queries.deck
        if self._table is None:
            self._table = whole_table(deck, q.hands, q.first[:-1].astype(np.uint32))
        sets, rows = classes(deck, part.shared), slice(part.first, part.last)
        hands = math.comb(deck.size - part.shared, HAND - part.shared)
        scratch, often = np.zeros((2, hands), np.uint32)
        compiled(try_sets)(
            sets.cards[rows], sets.ways[rows], -1 if part.shared % 2 else 1, deck.base, deck.size,
            self._table, scratch, often, self._counts, self.cells, self._row, self._lower,
        )  # fmt: skip


def with_itself(queries: Queries, found: Results) -> Results:
    """Subtract the bank hand that equals the player's: the sets of all seven cards."""
    q = queries
    house = q.first[:-1].repeat(np.diff(q.first))
    ways = q.hands.ways.repeat(np.diff(q.first))
    back, front = q.back.astype(np.int64), q.front.astype(np.int64)
    won = (back > back[house]) & (front > front[house])
    lost = (back <= back[house]) & (front <= front[house])
    return Results(found.won - ways * won, found.lost - ways * lost)
