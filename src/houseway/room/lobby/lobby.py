"""Registering for a game: a seat in the next hand if one is free, else a place on the list.

The list is a stream of the books. A called player has a seat held until they sit down or the time
is over; then the next is called.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress

import msgspec

from houseway.room.api.roles import ROOM, Caller
from houseway.room.api.table_types import Answer, Whereabouts
from houseway.room.clock import Clock
from houseway.room.errors import Denied
from houseway.room.ledger import wallet
from houseway.room.lobby import waiting_list
from houseway.room.lobby.waiting_list import Chairs, Fact, Registered, WaitingList
from houseway.room.store.following import Projection
from houseway.room.store.interface import Books, Row, Store
from houseway.room.store.stream import Journal, read_in_thread
from houseway.room.tables import commands, seat_rules
from houseway.room.tables.actor import Actor, Turn
from houseway.room.tables.seats import Player
from houseway.room.tables.state import TableState, seat_event

STREAM = "lobby"
_READ = msgspec.msgpack.Decoder(Fact)


class _Registers(msgspec.Struct, frozen=True):
    """The registration for its digest under its key."""

    person: int
    game: str
    cents: int
    table: str


class _Withdraws(msgspec.Struct, frozen=True):
    """The command for its digest under its key."""

    person: int
    game: str


class Waits(Projection):
    """The waiting lists, folded from the stream of the lobby."""

    def __init__(self, books: Books) -> None:
        super().__init__(books, STREAM)
        self.waiting = WaitingList()

    def apply(self, row: Row) -> None:
        """Apply a row: a person registers, is called, sits down or goes."""
        self.waiting = waiting_list.apply(self.waiting, _READ.decode(row.body))


class Lobby:
    """The waiting lists of a room, and the calls."""

    def __init__(
        self, store: Store, journal: Journal, actors: Mapping[str, Actor], clock: Clock
    ) -> None:
        self._store, self._journal, self._actors, self._clock = store, journal, actors, clock
        self._lists = Waits(store)
        journal.feed(self._lists)
        self._turn = asyncio.Lock()

    @property
    def waiting(self) -> WaitingList:
        """Return all who wait, in the order of calls."""
        return self._lists.waiting

    @asynccontextmanager
    async def _command(self) -> AsyncIterator[None]:
        """Run a command after those before it, on lists that match the books."""
        async with self._turn:
            self._journal.settle()
            yield

    def chairs(self) -> list[Chairs]:
        """Return all tables as the list sees them."""
        return [
            Chairs(
                name,
                now.game.id,
                now.terms,
                now.seating,
                now.status == "open",
            )
            for name, actor in self._actors.items()
            if (now := actor.summary).game is not None
        ]

    async def register(
        self, caller: Caller, key: str, guest: Player, game: str, cents: int, table: str = ""
    ) -> Whereabouts:
        """Register a person for a game; if a seat is free, it is taken at once.

        With a used key, only the present place is returned.
        """
        asked = _Registers(guest.person, game, cents, table)
        async with self._command():
            if await self._journal.answered(caller, "registered", asked, key):
                return self.where(guest.person, game)
            now = self._clock.now_ms()
            fact = waiting_list.register(
                self.waiting, self.chairs(), guest, game, cents, now, table
            )
            account = wallet(guest.person)
            if await read_in_thread(lambda: self._store.balance(account)) < cents:
                raise Denied("there is not enough money in the account for this", "funds")
            await self._write(caller, fact, key, asked)
            called = await self._call(caller, fact)
        return called or self.place(guest.person, game)

    def where(self, person: int, game: str) -> Whereabouts:
        """Return where a registered person is: on the list, at a table, or gone."""
        if waiting_list.entry_of(self.waiting, person, game):
            return self.place(person, game)
        for chairs in self.chairs():
            if chairs.game == game and (seat := seat_rules.seat_of(chairs.seating, person)):
                return Whereabouts(game, chairs.table, seat)
        return Whereabouts(game)

    async def _call(self, caller: Caller, new: Registered) -> Whereabouts | None:
        """Call the next person; a person who has just registered sits down if a seat is free."""
        seated = None
        for call in waiting_list.calls(self.waiting, self.chairs(), new.at):
            actor = self._actors[call.table]
            if call.person == new.player.person:
                answer = await commands.sit(actor, caller, "", new.player, new.cents, call.seat)
                await self._sat(new.player.person, new.game, actor.name, new.at)
                seated = Whereabouts(new.game, call.table, answer.seat)
            else:
                await self._hold(actor, call)
        return seated

    async def _sat(self, person: int, game: str, table: str, at: int) -> None:
        """Take a person who has sat down off the lists."""
        for fact in waiting_list.seated(self.waiting, person, game, table, at):
            await self._write(ROOM, fact)

    async def _hold(self, actor: Actor, call: waiting_list.Called) -> None:
        """Hold a seat at the table for a called person."""

        async def work(turn: Turn) -> Answer:
            live = turn.live
            fact = seat_rules.hold(live.seating, live.terms, call.person, turn.at)
            return await turn.commit([seat_event(live, fact)])

        await actor.command(ROOM, "", ("hold", call.person), work)
        for seat, held in actor.summary.seating.held.items():
            if held.person == call.person:
                kept = msgspec.structs.replace(call, seat=seat, until=held.until)
                await self._write(ROOM, kept)

    async def sit(
        self, caller: Caller, key: str, guest: Player, actor: Actor, cents: int, seat: int = 0
    ) -> Answer:
        """Seat a person at a chosen table, unless a waiting person comes first."""

        def check(live: TableState, at: int) -> None:
            here = Chairs(actor.name, live.posted.id, live.terms, live.seating)
            waiting_list.check_turn(self.waiting, here, guest.person, at)

        answer = await commands.sit(actor, caller, key, guest, cents, seat, check)
        await self.seated(guest.person, actor)
        return answer

    async def seated(self, person: int, actor: Actor) -> None:
        """Remove a person who has sat down from the lists that this ends."""
        async with self._command():
            await self._sat(person, actor.summary.posted.id, actor.name, self._clock.now_ms())

    async def withdraw(self, caller: Caller, person: int, game: str, *, key: str = "") -> None:
        """Take a person off a list."""
        asked = _Withdraws(person, game)
        async with self._command():
            if await self._journal.answered(caller, "removed", asked, key):
                return
            found = waiting_list.entry_of(self.waiting, person, game)
            fact = waiting_list.withdraw(self.waiting, person, game, self._clock.now_ms())
            await self._write(caller, fact, key, asked)
            if found is not None and found.call is not None:
                await self._let_go(self._actors[found.call.table], person)
        await self.look()

    async def _let_go(self, actor: Actor, person: int) -> None:
        """Free the seat that was held for a person."""

        async def work(turn: Turn) -> Answer:
            live = turn.live
            fact = seat_rules.let_go(live.seating, person, turn.at, "does not wait any more")
            return await turn.commit([seat_event(live, fact)])

        with suppress(Denied):
            await actor.command(ROOM, "", ("let go", person), work)

    async def look(self) -> None:
        """Take players who did not come off the lists, and call the next."""
        async with self._command():
            now = self._clock.now_ms()
            for fact in waiting_list.expired(self.waiting, now):
                await self._write(ROOM, fact)
            for call in waiting_list.calls(self.waiting, self.chairs(), now):
                try:
                    await self._hold(self._actors[call.table], call)
                except Denied:
                    continue

    async def _write(
        self,
        caller: Caller,
        fact: Fact,
        key: str = "",
        asked: _Registers | _Withdraws | None = None,
    ) -> None:
        """Write a fact to the stream of the lobby."""
        kind = str(fact.__struct_config__.tag)
        await self._journal.write(caller, kind, fact, key=key, asked=asked, at=fact.at)

    def place(self, person: int, game: str) -> Whereabouts:
        """Return the place of a person on the list of a game."""
        found = waiting_list.entry_of(self.waiting, person, game)
        if found is None:
            raise Denied(f"you do not wait for {game}", "unknown")
        return Whereabouts(
            game, call=found.call, place=waiting_list.place_of(self.waiting, person, game)
        )

    def places(self, person: int) -> list[Whereabouts]:
        """Return all waits of a person."""
        games = [w.game for w in self.waiting.waits if w.player.person == person]
        return [self.place(person, game) for game in games]
