"""Answers about tables: terms, status, chairs, waiting lists, rulings and meters."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from houseway.room.settings import DollarRange, minutes, number, seconds

State = Literal["here", "away", "leaving"]


Status = Literal["new", "open", "closing", "paused", "shut", "faulted"]


class Terms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The terms of a table, posted together with its game."""

    buy_in_least: Annotated[int, DollarRange("buy_in", 0)]
    buy_in_most: Annotated[int, DollarRange("buy_in", 1)]
    seats: Annotated[int, number(1, 100)]
    """Number of chairs."""
    start_with: Annotated[int, number(1, 100)] = 1
    """A round begins with this number of players, or with the number that the game needs if that
    is more."""
    people_least: Annotated[int, number(0, 100)] = 0
    """A round begins only with this number of players who are not bots."""
    return_within_ms: Annotated[int, minutes("return_minutes", 0, 24 * 60)] = 3_600_000
    """For this time a player may not come back with less than they left with."""
    window_ms: Annotated[int, seconds("betting_seconds", 3, 3_600)] = 20_000
    """Time for wagers after the first has been placed."""
    question_ms: Annotated[int, seconds("question_seconds", 3, 3_600)] = 25_000
    arrange_ms: Annotated[int, seconds("arrange_seconds", 3, 3_600)] = 60_000
    """Time to set a hand."""
    pause_ms: Annotated[int, seconds("pause_seconds", 0, 600)] = 5_000
    """Time for a result before the next round."""
    away_after: Annotated[int, number(0, 100)] = 2
    """The number of consecutive timed-out rounds after which the seat is away."""
    hold_ms: Annotated[int, minutes("hold_minutes", 0, 24 * 60)] = 1_800_000
    """Time for which a chair is kept for a player who is away or has no chips (0: without
    limit).
    """
    offer_ms: Annotated[int, seconds("offer_seconds", 5, 3_600)] = 60_000
    """Time for which a chair is kept for a person called from the waiting list."""
    watch_delay_ms: Annotated[int, seconds("watch_delay_seconds", 0, 24 * 3_600)] = 0
    """Delay after the end of a round before spectators see it."""
    practice: bool = False
    """A table to learn at: hints are given."""


class Answer(msgspec.Struct, frozen=True):
    """The answer to a command: the row that made it durable."""

    seq: int
    round: int = 0
    seat: int = 0
    cents: int = 0


class VoidAnswer(Answer, frozen=True):
    """The answer to a void."""

    waiting: str = ""
    """The name under which it waits for a second person; empty: it is done."""


class TableSeen(msgspec.Struct, frozen=True):
    """A table as the floor sees it."""

    table: str
    status: Status
    why: str
    game: str
    name: str
    posting: dict[str, Any]
    terms: Terms
    rules: str
    seq: int
    """The last row of its log: what is done to the table is asked with it."""
    round: int
    playing: bool
    seated: int
    free: int


class Refund(msgspec.Struct, frozen=True):
    """The refund of a void for one person, and its effect on every account."""

    round: int
    seq: int
    seats: dict[int, int]
    """Seat -> by how much its chips change."""
    accounts: dict[str, int]
    words: tuple[str, ...]


class Call(msgspec.Struct, frozen=True):
    """A call to a table, and the time until which the chair is kept."""

    table: str
    seat: int
    until: int


class ChairSeen(msgspec.Struct, frozen=True):
    """A chair as the floor sees it; without a person it is free or kept for one."""

    seat: int
    person: int = 0
    name: str = ""
    chips: int = 0
    result: int = 0
    state: State | None = None
    since: int = 0
    missed: int = 0
    ended: bool = False
    playing: bool = False
    kept_for: int = 0
    kept_until: int = 0


class Waiter(msgspec.Struct, frozen=True):
    """A person on a waiting list."""

    game: str
    place: int
    """1 is the next; 0 is called already."""
    person: int
    name: str
    cents: int
    since: int
    table: str
    call: Call | None


class Whereabouts(msgspec.Struct, frozen=True):
    """The state of a registered person: at a table, called to one, or at a place on the list."""

    game: str
    table: str = ""
    seat: int = 0
    call: Call | None = None
    place: int = 0


class RulingAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A requested ruling; ``pieces`` in their notation, as ``Ks 9d``."""

    name: str
    seat: int = 0
    pieces: str = ""
    amount: int = 0
    reason: str = ""


class RulingKnown(msgspec.Struct, frozen=True):
    """A ruling that the game of a table has."""

    name: str
    words: str
    takes: tuple[str, ...]
    clauses: tuple[str, ...]
    needs: str
    """The role that makes it: ``floor`` or ``dealer``."""
    fits: bool | None
    """It can be made now; None: that depends on its arguments."""
    why_not: str = ""
    seats: tuple[int, ...] = ()
    """The seats about which it can be made now, where it takes one."""


class Moved(msgspec.Struct, frozen=True):
    """The effect of a ruling on one account: a seat's chips, its wagers, the pot, the house."""

    account: str
    seat: int
    cents: int
    words: str


class RulingPreview(msgspec.Struct, frozen=True):
    """The effect that a ruling would have, at this row of the table's log."""

    table: str
    seq: int
    """The ruling is made with this number: if anything has happened since, it is refused."""
    round: int
    ruling: str
    says: str
    clauses: tuple[str, ...]
    moves: tuple[Moved, ...]
    events: tuple[str, ...]
    ends: str
    """The next step: a question, a deal, the end of the round, or that cards decide."""


class MeterSeen(msgspec.Struct, frozen=True):
    """A meter: what its display shows, what the books hold, and whether all of it adds up.

    Amounts that end in ``parts`` are ten-thousandths of a cent.  At each moment seed and
    contributions less what was paid are meter and reserve (``adds_up``), and the account holds the
    whole cents of both (``agrees``).
    """

    table: str
    game: str
    spot: str
    number: int
    words: str
    display: int
    reserve: int
    account: str
    books: int
    holds: int
    remainder_parts: int
    """The rest of a cent, which stays with the house until it is a whole one."""
    seeded_parts: int
    taken_parts: int
    paid_parts: int
    won: int
    seed: int
    rate: int
    """In ten-thousandths of the wager."""
    adds_up: bool
    agrees: bool


class MeterReport(msgspec.Struct, frozen=True):
    """All meters of the room, and what is on the way from one to another."""

    meters: tuple[MeterSeen, ...]
    in_transit: int
    agrees: bool


class MeterChange(msgspec.Struct, frozen=True):
    """One change of a meter: when, by how many cents, by whose wager or by whom."""

    at: int
    seq: int
    cents: int
    what: str
    """``paid in``, ``won``, ``seed``, ``taken back``, ``changed`` or ``transferred``."""
    round: int = 0
    seat: int = 0
    person: int = 0
    name: str = ""
    why: str = ""
    second: int = 0
