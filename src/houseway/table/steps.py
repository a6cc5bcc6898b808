"""The steps that lead to a view: a round looked at after each of its events.

Events alone change the state, so a second state made of the same events shows everything on the
way, and the round that is played knows nothing of it: who does not ask pays nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from houseway.events import cue_of
from houseway.table.round import Round
from houseway.table.seeing import seen
from houseway.table.told import Told
from houseway.views import OwnPile, View


class Sight(NamedTuple):
    """What there is to see after one event: for everybody, and beside it for some seats.

    ``cue`` is as what it happens, ``at`` the number of the event in its round, from 1.
    """

    cue: str
    at: int
    public: View
    own: dict[int, list[OwnPile]]


class Shadow:
    """The state of a round made anew, event by event."""

    __slots__ = ("_round", "_state", "_told", "at")

    def __init__(self, round_: Round) -> None:
        self._round = round_
        self._state: Any = round_.game.new_state(round_.seats, round_.between)
        self._told = Told(round_)
        self.at = 0
        """How many events it has followed."""

    def follows(self, round_: Round | None) -> bool:
        """Whether it is the shadow of this very round."""
        return self._round is round_

    def skip(self, upto: int) -> None:
        """Follow events at which nobody looks."""
        for event in self._round.events[self.at : upto]:
            event.do(self._state)
            self._told.tally.take(event, self._state)
        self.at = max(self.at, upto)

    def sights(self, seats: Collection[int] = ()) -> list[Sight]:
        """What every event from here on changed to the eye; one that changed nothing has none.

        The last is how the round stands now, but for what is asked.
        """
        found: list[Sight] = []
        events = self._round.events[self.at :]
        last = self._look(seats) if events else None
        for event in events:
            event.do(self._state)
            self._told.tally.take(event, self._state)
            self.at += 1
            if self.at == len(self._round.events):
                self._told.tally.rest()
            now = self._look(seats)
            if now != last:
                found.append(Sight(cue_of(type(event)), self.at, *now))
                last = now
        return found

    def _look(self, seats: Collection[int]) -> tuple[View, dict[int, list[OwnPile]]]:
        game, state = self._round.game, self._state
        public = seen(game, state, self._told.upto(self.at), 0)
        return public, {seat: game.own_piles(state, seat, public.piles) for seat in seats}
