"""The keys of a room file, as they are written: amounts in dollars, times in the unit they name.

``docs/room.md`` explains each of them; a test holds the two together.  What a room is run with is
made of these in ``config.py``; the server takes its part (``[server]``) as it is written.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias

import msgspec

from houseway.room.config_made import Server

Dollars: TypeAlias = int | str
"""Whole dollars (``500``) or written ones (``"7.50"``)."""


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of a room file."""


class RoomPart(Part, frozen=True):
    """``[room]``: its name and its day."""

    name: str
    utc_offset: str = "+00:00"
    day_begins: str = "06:00"


class ThresholdsPart(Part, frozen=True):
    """``[thresholds]``: above which amounts more than one person is needed, or a note is made."""

    payout: Dollars = 3_000
    adjustment: Dollars = 500
    large_cash: Dollars = 10_000
    large_win: Dollars = 5_000
    pending_minutes: int = 15


class LoginsPart(Part, frozen=True):
    """``[logins]``: cards, PINs, and how long a login lasts."""

    tries: int = 3
    session_hours: int = 12
    idle_minutes: int = 30
    device_days: int = 30
    refuse_trivial: bool = True
    hash_memory_kib: int = 19 * 1024
    hash_passes: int = 2
    hashes_at_once: int = 2


class GuestsPart(Part, frozen=True):
    """``[guests]``: whether anybody gets a card with so much on it, and from which cashier."""

    cards: bool = False
    amount: Dollars = 1_000
    cashier: str = ""


class TermsPart(Part, frozen=True):
    """``[terms]`` for all tables, ``[table.terms]`` for one; what neither says is usual."""

    buy_in: str | None = None
    seats: int | None = None
    start_with: int | None = None
    people_least: int | None = None
    return_minutes: int | None = None
    betting_seconds: int | None = None
    question_seconds: int | None = None
    arrange_seconds: int | None = None
    pause_seconds: int | None = None
    away_after: int | None = None
    hold_minutes: int | None = None
    offer_seconds: int | None = None
    watch_delay_seconds: int | None = None
    practice: bool | None = None


class TablePart(Part, frozen=True):
    """``[[table]]``: a table, its game and what is posted at it."""

    name: str
    game: str
    posting: dict[str, Any] = {}
    terms: TermsPart = TermsPart()
    bankroll: Dollars = 0
    meters: dict[str, list[Dollars]] = {}
    dealer: str = "automatic"
    open: bool = True


class StaffPart(Part, frozen=True):
    """``[[staff]]``: somebody who works here."""

    never: ClassVar[dict[str, str]] = {
        "pin": "a PIN never stands in a file: it is made at the first start, and printed once"
    }
    name: str
    role: str
    card: str


class DisplayPart(Part, frozen=True):
    """``[[display]]``: a screen that shows a table to everybody around it."""

    name: str
    table: str
    card: str
    never: ClassVar[dict[str, str]] = StaffPart.never


class FilePart(Part, frozen=True):
    """A whole room file."""

    room: RoomPart
    thresholds: ThresholdsPart = ThresholdsPart()
    logins: LoginsPart = LoginsPart()
    guests: GuestsPart = GuestsPart()
    server: Server = Server()
    terms: TermsPart = TermsPart()
    table: list[TablePart] = []
    staff: list[StaffPart] = []
    display: list[DisplayPart] = []
