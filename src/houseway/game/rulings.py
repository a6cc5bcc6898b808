"""A ruling as a game knows it: its script, and when it may not be made."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from houseway.engine.inputs import misruled, validate_ruling
from houseway.engine.questions import Ruling
from houseway.errors import Refused, short_repr
from houseway.util.english import list_available

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


def refused_ruling(game: Any, state: Any, ruling: Ruling) -> Refused | None:
    """Why a supervisor cannot make this ruling now at a table of this game."""
    if fault := validate_ruling(ruling):
        return Refused(fault)
    known: RulingRule | None = game.ruling_rules.get(ruling.name)
    if known is None:
        known_ones = list_available(game.ruling_rules)
        return Refused(f"there is no ruling {short_repr(ruling.name)} in {game.name}; {known_ones}")
    why = misruled(ruling, known.takes, game.ruled_on(state), game.kind)
    if why is None and known.why_not:
        why = known.why_not(game, state, ruling)
    return Refused(why, known.clauses) if why else None
