"""Whole poker hands, compiled: a posted table, a seed, and hands by their numbers.

    >>> from houseway.analysis.poker.tables import FastTable, at_random, stays
    >>> from houseway.rulebook import find
    >>> table = FastTable(find("holdem")({"structure": "no_limit"}), seats=6, seed=7)
    >>> nets = table.play(1_000_000, at_random)          # cents, a row for each hand
    >>> nets = table.play(1_000_000, [stays] + 5 * [at_random])

Hands stand alone: each begins with the same stacks (or those given for it) and the button one seat
further.  The hand of a number has the same cards and the same random numbers for who decides,
however many are played and in whatever order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from houseway.analysis.compiler.compile import compiled
from houseway.analysis.game_math import math_of
from houseway.analysis.poker.tables import tables_of
from houseway.analysis.poker.tables.facts import facts_of
from houseway.analysis.poker.tables.layout import (
    BETTING,
    BURNS,
    DECK,
    LEAST,
    MOST,
    PHASE,
    PUBLIC,
    RANDOM,
    SEAT,
    SECRET,
    STEP,
)
from houseway.analysis.poker.tables.loops import Policy, hands_by
from houseway.analysis.poker.tables.showdown import Showdown
from houseway.errors import Refused
from houseway.families.poker import Poker
from houseway.money import format_dollars

if TYPE_CHECKING:
    from houseway.analysis.poker.tables.side_by_side import SideBySide

BIG_BLINDS = 100
"""How deep stacks are unless said otherwise: so many big blinds or small bets."""


class FastTable:
    """A posted game with so many seats, played hand by hand without rulings."""

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
        self.showdown = showdown or math_of(game).showdown
        self.facts = facts_of(game, seats, self.showdown)
        self.stacks = self._stacks(stacks or BIG_BLINDS * game.least_bet)

    def _stacks(self, given: Any) -> Any:
        """A row of chips for each hand, taken in turn; one row serves all."""
        rows: Any = np.array(given, np.int64)
        if rows.ndim == 0:
            rows = np.full((1, self.seats), rows)
        rows = np.atleast_2d(rows)
        if rows.ndim != 2 or rows.shape[1] != self.seats:
            raise Refused(f"stacks are one amount, or one for each of {self.seats} seats a row")
        ante = self.game.ante if self.game.ante_limit else 1
        if rows.min() < ante:
            raise Refused(f"every seat begins a hand with {format_dollars(ante)} or more")
        return np.ascontiguousarray(rows)

    @cached_property
    def tables(self) -> tuple[Any, ...]:
        """The tables that the judges look up; interpreted, the rules are asked."""
        assert self.showdown is not None
        if self.interpreted:
            return tables_of.none()
        return tables_of.for_kernels(made.kernel for made in self.showdown.parts)

    def run(self, loop: Callable[..., Any], *given: Any) -> Any:
        """A loop, compiled or as it stands."""
        if self.interpreted:
            with np.errstate(over="ignore"):
                return loop(*given)
        return compiled(loop, borrows=True)(*given)

    def side_by_side(self, tables: int, first: int = 0) -> SideBySide:
        """So many tables of this one, stepped together, from the hand of this number on."""
        from houseway.analysis.poker.tables.side_by_side import SideBySide

        return SideBySide(self, tables, first)

    # -- hands by policies -------------------------------------------------------------------

    def play(self, hands: int, policies: Policy | Sequence[Policy], first: int = 0) -> Any:
        """What each seat wins or loses, in cents, in the hands from number ``first`` on.

        One policy plays all seats, or there is one for each seat.
        """
        return self._play(hands, policies, first, 0)[0]

    def played(
        self, hands: int, policies: Policy | Sequence[Policy], first: int = 0, most: int = 1000
    ) -> tuple[Any, Any, Any]:
        """``play`` with the cards as they left the deck, and the decisions behind their number.

        A hand of more than ``most`` decisions is not kept whole.
        """
        return self._play(hands, policies, first, most + 1)

    def _play(self, hands: int, policies: Any, first: int, kept: int) -> tuple[Any, Any, Any]:
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
            raise Refused(f"hand {first + stopped}: {why_refused(t, int(nets[stopped, 0]))}")
        return nets, decks, logs

    def _deciders(self, policies: Any) -> tuple[tuple[Policy, ...], Any]:
        """The different policies, and which of them plays each seat."""
        given = [policies] * self.seats if callable(policies) else list(policies)
        if len(given) != self.seats:
            raise Refused(f"{self.seats} seats need one policy or {self.seats}, not {len(given)}")
        different = tuple(dict.fromkeys(given))
        return different, np.array([different.index(policy) for policy in given], np.int64)


def new_rows() -> tuple[Any, Any, Any]:
    """The rows of one table."""
    return np.zeros(PUBLIC, np.int64), np.zeros(SECRET, np.int16), np.zeros(RANDOM, np.uint64)


def why_refused(t: Any, decision: int) -> str:
    """What was wrong with a decision at this table."""
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
        f"{who} may make it {format_dollars(least)} to {format_dollars(most)} in steps of {format_dollars(int(t[STEP]))}, not "
        f"{format_dollars(decision)}"
    )
