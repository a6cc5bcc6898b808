"""The sections of a room file, one struct each.

Fields are as the room uses them: amounts in cents, times in milliseconds. Their annotations
(``room/settings.py``) state how they are written: the key, the unit and the bounds. The sections
``[logins]`` and ``[terms]`` are the structs of the packages that use them. ``docs/room.md``
explains each key; a test keeps both in agreement.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Any, ClassVar

import msgspec

from houseway.room.api.table_types import Terms
from houseway.room.cage.state import CageTerms, Thresholds
from houseway.room.gaming_day import Calendar
from houseway.room.people.sessions import PeopleTerms
from houseway.room.settings import (
    HOUR,
    DollarLists,
    Dollars,
    Part,
    TimeOfDay,
    UtcOffset,
    hours,
    number,
)

NO_PIN = {"pin": "a PIN never stands in a file: it is made at the first start, and printed once"}
"""Keys that are refused with a reason of their own."""


class Rate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rate limit: the number allowed at once, and the milliseconds for each further one."""

    burst: Annotated[int, number(1, 1_000_000)]
    """The number allowed at once."""
    every_ms: Annotated[int, number(1, 3_600_000)]
    """Milliseconds until one more is allowed."""


class Server(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``[server]``: addresses, TLS, sizes, rates."""

    host: str = "127.0.0.1"
    port: Annotated[int, number(0, 65_535)] = 8080
    certificate: str = ""
    """The file of the TLS certificate chain; with ``private_key`` the server speaks HTTPS."""
    private_key: str = ""
    proxies: tuple[str, ...] = ()
    """Addresses of trusted proxies, whose X-Forwarded-For and -Proto count; none by default."""
    deflate: bool = False
    """True to compress socket messages: for remote players only, since it costs CPU time."""
    most_head: Annotated[int, number(1024, 16 * 1024 * 1024)] = 16 * 1024
    """The most bytes of a request before its body."""
    most_body: Annotated[int, number(1024, 16 * 1024 * 1024)] = 16 * 1024
    most_message: Annotated[int, number(1024, 16 * 1024 * 1024)] = 16 * 1024
    sockets_each: Annotated[int, number(1, 1_000_000)] = 4
    """The most open sockets of one person."""
    sockets_address: Annotated[int, number(1, 1_000_000)] = 2_000
    """The most open sockets of one address; a room's stations may share one."""
    connections_address: Annotated[int, number(1, 1_000_000)] = 64
    """The most connections of one address: requests, and sockets before their hello."""
    head_ms: Annotated[int, number(100, 600_000)] = 3_000
    """The time limit for the head of a request."""
    body_ms: Annotated[int, number(100, 600_000)] = 10_000
    """The time limit for the body of a request."""
    hello_ms: Annotated[int, number(100, 600_000)] = 5_000
    """The time limit for a socket's hello."""
    metrics_from: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses that may read /metrics without a token."""
    login: Rate = Rate(10, 6_000)
    guest: Rate = Rate(5, 60_000)
    """The rate of guest cards for one address."""
    read: Rate = Rate(120, 20)
    write: Rate = Rate(60, 50)
    act: Rate = Rate(40, 50)
    """The rate of messages of one socket."""
    address: Rate = Rate(2_000, 1)
    """The rate of all requests of one address."""


class TableFile(msgspec.Struct, frozen=True, kw_only=True):
    """``[[table]]``: a table with its game, its posting and its terms."""

    name: str
    game: str
    posting: dict[str, Any] = {}
    """The posting as written, for ``find(game)(posting)``: dollars, words and limits."""
    terms: Annotated[Terms, Part()]
    bankroll: Annotated[int, Dollars()] = 0
    """Chips that the house puts on the table when it first opens, in cents."""
    meters: Annotated[dict[str, tuple[int, ...]], DollarLists()] = {}
    """Wager -> initial meters in cents, where they differ from the seeds."""
    dealer: str = "automatic"
    open: bool = True
    """True if the table opens with the room."""


class Staff(msgspec.Struct, frozen=True):
    """``[[staff]]``: a member of the staff.

    The PIN is made, and printed once, at the first start.
    """

    never: ClassVar[dict[str, str]] = NO_PIN
    name: str
    role: str
    card: str


class Display(msgspec.Struct, frozen=True):
    """``[[display]]``: the public screen of a table."""

    never: ClassVar[dict[str, str]] = NO_PIN
    name: str
    table: str
    card: str


class Guests(msgspec.Struct, frozen=True):
    """``[guests]``: guest cards, each an account with ``cents`` for any visitor.

    For a demonstration only: the money on such a card belongs to no person.
    """

    switches: ClassVar[tuple[str, ...]] = ("cards",)
    """The section counts only where this key is true."""
    cents: Annotated[int, Dollars("amount")] = 1_000_00
    cashier: str = ""
    """The card of the cashier in whose shift it is booked."""


class RoomSection(msgspec.Struct, frozen=True, kw_only=True):
    """``[room]``: its name and its day."""

    name: str
    utc_offset_minutes: Annotated[int, UtcOffset("utc_offset")] = Calendar().utc_offset_minutes
    day_begins_minutes: Annotated[int, TimeOfDay("day_begins")] = Calendar().day_begins_minutes
    """The beginning of a gaming day, in minutes after midnight of the room's local time."""
    longest_closing_ms: Annotated[int, hours("longest_closing_hours", 0, 24 * 366)] = 48 * HOUR
    """A start later than this after the last row raises an alarm; 0: none does."""


class RoomFile(RoomSection, frozen=True, kw_only=True):
    """A whole room."""

    thresholds: Thresholds = Thresholds()
    logins: PeopleTerms = PeopleTerms()
    guests: Guests | None = None
    """Guest cards; None: only people registered at the cage have an account."""
    server: Server = Server()
    tables: tuple[TableFile, ...] = ()
    staff: tuple[Staff, ...] = ()
    displays: tuple[Display, ...] = ()
    notes: tuple[str, ...] = ()
    """Allowed but unusual settings, for the person who starts the room."""
    source: str = ""
    """The SHA-256 of the file; empty for a room made in code."""

    def digest(self) -> str:
        """Return the SHA-256 of the room, including comments and lay-out of the file
        (``source``).
        """
        return sha256(msgspec.json.encode(self, order="deterministic")).hexdigest()

    @property
    def calendar(self) -> Calendar:
        """Return the room's local time and gaming days."""
        return Calendar(self.utc_offset_minutes, self.day_begins_minutes)

    @property
    def cage(self) -> CageTerms:
        """Return the terms of the cage."""
        posted = {name: getattr(self.thresholds, name) for name in Thresholds.__struct_fields__}
        return CageTerms(**posted, calendar=self.calendar, room=self.name)


SECTIONS: dict[str, type[msgspec.Struct]] = {
    "room": RoomSection,
    "thresholds": Thresholds,
    "logins": PeopleTerms,
    "guests": Guests,
    "server": Server,
    "terms": Terms,
}
"""The sections of a file that stand there once, by their keys."""
LISTS: dict[str, type[msgspec.Struct]] = {"table": TableFile, "staff": Staff, "display": Display}
"""The sections of which there may be several."""
