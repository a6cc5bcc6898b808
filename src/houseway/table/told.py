"""What is told of a round beside what lies on the table: what has come out, who did what last.

It follows the events and inputs of a round when somebody looks, each of them once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from houseway.inputs import Act, TimeUp
from houseway.table.tally import Tally
from houseway.views import View

if TYPE_CHECKING:
    from houseway.table.round import Round

TIME_UP = "time up"


class Told:
    """Results and decisions of a round, as far as it was followed."""

    __slots__ = ("_before", "_events", "_inputs", "_late", "_telling", "_told", "did", "tally")

    def __init__(self, round_: Round) -> None:
        # Of the round its lists, and not itself: one that is over goes as soon as nobody looks.
        self._events, self._inputs = round_.events, round_.inputs
        self._before, self._late = round_.before, round_.late
        self._telling = round_.game.telling
        self._told = 0
        """How many inputs have been told of."""
        names = {seat.seat: seat.name for seat in round_.seats}
        self.tally = Tally(round_.game, names, round_.before)
        self.did: dict[int, str] = {}
        """Seat -> its last decision, in words."""

    def follow(self, state: Any) -> Told:
        """All that has happened; ``state`` is that after the last event."""
        self.tally.follow(self._events, state)
        return self.upto(len(self._events))

    def upto(self, events: int) -> Told:
        """The decisions by which the first so many events came about; of all, every decision."""
        if len(self._inputs) > self._told:
            self._decisions(events if events < len(self._events) else events + 1)
        return self

    def _decisions(self, upto: int) -> None:
        inputs, events, before = self._inputs, self._events, self._before
        while self._told < len(inputs) and before[self._told] < upto:
            number, given = self._told, inputs[self._told]
            self._told += 1
            act = self._late[number] if isinstance(given, TimeUp) else given
            if isinstance(act, Act):
                end = before[number + 1] if number + 1 < len(before) else len(events)
                said = self._telling.did(act, events[before[number] : end])
                late = isinstance(given, TimeUp)
                self.did[act.seat] = f"{said} ({TIME_UP})" if late else said

    def tell(self, view: View, state: Any) -> View:
        """A view with what there is to tell."""
        did, nets, changes = self.did, self.tally.nets, self.tally.changes
        for seat in view.seats:
            number = seat.seat
            net = nets.get(number, 0)
            seat.did, seat.net = did.get(number, ""), net
            seat.at_risk = net - changes.get(number, 0)
        view.results = self.tally.results.copy()
        view.headline = self._telling.headline(state, view.results)
        return view
