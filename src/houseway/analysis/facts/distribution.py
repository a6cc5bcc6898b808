"""The joint distribution of table facts, and the distribution of a rule's outcomes under it.

    >>> joint = Joint(space, weights)
    >>> ways_of(joint, wager, CARDS.show)

A method counts facts, never a rule. A *space* iterates over the joint values of facts, and a
``FactDistribution`` holds the weight of each value. A rule that reads no other facts is evaluated
once per value, in plain Python, and its outcomes are weighted. So nothing is guessed about a rule,
and a new side bet has nothing to compile.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from houseway.errors import BadRule
from houseway.game.wagers import Show, Wager, outcome_of, reads_of

Array = npt.NDArray[Any]
Values: TypeAlias = tuple[Any, ...]
UNASKED = -1
"""Marks a value for which no rule was evaluated, because its weight is 0."""


class FactSpace(Protocol):
    """The joint values of some facts in a fixed order; equal spaces have equal values."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the facts."""
        ...

    def __iter__(self) -> Iterator[Values]: ...

    def __hash__(self) -> int: ...


@dataclass(frozen=True)
class FiniteSpace:
    """A space whose few values are listed."""

    names: tuple[str, ...]
    values: tuple[Values, ...]

    def __iter__(self) -> Iterator[Values]:
        return iter(self.values)


@dataclass(frozen=True)
class FactDistribution:
    """Weights of the values of a space, in its order: ways or probabilities.

    No rule is evaluated for a value of weight 0.
    """

    space: FactSpace
    weights: Array | Sequence[Any]


def finite(names: Sequence[str], weights: dict[Values, Any]) -> FactDistribution:
    """Return a distribution over a few listed values."""
    return FactDistribution(FiniteSpace(tuple(names), tuple(weights)), tuple(weights.values()))


def ways_of(joint: FactDistribution, wager: Wager, show: Show | None = None) -> list[Any]:
    """Return the weight of each outcome of a wager whose rule reads facts of this space only."""
    answers = rule_outcomes(wager, joint, show)
    if isinstance(joint.weights, np.ndarray):
        return [joint.weights[answers == k].sum().item() for k in range(len(wager.rule.outcomes))]
    found: list[Any] = [0] * len(wager.rule.outcomes)
    for outcome, weight in zip(answers.tolist(), joint.weights, strict=True):
        if outcome != UNASKED:
            found[outcome] += weight
    return found


def rule_outcomes(wager: Wager, joint: FactDistribution, show: Show | None = None) -> Array:
    """Return the outcome of a wager's rule for every value of nonzero weight, in order."""
    known = _known(wager.rule, joint.space, len(joint.weights))
    needed = (np.asarray(joint.weights) != 0) & (known == UNASKED)
    if needed.any():
        try:
            known[needed] = _answers(wager.rule, joint.space, needed.tolist(), show)
        except BadRule as fault:
            raise BadRule(wager.name, *fault.args[1:]) from None
    return known


@functools.lru_cache(maxsize=64)
def _known(by: Any, space: FactSpace, size: int) -> Array:
    """Return the array of a rule's outcomes, cached for other weights of the same values."""
    return np.full(size, UNASKED, np.int32)


def _answers(by: Any, space: FactSpace, needed: Sequence[bool], show: Show | None) -> list[int]:
    """Return the outcome of a rule for each value of the space that is ``asked`` for."""
    places = [space.names.index(name) for name in reads_of(by)]
    met = compress(space, needed)
    if len(places) == len(space.names) and places == sorted(places):
        return [outcome_of(by, values, "", show) for values in met]
    return [outcome_of(by, [values[place] for place in places], "", show) for values in met]
