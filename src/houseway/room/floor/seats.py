"""Seats and waiting lists at the floor: shown, seated, moved and ended.

A seat that the floor ends is played to the end of its round. A move is one intent, kept in the
floor's log. The chips go to the account when the round is over, and from there to the other table.
Whatever happens in between, they are in one of the two places.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from houseway.room.api import roles
from houseway.room.api import types as t
from houseway.room.api.declare import Endpoints, Key
from houseway.room.api.roles import ROOM, Caller
from houseway.room.api.table_types import Answer, ChairSeen, Waiter
from houseway.room.errors import Denied, checked_reason
from houseway.room.lobby import waiting_list
from houseway.room.lobby.lobby import Lobby
from houseway.room.people.accounts import People
from houseway.room.store.following import Projection
from houseway.room.store.interface import Books, Row
from houseway.room.store.stream import Journal
from houseway.room.tables import commands, seat_rules
from houseway.room.tables.actor import Actor, Turn
from houseway.room.tables.registry import TableRegistry
from houseway.room.tables.seats import Player, Sat, Seating
from houseway.room.tables.state import seat_event

api = Endpoints("floor")
MaybeGame = Annotated[str, Meta(max_length=60, description="A game's id; empty: all.")]
KEPT_MS = 600_000
"""Milliseconds for which a seat is held for a player who is moved to it."""


class MoveAsked(msgspec.Struct, frozen=True):
    """Row: a person is to be moved to another table after the present round."""

    person: int
    table: str
    to: str
    seat: int
    why: str


class MoveEnded(msgspec.Struct, frozen=True):
    """Row: the outcome of a move."""

    move: int
    cents: int = 0
    failed: str = ""


class Moves(Projection):
    """The moves that are not over, folded from the stream of the floor."""

    def __init__(self, books: Books, stream: str) -> None:
        super().__init__(books, stream)
        self.open: dict[int, MoveAsked] = {}

    def apply(self, row: Row) -> None:
        """Apply a row: a move is asked for, or is over; others are passed over."""
        if row.kind == "move_asked":
            self.open[row.seq] = msgspec.msgpack.decode(row.body, type=MoveAsked)
        elif row.kind == "move_ended":
            self.open.pop(msgspec.msgpack.decode(row.body, type=MoveEnded).move, None)


def ticket(seats: FloorSeats, number: int) -> t.MoveTicket:
    """Return the number of a move as it is sent."""
    return t.MoveTicket(number)


class FloorSeats:
    """Commands of the floor on seats and waiting lists.

    ``later`` starts work that no caller waits for. The room calls ``look`` whenever a table has
    changed, so that a move ends as soon as the player has left the first table.
    """

    def __init__(
        self,
        registry: TableRegistry,
        journal: Journal,
        people: People,
        lobby: Lobby,
        later: Callable[[Coroutine[None, None, None]], None],
    ) -> None:
        self._registry, self.table, self._store = registry, registry.table, registry.store
        self.journal, self._people, self._lobby, self._later = journal, people, lobby, later
        self.moves = Moves(registry.store, journal.stream)
        journal.feed(self.moves)
        self._arrivals = asyncio.Lock()

    @api.get("/floor/tables/{table}/chairs", "seat_others", "List the seats of a table")
    async def chairs(self, caller: Caller, table: t.TableName) -> list[ChairSeen]:
        """Return the seats of a table with their players, and held seats."""
        live = self.table(table).summary
        return [_chair(live.seating, seat) for seat in range(1, live.terms.seats + 1)]

    @api.get("/floor/waiting", "waiting_list", "List the waiting lists")
    async def waiting_lists(self, caller: Caller, game: MaybeGame = "") -> list[Waiter]:
        """Return everyone who waits for a seat, in the order of calls."""
        lists = self._lobby.waiting
        return [
            Waiter(
                wait.game, waiting_list.place_of(lists, wait.player.person, wait.game),
                wait.player.person, wait.player.name, wait.cents, wait.since, wait.table, wait.call,
            )
            for wait in lists.waits
            if game in ("", wait.game)
        ]  # fmt: skip

    @api.delete("/floor/waiting/{game}/{person}", "waiting_list", "Remove a person from a list")
    async def take_off(
        self, caller: Caller, person: t.PersonNo, game: t.GameId, *, key: Key = ""
    ) -> None:
        """Take a person off a waiting list."""
        await self._lobby.withdraw(caller, person, game, key=key)

    @api.post("/floor/waiting/call", "waiting_list", "Call the next person", remembers=True)
    async def call_next(self, caller: Caller) -> None:
        """Take players who did not come off the list, and call the next."""
        await self._lobby.look()

    @api.post(
        "/floor/tables/{table}/chairs", "seat_others", "Seat a person", name="seat_other",
        body=t.SeatOther,
    )  # fmt: skip
    async def seat(
        self,
        caller: Caller,
        table: t.TableName,
        person: int,
        cents: int,
        seat: int = 0,
        *,
        key: Key = "",
    ) -> Answer:
        """Seat a player before those who wait, with money of the player's account."""
        actor, guest = self.table(table), await self._guest(person)
        answer = await commands.sit(actor, caller, key, guest, cents, seat)
        await self._lobby.seated(person, actor)
        return answer

    async def _guest(self, person: int) -> Player:
        """Return a person in the form that a table seats; Denied if the person may not sit."""
        known = await self._people.require_may_sit(person)
        return Player(person, known.name, known.role == roles.BOT, known.firm)

    @api.post(
        "/floor/tables/{table}/chairs/{person}/end", "seat_others", "End a person's seat",
        body=t.GivenReason,
    )  # fmt: skip
    async def unseat(
        self, caller: Caller, table: t.TableName, person: t.PersonNo, reason: str, *,
        key: Key = "",
    ) -> Answer:  # fmt: skip
        """End a seat, at once or when its round is over; the chips go to the player's account."""
        return await self._end(caller, self.table(table), person, checked_reason(reason), key)

    async def _end(
        self, caller: Caller, actor: Actor, person: int, why: str, key: str = ""
    ) -> Answer:
        """Free a person's seat at a table; with a used key, return the first answer."""

        async def work(turn: Turn) -> Answer:
            live = turn.live
            fact = seat_rules.end_seat(live.seating, live.terms, person, turn.at, why)
            cents = getattr(fact, "cents", 0)
            answer = Answer(turn.seq + 1, live.number, fact.seat, cents)
            return await turn.commit([seat_event(live, fact)], answer)

        if not seat_rules.seat_of(actor.summary.seating, person) and not key:
            raise Denied(f"account {person} does not sit at {actor.name}", "unknown")
        return await actor.command(caller, key, ("end seat", person, why), work)

    @api.post(
        "/people/{person}/exclude", "exclude", "Exclude a player", body=t.GivenReason,
        tag="people",
    )  # fmt: skip
    async def exclude(
        self, caller: Caller, person: t.PersonNo, reason: str, *, key: Key = ""
    ) -> None:
        """Exclude a player: from every list at once, from every seat when its round is over."""
        await self._people.exclude(caller, person, reason, key=key)
        await self.send_away(caller, person, "excluded")

    async def send_away(self, caller: Caller, person: int, why: str) -> None:
        """End every seat and every wait of a person."""
        for actor in self._registry.tables.values():
            seat = seat_rules.seat_of(actor.summary.seating, person)
            if seat and not actor.summary.seating.seats[seat].removed_by_floor:
                await self._end(caller, actor, person, why)
        for wait in self._lobby.waiting.waits:
            if wait.player.person == person:
                await self._lobby.withdraw(caller, person, wait.game)

    @api.post(
        "/floor/tables/{table}/chairs/{person}/move", "seat_others",
        "Move a person", body=t.SeatMove, shown=ticket,
    )  # fmt: skip
    async def move(
        self, caller: Caller, table: t.TableName, person: t.PersonNo, to: str, reason: str,
        seat: int = 0, *, key: Key = "",
    ) -> int:  # fmt: skip
        """Move a player with their chips to another table when their round is over.

        Returns the number of the move; its outcome is a row of the floor's log.
        """
        source, target = self.table(table), self.table(to)
        body = MoveAsked(person, table, to, seat, checked_reason(reason))
        self.journal.settle()
        done = await self.journal.answered(caller, "move_asked", body, key)
        if done is not None:
            await self._set_out(caller, done.row)
            return done.row
        if not seat_rules.seat_of(source.summary.seating, person):
            raise Denied(f"account {person} does not sit at {table}", "unknown")
        if any(move.person == person and move.table == table for move in self.moves.open.values()):
            raise Denied(f"account {person} is being moved from {table} already")
        await self._hold_chair(caller, target, person, seat)
        done = await self.journal.write(caller, "move_asked", body, key=key)
        await self._set_out(caller, done.row)
        return done.row

    async def _set_out(self, caller: Caller, number: int) -> None:
        """Let a person leave who is to be moved; does nothing if that has been done."""
        if (move := self.moves.open.get(number)) is None:
            return
        source = self.table(move.table)
        seat = seat_rules.seat_of(source.summary.seating, move.person)
        if seat and not source.summary.seating.seats[seat].removed_by_floor:
            await self._end(caller, source, move.person, f"moves to {move.to}")
        await self._arrive(source)

    async def _hold_chair(self, caller: Caller, target: Actor, person: int, seat: int) -> None:
        """Hold a seat at the other table until the round is over."""

        async def work(turn: Turn) -> Answer:
            live = commands.taking(turn.live)
            if live.status == "closing":
                raise Denied(f"{target.name} is about to close")
            kept = [n for n, held in live.seating.held.items() if held.person == person]
            if kept and seat in (0, *kept):  # a command that was interrupted is given again
                return Answer(turn.seq, live.number)
            held = seat_rules.hold(live.seating, live.terms, person, turn.at)
            free = seat_rules.free_seats(live.seating, live.terms)
            if seat and seat not in free:
                raise Denied(f"seat {seat} of {target.name} is not free")
            held = replace(held, seat=seat or held.seat, until=turn.at + KEPT_MS)
            return await turn.commit([seat_event(live, held)])

        await target.command(caller, "", ("keep", person, seat), work)

    def look(self, actor: Actor) -> None:
        """Handle a change at a table: a person who is to be moved may have left it."""
        for name in {m.table for m in self.moves.open.values() if actor.name in (m.table, m.to)}:
            self._later(self._arrive(self.table(name)))

    async def _arrive(self, source: Actor) -> None:
        """Seat those who have left to be moved at the other table."""
        async with self._arrivals:  # a command and the change at the table may both come here
            for number, move in list(self.moves.open.items()):
                if move.table == source.name and not seat_rules.seat_of(
                    source.summary.seating, move.person
                ):
                    await self._arrives(number, move, source)

    async def _arrives(self, number: int, move: MoveAsked, source: Actor) -> None:
        """Seat a moved person at the new table; while it is busy, the move stays open."""
        gone = source.summary.seating.gone.get(move.person)
        ended = MoveEnded(number, gone.cents if gone else 0)
        try:
            ended = await self._seated(move, ended)
            await self.journal.write(ROOM, "move_ended", ended)
        except Denied as denied:
            if denied.code != "busy":
                raise

    async def _seated(self, move: MoveAsked, ended: MoveEnded) -> MoveEnded:
        """Seat a person at the other table, or return the reason against it; Denied while it is
        busy.
        """
        try:
            await self._sit(self.table(move.to), move, ended.cents)
        except Denied as denied:
            if denied.code == "busy":
                raise
            return replace(ended, failed=denied.what)
        return ended

    async def _sit(self, target: Actor, move: MoveAsked, cents: int) -> None:
        """Seat a person with all their chips, whatever the buy-in limits."""
        guest = await self._guest(move.person)
        if not cents:
            raise Denied("there were no chips left to move with")

        async def work(turn: Turn) -> Answer:
            live = commands.taking(turn.live)
            if not seat_rules.seat_of(live.seating, move.person):
                terms = replace(live.terms, buy_in_least=1, buy_in_most=max(cents, 1))
                seating = replace(live.seating, gone={})
                fact: Sat = seat_rules.sit(seating, terms, guest, cents, turn.at, move.seat)
                await turn.commit([seat_event(live, fact)])
            return Answer(target.seq, live.number)

        await target.command(ROOM, "", ("arrives", move.person), work)
        await self._lobby.seated(move.person, target)


def _chair(seating: Seating, seat: int) -> ChairSeen:
    """Return a seat for the floor: its player and chips, or the person it is held for."""
    sitter, held = seating.seats.get(seat), seating.held.get(seat)
    if sitter is None:
        kept = (held.person, held.until) if held else (0, 0)
        return ChairSeen(seat, kept_for=kept[0], kept_until=kept[1])
    return ChairSeen(
        seat, sitter.player.person, sitter.player.name, sitter.chips, sitter.result, sitter.state,
        sitter.since, sitter.missed, sitter.removed_by_floor, seat in seating.playing,
    )  # fmt: skip
