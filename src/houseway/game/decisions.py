"""Decisions that a game declares in one place: clauses, condition and effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from houseway.engine.questions import Button


class Decision(msgspec.Struct, frozen=True):
    """A decision of a game besides those of its family.

    ``run(game, round, act)`` carries it out. ``explain_unavailable(game, state, seat)`` returns the
    reason if the seat may not take it now, otherwise None. The family offers a button while it is
    available, and gives the reason while it is not.
    """

    name: str
    words: str
    clauses: tuple[str, ...]
    run: Any
    explain_unavailable: Any

    @property
    def button(self) -> Button:
        """The choice by which the decision is offered."""
        return Button(self.name, self.words)


def decision(
    words: str, *clauses: str, unless: Any, name: str = ""
) -> Callable[[Callable[..., Any]], Decision]:
    """Declare a function as the decision of its name, or of another ``name``.

    ``unless`` is the decision's ``explain_unavailable``.
    """

    def declared(run: Callable[..., Any]) -> Decision:
        return Decision(name or run.__name__, words, clauses, run, unless)

    return declared
