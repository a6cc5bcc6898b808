"""The places on the page of a game, as addresses name them: ``#wager-push-22``, ``#reading-F4``."""

from __future__ import annotations

import re
from collections import Counter

from houseway.rulebook import cached_until_changed
from houseway.rulebook.clauses import Reading, readings_of

_NO_LETTER = re.compile("[^A-Za-z0-9]+")


def place(kind: str, name: str) -> str:
    """The place of something; a clause has its number alone."""
    return f"{kind}-{_NO_LETTER.sub('-', name)}"


@cached_until_changed
def reading_places(game_id: str) -> tuple[tuple[Reading, str], ...]:
    """The readings of a game with their places; of two with one number the second is told apart."""
    seen: Counter[str] = Counter()
    found = []
    for reading in readings_of(game_id):
        seen[reading.id] += 1
        again = f" {seen[reading.id]}" if seen[reading.id] > 1 else ""
        found.append((reading, place("reading", reading.id + again)))
    return tuple(found)
