"""An evening of a whole room with everything an auditor looks at, made once and copied by tests."""

from __future__ import annotations

import asyncio
import random
import shutil
from pathlib import Path

from houseway.room.api.roles import ROOM, Caller
from houseway.room.api.table_types import RulingAsked
from houseway.room.clock import SimulatedClock
from houseway.room.keys import read_keys
from houseway.room.opening import KEYS
from houseway.room.room import Room
from houseway.room.store.sqlite_reader import SqliteBooks
from houseway.room.tables import commands, log
from houseway.room.tables.actor import Actor
from houseway.room.tables.seats import Player
from tests.support.books_at_hand import broken, rehashed
from tests.support.local_room import EASY, FLOOR, decide, make_room, open_table, play, player

AUDITOR = Caller(950, "auditor", "Aud", "office")
ADMIN = Caller(951, "admin", "Adm", "office")
GAMES = {"T1": "free-bet-blackjack", "T2": "seven-card-stud", "T3": "3-dice-baccarat"}


async def evening(folder: Path, rounds: int = 3) -> Room:
    """A cage that takes money in, three tables, a void, a ruling, an adjustment, a payout."""
    clock, rng = SimulatedClock(), random.Random(12)
    room = make_room(folder, clock, people=EASY)
    cash = await room.people.hire(ROOM, "cashier", "Cas", "2580")
    boss = await room.people.hire(ROOM, "supervisor", "Sue", "2580")
    cashier = Caller(cash.person, "cashier", "Cas", "cage 1")
    supervisor = Caller(boss.person, "supervisor", "Sue", "cage 2")
    await room.cage.shifts.open(cashier, 1000_00, key="open")
    people = []
    for n, name in enumerate(("Ann", "Bob", "Cleo")):
        opened = await room.people.open_account(cashier, name, "2580")
        people.append(opened.person)
        await room.cage.deposit(cashier, opened.person, 9000_00, key=f"in {n}")
    for table, game in GAMES.items():
        actor = await open_table(room, table, game)
        for person in people:
            clock.advance(1000)
            guest = Player(person, f"p{person}")
            await commands.sit(actor, player(person), "", guest, 500_00, 0)
        await play(actor, rng, rounds, most=120)
        clock.advance(60_000)
    await _void(room, rng)
    await room.cage.adjust(supervisor, people[0], -5_00, "a chip found", key="adj")
    await room.cage.payout(cashier, people[1], 100_00, key="out")
    await room.people.login(opened.card, "2580", "station 3")
    await room.cage.shifts.close(cashier, 27_900_00, key="close")
    return room


async def _void(room: Room, rng: random.Random) -> None:
    actor = room.tables["T1"]
    await _until_played(actor, rng)
    await actor.void(actor.by_room(actor.now()), "the power failed")
    await _until_played(actor, rng)
    asked = RulingAsked("void_round", reason="the shoe fell down")
    await room.rulings.rule(FLOOR, "T1", asked, actor.seq)
    await play(actor, rng, 1, most=60)


async def _until_played(actor: Actor, rng: random.Random) -> None:
    """Until a round stands in the log."""
    for _ in range(60):
        if actor.live.playing:
            return
        await actor.tick()
        await decide(actor, rng)
    raise AssertionError(f"no round is played at {actor}")


_MADE: list[Path] = []


def made(folder: Path) -> Path:
    """Make the evening in a folder, once for all callers."""
    if _MADE and (_MADE[0] / KEYS).exists():
        return _MADE[0]

    async def work() -> None:
        room = await evening(folder)
        room.store.close()

    asyncio.run(work())
    if not (folder / KEYS).exists():
        (folder / "keys.json").rename(folder / KEYS)
    _MADE[:] = [folder]
    return folder


def copied(evening: Path, folder: Path) -> Path:
    """A copy that may be broken."""
    return Path(shutil.copytree(evening, folder / "room"))


def rewritten(folder: Path, stream: str, bodies: dict[int, log.Body]) -> None:
    """Change the bodies of rows, and compute every hash and seal again, as one with the keys."""
    path, of = folder / "books.db", f"(SELECT id FROM stream WHERE name = '{stream}')"
    changes = [
        f"UPDATE log SET body = x'{log.written(body).hex()}' WHERE seq = {seq} AND stream = {of}"
        for seq, body in bodies.items()
    ]
    broken(path, *changes).close()
    rehashed(path, stream, read_keys(folder / KEYS).seals())


def every(folder: Path, stream: str, *kinds: str) -> dict[int, log.Body]:
    """The rows of some kinds, and what they say."""
    books = SqliteBooks(folder / "books.db")
    try:
        return {row.seq: log.read(row.body) for row in books.rows(stream) if row.kind in kinds}
    finally:
        books.close()


def first(folder: Path, stream: str, kind: str, n: int = 0) -> tuple[int, log.Body]:
    """The n-th row of a kind, and what it says."""
    return list(every(folder, stream, kind).items())[n]


__all__ = [
    "ADMIN", "AUDITOR", "FLOOR", "GAMES", "copied", "evening", "every", "first", "made",
    "player", "rewritten",
]  # fmt: skip
