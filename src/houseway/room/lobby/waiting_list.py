"""Who waits for a seat: one list for each game of the room, in order, and who has been called.

Pure, like the seating of a table: asking gives a fact or a refusal, ``apply`` the next list.  Who
registers is called to the first free chair of a table of that game (CA-LTN-06); until they sit
down there, or the time is over, the chair is kept for them (``sitting.hold``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from houseway.money import format_dollars
from houseway.room.errors import Denied
from houseway.room.tables.seat_rules import buy_in_bounds, free_seats, seat_of
from houseway.room.tables.seats import Guest, Noted, Seating
from houseway.room.tables.terms import Terms
from houseway.util.english import n, nth

REGISTERS = ("CA-LTN-06",)


class Call(msgspec.Struct, frozen=True):
    """Where somebody has been called to, and until when the chair is kept."""

    table: str
    seat: int
    until: int


class Wait(msgspec.Struct, frozen=True):
    """Somebody waits for a game, at one table or at any, with so many cents to sit down with."""

    guest: Guest
    game: str
    cents: int
    since: int
    table: str = ""
    call: Call | None = None


class Waiting(msgspec.Struct, frozen=True):
    """All who wait, the longest first."""

    waits: tuple[Wait, ...] = ()


class Chairs(msgspec.Struct, frozen=True):
    """A table as the list sees it."""

    table: str
    game: str
    terms: Terms
    seating: Seating
    open: bool = True


# -- facts -----------------------------------------------------------------------------------


class Registered(Noted, frozen=True, tag="registered"):
    """Somebody has put their name down."""

    guest: Guest
    game: str
    cents: int
    table: str = ""


class Called(Noted, frozen=True, tag="called"):
    """A chair is kept for somebody."""

    person: int
    game: str
    table: str
    seat: int
    until: int


class Removed(Noted, frozen=True, tag="removed"):
    """Somebody waits no more: sat down, asked to be taken off, or did not come."""

    person: int
    game: str
    why: str


Fact: TypeAlias = Registered | Called | Removed


def apply(waiting: Waiting, fact: Fact) -> Waiting:
    """The list after a fact."""
    match fact:
        case Registered():
            wait = Wait(fact.guest, fact.game, fact.cents, fact.at, fact.table)
            return Waiting((*waiting.waits, wait))
        case Called():
            call = Call(fact.table, fact.seat, fact.until)
            return Waiting(
                tuple(
                    replace(w, call=call) if _is(w, fact.person, fact.game) else w
                    for w in waiting.waits
                )
            )
        case Removed():
            kept = (w for w in waiting.waits if not _is(w, fact.person, fact.game))
            return Waiting(tuple(kept))


def _is(wait: Wait, person: int, game: str) -> bool:
    return wait.guest.person == person and wait.game == game


# -- what people ask -------------------------------------------------------------------------


def register(
    waiting: Waiting,
    chairs: Sequence[Chairs],
    guest: Guest,
    game: str,
    cents: int,
    at: int,
    table: str = "",
) -> Registered:
    """Somebody registers for a game, or for one table of it."""
    if wait := found(waiting, guest.person, game):
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
    return Registered(at=at, guest=guest, game=game, cents=cents, table=table)


def _waits_already(waiting: Waiting, wait: Wait) -> str:
    if wait.call:
        return f"seat {wait.call.seat} at table {wait.call.table} is kept for you already"
    place = nth(place_of(waiting, wait.guest.person, wait.game))
    return f"you wait for {wait.game} already, as the {place} on the list"


def _all(tables: Sequence[Chairs]) -> str:
    if len(tables) == 1:
        return f"table {tables[0].table}"
    return "every table of this game"


def _takes(chairs: Chairs, person: int, cents: int, at: int) -> bool:
    """Whether a table would take this person with this buy-in."""
    if seat_of(chairs.seating, person):
        return False
    least, most = buy_in_bounds(chairs.seating, chairs.terms, person, at)
    return least <= cents <= most


def withdraw(waiting: Waiting, person: int, game: str, at: int) -> Removed:
    """Somebody does not want to wait any more."""
    if not found(waiting, person, game):
        raise Denied(f"you do not wait for {game}", "unknown")
    return Removed(at=at, person=person, game=game, why="asked to be taken off")


def seated(waiting: Waiting, person: int, game: str, table: str, at: int) -> tuple[Removed, ...]:
    """Somebody has sat down: who waited for that waits no more."""
    wait = found(waiting, person, game)
    if wait is None or wait.table not in ("", table):
        return ()
    return (Removed(at=at, person=person, game=game, why=f"sits at table {table}"),)


def check_turn(waiting: Waiting, chairs: Chairs, person: int, at: int) -> None:
    """Nobody takes a chair of their choice before those who wait for one of that table.

    So many chairs must be free that each of those who registered before can have one.
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


def _wanting(waiting: Waiting, chairs: Chairs, person: int, at: int) -> list[Wait]:
    """Those before somebody on the list who may have a chair of this table."""
    found_: list[Wait] = []
    for wait in waiting.waits:
        if _is(wait, person, chairs.game):
            break
        if wait.call is None and _fits(wait, chairs, at):
            found_.append(wait)
    return found_


def _fits(wait: Wait, chairs: Chairs, at: int) -> bool:
    return (
        wait.game == chairs.game
        and wait.table in ("", chairs.table)
        and _takes(chairs, wait.guest.person, wait.cents, at)
    )


# -- who is called ---------------------------------------------------------------------------


def calls(waiting: Waiting, chairs: Iterable[Chairs], at: int) -> tuple[Called, ...]:
    """Who is called now: in the order of the list, each to the first free chair that fits."""
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
    return Called(
        at=at,
        person=wait.guest.person,
        game=wait.game,
        table=chairs.table,
        seat=seat,
        until=at + chairs.terms.offer_ms,
    )


def expired(waiting: Waiting, at: int) -> tuple[Removed, ...]:
    """Those who were called and did not come in time; they have lost their place."""
    return tuple(
        Removed(at=at, person=w.guest.person, game=w.game, why="did not come when called")
        for w in waiting.waits
        if w.call is not None and w.call.until <= at
    )


def next_due(waiting: Waiting) -> int:
    """When the next call ends; 0: nobody is called."""
    return min((w.call.until for w in waiting.waits if w.call is not None), default=0)


# -- what people see -------------------------------------------------------------------------


def found(waiting: Waiting, person: int, game: str) -> Wait | None:
    """The entry of somebody on the list of a game."""
    return next((w for w in waiting.waits if _is(w, person, game)), None)


def place_of(waiting: Waiting, person: int, game: str) -> int:
    """The place on the list of a game, the next to be called first; 0 for who is not on it."""
    queue = [w.guest.person for w in waiting.waits if w.game == game and w.call is None]
    return queue.index(person) + 1 if person in queue else 0
