"""What a room is run with: amounts in cents, times in milliseconds, everything checked."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec

from houseway.room.desk import CageTerms
from houseway.room.gaming_day import Calendar
from houseway.room.logins import PeopleTerms
from houseway.room.terms import Terms


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
