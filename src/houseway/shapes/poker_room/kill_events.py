"""The events of a pot that is killed by choice."""

from __future__ import annotations

from houseway.events import Event
from houseway.shapes.poker_room.state import PokerState


class KillOffered(Event, frozen=True, gc=False):
    """These players have seen their first cards and may kill the pot; the deal waits for them."""

    seats: tuple[int, ...]

    def do(self, s: PokerState) -> None:
        s.killing = self.seats


class KillAnswered(Event, frozen=True, gc=False):
    """A player says 'kill', and nobody else can then; or he does not."""

    seat: int
    kills: bool

    def do(self, s: PokerState) -> None:
        s.killing = tuple([x for x in s.killing if x != self.seat])
        if self.kills:
            s.killing = ()
            s.killer, s.by_choice = self.seat, True
