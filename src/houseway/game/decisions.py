"""Decisions, each declared in one place: words, clauses, condition and effect.

A family declares the decisions that its script asks for, and a game adds its own to ``decisions``
of its class. ``DecisionTable`` holds those of one posted game: it offers them, explains why one is
not offered, and carries them out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.engine.questions import Act, Button, Choice
from houseway.errors import Reason

if TYPE_CHECKING:
    from houseway.game.base import Game


def runs_in_script(game: Any, r: Any, act: Act) -> None:
    """Do nothing: the script that asks for the decision goes on with it."""


def no_reason(game: Any, state: Any, seat: int) -> None:
    """Return None: no more is to be said than that the decision is not offered now."""


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """A decision: when it is offered, by which choice, and its effect.

    ``run(game, round, act)`` carries it out. ``explain_unavailable(game, state, seat)`` returns the
    reason if the seat may not take it now, otherwise None. It is offered while it is available, and
    the reason is given while it is not.
    """

    name: str
    words: str = ""
    """The text of its button."""
    clauses: tuple[str, ...] = ()
    run: Any = runs_in_script
    explain_unavailable: Any = no_reason
    explain_no_turn: Any = None
    """Function of game, state and seat: a reason beyond the order of turns, for a seat that is
    asked nothing now; None: there is none."""
    at: str = ""
    """The moment at which it is offered; the buttons of one moment stand together."""
    when: str = ""
    """That moment in words, for the list of decisions; "": ``decisions.toml`` has them."""
    exists: Any = None
    """Function of the game: False at a table that never has this decision; None: all have it."""
    hidden: Any = None
    """Function of the game: True at a table that shows its button only while it is available; None:
    all show it disabled then."""
    choice: Any = None
    """Function of game, state and seat that returns the choice; None: a button with ``words``."""
    cents: Any = None
    """Function of game, state and seat: the chips that its button puts in, in cents; None: none."""

    @property
    def button(self) -> Button:
        """The button with the words of the decision."""
        return Button(self.name, self.words)

    @property
    def varies(self) -> bool:
        """True if its choice depends on the state."""
        return self.choice is not None or self.cents is not None

    def offer(self, game: Any, state: Any, about: Any) -> Choice:
        """Return the choice by which the decision is offered to a seat."""
        if self.choice is not None:
            found: Choice = self.choice(game, state, about)
            return found
        if self.cents is not None:
            return Button(self.name, self.words, self.cents(game, state, about))
        return self.button


class HandDecision(Decision, frozen=True, kw_only=True):
    """A decision on one hand of a seat.

    ``explain_hand(game, state, turn)`` is its condition, where a turn is the hand with what its
    family knows of it. ``choice`` and ``cents`` are asked with the turn, too.
    """

    explain_hand: Any


def decision(
    words: str, *clauses: str, unless: Any = no_reason, name: str = "", **more: Any
) -> Callable[[Callable[..., Any]], Decision]:
    """Declare a function as the decision of its name, or of another ``name``.

    ``unless`` is the decision's ``explain_unavailable``; ``more`` are its other fields.
    """

    def declared(run: Callable[..., Any]) -> Decision:
        return Decision(
            name=name or run.__name__, words=words, clauses=clauses, run=run,
            explain_unavailable=unless, **more,
        )  # fmt: skip

    return declared


class DecisionTable:
    """The decisions of one posted game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        here = (x for x in game.decisions if x.exists is None or x.exists(game))
        self.named: dict[str, Decision] = {x.name: x for x in here}
        self.run: dict[str, Callable[[Any, Act], Any]] = {
            name: partial(x.run, game) for name, x in self.named.items()
        }
        """Decision -> a function of the round and the act that carries it out."""
        self._moments: dict[str, tuple[Decision, ...]] = {}
        for each in self.named.values():
            if each.at:
                self._moments[each.at] = (*self._moments.get(each.at, ()), each)

    @property
    def groups(self) -> Iterator[tuple[str, ...]]:
        """Yield the names of the decisions of each moment whose buttons stand together."""
        for found in self._moments.values():
            shown = (x for x in found if x.hidden is None or not x.hidden(self.game))
            yield tuple(x.name for x in shown)

    def for_hand(self, moment: str, state: Any, turn: Any) -> tuple[Choice, ...]:
        """Return the choices for a hand at a moment that has decisions on hands only."""
        game = self.game
        return tuple([
            x.offer(game, state, turn)
            for x in self._moments[moment]
            if isinstance(x, HandDecision) and x.explain_hand(game, state, turn) is None
        ])  # fmt: skip

    def offered(self, moment: str, state: Any, seat: int) -> tuple[Choice, ...]:
        """Return the choices of a seat at a moment: its decisions that are available."""
        game = self.game
        return tuple([
            x.offer(game, state, seat)
            for x in self._moments[moment]
            if x.explain_unavailable(game, state, seat) is None
        ])  # fmt: skip

    def explain(self, state: Any, act: Act, asked: bool) -> Reason | None:
        """Explain why a decision is not offered; see ``Game.explain``."""
        found = self.named.get(act.name)
        if found is None:
            return None
        explain = found.explain_unavailable if asked else found.explain_no_turn
        reason: Reason | None = explain(self.game, state, act.seat) if explain else None
        return reason
