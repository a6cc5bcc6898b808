"""Progress messages: the present work, the share that is done, the time left, first results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias, runtime_checkable

Progress: TypeAlias = Callable[[str], None]
"""Receives messages about the work."""


@runtime_checkable
class Counts(Protocol):
    """Receives counts: the done part and the whole."""

    def count(self, done: int, of: int, what: str) -> None: ...


@runtime_checkable
class Estimates(Protocol):
    """Receives the seconds that the work will still take."""

    def left(self, seconds: float) -> None: ...


@runtime_checkable
class Finds(Protocol):
    """Receives results in words, each as soon as it is known."""

    def found(self, words: str) -> None: ...


def tell(progress: Progress | None, words: str, done: int = 0, of: int = 0, what: str = "") -> None:
    """Report the present work and, if known, how much of it is done."""
    if progress is not None:
        progress(words)
        if of and isinstance(progress, Counts):
            progress.count(done, of, what)


def tell_left(progress: Progress | None, seconds: float) -> None:
    """Report how many seconds the work will still take."""
    if isinstance(progress, Estimates):
        progress.left(seconds)


def tell_found(progress: Progress | None, words: str) -> None:
    """Report a result in words."""
    if isinstance(progress, Finds):
        progress.found(words)
