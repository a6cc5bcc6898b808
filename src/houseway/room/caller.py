"""Who asks for something: a person at a station, in a role."""

from __future__ import annotations

import msgspec


class Caller(msgspec.Struct, frozen=True):
    """Whose command it is; the room itself is person 0."""

    person: int
    role: str
    name: str
    station: str = ""


ROOM = Caller(0, "room", "the room")
"""What the room does by itself: time that is up, a restart, the first start."""
