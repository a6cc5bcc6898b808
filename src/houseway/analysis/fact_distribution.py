"""How often facts have which values together, and what a rule says of each of them.

    >>> joint = Joint(space, weights)
    >>> ways_of(joint, wager, CARDS.show)

A method counts facts, never a rule: a *space* goes through the values that facts can have
together, and a joint says how often each of them comes.  A rule that reads no other facts is then
asked about every value once, in plain Python, and its outcomes are weighed, as a pay table weighs
outcomes.  So nothing is guessed about a rule, and a new side bet has nothing to compile.
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
"""Said of a value that no rule has been asked about, since it cannot come."""


class Space(Protocol):
    """The values of some facts, gone through in one order; equal spaces have equal values."""

    @property
    def names(self) -> tuple[str, ...]:
        """The facts."""
        ...

    def __iter__(self) -> Iterator[Values]: ...

    def __hash__(self) -> int: ...


@dataclass(frozen=True)
class Listed:
    """A space of a few values, written down."""

    names: tuple[str, ...]
    values: tuple[Values, ...]

    def __iter__(self) -> Iterator[Values]:
        return iter(self.values)


@dataclass(frozen=True)
class FactDistribution:
    """How often the facts of a space have each of its values: ways or chances, in its order.

    A value that cannot come has none, and no rule is asked about it.
    """

    space: Space
    weights: Array | Sequence[Any]


def listed(names: Sequence[str], weights: dict[Values, Any]) -> FactDistribution:
    """A joint of a few values."""
    return FactDistribution(Listed(tuple(names), tuple(weights)), tuple(weights.values()))


def ways_of(joint: FactDistribution, wager: Wager, show: Show | None = None) -> list[Any]:
    """The weights of each outcome of a wager whose rule reads facts of this space only."""
    answers = rule_outcomes(wager, joint, show)
    if isinstance(joint.weights, np.ndarray):
        return [joint.weights[answers == k].sum().item() for k in range(len(wager.by.outcomes))]
    found: list[Any] = [0] * len(wager.by.outcomes)
    for outcome, weight in zip(answers.tolist(), joint.weights, strict=True):
        if outcome != UNASKED:
            found[outcome] += weight
    return found


def rule_outcomes(wager: Wager, joint: FactDistribution, show: Show | None = None) -> Array:
    """What a wager's rule says of every value of a space that can come, in its order."""
    known = _known(wager.by, joint.space, len(joint.weights))
    asked = (np.asarray(joint.weights) != 0) & (known == UNASKED)
    if asked.any():
        try:
            known[asked] = _answers(wager.by, joint.space, asked.tolist(), show)
        except BadRule as fault:
            raise BadRule(wager.name, *fault.args[1:]) from None
    return known


@functools.lru_cache(maxsize=64)
def _known(by: Any, space: Space, size: int) -> Array:
    """What was said so far, for a number of decks after the other: few values are new to more."""
    return np.full(size, UNASKED, np.int32)


def _answers(by: Any, space: Space, asked: Sequence[bool], show: Show | None) -> list[int]:
    places = [space.names.index(name) for name in reads_of(by)]
    met = compress(space, asked)
    if len(places) == len(space.names) and places == sorted(places):
        return [outcome_of(by, values, "", show) for values in met]
    return [outcome_of(by, [values[place] for place in places], "", show) for values in met]
