"""Commands outside rounds whose row has an unknown fate, while the books cannot be read.

The answer does not say that nothing was done.  Sent again under its key, each command is done
once, and the room stands as one that is started over the same books.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from houseway.room.api.roles import ROOM, Caller
from houseway.room.clock import SimulatedClock
from houseway.room.errors import Denied
from houseway.room.people.sessions import Login
from houseway.room.room import Room
from houseway.room.store.interface import Batch, Store, StoreError
from houseway.room.tables import commands, log
from houseway.room.tables.seats import Player
from tests.room.faults.test_room_books_away import Away
from tests.support.local_room import EASY, FLOOR, fund, open_table, player, room_over, same, sit
from tests.support.store_kinds import on_every_store, store_at

pytestmark = on_every_store

ANN, BOB, CAY, SUE, CAL = 1, 2, 3, 4, 5
CASHIER = Caller(CAY, "cashier", "Cay", "cage")
SUPERVISOR = Caller(SUE, "supervisor", "Sue", "cage")
ADMIN = Caller(900, "admin", "Ada", "office")
CARDS = {"Ann": "7001", "Bob": "7002", "Cay": "7003", "Sue": "7004", "Cal": "7005"}
Command = Callable[[Room], Awaitable[object]]


class LostConnection(Away):
    """Books that are away from an append on: the one after ``after`` more, once it is armed."""

    def __init__(self, store: Store, kept: bool) -> None:
        super().__init__(store, kept)
        self.after = -1

    def append(self, batches: Iterable[Batch]) -> list[StoreError | None]:
        self.down = self.down or self.after == 0
        self.after -= 1
        return super().append(batches)


class Evening:
    """A room with two tables, two players and staff, over books that may be away."""

    def __init__(self, folder: Path, kept: bool) -> None:
        self.folder, self.kept = folder, kept
        self.books = store_at(folder)
        self.away = LostConnection(self.books, kept)
        self.room = self.another(self.away)

    def another(self, store: Any) -> Room:
        """A room over the books."""
        over: Store = store
        return room_over(over, self.folder, SimulatedClock(), people=EASY)

    async def open(self) -> None:
        """People, money and tables."""
        people = self.room.people
        for name in ("Ann", "Bob"):
            opened = await people.open_account(ROOM, name, "2580", card=CARDS[name])
            fund(self.books, opened.person)
        for role, name in (("cashier", "Cay"), ("supervisor", "Sue"), ("cashier", "Cal")):
            await people.hire(ROOM, role, name, "2580", card=CARDS[name])
        await self.room.cage.shifts.open(CASHIER, 0, key="open")
        one = await open_table(self.room, "T1", "blackjack", seats=1)
        await open_table(self.room, "T2", "blackjack")
        await open_table(self.room, "T3", "blackjack")
        await commands.row(self.room.table("T3"), FLOOR, "", log.Shut("shut"))
        await sit(self.room, one, ANN, 100_00)

    async def lost(self, command: Command, after: int = 0) -> Denied:
        """Give a command during which the books go away; its refusal."""
        self.away.after = after
        with pytest.raises(Denied) as denied:
            await command(self.room)
        self.away.down, self.away.after = False, -1
        assert denied.value.code == "busy"
        await self.settled()
        return denied.value

    async def settled(self) -> None:
        """Let the tables look again, and wait for what goes on in the background."""
        for actor in self.room.tables.values():
            await actor.tick()
        while self.room._tasks:
            await asyncio.gather(*self.room._tasks)

    async def twice(self, command: Command) -> None:
        """Give a command again and again: it is done once."""
        await command(self.room)
        await self.settled()
        after = self.rows()
        await command(self.room)
        await self.settled()
        assert self.rows() == after

    def rows(self) -> dict[str, int]:
        """The length of every stream."""
        return {head.stream: head.seq for head in self.books.streams()}


def evening(folder: Path, kept: bool, play: Callable[[Evening], Awaitable[None]]) -> None:
    async def run() -> None:
        found = Evening(folder, kept)
        try:
            await found.open()
            await play(found)
        finally:
            found.books.close()

    asyncio.run(run())


def stands(room: Room) -> dict[str, object]:
    """Everything that a room knows from its rows."""
    drawers = room.cage.stream.drawers
    room.cage.stream.catch_up()
    room.lobby._journal.settle()
    return {
        "waiting": room.lobby.waiting,
        "moves": room.seats.moves.open,
        "drawers": (drawers.open, tuple(drawers.waiting), drawers.today),
        "seats": {name: actor.live.seating for name, actor in room.tables.items()},
        "status": {name: actor.live.status for name, actor in room.tables.items()},
    }


COMMANDS: dict[str, tuple[str, Command]] = {
    "register": ("lobby", lambda room: room.lobby.register(
        player(BOB), "k", Player(BOB, "Bob"), "blackjack", 50_00, "T1")),
    "propose": ("floor", lambda room: room.postings.propose_posting(
        SUPERVISOR, "T3", "one deck", posting={"decks": 1}, key="k")),
    "move": ("floor", lambda room: room.seats.move(FLOOR, "T1", ANN, "T2", "a view", key="k")),
    "deposit": ("cage", lambda room: room.cage.deposit(CASHIER, ANN, 9_00, key="k")),
    "payout": ("cage", lambda room: room.cage.payout(CASHIER, ANN, 4_000_00, key="k")),
    "open shift": ("cage", lambda room: room.cage.shifts.open(SUPERVISOR, 0, key="k")),
    "count": ("cage", lambda room: room.cage.shifts.count(CASHIER, 0, key="k")),
    "open account": ("people", lambda room: room.people.open_account(
        CASHIER, "Zed", "2580", key="k")),
    "lock": ("people", lambda room: room.people.lock(SUPERVISOR, ANN, "lost", key="k")),
    "leave": ("table:T1", lambda room: commands.leave(room.table("T1"), player(ANN), "k")),
    "top up": ("table:T1", lambda room: commands.top_up(room.table("T1"), player(ANN), "k", 5_00)),
    "away": ("table:T1", lambda room: commands.away(room.table("T1"), player(ANN), "k")),
    "pause": ("table:T1", lambda room: commands.row(
        room.table("T1"), FLOOR, "k", log.Paused("a look"))),
}  # fmt: skip


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_whose_row_has_an_unknown_fate_is_done_once(
    tmp_path: Path, name: str, kept: bool
) -> None:
    stream, command = COMMANDS[name]

    async def play(found: Evening) -> None:
        before = found.rows()[stream]
        denied = await found.lost(command, after=int(name == "move"))
        assert "same key" in denied.what and "nothing was done" not in denied.what
        await found.twice(command)
        assert found.rows()[stream] > before
        again = found.another(found.books)
        for actor in again.tables.values():
            actor.rebuild()
        assert stands(found.room) == stands(again)
        for actor in found.room.tables.values():
            same(actor, found.room)
        proposals = await found.room.proposals.proposals(SUPERVISOR)
        assert proposals == await again.proposals.proposals(SUPERVISOR)
        assert bool(proposals) == (name == "propose")

    evening(tmp_path, kept, play)


@pytest.mark.parametrize("after", range(1, 3))
def test_a_move_that_was_interrupted_goes_on_under_its_key(tmp_path: Path, after: int) -> None:
    """Between keeping the other chair, asking for the move, leaving and arriving."""
    move = COMMANDS["move"][1]

    async def play(found: Evening) -> None:
        await found.lost(move, after)
        await found.twice(move)
        one, two = (found.room.table(name).live.seating for name in ("T1", "T2"))
        assert not one.seats
        assert [sitter.player.person for sitter in two.seats.values()] == [ANN]
        assert not found.room.seats.moves.open

    evening(tmp_path, True, play)


async def approve(room: Room) -> None:
    """Approve the last change of the staff that was asked for."""
    asked = room.store.last_row("people", "asked")
    assert asked is not None
    second = Caller(903, "floor", "Fay", "desk")
    await room.approvals.approve(second, f"people-{asked.seq}", key="k")


ASKS: dict[str, Command] = {
    "reset_pin": lambda room: room.people.reset_pin(SUPERVISOR, CAL, "9053", "forgot"),
    "new_card": lambda room: room.people.new_card(SUPERVISOR, CAL, "lost", card="90010009"),
    "set_role": lambda room: room.people.set_role(ADMIN, CAL, "floor", "a new duty"),
}
"""Changes of the staff, which a second person then approves."""
ENDS: dict[str, Command] = {
    "lock": lambda room: room.people.lock(SUPERVISOR, CAL, "lost", key="k"),
    **dict.fromkeys(ASKS, approve),
    "logout": lambda room: room.people.logout(Caller(CAL, "cashier", "Cal", "desk")),
    "login": lambda room: room.people.login(CARDS["Cal"], "2580", "elsewhere"),
}
"""Commands that end a login, in one row with what they change."""


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("name", ENDS)
def test_a_login_stands_as_the_books_say(tmp_path: Path, name: str, kept: bool) -> None:
    """A login that may have been ended is looked up in the books before it is used again."""

    async def play(found: Evening) -> None:
        people = found.room.people
        login: Login = await people.login(CARDS["Cal"], "2580", "desk")
        if name in ASKS:
            await ASKS[name](found.room)
        await found.lost(ENDS[name])
        if kept:
            with pytest.raises(Denied, match="this login is over"):
                people.caller_of(login.token)
        else:
            assert people.caller_of(login.token).person == CAL

    evening(tmp_path, kept, play)


@pytest.mark.parametrize("name", ["lock", "reset_pin", "new_card", "set_role"])
def test_a_login_is_ended_by_the_row_that_ends_it(tmp_path: Path, name: str) -> None:
    """No second row is needed, which a failure could keep out of the books."""

    async def play(found: Evening) -> None:
        people = found.room.people
        login = await people.login(CARDS["Cal"], "2580", "desk")
        if name in ASKS:
            await ASKS[name](found.room)
        before = found.rows()["people"]
        await ENDS[name](found.room)
        assert found.rows()["people"] == before + 1
        assert found.books.session_of(CAL) is None
        with pytest.raises(Denied, match="this login is over"):
            people.caller_of(login.token)

    evening(tmp_path, False, play)
