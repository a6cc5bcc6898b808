"""Registering for a game: a seat in the next hand where one is free, else a place on the list.

The list is a stream of the books.  Whoever is called has a chair kept for them until they sit down
or the time is over; then the next is called.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress

import msgspec

from houseway.room.api.roles import ROOM, Caller
from houseway.room.clock import Clock
from houseway.room.errors import Denied
from houseway.room.ledger import wallet
from houseway.room.lobby import waiting_list
from houseway.room.lobby.waiting_list import Call, Chairs, Fact, Registered, Waiting
from houseway.room.store.interface import Store
from houseway.room.store.stream import Journal
from houseway.room.tables import commands, seat_rules
from houseway.room.tables.actor import Actor, Answer
from houseway.room.tables.seats import Guest

STREAM = "lobby"
_READ = msgspec.msgpack.Decoder(Fact)


class Place(msgspec.Struct, frozen=True):
    """Where somebody is who registered: at a table, called to one, or at a place on the list."""

    game: str
    table: str = ""
    seat: int = 0
    call: Call | None = None
    place: int = 0


class _Registers(msgspec.Struct, frozen=True):
    """What somebody asks for who registers, whenever that is."""

    person: int
    game: str
    cents: int
    table: str


class Lobby:
    """The waiting lists of a room, and who is called."""

    def __init__(
        self, store: Store, journal: Journal, actors: Mapping[str, Actor], clock: Clock
    ) -> None:
        self._store, self._journal, self._actors, self._clock = store, journal, actors, clock
        self.waiting = Waiting()
        self._turn = asyncio.Lock()
        for row in store.rows(STREAM):
            self.waiting = waiting_list.apply(self.waiting, _READ.decode(row.body))

    def chairs(self) -> list[Chairs]:
        """All tables as the list sees them."""
        return [
            Chairs(
                name,
                actor.live.posted.id,
                actor.live.terms,
                actor.live.seating,
                actor.live.status == "open",
            )
            for name, actor in self._actors.items()
            if actor.live.game is not None
        ]

    async def register(
        self, caller: Caller, key: str, guest: Guest, game: str, cents: int, table: str = ""
    ) -> Place:
        """Put a name down for a game; with a free chair the seat is taken at once.

        Asked again with the same key, it is only said where they are now.
        """
        asked = _Registers(guest.person, game, cents, table)
        async with self._turn:
            if self._journal.answered(caller, "registered", asked, key):
                return self.where(guest.person, game)
            now = self._clock.now_ms()
            fact = waiting_list.register(
                self.waiting, self.chairs(), guest, game, cents, now, table
            )
            if self._store.balance(wallet(guest.person)) < cents:
                raise Denied("there is not enough money in the account for this", "funds")
            await self._write(caller, fact, key, asked)
            called = await self._call(caller, fact)
        return called or self.place(guest.person, game)

    def where(self, person: int, game: str) -> Place:
        """Where somebody is who has registered for a game: on the list, at a table, or gone."""
        if waiting_list.found(self.waiting, person, game):
            return self.place(person, game)
        for chairs in self.chairs():
            if chairs.game == game and (seat := seat_rules.seat_of(chairs.seating, person)):
                return Place(game, chairs.table, seat)
        return Place(game)

    async def _call(self, caller: Caller, new: Registered) -> Place | None:
        """Call whoever is next; who has just registered sits down where a chair is free."""
        seated = None
        for call in waiting_list.calls(self.waiting, self.chairs(), self._clock.now_ms()):
            actor = self._actors[call.table]
            if call.person == new.guest.person:
                answer = await self._sit(actor, caller, new, call.seat)
                seated = Place(new.game, call.table, answer.seat)
            else:
                await self._hold(actor, call)
        return seated

    async def _sit(self, actor: Actor, caller: Caller, new: Registered, seat: int) -> Answer:
        answer = await commands.sit(actor, caller, "", new.guest, new.cents, seat)
        await self._sat(new.guest.person, new.game, actor.name)
        return answer

    async def _sat(self, person: int, game: str, table: str) -> None:
        now = self._clock.now_ms()
        for fact in waiting_list.seated(self.waiting, person, game, table, now):
            await self._write(ROOM, fact)

    async def _hold(self, actor: Actor, call: waiting_list.Called) -> None:
        async def work() -> Answer:
            live = actor.live
            return await actor.fact(
                seat_rules.hold(live.seating, live.terms, call.person, actor.now)
            )

        answer = await actor.command(ROOM, "", ("hold", call.person), work)
        held = next(
            (seat for seat, h in actor.live.seating.held.items() if h.person == call.person), 0
        )
        if answer.seq and held:
            await self._write(ROOM, msgspec.structs.replace(call, seat=held))

    async def sit(
        self, caller: Caller, key: str, guest: Guest, actor: Actor, cents: int, seat: int = 0
    ) -> Answer:
        """Sit down at a table of one's choice, if nobody who waits for it comes first."""
        live = actor.live
        if live.game is not None:
            here = Chairs(actor.name, live.posted.id, live.terms, live.seating)
            waiting_list.check_turn(self.waiting, here, guest.person, self._clock.now_ms())
        answer = await commands.sit(actor, caller, key, guest, cents, seat)
        async with self._turn:
            await self._sat(guest.person, actor.live.posted.id, actor.name)
        return answer

    async def seated(self, person: int, actor: Actor) -> None:
        """The floor has seated somebody: who waited for that waits no more."""
        async with self._turn:
            await self._sat(person, actor.live.posted.id, actor.name)

    async def withdraw(self, caller: Caller, person: int, game: str) -> None:
        """Somebody does not want to wait any more."""
        async with self._turn:
            found = waiting_list.found(self.waiting, person, game)
            await self._write(
                caller, waiting_list.withdraw(self.waiting, person, game, self._clock.now_ms())
            )
            if found is not None and found.call is not None:
                await self._let_go(self._actors[found.call.table], person)
        await self.look()

    async def _let_go(self, actor: Actor, person: int) -> None:
        """The chair that was kept for somebody is free for the next."""

        async def work() -> Answer:
            fact = seat_rules.let_go(
                actor.live.seating, person, actor.now, "does not wait any more"
            )
            return await actor.fact(fact)

        with suppress(Denied):
            await actor.command(ROOM, "", ("let go", person), work)

    async def look(self) -> None:
        """Those who did not come are taken off, and the next are called."""
        async with self._turn:
            now = self._clock.now_ms()
            for fact in waiting_list.expired(self.waiting, now):
                await self._write(ROOM, fact)
            for call in waiting_list.calls(self.waiting, self.chairs(), now):
                try:
                    await self._hold(self._actors[call.table], call)
                except Denied:
                    continue

    async def _write(
        self, caller: Caller, fact: Fact, key: str = "", asked: _Registers | None = None
    ) -> None:
        kind = str(fact.__struct_config__.tag)
        await self._journal.write(caller, kind, fact, key=key, asked=asked)
        self.waiting = waiting_list.apply(self.waiting, fact)

    def place(self, person: int, game: str) -> Place:
        """Where somebody is on the list of a game."""
        found = waiting_list.found(self.waiting, person, game)
        if found is None:
            raise Denied(f"you do not wait for {game}", "unknown")
        return Place(game, call=found.call, place=waiting_list.place_of(self.waiting, person, game))

    def places(self, person: int) -> list[Place]:
        """Everything somebody waits for."""
        games = [w.game for w in self.waiting.waits if w.guest.person == person]
        return [self.place(person, game) for game in games]
