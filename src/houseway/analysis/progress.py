"""Telling whoever waits what is being worked on, and how far it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias, runtime_checkable

Progress: TypeAlias = Callable[[str], None]
"""Whoever is told of the work."""


@runtime_checkable
class Counts(Protocol):
    """Whoever can show besides how much is done of how much."""

    def count(self, done: int, of: int, what: str) -> None: ...


def tell(progress: Progress | None, words: str, done: int = 0, of: int = 0, what: str = "") -> None:
    """Say what is being worked on, and how far that is."""
    if progress is not None:
        progress(words)
        if of and isinstance(progress, Counts):
            progress.count(done, of, what)
