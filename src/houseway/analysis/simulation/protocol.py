"""Protocols of simulations: rounds of a seat or of a whole table, as counts of outcomes.

A simulation counts outcomes only, so each pay column is a re-weighting of the same rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

import numpy.typing as npt

from houseway.analysis.compiler.untrusted_rules import is_foreign
from houseway.analysis.facts.rule_errors import compare_rules
from houseway.analysis.random_streams import stream
from houseway.analysis.wager_odds import Estimate
from houseway.errors import Refused, short_repr
from houseway.util.english import all_of

MOST_ROUNDS = 10**15
"""The limit of one simulation: two years of one core at fifteen million rounds a second."""
SHORT_RUN = 100_000_000
"""Rounds that take less time than full optimisation of their loop."""


class Simulation(Protocol):
    """Plays rounds of a table, and turns counts into estimates."""

    game: Any
    seats: int
    chunk: int
    """The rounds of one numbered stream; changing it changes what a seed means."""
    counts: int
    """The number of counters."""

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Assumptions of the estimates, as sentences."""
        ...

    @property
    def loops(self) -> tuple[Callable[..., Any], ...]:
        """The functions whose fingerprint, with everything they reach, determines the counts."""
        ...

    def is_ready(self) -> bool:
        """Return True if nothing is left to compile."""
        ...

    def play(self, rounds: int, random: Any) -> Any:
        """Return the counts of this many rounds from a stream of random numbers."""
        ...

    def estimates(self, counts: Any) -> dict[str, Estimate]:
        """Return the estimate of every wager from the sum of any streams' counts."""
        ...


class TableRounds(Protocol):
    """Rounds of a whole table against one hand of the bank."""

    @property
    def is_compiled(self) -> bool:
        """True if rounds are compiled; False if the engine plays them live."""
        ...

    @property
    def wagers(self) -> tuple[str, ...]:
        """Names of the wagers that are settled."""
        ...

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Assumptions of the rounds, as sentences."""
        ...

    def owed(self, rounds: int, stakes: Mapping[str, int], random: Any) -> npt.NDArray[Any]:
        """Return [round, seat from the button, wager] in cents; negative if the bank pays."""
        ...


def play_streams(table: Simulation, rounds: int, seed: int) -> Any:
    """Return the counts of this many rounds, played stream after stream in this process."""
    return sum(table.play(n, stream(seed, i)) for i, n in chunks(rounds, table.chunk))


def check_rules(table: Simulation) -> None:
    """Refuse rules from outside the package whose compiled versions differ."""
    compare_rules(table.game.offered, lambda random: table.play(1, random))


def assumed(table: Simulation, found: Mapping[str, Estimate]) -> tuple[str, ...]:
    """Return the assumptions, with a sentence on plug-in wagers that were not counted."""
    own = [w for w in table.game.offered if w.rule is not None and is_foreign(w.rule)]
    left = [w.words for w in own if found and w.name not in found]
    if not left:
        return table.assumptions
    said = f"{all_of(left)} not counted: these rounds do not follow what decides it"
    return (*table.assumptions, said)


def check_rounds(rounds: int) -> None:
    """Refuse a number of rounds below 1 or above ``MOST_ROUNDS``."""
    if rounds < 1:
        raise Refused(f"a simulation needs at least one round, not {rounds}")
    if rounds > MOST_ROUNDS:
        raise Refused(f"a simulation has at most {MOST_ROUNDS:,} rounds, not {short_repr(rounds)}")


def chunks(rounds: int, chunk: int, first: int = 0) -> Iterator[tuple[int, int]]:
    """Yield the numbered streams of this many rounds from ``first`` on, each with its rounds."""
    whole, left = divmod(rounds, chunk)
    for number in range(first, whole):
        yield number, chunk
    if left:
        yield whole, left
