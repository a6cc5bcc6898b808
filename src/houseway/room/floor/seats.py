"""Who sits where and who waits: seen, seated, moved and sent away by the floor.

A seat that the floor ends is played to the end of its round.  A move is one intent, kept in the
floor's log: the chips go to the account when the round is over, and from there to the other table;
whatever happens in between, they are in the one or the other place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from houseway.room.api import roles
from houseway.room.api.roles import ROOM, Caller
from houseway.room.errors import Denied
from houseway.room.floor.base import STREAM, Desk, FloorTerms, reasoned
from houseway.room.lobby import waiting_list
from houseway.room.lobby.waiting_list import Call
from houseway.room.tables import commands, seat_rules
from houseway.room.tables.actor import Actor, Answer
from houseway.room.tables.seats import Guest, Sat, Seating, State

if TYPE_CHECKING:
    from houseway.room.room import Room

KEPT_MS = 600_000
"""How long a chair is kept for somebody who is moved to it when a round is over."""


class ChairSeen(msgspec.Struct, frozen=True):
    """A chair as the floor sees it; without a person it is free, or kept for somebody."""

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
    """Somebody on a waiting list."""

    game: str
    place: int
    """1 is the next; 0 is called already."""
    person: int
    name: str
    cents: int
    since: int
    table: str
    call: Call | None


class MoveAsked(msgspec.Struct, frozen=True):
    """Row: somebody is to be moved to another table, when their round is over."""

    person: int
    table: str
    to: str
    seat: int
    why: str


class MoveEnded(msgspec.Struct, frozen=True):
    """Row: what became of a move."""

    move: int
    cents: int = 0
    failed: str = ""


class Seats(Desk):
    """What the floor does about chairs and lists."""

    def __init__(self, room: Room, terms: FloorTerms | None = None) -> None:
        super().__init__(room, terms)
        self._moves: dict[int, MoveAsked] = {}
        for row in reversed(room.store.rows_of(STREAM, ("move_asked", "move_ended"), 0)):
            if row.kind == "move_asked":
                self._moves[row.seq] = msgspec.msgpack.decode(row.body, type=MoveAsked)
            else:
                self._moves.pop(msgspec.msgpack.decode(row.body, type=MoveEnded).move, None)
        room.watched.append(self._look)

    # -- looking -------------------------------------------------------------------------------

    async def chairs(self, caller: Caller, table: str) -> list[ChairSeen]:
        """The chairs of a table, who sits there and for whom one is kept."""
        roles.check(caller, "seat_others")
        live = self.table(table).live
        return [_chair(live.seating, seat) for seat in range(1, live.terms.seats + 1)]

    async def waiting_lists(self, caller: Caller, game: str = "") -> list[Waiter]:
        """Everybody who waits for a seat, in the order in which they are called."""
        roles.check(caller, "waiting_list")
        lists = self.room.lobby.waiting
        return [
            Waiter(
                wait.game, waiting_list.place_of(lists, wait.guest.person, wait.game),
                wait.guest.person, wait.guest.name, wait.cents, wait.since, wait.table, wait.call,
            )
            for wait in lists.waits
            if game in ("", wait.game)
        ]  # fmt: skip

    async def take_off(self, caller: Caller, person: int, game: str) -> None:
        """Somebody is taken off a list."""
        roles.check(caller, "waiting_list")
        await self.room.lobby.withdraw(caller, person, game)

    async def call_next(self, caller: Caller) -> None:
        """Those who did not come are taken off, and the next are called."""
        roles.check(caller, "waiting_list")
        await self.room.lobby.look()

    # -- seating -------------------------------------------------------------------------------

    async def seat(
        self, caller: Caller, table: str, person: int, cents: int, seat: int = 0, *, key: str = ""
    ) -> Answer:
        """Somebody is seated, before those who wait, with money of their account."""
        roles.check(caller, "seat_others")
        actor, guest = self.table(table), self._guest(person)
        answer = await commands.sit(actor, caller, key, guest, cents, seat)
        await self.room.lobby.seated(person, actor)
        return answer

    def _guest(self, person: int) -> Guest:
        self.room.people.check_may_sit(person)
        known = self.room.store.person(person)
        if known is None:
            raise Denied(f"there is no account {person}", "unknown")
        return Guest(person, known.name, known.role == roles.BOT, known.firm)

    async def unseat(
        self, caller: Caller, table: str, person: int, why: str, *, key: str = ""
    ) -> Answer:
        """Somebody's seat is ended: at once, or when their round is over; the chips are theirs."""
        roles.check(caller, "seat_others")
        return await self._end(caller, self.table(table), person, reasoned(why), key)

    async def _end(
        self, caller: Caller, actor: Actor, person: int, why: str, key: str = ""
    ) -> Answer:
        async def work() -> Answer:
            live = actor.live
            fact = seat_rules.end_seat(live.seating, live.terms, person, actor.now, why)
            cents = getattr(fact, "cents", 0)
            return await actor.fact(fact, Answer(actor.seq + 1, live.number, fact.seat, cents))

        if not seat_rules.seat_of(actor.live.seating, person) and not key:
            raise Denied(f"account {person} does not sit at {actor.name}", "unknown")
        return await actor.command(caller, key, ("end seat", person, why), work)

    async def exclude(self, caller: Caller, person: int, why: str) -> None:
        """A player is excluded: off every list, and from every seat when its round is over."""
        await self.room.people.exclude(caller, person, why)
        await self.send_away(caller, person, "excluded")

    async def send_away(self, caller: Caller, person: int, why: str) -> None:
        """End every seat of somebody, and every wait."""
        for actor in self.room.tables.values():
            seat = seat_rules.seat_of(actor.live.seating, person)
            if seat and not actor.live.seating.seats[seat].ended:
                await self._end(caller, actor, person, why)
        for wait in self.room.lobby.waiting.waits:
            if wait.guest.person == person:
                await self.room.lobby.withdraw(caller, person, wait.game)

    # -- moving --------------------------------------------------------------------------------

    async def move(
        self, caller: Caller, table: str, person: int, to: str, why: str, seat: int = 0, *,
        key: str = "",
    ) -> int:  # fmt: skip
        """Somebody goes to another table with their chips, when their round is over.

        The number of the move is answered; what became of it stands in the floor's log.
        """
        roles.check(caller, "seat_others")
        source, target = self.table(table), self.table(to)
        body = MoveAsked(person, table, to, seat, reasoned(why))
        if done := self.journal.answered(caller, "move_asked", body, key):
            return done.row
        if not seat_rules.seat_of(source.live.seating, person):
            raise Denied(f"account {person} does not sit at {table}", "unknown")
        if any(move.person == person and move.table == table for move in self._moves.values()):
            raise Denied(f"account {person} is being moved from {table} already")
        await self._hold_chair(caller, target, person, seat)
        done = await self.journal.write(caller, "move_asked", body, key=key)
        self._moves[done.row] = body
        await self._end(caller, source, person, f"moves to {to}")
        await self._arrive(source)
        return done.row

    async def _hold_chair(self, caller: Caller, target: Actor, person: int, seat: int) -> None:
        """A chair is kept at the other table until the round is over."""

        async def work() -> Answer:
            live = commands.taking(target.live)
            if live.status == "closing":
                raise Denied(f"{target.name} is about to close")
            held = seat_rules.hold(live.seating, live.terms, person, target.now)
            free = seat_rules.free_seats(live.seating, live.terms)
            if seat and seat not in free:
                raise Denied(f"seat {seat} of {target.name} is not free")
            held = replace(held, seat=seat or held.seat, until=target.now + KEPT_MS)
            return await target.fact(held)

        await target.command(caller, "", ("keep", person, seat), work)

    def _look(self, actor: Actor) -> None:
        """Something has happened at a table: somebody may have left it who is to be moved."""
        if any(move.table == actor.name for move in self._moves.values()):
            self.room.later(self._arrive(actor))

    async def _arrive(self, source: Actor) -> None:
        """Those who have left to be moved sit down at the other table."""
        for number, move in list(self._moves.items()):
            if move.table == source.name and not seat_rules.seat_of(
                source.live.seating, move.person
            ):
                del self._moves[number]
                await self._arrives(number, move, source)

    async def _arrives(self, number: int, move: MoveAsked, source: Actor) -> None:
        gone = source.live.seating.gone.get(move.person)
        ended = MoveEnded(number, gone.cents if gone else 0)
        try:
            await self._sit(self.table(move.to), move, ended.cents)
        except Denied as denied:
            ended = replace(ended, failed=denied.what)
        await self.journal.write(ROOM, "move_ended", ended)

    async def _sit(self, target: Actor, move: MoveAsked, cents: int) -> None:
        """With all their chips, whatever a new player might buy in for."""
        guest = self._guest(move.person)
        if not cents:
            raise Denied("there were no chips left to move with")

        async def work() -> Answer:
            live = commands.taking(target.live)
            if not seat_rules.seat_of(live.seating, move.person):
                terms = replace(live.terms, buy_in_least=1, buy_in_most=max(cents, 1))
                seating = replace(live.seating, gone={})
                fact: Sat = seat_rules.sit(seating, terms, guest, cents, target.now, move.seat)
                await target.fact(fact)
            return Answer(target.seq, live.number)

        await target.command(ROOM, "", ("arrives", move.person), work)
        await self.room.lobby.seated(move.person, target)


def _chair(seating: Seating, seat: int) -> ChairSeen:
    sitter, held = seating.seats.get(seat), seating.held.get(seat)
    if sitter is None:
        kept = (held.person, held.until) if held else (0, 0)
        return ChairSeen(seat, kept_for=kept[0], kept_until=kept[1])
    return ChairSeen(
        seat, sitter.guest.person, sitter.guest.name, sitter.chips, sitter.result, sitter.state,
        sitter.since, sitter.missed, sitter.ended, seat in seating.playing,
    )  # fmt: skip
