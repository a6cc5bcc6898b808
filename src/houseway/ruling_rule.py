"""A ruling as a game knows it: its script, and when it may not be made."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

Needs: TypeAlias = Literal["floor", "dealer"]
FLOOR: Needs = "floor"
BY_DEALER: Needs = "dealer"
"""Who makes a ruling."""


class RulingRule(msgspec.Struct, frozen=True):
    """A ruling that a game knows: its small script, and when it may not be made.

    ``run(game, round, ruling)`` is a script; ``why_not(game, state, ruling)`` gives a sentence
    when the ruling does not fit the moment.  ``takes`` names the fields it needs (``seat``,
    ``pieces``, ``amount``); it has no others, but a reason may be given with any ruling.
    ``needs`` is who makes it: a supervisor on the floor, or the dealer alone where it decides
    nothing about anybody's cards or chips.
    """

    name: str
    words: str
    clauses: tuple[str, ...]
    run: Any
    why_not: Any = None
    takes: tuple[str, ...] = ()
    needs: Needs = FLOOR

    def by(self, clauses: tuple[str, ...]) -> RulingRule:
        """The same ruling on the clauses of a game that cites for it."""
        return msgspec.structs.replace(self, clauses=clauses)
