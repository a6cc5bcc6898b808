"""The server is killed before and after every single row of an evening, and nothing is different.

Whatever is sent is sent again after a kill, as stations do, under the same key.  At the end there
are the same decisions, the same cards and the same money as on an evening without a kill.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from houseway.engine.inputs import Input
from houseway.game.base import Game
from houseway.room.audit.invariants.check import check
from houseway.room.errors import Denied
from houseway.room.keys import Keys, keys_at
from houseway.room.room import Room
from houseway.room.store.group_commit import PlainWriter
from houseway.room.store.sqlite_writer import SqliteStore
from houseway.room.tables import commands, log
from houseway.room.tables.actor import Actor
from houseway.room.tables.recovery import recover
from houseway.room.tables.seats import Player
from houseway.room.testing.failing_store import Crash, FailingStore, Fault
from tests.support.local_room import EASY, FLOOR, TickingClock, fund, player, same, terms_of
from tests.support.random_play import GAME_IDS, LONG, random_act

FAMILIES = (
    "free-bet-blackjack", "rocket-aces", "3-card-shine", "pai-gow-tiles", "3-dice-baccarat",
    "no-bust-blackjack-5", "21st-century-baccarat", "omaha-8", "seven-card-stud", "lowball",
)  # fmt: skip
GAMES = GAME_IDS if LONG else FAMILIES
STEPS = 60 if LONG else 8


GAMES_BUILT: dict[tuple[str, bytes], Game] = {}
"""Built once: a process that is started again has the same games."""


class SameSeeds:
    """Seeds that follow from the shoes that are in the books: a shoe that was lost comes again."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store

    def seed(self) -> bytes:
        """The seed of the next shoe."""
        made = sum(row.kind == "shoe" for row in self.store.rows("table:T"))
        return sha256(f"shoe {made}".encode()).digest()


class Killed:
    """A room whose process dies before and after every row that is written, if it is to."""

    def __init__(self, books: SqliteStore, folder: Path, kills: bool) -> None:
        self.books = books
        self.keys: Keys = keys_at(folder / "keys.json")
        self.clock = TickingClock()
        self.kills, self.deaths = kills, 0
        self.open()

    def open(self) -> None:
        """A process over the books."""
        self.store = FailingStore(self.books)
        self.room = Room(
            self.store, PlainWriter(self.store), self.clock, self.keys, SameSeeds(self.books),
            people=EASY,
        )  # fmt: skip
        self.room.making.games = GAMES_BUILT

    @property
    def table(self) -> Actor:
        return self.room.tables.get("T") or self.room.new_table("T")

    async def send(self, command: Callable[[Actor], Awaitable[object]]) -> None:
        """Send a command until it is answered; each row it writes is killed at, twice."""
        for fault in (Fault.CRASH_BEFORE, Fault.CRASH_AFTER) if self.kills else ():
            self.store.fail(fault)
            try:
                await command(self.table)
            except Crash:
                await self.again()
            except Denied:
                pass
            self.store._faults.clear()
        while True:
            try:
                await command(self.table)
            except Crash:
                await self.again()
            except Denied:
                return
            return

    async def again(self) -> None:
        """The process is started again, and killed at whatever it writes by itself."""
        for fault in (Fault.CRASH_BEFORE, Fault.CRASH_AFTER, None):
            self.deaths += 1
            self.open()
            if fault is not None:
                self.store.fail(fault)
            try:
                for actor in self.room.tables.values():
                    actor.rebuild()
                    same(actor, self.room, (recover,))
                    await actor.resume()
            except Crash:
                continue
            self.store._faults.clear()
            return


async def evening(game: str, killed: Killed) -> Killed:
    """The same script every time: what is decided follows from the table alone."""
    made = killed.room.making.game(game, {})
    terms = terms_of(made.seats_max)
    body = log.TableOpened(game, {}, terms, made.fingerprint())
    await killed.send(lambda table: commands.row(table, FLOOR, "open", body))
    for person in range(1, max(2, made.seats_min) + 1):
        fund(killed.books, person)
        guest = Player(person, f"p{person}")
        await killed.send(_sits(person, guest))
    for step in range(STEPS):
        killed.clock.advance(1000)
        await killed.send(_decides(killed, step))
    return killed


def _sits(person: int, guest: Player) -> Callable[[Actor], Awaitable[object]]:
    return lambda table: commands.sit(table, player(person), f"sit {person}", guest, 500_00, 0)


def _decides(killed: Killed, step: int) -> Callable[[Actor], Awaitable[object]]:
    live = killed.table.live
    if live.round_ is None or not live.asked():
        return lambda table: table.tick()
    rng = random.Random(f"{live.number} {len(live.round_.inputs)}")
    given = random_act(live.round_, rng)
    person = live.seating.seats[given.seat].player.person
    number, ask = commands.round_now(live), live.round_.asked[given.seat]
    return lambda table: commands.act(table, player(person), f"act {step}", number, ask, given)


def played(killed: Killed) -> list[tuple[int, Input]]:
    """All inputs of all rounds: decisions and cards."""
    found = []
    for row in killed.books.rows("table:T"):
        body = log.read(row.body)
        if isinstance(body, log.RoundBegun | log.Stepped):
            found += [(body.no, given) for given in body.inputs]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_kill_at_every_row_changes_nothing(game: str, tmp_path: Path) -> None:
    (tmp_path / "killed").mkdir()
    with (
        closing(SqliteStore(tmp_path / "books.db", durable=False)) as one,
        closing(SqliteStore(tmp_path / "killed" / "books.db", durable=False)) as other,
    ):
        quiet = asyncio.run(evening(game, Killed(one, tmp_path, kills=False)))
        killed = asyncio.run(evening(game, Killed(other, tmp_path, kills=True)))
        compare(quiet, killed)


def compare(quiet: Killed, killed: Killed) -> None:
    """The same decisions and cards, the same money, the same next card."""
    assert killed.deaths > STEPS
    assert played(killed) == played(quiet)
    assert played(quiet)
    assert killed.books.balances() == quiet.books.balances()
    ours, theirs = killed.table.live, quiet.table.live
    assert ours.shoe and theirs.shoe and ours.shoe.place() == theirs.shoe.place()
    assert ours.shoe.draw(1) == theirs.shoe.draw(1) if ours.shoe.left else True
    assert check(killed.books) == []
