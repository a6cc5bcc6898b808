"""What everything at the floor's desk is done with: the room, its tables, the floor's own log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from houseway.room.errors import Denied
from houseway.room.tables.actor import Actor

if TYPE_CHECKING:
    from houseway.room.room import Room

STREAM = "floor"
"""What the floor does that is not of one table alone, or not yet: proposals, drops, moves."""
REASON_MOST = 200


class FloorTerms(msgspec.Struct, frozen=True, kw_only=True):
    """What the room posts for its floor, in cents and minutes."""

    large_win: int = 5_000_00
    """A jackpot of this much is a significant event."""
    large_cash: int = 3_000_00
    """So is cash that is paid out from this much on."""
    utc_offset_minutes: int = 0
    day_begins_minutes: int = 6 * 60


class Desk:
    """The room as the floor has it before it."""

    def __init__(self, room: Room, terms: FloorTerms | None = None) -> None:
        self.room = room
        self.terms = terms or FloorTerms()
        self.journal = room.journal(STREAM)

    def table(self, name: str) -> Actor:
        """A table by its name."""
        return self.room.table(name)


def reasoned(reason: str) -> str:
    """A reason as it is kept: on one line; without one nothing is done."""
    reason = " ".join(reason.split())
    if not 0 < len(reason) <= REASON_MOST:
        raise Denied(f"this needs a reason, in 1 to {REASON_MOST} characters")
    return reason


def noted(words: str) -> str:
    """Words that may be given with a command: on one line, and not too many."""
    words = " ".join(words.split())
    if len(words) > REASON_MOST:
        raise Denied(f"this takes a reason of at most {REASON_MOST} characters")
    return words
