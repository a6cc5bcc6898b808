"""A table as others know it between its turns: a frozen value, published with each durable row.

Lobby, floor lists, own seats, figures and pages read it. The table itself may be in the middle of a
move that is not written yet; only its own turn reads it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from houseway.game.base import Game
from houseway.game.progressives import Meter
from houseway.room.api.table_types import Status, Terms
from houseway.room.errors import Denied
from houseway.room.tables.seats import Seating

if TYPE_CHECKING:
    from houseway.room.tables.state import TableState


class TableSummary(msgspec.Struct, frozen=True):
    """A table after its last durable row."""

    name: str
    seq: int
    """The last row."""
    status: Status
    why: str
    game: Game | None
    posting: dict[str, Any]
    terms: Terms
    rules: str
    opened_at: int
    seating: Seating
    number: int
    """The last logged round."""
    round: int
    """The round in play, or open for bets."""
    playing: bool
    asked: tuple[int, ...]
    events: int | None
    """The number of events in the round; None if there is no round."""
    root: bytes
    carry_over: Any
    meters: dict[str, tuple[int, ...]]
    """Wager -> initial meters in cents, as posted."""
    meters_now: dict[str, list[Meter]]
    """Wager -> its meters, also in the middle of a round."""

    @property
    def has_open_round(self) -> bool:
        """Return True if a round is played, or open for bets."""
        return self.playing or self.round > self.number

    @property
    def posted(self) -> Game:
        """Return the posted game; Denied if none was ever posted."""
        if self.game is None:
            raise Denied(f"no game was ever posted at {self.name}", "unknown")
        return self.game


def summary_of(live: TableState, seq: int) -> TableSummary:
    """Return the summary of a table that stands at this row."""
    round_ = live.round_
    source = round_.state if round_ is not None and live.playing else live.carry_over
    meters = getattr(source, "meters", None)
    return TableSummary(
        live.name, seq, live.status, live.why, live.game, live.posting, live.terms, live.rules,
        live.opened_at, live.seating, live.number, live.number + live.awaits_first_bet,
        live.playing, live.asked(), None if round_ is None else len(round_.events),
        live.shoe.root if live.shoe is not None else b"", live.carry_over, live.meters,
        {spot: list(kept) for spot, kept in meters.items()} if meters else {},
    )  # fmt: skip
