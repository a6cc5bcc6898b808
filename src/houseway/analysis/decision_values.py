"""Advice: the value of every decision, and the method behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from houseway.engine.questions import Act

Progress = Callable[[str], None]


@dataclass(frozen=True)
class DecisionValue:
    """A decision and its expected net in units of the bet.

    ``error`` is the standard error, 0 if the net is exact.
    """

    act: Act
    worth: float
    error: float = 0.0


@dataclass(frozen=True)
class Advice:
    """The best decision first, then the others in descending order of known value.

    ``unit`` is the bet in cents, or 0 where values are in dollars.
    """

    best: Act
    options: tuple[DecisionValue, ...] = ()
    unit: int = 0
    how: str = ""
    notes: tuple[str, ...] = field(default=())

    @property
    def is_exact(self) -> bool:
        """True if the value of every option is exact, not estimated."""
        return bool(self.options) and not any(option.error for option in self.options)


def ranked(
    options: Iterable[DecisionValue], unit: int, how: str, notes: tuple[str, ...] = ()
) -> Advice:
    """Return the advice with options in descending order of value."""
    found = tuple(sorted(options, key=lambda option: -option.worth))
    return Advice(found[0].act, found, unit, how, notes)
