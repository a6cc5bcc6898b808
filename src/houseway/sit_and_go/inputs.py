"""External inputs of a sit & go; each is recorded and can be replayed."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from houseway.engine.questions import Input


class EntryPaid(msgspec.Struct, frozen=True, tag_field="in", tag="entry"):
    """A player pays the entry."""

    name: str
    who: str = ""


class Begun(msgspec.Struct, frozen=True, tag_field="in", tag="begun"):
    """The seats drawn by lot, in the order of entry."""

    seats: tuple[int, ...]


class HandPlayed(msgspec.Struct, frozen=True, tag_field="in", tag="hand"):
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
    """A player proposes to end the tournament and share in this way; "" withdraws it."""

    seat: int
    way: str


TournamentInput: TypeAlias = EntryPaid | Begun | HandPlayed | Minutes | Away | Agreed
