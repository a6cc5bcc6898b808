"""Who sits at a table."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Seat(msgspec.Struct, frozen=True):
    """Who sits down to a round, where, and with how much.

    ``who`` is the person's own id, where the room knows one: names are shown, people are counted.
    ``firm`` is the provider of proposition players for whom he plays, if any.
    """

    seat: int
    name: str
    chips: int
    who: str = ""
    firm: str = ""

    @property
    def person(self) -> str:
        """What a person is counted by: the id, or the name where there is none."""
        return self.who or self.name

    @property
    def party(self) -> str:
        """Who banks when this person banks: all who play for one firm are one."""
        return f"firm {self.firm}" if self.firm else self.who or self.name


def same_by_name(one: Seat, other: Seat) -> bool:
    """Whether two would count as one person by a name alone; by one id they are meant to."""
    return one.person == other.person and not (one.who and other.who)


def told_apart(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Two of one name are two people: without an id the later one is known by the seat, too."""
    if len({seat.who or seat.name for seat in seats}) == len(seats):
        return tuple(seats)
    found: list[Seat] = []
    for seat in seats:
        others = [*found, *(other for other in seats if other.who)]
        if not seat.who and any(same_by_name(seat, other) for other in others):
            seat = msgspec.structs.replace(seat, who=f"{seat.name}, seat {seat.seat}")
        found.append(seat)
    return tuple(found)
