"""Bodies and answers of the REST interface, each field with its limits.

Structs of the room (a receipt, a login, a person as staff see them) are sent as they are. This
module has only request bodies and what is composed for the wire.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from houseway.game.face.layout import Look
from houseway.room.api.messages import Chair
from houseway.room.api.table_types import Terms

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
    """A request body; an unknown field is refused."""


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
    """A new PIN for another person, with the reason."""

    new: Pin
    reason: Reason


class NewCard(Body, frozen=True):
    """A new card for another person, with the reason; without a number one is made."""

    reason: Reason
    card: CardNo | None = None


class GivenReason(Body, frozen=True):
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
    """A guest card with its money, shown once, and its login."""

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
    """A game to be seated for, with the buy-in in cents; a table if one is wanted."""

    game: GameId
    cents: Cents
    table: Annotated[str, Meta(max_length=40)] = ""


class SeatCommand(Body, frozen=True):
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
    """The pieces: ``cards``, ``tiles``, ``dice``."""
    bet: str = ""
    bet_least: int = 0
    bet_most: int = 0
    meters: tuple[MeterLine, ...] = ()
    wagers: tuple[str, ...] = ()
    """Words for all wagers of the table."""
    practice: bool = False
    """A table to learn at: hints are given."""


class RoomInfo(msgspec.Struct, frozen=True):
    """The room: its name, the program, its clock, the key that signs its heads."""

    name: str
    version: str
    now_ms: int
    key: str
    games: list[str]
    guest_cents: int = 0
    """The money on a guest card in cents; 0: the room issues none."""


class TableDetail(msgspec.Struct, frozen=True):
    """A table with everybody who sits at it."""

    line: TableLine
    posting: dict[str, str]
    chairs: list[Chair]
    round: int
    seq: int
    root: str


class Cash(Body, frozen=True):
    """Cash in cents for the account of a person."""

    person: PersonNo
    cents: Cents


class Adjustment(Body, frozen=True):
    """An account is put right, up or down, for a reason."""

    person: PersonNo
    cents: Moved
    reason: Reason


class CountedDrawer(Body, frozen=True):
    """A counted drawer in cents; ``shift`` is another cashier's, 0: the caller's own.

    A reason is for a drawer that is closed short; a supervisor can give it too.
    """

    cents: Annotated[int, Meta(ge=0, le=10**12)]
    shift: Annotated[int, Meta(ge=0, le=2**53)] = 0
    reason: Annotated[str, Meta(max_length=200)] = ""


_USUAL = Terms(buy_in_least=1, buy_in_most=1, seats=1)
"""Terms with their defaults, which stand in ``Terms`` alone."""


class TermsBody(Body, frozen=True, kw_only=True):
    """Terms posted at a table in addition to its game: cents and milliseconds (docs/room.md)."""

    buy_in_least: Cents
    buy_in_most: Cents
    seats: Annotated[int, Meta(ge=1, le=99)]
    start_with: Annotated[int, Meta(ge=1, le=99)] = _USUAL.start_with
    people_least: Annotated[int, Meta(ge=0, le=99)] = _USUAL.people_least
    return_within_ms: Milliseconds = _USUAL.return_within_ms
    window_ms: Milliseconds = _USUAL.window_ms
    question_ms: Milliseconds = _USUAL.question_ms
    arrange_ms: Milliseconds = _USUAL.arrange_ms
    pause_ms: Milliseconds = _USUAL.pause_ms
    away_after: Annotated[int, Meta(ge=0, le=1000)] = _USUAL.away_after
    hold_ms: Milliseconds = _USUAL.hold_ms
    offer_ms: Milliseconds = _USUAL.offer_ms
    watch_delay_ms: Milliseconds = _USUAL.watch_delay_ms
    practice: bool = _USUAL.practice


class TableOpening(Body, frozen=True):
    """The opening of a table: a new one with its game, or a closed one as it is posted."""

    game: Annotated[str, Meta(max_length=60)] = ""
    posting: Posting | None = None
    terms: TermsBody | None = None


class OptionalReason(Body, frozen=True):
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
    """A person to be seated, with cents of their account."""

    person: PersonNo
    cents: Cents
    seat: SeatNo = 0


class SeatMove(Body, frozen=True):
    """Another table for a person, with the reason."""

    to: TableName
    reason: Reason
    seat: SeatNo = 0


class MoveTicket(msgspec.Struct, frozen=True):
    """The number of a move; what became of it stands in the log of events."""

    move: int


class PostingProposal(Body, frozen=True):
    """Options to be posted at a closed table; what is left out stays as it is."""

    reason: Reason
    game: Annotated[str, Meta(max_length=60)] = ""
    posting: Posting | None = None
    terms: TermsBody | None = None


class MeterProposal(Body, frozen=True):
    """Cents to a meter, or from it; ``in_transit``: cents that left another meter."""

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
    """Money of the house, to a table or from it, and why."""

    cents: Cents
    reason: Annotated[str, Meta(max_length=200)] = ""


class DayBody(Body, frozen=True):
    """A gaming day by its date; empty: the one before today."""

    day: Annotated[str, Meta(max_length=10)] = ""


class PersonChange(msgspec.Struct, frozen=True):
    """The answer to a change of a person."""

    waiting: str = ""
    """The name under which it waits for a second person; empty: it is done."""


class AccountOpened(msgspec.Struct, frozen=True):
    """An account as it was opened, with the card number: whole for a player, masked for others."""

    person: int
    role: str
    name: str
    card: str
    waiting: str = ""
    """The name under which it waits for a second person; empty: it is done."""


class Known(msgspec.Struct, frozen=True):
    """A person as staff sees them: the card masked, without the PIN."""

    person: int
    role: str
    name: str
    card: str
    locked: bool
    excluded: bool
    wrong: int
    last_login_ms: int | None
    last_station: str
    station: str
    """The station of the present login; empty if there is none."""
    firm: str
