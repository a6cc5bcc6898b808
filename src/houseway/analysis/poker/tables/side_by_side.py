"""Thousands of tables stepped together: NumPy arrays of what the seats may see, in and out.

>>> from houseway.analysis.poker.tables import FastTable, layout as at
>>> tables = FastTable(game, seats=6).side_by_side(4096)
>>> while hands < 1_000_000:
...     decisions = decide(tables.public, tables.hands)
...     over, nets = tables.step(decisions)
...     hands += over.sum()
"""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.analysis.poker.tables import loops
from houseway.analysis.poker.tables.fast_table import FastTable, why_refused
from houseway.analysis.poker.tables.layout import (
    HELD_MOST,
    LEAST,
    MOST,
    OWES,
    PHASE,
    PUBLIC,
    RANDOM,
    SEAT,
    SECRET,
    STEP,
)
from houseway.errors import Refused

MOST_BELOW = 2**32 - 1


class SideBySide:
    """So many tables of one posted game, each at a decision.

    ``public`` has a row for each table (``layout`` says what stands where), ``hands`` the cards of
    the seat whose turn it is, -1 behind them.  A table whose hand is over begins the next hand that
    no table has; hands are numbered, so a hand is the same however many tables there are.  Where
    all are in with the blinds nothing is to decide: the phase is ``OVER`` until the next step.
    """

    def __init__(self, of: FastTable, tables: int, first: int = 0) -> None:
        if tables < 1 or first < 0:
            raise Refused(f"there is at least one table, not {tables}, and hands begin with 0")
        self.of = of
        self.public: Any = np.zeros((tables, PUBLIC), np.int64)
        self._secret: Any = np.zeros((tables, SECRET), np.int16)
        self._random: Any = np.zeros((tables, RANDOM), np.uint64)
        self.numbers: Any = np.arange(first, first + tables, dtype=np.int64)
        """Which hand each table plays."""
        self.hands: Any = np.zeros((tables, HELD_MOST), np.int16)
        self.ended: Any = np.full(tables, -1, np.int64)
        """The number of the hand that ended last at each table."""
        self._over: Any = np.zeros(tables, np.bool_)
        self._nets: Any = np.zeros((tables, of.seats), np.int64)
        self._next = first + tables
        begins, self._steps, self._goes_on = loops.stepping(not of.interpreted)
        of.run(
            begins, of.facts, self.public, self._secret, self._random, self.numbers,
            of.stacks, of.seed,
        )  # fmt: skip
        of.run(loops.hands_seen, self.public, self._secret, self.hands)

    phase = property(lambda self: self.public[:, PHASE], doc="Betting, or cards are given up.")
    seat = property(lambda self: self.public[:, SEAT], doc="Whose turn it is, from 0.")
    owes = property(lambda self: self.public[:, OWES], doc="What a call costs; 0 is a check.")
    least = property(lambda self: self.public[:, LEAST], doc="The least bet or raise to.")
    most = property(lambda self: self.public[:, MOST], doc="The most; 0 if there is none.")
    steps = property(lambda self: self.public[:, STEP], doc="The steps between them.")

    def step(self, decisions: Any) -> tuple[Any, Any]:
        """One decision at every table: where a hand ended by it, and what its seats won or lost.

        Both arrays are the same ones every time; rows where no hand ended are old.
        """
        given = np.ascontiguousarray(decisions, np.int64)
        if given.shape != (len(self.public),):
            raise Refused(f"{len(self.public)} tables need as many decisions, not {given.shape}")
        of = self.of
        refused = of.run(self._steps, of.facts, self.public, self._secret, self._random, given)
        if refused >= 0:
            why = why_refused(self.public[refused], int(given[refused]))
            raise Refused(f"table {refused}, hand {self.numbers[refused]}: {why}")
        self._next = of.run(
            self._goes_on, of.facts, self.public, self._secret, self._random, self.numbers,
            of.stacks, of.seed, of.tables, self._next, self._nets, self._over, self.ended,
        )  # fmt: skip
        of.run(loops.hands_seen, self.public, self._secret, self.hands)
        return self._over, self._nets

    def below(self, n: int) -> Any:
        """A random number below n for each table, from the numbers of its hand alone."""
        if not 1 <= n <= MOST_BELOW:
            raise Refused(f"random numbers are drawn below 1 to {MOST_BELOW:,}, not below {n}")
        found: Any = np.zeros(len(self.public), np.int64)
        self.of.run(loops.draws, self._random, n, found)
        return found
