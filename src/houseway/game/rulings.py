"""Rulings as a game knows them: a script, and a condition on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import msgspec

Needs: TypeAlias = Literal["floor", "dealer"]
FLOOR: Needs = "floor"
BY_DEALER: Needs = "dealer"
"""Makers of a ruling."""


class RulingRule(msgspec.Struct, frozen=True):
    """A ruling of a game: its script, and the condition on which it is available.

    ``run(game, round, ruling)`` carries it out; it is a script if it asks something.
    ``explain_unavailable(game, state, ruling)`` returns the reason if the ruling does not fit the
    moment, otherwise None. ``takes`` names the fields
    that it needs (``seat``, ``pieces``, ``amount``) and allows no others; a reason may be given
    with any ruling. ``needs`` is ``floor`` for a supervisor; ``dealer`` if it decides nothing about
    a player's cards or chips.
    """

    name: str
    words: str
    clauses: tuple[str, ...]
    run: Any
    explain_unavailable: Any = None
    takes: tuple[str, ...] = ()
    needs: Needs = FLOOR

    def by(self, clauses: tuple[str, ...]) -> RulingRule:
        """Return the same ruling with the clauses of a game that cites for it."""
        return msgspec.structs.replace(self, clauses=clauses)

    def also(
        self, name: str, words: str, clauses: tuple[str, ...] = (), *, unless: Any = None,
        takes: tuple[str, ...] = (),
    ) -> RulingRule:  # fmt: skip
        """Return another ruling that is carried out in the same way."""
        return RulingRule(name, words, clauses, self.run, unless, takes, self.needs)


def ruling(
    words: str, *clauses: str, unless: Any = None, takes: tuple[str, ...] = (),
    needs: Needs = FLOOR, name: str = "",
) -> Callable[[Callable[..., Any]], RulingRule]:  # fmt: skip
    """Declare a function as the ruling of its name, or of another ``name``.

    ``unless`` is the ruling's ``explain_unavailable``.
    """

    def declared(run: Callable[..., Any]) -> RulingRule:
        return RulingRule(name or run.__name__, words, clauses, run, unless, takes, needs)

    return declared
