"""Words of the command line that several commands take."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.errors import HousewayError


def read_pairs(words: Sequence[str], what: str = "a posting") -> dict[str, str]:
    """``KEY=VALUE`` words as a posting, or as something else that is written so."""
    found: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise HousewayError(f"write {what} as KEY=VALUE, not {word!r}")
        if key.strip() in found:
            raise HousewayError(f"{key.strip()} is posted twice")
        found[key.strip()] = value.strip()
    return found
