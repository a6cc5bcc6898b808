"""A round as people see it: the driver of the engine with views and prompts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from houseway.engine.driver import RoundDriver
from houseway.engine.inputs import Seat
from houseway.engine.ledger import RoundLog
from houseway.engine.questions import Asking, Question
from houseway.game.base import Game
from houseway.game.face.views import Own, Prompt, View
from houseway.presentation.results import RoundResults
from houseway.table.round_view import asked_since, round_html, view_of, views_of


class GameLog(RoundLog, Protocol):
    """The log of a round with its game.

    A ``Round`` is one; so is a client's copy that knows the events it was told and no state.
    """

    @property
    def game(self) -> Game: ...


class Round(RoundDriver[Game]):
    """A round in progress, with what each viewer may see of it.

    ``question`` is what is asked now, or None once the round is closed; ``closed`` says so too.
    ``inputs`` and ``events`` are lists of what was entered and of what happened.

    Views are made on demand.  A round that is not looked at pays nothing for them.
    """

    __slots__ = ("_asked", "_results")

    def __init__(self, game: Game, seats: Sequence[Seat], carry_over: Any = None) -> None:
        self._results: RoundResults | None = None
        """Results and last decisions, from the first look on."""
        self._asked: tuple[int, Question | None, Mapping[int, int]] = 0, None, {}
        """The last result of ``asked``, with the number of inputs and the question it is for."""
        super().__init__(game, seats, carry_over)

    def _repr_html_(self) -> str:
        return round_html(self.view(0), self.game.words(), repr(self)[1:-1])

    def view(self, viewer: int = 0) -> View:
        """Return what this viewer (a seat, or 0 for an onlooker) may see now, and is asked."""
        return view_of(self, viewer)

    def views(
        self, seats: Iterable[int] | None = None, prompts: dict[int, Prompt] | None = None
    ) -> tuple[View, dict[int, Own]]:
        """Return the public view, and the own part of the view of each seat; ``View.of`` joins
        them.

        A caller that looks repeatedly passes the same ``prompts``; those still open are reused.
        """
        return views_of(self, seats, prompts)

    @property
    def told_so_far(self) -> RoundResults:
        """The results until now, and the last decision of each seat."""
        if self._results is None:
            self._results = RoundResults(self)
        return self._results.follow(self.state)

    @property
    def asked(self) -> Mapping[int, int]:
        """Each seat that is asked -> the number of inputs when its question became this one.

        That number is the ``id`` of its prompt.
        """
        question, at = self.question, len(self.inputs)
        if not isinstance(question, Asking):
            return {}
        then, known, last = self._asked
        if known is not question or then != at:
            before = then, last
            last = {seat: asked_since(self, question, seat, before) for seat in question.seats()}
            self._asked = at, question, last
        return last
