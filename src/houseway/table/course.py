"""The course of a round: its game, who plays, and what has happened; all that can be told from it.

A ``Round`` has one, and so has somebody far away who is told its events and knows nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from houseway.events import Event, kind_of
from houseway.game import Game, Seat


class Course(Protocol):
    """What happened in a round until now; ``chips`` of seats are those that they brought to it."""

    @property
    def game(self) -> Game: ...
    @property
    def seats(self) -> Sequence[Seat]: ...
    @property
    def events(self) -> Sequence[Event]: ...


def changes(course: Course) -> dict[int, int]:
    """What each seat has in front of it more, or less, than it brought: by what events moved."""
    found = {seat.seat: 0 for seat in course.seats}
    for event in course.events:
        for source, target, cents in event.transfers():
            for account, gained in ((source, -cents), (target, cents)):
                if kind_of(account) == "purse":
                    found[account[1]] = found.get(account[1], 0) + gained
    return found
