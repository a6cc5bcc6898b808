"""Bodies and answers of the REST interface, each field with its limits.

What the room itself gives back (a receipt, a login, somebody as staff sees them) is sent as it is;
here is only what comes in, and what is put together for the wire.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from houseway.presentation.layout import Look
from houseway.room.api.messages import Chair

Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
PersonNo: TypeAlias = Annotated[int, Meta(ge=1, le=2**53, description="The number of a person.")]
Number: TypeAlias = Annotated[int, Meta(ge=1, le=2**53)]
Most: TypeAlias = Annotated[int, Meta(ge=1, le=1000, description="How many at most.")]
TableName: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=40, description="The name of a table.")
]
GameId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=60, description="A game's id.")]
CardNo: TypeAlias = Annotated[
    str, Meta(min_length=4, max_length=24, pattern="^[0-9 -]+$", description="Digits of a card.")
]
Pin: TypeAlias = Annotated[str, Meta(min_length=4, max_length=12, pattern="^[0-9]+$")]
Reason: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=200, description="Why; it stands in the books.")
]
Cents: TypeAlias = Annotated[int, Meta(ge=1, le=10**12, description="Whole cents.")]
Moved: TypeAlias = Annotated[int, Meta(ge=-(10**12), le=10**12, description="Cents, up or down.")]
Token: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
SeatNo: TypeAlias = Annotated[int, Meta(ge=0, le=99, description="A seat; 0: any, or none.")]

Milliseconds: TypeAlias = Annotated[int, Meta(ge=0, le=24 * 3_600_000)]
Posting: TypeAlias = Annotated[
    dict[
        Annotated[str, Meta(min_length=1, max_length=60)],
        Annotated[str, Meta(max_length=200)] | Annotated[int, Meta(ge=0, le=10**9)] | bool,
    ],
    Meta(max_length=200, description="What is posted, by its keys (houseway rules GAME)."),
]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What comes in; a field that is not known is refused."""


class Card(Body, frozen=True):
    """Card, PIN and the name of the station at which they are used."""

    card: CardNo
    pin: Pin
    station: Text


class Swiped(Body, frozen=True):
    """A card that was swiped: never part of an address."""

    card: CardNo


class NewAccount(Body, frozen=True):
    """A player's account; without a card number, one is made."""

    name: Text
    pin: Pin
    card: CardNo | None = None
    firm: Annotated[str, Meta(max_length=40)] = ""


class NewStaff(Body, frozen=True):
    """A card for a member of the staff, a screen or a bot."""

    role: Literal["dealer", "cashier", "supervisor", "floor", "auditor", "admin", "display", "bot"]
    name: Text
    pin: Pin
    card: CardNo | None = None


class PinChange(Body, frozen=True):
    """The old PIN and the new one."""

    old: Pin
    new: Pin


class PinReset(Body, frozen=True):
    """A new PIN for somebody else, and why."""

    new: Pin
    reason: Reason


class NewCard(Body, frozen=True):
    """Another card for somebody, and why; without a number, one is made."""

    reason: Reason
    card: CardNo | None = None


class Why(Body, frozen=True):
    """The reason."""

    reason: Reason


class NewName(Body, frozen=True):
    """The right name."""

    name: Text


class NewRole(Body, frozen=True):
    """Another duty, and why."""

    role: Literal["dealer", "cashier", "supervisor", "floor", "auditor", "admin"]
    reason: Reason


class LoginAnswer(msgspec.Struct, frozen=True):
    """A login: the token for ``Authorization: Bearer``, whose it is, and the login before it."""

    token: str
    person: int
    role: str
    name: str
    station: str
    until_ms: int
    previous_ms: int | None
    previous_station: str
    wrong_since: int
    """Wrong PINs since then."""


class GuestWish(Body, frozen=True):
    """A guest card, wanted at a station; without a name, one is made."""

    station: Text
    name: Annotated[str, Meta(max_length=40)] = ""


class GuestCard(msgspec.Struct, frozen=True):
    """A guest card with so much on it, told once, and the login with it."""

    card: str
    pin: str
    cents: int
    login: LoginAnswer


class Me(msgspec.Struct, frozen=True):
    """Oneself: what is in the wallet, and where one sits."""

    person: int
    role: str
    name: str
    station: str
    cents: int
    seats: dict[str, int] = {}
    """Table -> seat."""


class Registration(Body, frozen=True):
    """A game to be seated for, with so much to sit down with; a table if one is wanted."""

    game: GameId
    cents: Cents
    table: Annotated[str, Meta(max_length=40)] = ""


class SeatWish(Body, frozen=True):
    """Sit down, leave, go away and come back, be ready, or top up: as over the socket."""

    do: Literal["sit", "leave", "away", "back", "ready", "top_up"]
    seat: SeatNo = 0
    cents: Annotated[int, Meta(ge=0, le=10**12)] = 0


class MeterLine(msgspec.Struct, frozen=True):
    """A progressive meter as the lobby shows it; ``wager`` is what its wager is called."""

    spot: str
    number: int
    words: str
    cents: int
    wager: str = ""


class TableLine(msgspec.Struct, frozen=True):
    """A table as the lobby lists it.

    ``bet`` is what the main wager is called and ``bet_least`` to ``bet_most`` are its limits, in
    cents; where players bet against each other there is none, and ``look.stakes`` says what is
    played for.
    """

    table: str
    game: str
    name: str
    status: str
    why: str
    seats: int
    taken: int
    waiting: int
    buy_in_least: int
    buy_in_most: int
    rules: str
    """The fingerprint of the rules in force."""
    look: Look = Look()
    kind: str = ""
    """What is dealt: ``cards``, ``tiles``, ``dice``."""
    bet: str = ""
    bet_least: int = 0
    bet_most: int = 0
    meters: tuple[MeterLine, ...] = ()
    wagers: tuple[str, ...] = ()
    """What all wagers are called here."""
    practice: bool = False
    """Whether it is a table to learn at: hints are given."""


class RoomInfo(msgspec.Struct, frozen=True):
    """Which room this is: its name, the program, its clock, the key that signs its heads."""

    name: str
    version: str
    now_ms: int
    key: str
    games: list[str]
    guest_cents: int = 0
    """What is on a guest card; 0: the room gives out none."""


class TableLook(msgspec.Struct, frozen=True):
    """A table with everybody who sits at it."""

    line: TableLine
    posting: dict[str, str]
    chairs: list[Chair]
    round: int
    seq: int
    root: str


class Cash(Body, frozen=True):
    """So much cash for somebody's account."""

    person: PersonNo
    cents: Cents


class Adjustment(Body, frozen=True):
    """An account is put right, up or down, for a reason."""

    person: PersonNo
    cents: Moved
    reason: Reason


class Counted(Body, frozen=True):
    """What was counted in a drawer, in cents; ``shift`` of somebody else, 0: one's own."""

    cents: Annotated[int, Meta(ge=0, le=10**12)]
    shift: Annotated[int, Meta(ge=0, le=2**53)] = 0


class TermsBody(Body, frozen=True, kw_only=True):
    """What is posted at a table beside its game: cents and milliseconds (docs/room.md)."""

    buy_in_least: Cents
    buy_in_most: Cents
    seats: Annotated[int, Meta(ge=1, le=99)]
    start_with: Annotated[int, Meta(ge=1, le=99)] = 1
    return_within_ms: Milliseconds = 3_600_000
    window_ms: Milliseconds = 20_000
    question_ms: Milliseconds = 25_000
    arrange_ms: Milliseconds = 60_000
    pause_ms: Milliseconds = 5_000
    away_after: Annotated[int, Meta(ge=0, le=1000)] = 2
    hold_ms: Milliseconds = 1_800_000
    offer_ms: Milliseconds = 60_000
    watch_delay_ms: Milliseconds = 0
    practice: bool = False


class TableOpening(Body, frozen=True):
    """How a table is opened: a new one with its game, one that was closed as it is posted."""

    game: Annotated[str, Meta(max_length=60)] = ""
    posting: Posting | None = None
    terms: TermsBody | None = None


class MaybeWhy(Body, frozen=True):
    """A reason, if there is one to be told."""

    reason: Annotated[str, Meta(max_length=200)] = ""


class RulingBody(Body, frozen=True):
    """A ruling; ``pieces`` in their notation, as ``Ks 9d``."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    seat: SeatNo = 0
    pieces: Annotated[str, Meta(max_length=200)] = ""
    amount: Annotated[int, Meta(ge=0, le=10**12)] = 0
    reason: Annotated[str, Meta(max_length=200)] = ""


class RulingMade(RulingBody, frozen=True, kw_only=True):
    """A ruling to be made at a table that still stands at row ``seq``.

    ``second`` is the token of a second person's own login, where two rule together.
    """

    seq: Annotated[int, Meta(ge=0, le=2**53)]
    second: Annotated[str, Meta(max_length=200)] = ""


class SeatOther(Body, frozen=True):
    """Somebody to be seated with so much of their account."""

    person: PersonNo
    cents: Cents
    seat: SeatNo = 0


class SeatMove(Body, frozen=True):
    """Another table for somebody, and why."""

    to: TableName
    reason: Reason
    seat: SeatNo = 0


class Moving(msgspec.Struct, frozen=True):
    """The number of a move; what became of it stands in the log of events."""

    move: int


class PostingProposal(Body, frozen=True):
    """What is to be posted at a closed table; what is left out stays as it is."""

    reason: Reason
    game: Annotated[str, Meta(max_length=60)] = ""
    posting: Posting | None = None
    terms: TermsBody | None = None


class MeterProposal(Body, frozen=True):
    """So many cents to a meter, or from it; ``in_transit``: some that left another meter."""

    spot: Annotated[str, Meta(min_length=1, max_length=60)]
    cents: Moved
    reason: Reason
    number: Annotated[int, Meta(ge=0, le=99)] = 0
    in_transit: bool = False


class TransferProposal(Body, frozen=True):
    """All that a meter holds, to the same meter of another table."""

    spot: Annotated[str, Meta(min_length=1, max_length=60)]
    to: TableName
    reason: Reason
    number: Annotated[int, Meta(ge=0, le=99)] = 0


class Filled(Body, frozen=True):
    """Money of the house, to a table or from it."""

    cents: Cents


class DayBody(Body, frozen=True):
    """A gaming day by its date; empty: the one before today."""

    day: Annotated[str, Meta(max_length=10)] = ""
