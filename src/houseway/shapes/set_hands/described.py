"""A hand that is set, in words: each of its parts, and all of it."""

from __future__ import annotations

from typing import TypeAlias

Described: TypeAlias = tuple[tuple[str, ...], str]
"""What each part of a setting is called, and what is said when it is turned over."""


def by_parts(parts: tuple[str, ...], name: str = "") -> Described:
    """A setting is called by its parts, and by a name of its own if it has one."""
    words = " / ".join(parts)
    return parts, f"{words}, {name}" if name else words
