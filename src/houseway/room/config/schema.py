"""The two forms of a room file: as written, and as the room uses it.

The keys of a file (``…Part``) have amounts in dollars and times in the unit of their name.
``docs/room.md`` explains each of them; a test keeps both in agreement. ``load.py`` makes the
checked form, with amounts in cents and times in milliseconds. The server uses its part
(``[server]``) as written.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, ClassVar, TypeAlias

import msgspec

from houseway.room.api.table_types import Terms
from houseway.room.cage.state import CageTerms
from houseway.room.gaming_day import Calendar
from houseway.room.people.sessions import PeopleTerms

# The checked form.


class Thresholds(msgspec.Struct, frozen=True, kw_only=True):
    """Amounts, in cents, above which a command needs a second person or a note."""

    payout: int = 3_000_00
    """The amount above which a payout takes a second person."""
    adjustment: int = 500_00
    """The amount above which an adjustment takes a second person."""
    large_cash: int = 10_000_00
    """Cash in or out of one person in one gaming day from which it is noted."""
    large_win: int = 5_000_00
    """Winnings of one round from which they are noted."""
    pending_ms: int = 15 * 60_000
    """Milliseconds that a request waits for its second person."""


class Rate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rate limit: the number allowed at once, and the milliseconds for each further one."""

    burst: int
    """The number allowed at once."""
    every_ms: int
    """Milliseconds until one more is allowed."""


class Server(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``[server]``: addresses, TLS, sizes, rates."""

    host: str = "127.0.0.1"
    port: int = 8080
    certificate: str = ""
    """The file of the TLS certificate chain; with ``private_key`` the server speaks HTTPS."""
    private_key: str = ""
    proxies: tuple[str, ...] = ()
    """Addresses of trusted proxies, whose X-Forwarded-For and -Proto count; none by default."""
    deflate: bool = False
    """True to compress socket messages: for remote players only, since it costs CPU time."""
    most_head: int = 16 * 1024
    """The most bytes of a request before its body."""
    most_body: int = 16 * 1024
    most_message: int = 16 * 1024
    sockets_each: int = 4
    """The most open sockets of one person."""
    sockets_address: int = 2_000
    """The most open sockets of one address; a room's stations may share one."""
    connections_address: int = 64
    """The most connections of one address: requests, and sockets before their hello."""
    head_ms: int = 3_000
    """The time limit for the head of a request."""
    body_ms: int = 10_000
    """The time limit for the body of a request."""
    hello_ms: int = 5_000
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
    """A table: its game, its posting, its terms."""

    name: str
    game: str
    posting: dict[str, Any] = {}
    """The posting as written, for ``find(game)(posting)``: dollars, words and limits."""
    terms: Terms
    bankroll: int = 0
    """Chips that the house puts on the table when it first opens, in cents."""
    meters: dict[str, tuple[int, ...]] = {}
    """Wager -> initial meters in cents, where they differ from the seeds."""
    dealer: str = "automatic"
    open: bool = True
    """True if the table opens with the room."""


class Staff(msgspec.Struct, frozen=True):
    """A member of the staff. The PIN is made, and printed once, at the first start."""

    name: str
    role: str
    card: str


class Display(msgspec.Struct, frozen=True):
    """The community screen of a table."""

    name: str
    table: str
    card: str


class Guests(msgspec.Struct, frozen=True):
    """Guest cards: an account with this number of cents for any visitor, booked as cash of a
    cashier.

    For a demonstration only: the money on such a card belongs to no person.
    """

    cents: int
    cashier: str
    """The card of the cashier in whose shift it is booked."""


class RoomFile(msgspec.Struct, frozen=True, kw_only=True):
    """A whole room."""

    name: str
    utc_offset_minutes: int = 0
    day_begins_minutes: int = 6 * 60
    """The beginning of a gaming day, in minutes after midnight of the room's local time."""
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
        posted = self.thresholds
        return CageTerms(
            payout=posted.payout,
            adjustment=posted.adjustment,
            large_cash=posted.large_cash,
            pending_ms=posted.pending_ms,
            calendar=self.calendar,
            room=self.name,
        )


# The file as it is written.

Dollars: TypeAlias = int | str
"""Whole dollars (``500``) or text (``"7.50"``)."""


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of a room file."""


class RoomPart(Part, frozen=True):
    """``[room]``: its name and its day."""

    name: str
    utc_offset: str = "+00:00"
    day_begins: str = "06:00"


class ThresholdsPart(Part, frozen=True):
    """``[thresholds]``: amounts above which a command needs a second person or a note."""

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
    """``[guests]``: guest cards, their amount, and the cashier who issues them."""

    cards: bool = False
    amount: Dollars = 1_000
    cashier: str = ""


class TermsPart(Part, frozen=True):
    """``[terms]`` for all tables, ``[table.terms]`` for one; defaults apply otherwise."""

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
    """``[[table]]``: a table, its game and its posting."""

    name: str
    game: str
    posting: dict[str, Any] = {}
    terms: TermsPart = TermsPart()
    bankroll: Dollars = 0
    meters: dict[str, list[Dollars]] = {}
    dealer: str = "automatic"
    open: bool = True


class StaffPart(Part, frozen=True):
    """``[[staff]]``: a member of the staff."""

    never: ClassVar[dict[str, str]] = {
        "pin": "a PIN never stands in a file: it is made at the first start, and printed once"
    }
    name: str
    role: str
    card: str


class DisplayPart(Part, frozen=True):
    """``[[display]]``: a public screen that shows a table."""

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
