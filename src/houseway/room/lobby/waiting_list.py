"""Waiting lists, one for each game of the room, and calls to seats.

Pure, like the seating of a table: a request gives a fact or a refusal, and ``apply`` gives the next
list. A registered person is called to the first free seat of a table of that game (CA-LTN-06). The
seat is held until they sit down or the time is over (``seat_rules.hold``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from houseway.money import format_dollars
from houseway.room.api.table_types import Call, Terms
from houseway.room.errors import Denied
from houseway.room.tables.seat_rules import buy_in_bounds, free_seats, seat_of
from houseway.room.tables.seats import Player, Seating, TimedSeatEvent
from houseway.util.english import n, nth

REGISTERS = ("CA-LTN-06",)


class Wait(msgspec.Struct, frozen=True, rename={"player": "guest"}):
    """A person waits for a game, at one table or at any, with a buy-in in cents."""

    player: Player
    game: str
    cents: int
    since: int
    table: str = ""
    call: Call | None = None


class WaitingList(msgspec.Struct, frozen=True):
    """The waiting list, the longest wait first."""

    waits: tuple[Wait, ...] = ()


class Chairs(msgspec.Struct, frozen=True):
    """A table as the list sees it."""

    table: str
    game: str
    terms: Terms
    seating: Seating
    open: bool = True


class Registered(TimedSeatEvent, frozen=True, tag="registered", rename={"player": "guest"}):
    """Row: a person has registered."""

    player: Player
    game: str
    cents: int
    table: str = ""


class Called(TimedSeatEvent, frozen=True, tag="called"):
    """Row: a seat is held for a person."""

    person: int
    game: str
    table: str
    seat: int
    until: int


class Removed(TimedSeatEvent, frozen=True, tag="removed"):
    """Row: a person no longer waits: sat down, was taken off, or did not come."""

    person: int
    game: str
    why: str


Fact: TypeAlias = Registered | Called | Removed


def apply(waiting: WaitingList, fact: Fact) -> WaitingList:
    """Return the list after a fact."""
    match fact:
        case Registered():
            wait = Wait(fact.player, fact.game, fact.cents, fact.at, fact.table)
            return WaitingList((*waiting.waits, wait))
        case Called():
            call = Call(fact.table, fact.seat, fact.until)
            return WaitingList(
                tuple(
                    replace(w, call=call) if _is(w, fact.person, fact.game) else w
                    for w in waiting.waits
                )
            )
        case Removed():
            kept = (w for w in waiting.waits if not _is(w, fact.person, fact.game))
            return WaitingList(tuple(kept))


def _is(wait: Wait, person: int, game: str) -> bool:
    """Return True for the wait of this person for this game."""
    return wait.player.person == person and wait.game == game


def register(
    waiting: WaitingList,
    chairs: Sequence[Chairs],
    guest: Player,
    game: str,
    cents: int,
    at: int,
    table: str = "",
) -> Registered:
    """Register a person for a game, or for one table of it."""
    if wait := entry_of(waiting, guest.person, game):
        raise Denied(_waits_already(waiting, wait), clauses=REGISTERS)
    tables = [c for c in chairs if c.game == game and table in ("", c.table)]
    if not tables:
        where = f"at table {table}" if table else "in this room"
        raise Denied(f"{game} is not dealt {where}", "unknown", REGISTERS)
    others = [c for c in tables if not seat_of(c.seating, guest.person)]
    if not others:
        raise Denied(f"you sit at {_all(tables)} already; one seat each")
    if not any(_takes(c, guest.person, cents, at) for c in others):
        bounds = [buy_in_bounds(c.seating, c.terms, guest.person, at) for c in others]
        least, most = min(low for low, _ in bounds), max(high for _, high in bounds)
        raise Denied(
            f"no table of {game} takes a buy-in of {format_dollars(cents)}; "
            f"it is from {format_dollars(least)} to {format_dollars(most)}",
            clauses=("CA-LTN-28",),
        )
    return Registered(at=at, player=guest, game=game, cents=cents, table=table)


def _waits_already(waiting: WaitingList, wait: Wait) -> str:
    """Return the sentence about a person's present place on the list."""
    if wait.call:
        return f"seat {wait.call.seat} at table {wait.call.table} is kept for you already"
    place = nth(place_of(waiting, wait.player.person, wait.game))
    return f"you wait for {wait.game} already, as the {place} on the list"


def _all(tables: Sequence[Chairs]) -> str:
    """Return words for the tables of a game."""
    if len(tables) == 1:
        return f"table {tables[0].table}"
    return "every table of this game"


def _takes(chairs: Chairs, person: int, cents: int, at: int) -> bool:
    """Return True if a table would take this person with this buy-in."""
    if seat_of(chairs.seating, person):
        return False
    least, most = buy_in_bounds(chairs.seating, chairs.terms, person, at)
    return least <= cents <= most


def withdraw(waiting: WaitingList, person: int, game: str, at: int) -> Removed:
    """Take a person off the list of a game."""
    if not entry_of(waiting, person, game):
        raise Denied(f"you do not wait for {game}", "unknown")
    return Removed(at=at, person=person, game=game, why="asked to be taken off")


def seated(
    waiting: WaitingList, person: int, game: str, table: str, at: int
) -> tuple[Removed, ...]:
    """Take a person who has sat down off the lists that this ends."""
    wait = entry_of(waiting, person, game)
    if wait is None or wait.table not in ("", table):
        return ()
    return (Removed(at=at, person=person, game=game, why=f"sits at table {table}"),)


def check_turn(waiting: WaitingList, chairs: Chairs, person: int, at: int) -> None:
    """Refuse a free choice of seat while others wait for that table.

    It is allowed if there are enough free seats for all who registered before.
    """
    if any(held.person == person for held in chairs.seating.held.values()):
        return
    before = _wanting(waiting, chairs, person, at)
    free = len(free_seats(chairs.seating, chairs.terms))
    if before and free <= len(before):
        raise Denied(
            f"{n(len(before), 'player')} registered for {chairs.game} before you; "
            "register to be called",
            clauses=REGISTERS,
        )


def _wanting(waiting: WaitingList, chairs: Chairs, person: int, at: int) -> list[Wait]:
    """Return the entries before a person on the list that may take a seat at this table."""
    found_: list[Wait] = []
    for wait in waiting.waits:
        if _is(wait, person, chairs.game):
            break
        if wait.call is None and _fits(wait, chairs, at):
            found_.append(wait)
    return found_


def _fits(wait: Wait, chairs: Chairs, at: int) -> bool:
    """Return True if the wait is for this game and table, which would take that buy-in."""
    return (
        wait.game == chairs.game
        and wait.table in ("", chairs.table)
        and _takes(chairs, wait.player.person, wait.cents, at)
    )


def calls(waiting: WaitingList, chairs: Iterable[Chairs], at: int) -> tuple[Called, ...]:
    """Return the calls due now, in the order of the list, each to the first seat that fits."""
    open_ = [c for c in chairs if c.open]
    free = {c.table: free_seats(c.seating, c.terms) for c in open_}
    made: list[Called] = []
    for wait in waiting.waits:
        if wait.call is not None:
            continue
        for table in open_:
            if free[table.table] and _fits(wait, table, at):
                made.append(_called(wait, table, free[table.table].pop(0), at))
                break
    return tuple(made)


def _called(wait: Wait, chairs: Chairs, seat: int, at: int) -> Called:
    """Return the call of a waiting person to a seat, with the time at which it ends."""
    return Called(
        at=at,
        person=wait.player.person,
        game=wait.game,
        table=chairs.table,
        seat=seat,
        until=at + chairs.terms.offer_ms,
    )


def expired(waiting: WaitingList, at: int) -> tuple[Removed, ...]:
    """Return the called persons who did not come in time and lose their place."""
    return tuple(
        Removed(at=at, person=w.player.person, game=w.game, why="did not come when called")
        for w in waiting.waits
        if w.call is not None and w.call.until <= at
    )


def next_due(waiting: WaitingList) -> int:
    """Return when the next call ends, in milliseconds; 0: no one is called."""
    return min((w.call.until for w in waiting.waits if w.call is not None), default=0)


def entry_of(waiting: WaitingList, person: int, game: str) -> Wait | None:
    """Return a person's entry on the list of a game; None if there is none."""
    return next((w for w in waiting.waits if _is(w, person, game)), None)


def place_of(waiting: WaitingList, person: int, game: str) -> int:
    """Return the position on the list of a game, 1 for the next to be called; 0 if not on it."""
    queue = [w.player.person for w in waiting.waits if w.game == game and w.call is None]
    return queue.index(person) + 1 if person in queue else 0
