"""Anchors on the page of a game, shared by pages and search: ``#wager-push-22``."""

from __future__ import annotations

import re
from collections import Counter

from houseway.rulebook import cached_until_changed
from houseway.rulebook.clauses import Reading, readings_of

_NO_LETTER = re.compile("[^A-Za-z0-9]+")


def place(kind: str, name: str) -> str:
    """Return the anchor of an item; a clause has its number alone."""
    return f"{kind}-{_NO_LETTER.sub('-', name)}"


@cached_until_changed
def reading_places(game_id: str) -> tuple[tuple[Reading, str], ...]:
    """Return the readings of a game with their anchors; duplicates of a number get a suffix."""
    seen: Counter[str] = Counter()
    found = []
    for reading in readings_of(game_id):
        seen[reading.id] += 1
        again = f" {seen[reading.id]}" if seen[reading.id] > 1 else ""
        found.append((reading, place("reading", reading.id + again)))
    return tuple(found)
