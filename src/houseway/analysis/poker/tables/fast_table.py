"""Whole poker hands, compiled: a posted table, a seed, and hands by their numbers.

    >>> from houseway.analysis.poker.tables import FastTable, at_random, stays
    >>> from houseway.rulebook import find
    >>> table = FastTable(find("holdem")({"structure": "no_limit"}), seats=6, seed=7)
    >>> nets = table.play(1_000_000, at_random)          # cents, a row for each hand
    >>> nets = table.play(1_000_000, [stays] + 5 * [at_random])

Hands are independent: each begins with the same stacks (or those given for it) and the button one
seat further.  The hand of a number always has the same cards and the same random numbers for the
policies.  Thousands of tables can be stepped together by NumPy arrays:

    >>> tables = table.side_by_side(4096)
    >>> while hands < 1_000_000:
    ...     decisions = decide(tables.public, tables.hands)   # columns: compiled/layout.py
    ...     over, nets = tables.step(decisions)
    ...     hands += over.sum()
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from houseway.analysis.compiler.compile import compiled
from houseway.analysis.poker.showdown import Showdown, empty_tables, lookup_tables, showdown_of
from houseway.analysis.poker.tables.compiled import loops
from houseway.analysis.poker.tables.compiled.layout import (
    BETTING,
    BURNS,
    DECK,
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
from houseway.analysis.poker.tables.compiled.loops import Policy, hands_by
from houseway.analysis.poker.tables.facts import facts_of
from houseway.errors import Refused
from houseway.families.poker import Poker
from houseway.money import format_dollars

BIG_BLINDS = 100
"""The usual stack, in big blinds or small bets."""
MOST_BELOW = 2**32 - 1


class FastTable:
    """A posted game and its seats, played hand after hand without rulings."""

    def __init__(
        self,
        game: Poker,
        seats: int = 6,
        stacks: int | Sequence[int] | Any = 0,
        seed: int = 1,
        interpreted: bool = False,
        showdown: Showdown | None = None,
    ) -> None:
        if not 0 <= seed < 2**63:
            raise Refused(f"a seed is a whole number from 0 to {2**63 - 1:,}, not {seed}")
        self.game, self.seats, self.seed, self.interpreted = game, seats, seed, interpreted
        self.showdown = showdown or showdown_of(game)
        self.facts = facts_of(game, seats, self.showdown)
        unstated = isinstance(stacks, int | np.integer) and not stacks
        self.stacks = self._stacks(BIG_BLINDS * game.least_bet if unstated else stacks)

    def _stacks(self, given: Any) -> Any:
        """Return a row of chips for each hand; hands take the rows in turn."""
        why = f"stacks are one amount, or one for each of {self.seats} seats a row"
        try:
            rows: Any = np.array(given)
        except ValueError:  # rows of different lengths
            raise Refused(why) from None
        if rows.dtype.kind not in "iu":
            raise Refused("stacks are whole numbers of cents")
        rows = rows.astype(np.int64)
        if rows.ndim == 0:
            rows = np.full((1, self.seats), rows)
        rows = np.atleast_2d(rows)
        if rows.ndim != 2 or rows.shape[1] != self.seats or not len(rows):
            raise Refused(why)
        ante = self.game.ante if self.game.ante_limit else 1
        if rows.min() < ante:
            raise Refused(f"every seat begins a hand with {format_dollars(ante)} or more")
        return np.ascontiguousarray(rows)

    @cached_property
    def tables(self) -> tuple[Any, ...]:
        """Return the lookup tables of the judges; empty ones if interpreted."""
        assert self.showdown is not None
        if self.interpreted:
            return empty_tables()
        return lookup_tables(made.kernel for made in self.showdown.parts)

    def run(self, loop: Callable[..., Any], *given: Any) -> Any:
        """Run a loop, compiled or interpreted."""
        if self.interpreted:
            with np.errstate(over="ignore"):
                return loop(*given)
        return compiled(loop, no_refcount=True)(*given)

    def side_by_side(self, tables: int, first: int = 0) -> SideBySide:
        """Return ``tables`` copies of this table, stepped together from hand ``first`` on."""
        return SideBySide(self, tables, first)

    def play(self, hands: int, policies: Policy | Sequence[Policy], first: int = 0) -> Any:
        """Return the net result of each seat in cents, for ``hands`` hands from ``first`` on.

        One policy plays all seats, or there is one for each seat.
        """
        return self._play(hands, policies, first, 0)[0]

    def played(
        self, hands: int, policies: Policy | Sequence[Policy], first: int = 0, most: int = 1000
    ) -> tuple[Any, Any, Any]:
        """Play hands and return nets, the cards as dealt, and the decisions behind their number.

        A hand of more than ``most`` decisions is not kept whole.
        """
        return self._play(hands, policies, first, most + 1)

    def _play(self, hands: int, policies: Any, first: int, kept: int) -> tuple[Any, Any, Any]:
        """Play hands from number ``first``; return nets in cents, decks and logs of decisions.

        ``kept`` is the length of a log; 0 keeps neither decks nor logs.
        """
        if hands < 0 or first < 0:
            raise Refused("hands are counted from 0 on")
        different, which = self._deciders(policies)
        t, c, random = new_rows()
        nets: Any = np.zeros((hands, self.seats), np.int64)
        decks: Any = np.zeros((hands if kept else 0, BURNS - DECK), np.uint8)
        logs: Any = np.zeros((hands if kept else 0, kept), np.int64)
        loop = hands_by(different, not self.interpreted)
        stopped = self.run(
            loop, self.facts, t, c, random, self.stacks, which, self.seed, first, self.tables,
            nets, decks, logs,
        )  # fmt: skip
        if stopped >= 0:
            raise Refused(f"hand {first + stopped}: {explain_refusal(t, int(nets[stopped, 0]))}")
        return nets, decks, logs

    def _deciders(self, policies: Any) -> tuple[tuple[Policy, ...], Any]:
        """Return the distinct policies, and for each seat the place of its policy among them."""
        given = [policies] * self.seats if callable(policies) else list(policies)
        if len(given) != self.seats:
            raise Refused(f"{self.seats} seats need one policy or {self.seats}, not {len(given)}")
        different = tuple(dict.fromkeys(given))
        return different, np.array([different.index(policy) for policy in given], np.int64)


class SideBySide:
    """Many tables of one posted game, each at a decision.

    ``public`` has a row for each table (columns: ``compiled/layout.py``), ``hands`` the cards of
    the seat in turn, padded with -1. A table whose hand is over begins the next hand that no other
    table plays, so the number of tables does not change the hands. Where the blinds put all players
    all-in there is no decision: the phase is ``OVER`` until the next step.
    """

    def __init__(self, of: FastTable, tables: int, first: int = 0) -> None:
        if tables < 1 or first < 0:
            raise Refused(f"there is at least one table, not {tables}, and hands begin with 0")
        self.of = of
        self.public: Any = np.zeros((tables, PUBLIC), np.int64)
        self._secret: Any = np.zeros((tables, SECRET), np.int16)
        self._random: Any = np.zeros((tables, RANDOM), np.uint64)
        self.numbers: Any = np.arange(first, first + tables, dtype=np.int64)
        """The number of the hand that each table plays."""
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
    seat = property(lambda self: self.public[:, SEAT], doc="The seat in turn, from 0.")
    owes = property(lambda self: self.public[:, OWES], doc="The cost of a call; 0 is a check.")
    least = property(lambda self: self.public[:, LEAST], doc="The least bet or raise to.")
    most = property(lambda self: self.public[:, MOST], doc="The most; 0 if there is none.")
    steps = property(lambda self: self.public[:, STEP], doc="The steps between them.")

    def step(self, decisions: Any) -> tuple[Any, Any]:
        """Take one decision at every table; return where a hand ended, and the net results.

        Both arrays are reused by the next step.  Rows where no hand ended are stale.
        """
        given = np.ascontiguousarray(decisions, np.int64)
        if given.shape != (len(self.public),):
            raise Refused(f"{len(self.public)} tables need as many decisions, not {given.shape}")
        of = self.of
        refused = of.run(self._steps, of.facts, self.public, self._secret, self._random, given)
        if refused >= 0:
            why = explain_refusal(self.public[refused], int(given[refused]))
            raise Refused(f"table {refused}, hand {self.numbers[refused]}: {why}")
        self._next = of.run(
            self._goes_on, of.facts, self.public, self._secret, self._random, self.numbers,
            of.stacks, of.seed, of.tables, self._next, self._nets, self._over, self.ended,
        )  # fmt: skip
        of.run(loops.hands_seen, self.public, self._secret, self.hands)
        return self._over, self._nets

    def below(self, n: int) -> Any:
        """Return a random number below n for each table, from the stream of its hand."""
        if not 1 <= n <= MOST_BELOW:
            raise Refused(f"random numbers are drawn below 1 to {MOST_BELOW:,}, not below {n}")
        found: Any = np.zeros(len(self.public), np.int64)
        self.of.run(loops.draws, self._random, n, found)
        return found


def new_rows() -> tuple[Any, Any, Any]:
    """Return empty rows of one table: public, secret and random numbers."""
    return np.zeros(PUBLIC, np.int64), np.zeros(SECRET, np.int16), np.zeros(RANDOM, np.uint64)


def explain_refusal(t: Any, decision: int) -> str:
    """Return the reason why a decision is refused at this table."""
    who = f"seat {int(t[SEAT]) + 1}"
    least, most = int(t[LEAST]), int(t[MOST])
    if t[PHASE] != BETTING:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        return f"{who} gives up {wanted} of the cards held, as a mask of them, not {decision}"
    if decision < 0:
        return f"{who}: there is no decision {decision}; -1 folds, 0 checks or calls"
    if most == 0:
        return f"{who} may not bet or raise now, and wants to make it {format_dollars(decision)}"
    return (
        f"{who} may make it {format_dollars(least)} to {format_dollars(most)} in steps "
        f"of {format_dollars(int(t[STEP]))}, not "
        f"{format_dollars(decision)}"
    )
