"""The loops over hands and over tables, compiled together with the policies.

A *policy* is a function ``policy(table, hand, random)`` that returns a decision. ``table`` is the
public row, ``hand`` the cards of the place in turn. ``random`` is a state for
``random_streams.below``, private to this hand.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias

from houseway.analysis.compiler.compile import compiled
from houseway.analysis.poker.tables.compiled.betting import seat_at
from houseway.analysis.poker.tables.compiled.hand import begin, decide, go_on, may_decide
from houseway.analysis.poker.tables.compiled.layout import (
    CHIPS,
    DEALT,
    DECK,
    HELD,
    HELD_MOST,
    HOLE,
    OVER,
    PHASE,
    POLICY_FROM,
    SEAT,
    SEATS,
    TURN,
)
from houseway.analysis.poker.tables.compiled.pots import award
from houseway.analysis.random_streams import below

Policy: TypeAlias = Callable[[Any, Any, Any], int]


def pay_out(g: Any, t: Any, stacks: Any, nets: Any) -> None:
    """Set the net result of each seat."""
    for place in range(t[SEATS]):
        seat = seat_at(g, t, place)
        nets[seat] = t[CHIPS + place] - stacks[seat]


@lru_cache(maxsize=64)
def decider(policies: tuple[Policy, ...]) -> Callable[..., int]:
    """Return one function that calls the n-th of these policies."""
    first = policies[0]
    if len(policies) == 1:

        def ask(n: int, table: Any, hand: Any, random: Any) -> int:
            return first(table, hand, random)

        return ask
    others = decider(policies[1:])

    def ask_either(n: int, table: Any, hand: Any, random: Any) -> int:
        if n == 0:
            return first(table, hand, random)
        return others(n - 1, table, hand, random)

    return ask_either


@lru_cache
def engine(twins: bool) -> tuple[Callable[..., Any], ...]:
    """Return the steps of a hand, or their compiled twins.

    Each is compiled once for all policies, so a loop with other policies compiles in seconds.
    """
    parts = (begin, go_on, may_decide, decide, award)
    return tuple(compiled(part, no_refcount=True) for part in parts) if twins else parts


@lru_cache(maxsize=64)
def hands_by(policies: tuple[Policy, ...], twins: bool) -> Callable[..., int]:
    """Return the loop over hands for these policies."""
    ask = decider(policies)
    begins, goes_on, may, takes, awards = engine(twins)

    def play_hands(
        g: Any, t: Any, c: Any, random: Any, stacks: Any, which: Any, seed: int, first: int,
        tables: Any, nets: Any, decks: Any, logs: Any,
    ) -> int:  # fmt: skip
        for i in range(len(nets)):
            chips = stacks[(first + i) % len(stacks)]
            begins(g, t, c, random, chips, seed, first + i)
            goes_on(g, t, c, random)
            said = 0
            while t[PHASE] != OVER:
                mine = HOLE + HELD_MOST * t[TURN]
                hand = c[mine : mine + t[HELD + t[TURN]]]
                decision = ask(which[t[SEAT]], t, hand, random[POLICY_FROM:])
                if not may(t, decision):
                    nets[i, 0] = decision
                    return i
                said += 1
                if said < logs.shape[1]:
                    logs[i, said] = decision
                takes(g, t, c, decision)
                goes_on(g, t, c, random)
            awards(g, t, c, tables)
            pay_out(g, t, chips, nets[i])
            if logs.shape[1]:
                logs[i, 0] = said
                for j in range(t[DEALT]):
                    decks[i, j] = c[DECK + j]
        return -1

    return play_hands


@lru_cache
def stepping(twins: bool) -> tuple[Callable[..., Any], ...]:
    """Return the loops over tables: begin, apply a decision at each, deal the next hands."""
    begins, goes_on, may, takes, awards = engine(twins)

    def begin_tables(
        g: Any, public: Any, secret: Any, randoms: Any, numbers: Any, stacks: Any, seed: int
    ) -> None:  # fmt: skip
        """Begin the first hand of every table, by its number."""
        for i in range(len(public)):
            chips = stacks[numbers[i] % len(stacks)]
            begins(g, public[i], secret[i], randoms[i], chips, seed, numbers[i])
            goes_on(g, public[i], secret[i], randoms[i])

    def step_tables(g: Any, public: Any, secret: Any, randoms: Any, decisions: Any) -> int:
        """Apply a decision at every waiting table; return the first table that refuses it, or -1.

        If one is refused, no table changes.
        """
        for i in range(len(public)):
            if public[i, PHASE] != OVER and not may(public[i], decisions[i]):
                return i
        for i in range(len(public)):
            if public[i, PHASE] != OVER:
                takes(g, public[i], secret[i], decisions[i])
                goes_on(g, public[i], secret[i], randoms[i])
        return -1

    def next_hands(
        g: Any, public: Any, secret: Any, randoms: Any, numbers: Any, stacks: Any, seed: int,
        tables: Any, number: int, nets: Any, over: Any, ended: Any,
    ) -> int:  # fmt: skip
        """Pay out finished hands and begin others there; return the number of the next hand."""
        for i in range(len(public)):
            t = public[i]
            over[i] = t[PHASE] == OVER
            if over[i]:
                awards(g, t, secret[i], tables)
                pay_out(g, t, stacks[numbers[i] % len(stacks)], nets[i])
                ended[i] = numbers[i]
                numbers[i] = number
                number += 1
                chips = stacks[numbers[i] % len(stacks)]
                begins(g, t, secret[i], randoms[i], chips, seed, numbers[i])
                goes_on(g, t, secret[i], randoms[i])
        return number

    return begin_tables, step_tables, next_hands


def hands_seen(public: Any, secret: Any, seen: Any) -> None:
    """Return the cards of the place in turn at every table; -1 where there is none."""
    for i in range(len(public)):
        t, c = public[i], secret[i]
        place = t[TURN]
        for j in range(seen.shape[1]):
            seen[i, j] = c[HOLE + HELD_MOST * place + j] if j < t[HELD + place] else -1


def draws(randoms: Any, n: int, found: Any) -> None:
    """Return a random number below n for every table, from the stream of its hand."""
    for i in range(len(randoms)):
        found[i] = below(randoms[i, POLICY_FROM:], n)
