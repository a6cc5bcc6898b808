"""Every setting of every hand against all hands the bank can then have, set the house way.

As in ``meeting``, bank hands without a card of the player's are counted by inclusion and exclusion:
over all sets S of cards of the player's hand, with the sign of their number, the bank hands that
hold S.  Sets are taken up to suits; for each, the bank hands that hold it are gathered by their
ranks once, and every setting of every player's hand that holds it is looked up among them.  What a
class of hands gathers so is what one of its hands would, times the hands it stands for.

Looking up waits for memory more than for anything else.  So everything about a setting lies side by
side, the settings of a hand one after the other, and a hand is known by the place of the first.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from houseway.analysis.compiler.compile import compiled
from houseway.analysis.set_hands.pai_gow_poker.classes import Array, classes
from houseway.analysis.set_hands.pai_gow_poker.meeting import Part, list_holding, parts_of
from houseway.analysis.set_hands.pai_gow_poker.queries import Queries
from houseway.analysis.set_hands.pai_gow_poker.table import HAND, whole_table

WON, LOST, MARK = range(3)
"""The columns of a setting."""
BACK, FRONTS = 9, 255
"""A mark: the rank of five cards, that of two in eight bits, and whether it is a hand's last."""


@dataclass(frozen=True)
class Results:
    """Deals won and lost by each setting, for all hands that its class stands for."""

    won: Array
    lost: Array


def gather(held: Any, n: int, cells: Any, often: Any, row: Any, lower: Any) -> int:
    """Bank hands by rank: ``lower[row[b], f]`` are those with a five below b and a two below f.

    ``held`` are the places of their house ways among the settings; ``often`` is how many hands
    each of them brings, or empty for one each.
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
        lower[row[mark >> BACK] + 1, (mark >> 1 & FRONTS) + 1] += often[i] if len(often) else 1
    for r in range(1, rows + 1):
        here = 0
        for f in range(1, fronts + 1):
            here += lower[r, f]
            lower[r, f] = lower[r - 1, f] + here
    return rows


def look_up(held: Any, n: int, cells: Any, often: Any, row: Any, lower: Any, rows: int,
            times: int) -> None:  # fmt: skip
    """Add what every setting of these hands wins and loses against the bank hands gathered."""
    fronts = lower.shape[1] - 1
    hands = lower[rows, fronts]
    for i in range(n):
        weight = times * often[i] if len(often) else times
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


def try_sets(
    sets: Any, ways: Any, sign: int, base: int, size: int, table: Any, room: Any, cells: Any,
    row: Any, lower: Any,
) -> None:  # fmt: skip
    """All settings of all hands that hold each of these sets."""
    k = sets.shape[1]
    shared, none = np.zeros(HAND, np.int64), np.zeros(0, np.int64)
    for s in range(len(sets)):
        for i in range(k):
            shared[i] = sets[s, i] - base
        n = list_holding(shared, k, size, table, room)
        rows = gather(room, n, cells, none, row, lower)
        look_up(room, n, cells, none, row, lower, rows, sign * ways[s])


def cells_of(queries: Queries) -> Array:
    """A row for each setting: deals won, deals lost, and its ranks as one mark."""
    q = queries
    cells = np.zeros((len(q.choice), 3), np.int64)
    cells[:, MARK] = q.back.astype(np.int64) << BACK | q.front.astype(np.int64) << 1
    cells[q.first[1:] - 1, MARK] |= 1
    return cells


class Trial:
    """The sum in parts; what it has come to may be kept and taken up again."""

    def __init__(self, queries: Queries) -> None:
        self.queries = queries
        self.cells = cells_of(queries)
        self.parts: list[Part | None] = [None, *parts_of(queries.deck)]
        """None is the empty set."""
        self.done = 0
        self._row = np.zeros(queries.backs + 1, np.int64)
        self._lower = np.zeros((queries.backs + 1, queries.fronts + 1), np.int64)
        self._table: Array | None = None

    @property
    def found(self) -> Results:
        """What the parts that are done come to."""
        return Results(self.cells[:, WON], self.cells[:, LOST])

    def take_up(self, found: Results, done: int) -> None:
        """Go on from what so many parts came to."""
        self.cells[:, WON], self.cells[:, LOST], self.done = found.won, found.lost, done

    def go_on(self, told: Callable[[Trial], None]) -> Results:
        """The parts that are left, one by one."""
        while self.done < len(self.parts):
            part = self.parts[self.done]
            if part is None:
                self._all_hands()
            else:
                self._some_sets(part)
            self.done += 1
            told(self)
        return self.found

    def _all_hands(self) -> None:
        q = self.queries
        held, often = q.first[:-1], q.hands.ways
        rows = compiled(gather)(held, len(held), self.cells, often, self._row, self._lower)
        compiled(look_up)(held, len(held), self.cells, often, self._row, self._lower, rows, 1)

    def _some_sets(self, part: Part) -> None:
        q, deck = self.queries, self.queries.deck
        if self._table is None:
            self._table = whole_table(deck, q.hands, q.first[:-1].astype(np.uint32))
        sets, rows = classes(deck, part.shared), slice(part.first, part.last)
        room = np.zeros(math.comb(deck.size - part.shared, HAND - part.shared), np.uint32)
        compiled(try_sets)(
            sets.cards[rows], sets.ways[rows], -1 if part.shared % 2 else 1, deck.base, deck.size,
            self._table, room, self.cells, self._row, self._lower,
        )  # fmt: skip


def with_itself(queries: Queries, found: Results) -> Results:
    """Less the bank hand that is the player's own: the sets of all seven cards."""
    q = queries
    house = q.first[:-1].repeat(np.diff(q.first))
    ways = q.hands.ways.repeat(np.diff(q.first))
    back, front = q.back.astype(np.int64), q.front.astype(np.int64)
    won = (back > back[house]) & (front > front[house])
    lost = (back <= back[house]) & (front <= front[house])
    return Results(found.won - ways * won, found.lost - ways * lost)
