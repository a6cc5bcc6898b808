"""The events of a pot that is killed by choice, or to make up a missed blind."""

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


class KillAsked(Event, frozen=True, gc=False):
    """A player who has missed a blind asks to kill the pot; each of these may object."""

    seat: int
    others: tuple[int, ...]

    def do(self, s: PokerState) -> None:
        s.asks_to_kill, s.objecting = self.seat, self.others
        del s.owing[self.seat]


class KillObjected(Event, frozen=True, gc=False):
    """A player objects, and who asked waits for the big blind; or he does not.

    If nobody does, the pot is killed, and others who have missed a blind wait.
    """

    seat: int
    objects: bool

    def do(self, s: PokerState) -> None:
        s.objecting = () if self.objects else tuple([x for x in s.objecting if x != self.seat])
        if not self.objects and not s.objecting:
            s.posting += (s.asks_to_kill,)
            s.killer, s.by_choice = s.asks_to_kill, True
            s.owing = dict.fromkeys(s.owing, "wait")
