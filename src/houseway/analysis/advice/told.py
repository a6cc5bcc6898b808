"""Advice: every choice with what it is worth, and how that is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from houseway.engine.questions import Act

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Option:
    """A decision and what it brings on average, in units of the bet; ``error`` is its standard
    error where it is estimated."""

    act: Act
    worth: float
    error: float = 0.0


@dataclass(frozen=True)
class Advice:
    """The best decision first, and the others as far as their worth is known.

    ``unit`` is the bet in cents, or 0 where worth is in dollars.
    """

    best: Act
    options: tuple[Option, ...] = ()
    unit: int = 0
    how: str = ""
    notes: tuple[str, ...] = field(default=())

    @property
    def is_exact(self) -> bool:
        """Whether the worth of every option is known, not estimated."""
        return bool(self.options) and not any(option.error for option in self.options)


def ranked(options: Iterable[Option], unit: int, how: str, notes: tuple[str, ...] = ()) -> Advice:
    """Advice for the option that is worth most."""
    found = tuple(sorted(options, key=lambda option: -option.worth))
    return Advice(found[0].act, found, unit, how, notes)
