"""Who sits at a table."""

from __future__ import annotations

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
