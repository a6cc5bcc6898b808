"""The parts of ``room.toml`` and the checked configuration."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, ClassVar, TypeAlias

import msgspec

from houseway.room.cage.desk import CageTerms
from houseway.room.gaming_day import Calendar
from houseway.room.people.sessions import PeopleTerms
from houseway.room.tables.terms import Terms

# -- config made ------------------------------------------------------------------------------
# What a room is run with: amounts in cents, times in milliseconds, everything checked.


class Thresholds(msgspec.Struct, frozen=True, kw_only=True):
    """Amounts above which more is needed, in cents."""

    payout: int = 3_000_00
    """A payout above it takes a second person."""
    adjustment: int = 500_00
    """So does an adjustment."""
    large_cash: int = 10_000_00
    """Cash in, or cash out, of one person in one gaming day from which on it is noted."""
    large_win: int = 5_000_00
    """Winnings of one round from which on they are noted."""
    pending_ms: int = 15 * 60_000
    """How long something waits for its second person."""


class Rate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many at once, and one more every so many milliseconds."""

    burst: int
    every_ms: int


class Server(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``[server]``: how the server meets the world: addresses, TLS, sizes, rates."""

    host: str = "127.0.0.1"
    port: int = 8080
    certificate: str = ""
    """The file of the TLS certificate chain; with ``private_key`` the server speaks HTTPS."""
    private_key: str = ""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies whose X-Forwarded-For and -Proto are believed; none by default."""
    deflate: bool = False
    """Compress what goes over sockets: for remote players only, it costs more than it saves."""
    most_body: int = 16 * 1024
    most_message: int = 16 * 1024
    sockets_each: int = 4
    """Open sockets of one person."""
    sockets_address: int = 2_000
    """Open sockets of one address: a room's stations may all stand behind one."""
    hello_ms: int = 10_000
    """How long a socket may take to say hello."""
    metrics_from: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses that read /metrics without a token."""
    login: Rate = Rate(10, 6_000)
    guest: Rate = Rate(5, 60_000)
    """Guest cards for one address."""
    read: Rate = Rate(120, 20)
    write: Rate = Rate(60, 50)
    act: Rate = Rate(40, 50)
    """Messages of one socket."""
    address: Rate = Rate(2_000, 1)
    """All requests of one address."""


class TableFile(msgspec.Struct, frozen=True, kw_only=True):
    """A table: its game, what is posted, its terms."""

    name: str
    game: str
    posting: dict[str, Any] = {}
    """As it is written: dollars, words and limits, for ``find(game)(posting)``."""
    terms: Terms
    bankroll: int = 0
    """What the house puts on the table when it first opens."""
    meters: dict[str, tuple[int, ...]] = {}
    """Wager -> what its meters begin with, where that is not their seed."""
    dealer: str = "automatic"
    open: bool = True
    """Whether the table opens with the room."""


class Staff(msgspec.Struct, frozen=True):
    """Somebody who works in the room.  The PIN is made, and printed once, at the first start."""

    name: str
    role: str
    card: str


class Display(msgspec.Struct, frozen=True):
    """The community screen of a table."""

    name: str
    table: str
    card: str


class Guests(msgspec.Struct, frozen=True):
    """Guest cards: anybody gets an account with so many cents, which a cashier takes in as cash.

    For a demonstration only: what is on such a card is nobody's money.
    """

    cents: int
    cashier: str
    """The card of the member of the staff in whose shift it is booked."""


class RoomFile(msgspec.Struct, frozen=True, kw_only=True):
    """A whole room."""

    name: str
    utc_offset_minutes: int = 0
    day_begins_minutes: int = 6 * 60
    """When a gaming day begins, in minutes after midnight of the room's own time."""
    thresholds: Thresholds = Thresholds()
    logins: PeopleTerms = PeopleTerms()
    guests: Guests | None = None
    """None: nobody has an account whom the cage has not seen."""
    server: Server = Server()
    tables: tuple[TableFile, ...] = ()
    staff: tuple[Staff, ...] = ()
    displays: tuple[Display, ...] = ()
    notes: tuple[str, ...] = ()
    """What is allowed but unusual, for who starts the room."""
    source: str = ""
    """The SHA-256 of the file; empty for a room made in code."""

    def digest(self) -> str:
        """The SHA-256 of all of it, comments and lay-out of the file (``source``) included."""
        return sha256(msgspec.json.encode(self, order="deterministic")).hexdigest()

    @property
    def calendar(self) -> Calendar:
        """The room's own time and its gaming days."""
        return Calendar(self.utc_offset_minutes, self.day_begins_minutes)

    @property
    def cage(self) -> CageTerms:
        """What is posted about the cage."""
        posted = self.thresholds
        return CageTerms(
            payout=posted.payout,
            adjustment=posted.adjustment,
            large_cash=posted.large_cash,
            pending_ms=posted.pending_ms,
            calendar=self.calendar,
            room=self.name,
        )


# -- config parts -----------------------------------------------------------------------------
# The keys of a room file, as they are written: amounts in dollars, times in the unit they name.
#
# ``docs/room.md`` explains each of them; a test holds the two together. What a room is run with
# is made of these in ``load.py``; the server takes its part (``[server]``) as it is written.

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
