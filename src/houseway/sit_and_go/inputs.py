"""What happens to a sit & go from outside: each is written down, and can be read back."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from houseway.engine.questions import Input


class Entry(msgspec.Struct, frozen=True, tag_field="in", tag="entry"):
    """Somebody pays the entry."""

    name: str
    who: str = ""


class Begun(msgspec.Struct, frozen=True, tag_field="in", tag="begun"):
    """The seats, drawn by lot: of each who entered, in their order."""

    seats: tuple[int, ...]


class Played(msgspec.Struct, frozen=True, tag_field="in", tag="hand"):
    """A hand, by its inputs."""

    inputs: tuple[Input, ...]


class Minutes(msgspec.Struct, frozen=True, tag_field="in", tag="minutes"):
    """Time has passed."""

    n: int


class Away(msgspec.Struct, frozen=True, tag_field="in", tag="away"):
    """A player is absent, or back."""

    seat: int
    away: bool


class Agreed(msgspec.Struct, frozen=True, tag_field="in", tag="agreed"):
    """A player wants to end it and share in this way; "" if no longer."""

    seat: int
    way: str


Told: TypeAlias = Entry | Begun | Played | Minutes | Away | Agreed
