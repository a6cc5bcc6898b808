"""A small room with something of everything in its books, and the books that are kept of it.

``evening`` plays it from fixed keys, seeds and times: the same program writes the same rows.
``KEPT`` has the books that version 0.2.0 wrote so.  To write them again, because the format of the
log was changed on purpose:

    HOUSEWAY_GOLDEN=1 python -m tests.support.kept_books
"""

from __future__ import annotations

import asyncio
import lzma
import os
import random
import shutil
import tempfile
from pathlib import Path
from typing import Any

import apsw
import msgspec

from houseway.errors import Refused
from houseway.room.api.approval_types import Proposal
from houseway.room.api.cage_types import PendingApproval
from houseway.room.api.roles import ROOM, Caller
from houseway.room.api.table_types import RulingAsked
from houseway.room.clock import SimulatedClock
from houseway.room.config.schema import RoomFile, Thresholds
from houseway.room.gaming_day import DAY_MS
from houseway.room.opening import BOOKS, KEYS
from houseway.room.people.accounts import ChangePayload, PersonChanged
from houseway.room.room import Room
from houseway.room.store.interface import Books
from houseway.room.tables import commands
from houseway.room.tables.actor import Actor
from houseway.room.tables.seats import Player
from tests.support.local_room import EASY, decide, keys_at, player, room_over, terms_of

KEPT = Path(__file__).parents[1] / "kept_books"
PACKED, STATE, KEYS_OF = KEPT / "books.db.xz", KEPT / "state.json", KEPT / KEYS
STARTED = 1_762_800_000_000
PIN = "2580"
TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "BJ": ("free-bet-blackjack", {"push_22": "A"}),
    "STUD": ("seven-card-stud", {}),
    "HOLDEM": ("lightning-holdem", {}),
    "DICE": ("3-dice-baccarat", {}),
    "METER": ("straight-jack-progressive", {}),
    "METER-2": ("straight-jack-progressive", {}),
    "PAI": ("pai-gow-poker", {}),
}
FILE = RoomFile(name="a room", thresholds=Thresholds(fill=1_000_000_00))
"""The room of then: one person filled a table."""
SPOT = "straight_jack_progressive"


class Persons(msgspec.Struct):
    """The staff and the players of the evening."""

    cashier: Caller
    supervisor: Caller
    second: Caller
    floor: Caller
    auditor: Caller
    players: list[int]


async def evening(folder: Path) -> Room:
    """Play the evening in a folder that has the kept keys; the room is open at its end."""
    clock, rng = SimulatedClock(STARTED), random.Random(33)
    room = opened(folder, clock)
    persons = await _people(room)
    await _cash(room, clock, persons)
    await _tables(room, clock, rng, persons)
    await _floor(room, rng, persons)
    await _meters(room, persons)
    await _day(room, clock, persons)
    await _left_open(room, rng, persons)
    return room


def opened(folder: Path, clock: SimulatedClock, n: int = 33) -> Room:
    """Return a room over the books of a folder."""
    from houseway.room.store.sqlite_writer import SqliteStore

    store = SqliteStore(folder / BOOKS, durable=False)
    return room_over(store, folder, clock, keys_at(folder / KEYS), n, EASY, FILE)


async def _people(room: Room) -> Persons:
    async def hire(role: str, name: str) -> Caller:
        made = await room.people.hire(ROOM, role, name, PIN)
        return Caller(made.person, role, name, f"desk of {name}")

    cashier, supervisor = await hire("cashier", "Cay"), await hire("supervisor", "Sue")
    second, floor = await hire("supervisor", "Sid"), await hire("floor", "Flo")
    auditor, admin = await hire("auditor", "Aud"), await hire("admin", "Ada")
    players = []
    for name in ("Ann", "Bob", "Cleo", "Dan"):
        made = await room.people.open_account(cashier, name, PIN, key=f"open {name}")
        players.append(made.person)
    await room.people.login(made.card, PIN, "station 4")
    await room.people.rename(cashier, players[3], "Daniel", key="rename")
    await room.people.new_card(supervisor, players[2], "lost", key="card")
    await room.people.lock(cashier, players[3], "left lying", key="lock")
    await room.people.unlock(supervisor, players[3], "found", key="unlock")
    await room.people.reset_pin(supervisor, players[3], "2847", "forgotten", key="pin")
    await _set_role_alone(room, admin, floor.person)
    return Persons(cashier, supervisor, second, floor, auditor, players)


async def _set_role_alone(room: Room, admin: Caller, person: int) -> None:
    """Change a duty as one person could in version 0.2.0."""
    row = PersonChanged(person, "floor", "floor", "as before")
    asked = ChangePayload(person, "floor", "as before")
    await room.people.journal.write(admin, "role", row, key="role", asked=asked)


async def _cash(room: Room, clock: SimulatedClock, persons: Persons) -> None:
    cage, cashier = room.cage, persons.cashier
    ann, bob, cleo, dan = persons.players
    await cage.shifts.open(cashier, 5_000_00, key="shift 1")
    for n, person in enumerate(persons.players):
        clock.advance(60_000)
        await cage.deposit(cashier, person, 9_000_00 + n, key=f"in {n}")
    await cage.deposit(cashier, ann, 2_000_00, key="large")
    await cage.payout(cashier, bob, 100_00, key="out")
    wrong = await cage.deposit(cashier, dan, 20_00, key="typing error")
    await cage.reverse(persons.supervisor, wrong.number, "a typing error", key="back")
    await cage.adjust(persons.supervisor, cleo, 5_00, "a chip found", key="adjust")
    asked = await cage.payout(cashier, ann, 4_000_00, key="much")
    assert isinstance(asked, PendingApproval)
    clock.advance(5_000)
    await cage.requests.approve(persons.supervisor, asked.request, key="approve 1")
    other = await cage.adjust(persons.supervisor, dan, -900_00, "counted twice", key="too much")
    assert isinstance(other, PendingApproval)
    await cage.requests.withdraw(persons.second, other.request, "it was right", key="withdraw 1")
    third = await cage.adjust(persons.supervisor, dan, 700_00, "a mistake", key="adjust 2")
    assert isinstance(third, PendingApproval)
    await cage.requests.approve(persons.second, third.request, key="approve 2")
    await cage.shifts.count(cashier, 30_000_00, key="count")


async def _tables(room: Room, clock: SimulatedClock, rng: random.Random, persons: Persons) -> None:
    for name, (game, posting) in TABLES.items():
        found = room.making.game(game, posting)
        await room.floor.open(
            persons.floor, name, game, posting,
            terms_of(
                min(6, found.seats_max), question_ms=20_000, offer_ms=60_000, pause_ms=5_000
            ),
            key=f"open {name}",
        )  # fmt: skip
        await room.cage.table_money.fill(persons.supervisor, name, 10_000_00, key=f"fill {name}")
        actor = room.table(name)
        for person in persons.players[:3]:
            clock.advance(1_000)
            await room.lobby.sit(player(person), f"sit {name}", _guest(person), actor, 400_00)
        await played(actor, rng, clock, 3)
        clock.advance(30_000)
        await actor.tick()


def _guest(person: int) -> Player:
    return Player(person, f"p{person}")


async def played(actor: Actor, rng: random.Random, clock: SimulatedClock, rounds: int) -> None:
    """Play some rounds to their end; a question without a decision runs out of time."""
    until = actor.live.number + rounds
    for n in range(400):
        live = actor.live
        if live.number >= until and not live.playing:
            return
        clock.advance(700)
        try:
            done = await decide(actor, rng, f"{actor.name} {n} {live.number}")
        except Refused:
            continue
        if done is None or n % 23 == 22:
            clock.advance(61_000)
            await actor.tick()


async def _in_round(actor: Actor, rng: random.Random) -> None:
    for _ in range(100):
        if actor.live.playing:
            return
        await actor.tick()
        await decide(actor, rng)
    raise AssertionError(f"no round is played at {actor}")


async def _floor(room: Room, rng: random.Random, persons: Persons) -> None:
    floor, dan = persons.floor, persons.players[3]
    actor = room.table("BJ")
    await _in_round(actor, rng)
    await room.floor.void(floor, "BJ", "the power failed", key="void")
    await _in_round(actor, rng)
    asked = RulingAsked("void_round", reason="the shoe fell down")
    await room.rulings.rule(floor, "BJ", asked, actor.seq, second=persons.supervisor, key="ruling")
    await commands.away(actor, player(persons.players[0]), "away")
    await commands.back(actor, player(persons.players[0]), "back")
    await room.floor.pause(floor, "BJ", "a spilt drink", key="pause")
    await room.floor.resume(floor, "BJ", key="resume")
    await room.seats.seat(floor, "DICE", dan, 200_00, key="seat Dan")
    await room.seats.move(floor, "DICE", dan, "BJ", "asked for it", key="move Dan")
    await _over(actor, rng, room)
    await room.lobby.register(player(dan), "wait", _guest(dan), "lightning-holdem", 300_00)
    await room.seats.exclude(floor, dan, "shouting", key="exclude")
    await room.people.readmit(floor, dan, "sorry", key="readmit")
    await _over(room.table("STUD"), rng, room)
    await room.floor.close(floor, "STUD", "no players", key="close STUD")
    proposal = await room.postings.propose_posting(
        floor, "STUD", "higher limits", posting={"ante": 1, "bring_in": 2, "small_bet": 4},
        key="propose STUD",
    )  # fmt: skip
    await room.proposals.confirm(persons.supervisor, proposal.number, key="confirm STUD")


async def _over(actor: Actor, rng: random.Random, room: Room) -> None:
    """Play until no round is played."""
    for _ in range(300):
        if not actor.live.playing:
            return
        try:
            if await decide(actor, rng) is None:
                await actor.tick()
        except Refused:
            continue
    await room.floor.void(Caller(4, "floor", "Flo", "desk"), actor.name, "not over")


async def _meters(room: Room, persons: Persons) -> None:
    floor, supervisor, second = persons.floor, persons.supervisor, persons.second
    for name in ("METER", "METER-2"):
        if room.table(name).live.playing:
            await room.floor.void(floor, name, "the meter is changed", key=f"void {name}")
    up = await room.meters.propose_meter(
        supervisor, "METER", SPOT, 0, 25_00, "a gift of the house", key="raise"
    )
    await room.proposals.confirm(second, up.number, key="confirm raise")
    off = await room.meters.propose_meter(supervisor, "METER", SPOT, 0, 1_00, "more", key="more")
    await room.proposals.withdraw(second, off.number, "enough", key="withdraw more")
    await room.floor.close(floor, "METER", "goes home", key="close METER")
    out: Proposal = await room.meters.propose_transfer(
        supervisor, "METER", SPOT, 0, "METER-2", "one is enough", key="transfer"
    )
    await room.proposals.confirm(second, out.number, key="confirm transfer")


async def _day(room: Room, clock: SimulatedClock, persons: Persons) -> None:
    cashier, supervisor = persons.cashier, persons.supervisor
    await room.cage.shifts.close(cashier, 40_000_00, key="close shift 1")
    for name in ("STUD", "HOLDEM"):
        try:
            await room.cage.table_money.collect(supervisor, name, key=f"drop {name}")
        except Refused:
            continue
    await room.cage.table_money.credit(supervisor, "BJ", 50_00, key="credit")
    clock.advance(DAY_MS)
    await room.days.close(supervisor, room.days.today - 1, key="day")
    await room.audit.heads(persons.auditor)


async def _left_open(room: Room, rng: random.Random, persons: Persons) -> None:
    """Leave something unfinished everywhere: rounds, a shift, a request, a proposal, a wait."""
    await room.cage.shifts.open(persons.cashier, 40_000_00, key="shift 2")
    await room.cage.payout(persons.cashier, persons.players[0], 3_500_00, key="much again")
    await room.meters.propose_meter(
        persons.supervisor, "METER-2", SPOT, 0, 10_00, "for tomorrow", key="tomorrow"
    )
    for name in ("BJ", "HOLDEM", "DICE", "PAI"):
        await room.table(name).tick()
        await decide(room.table(name), rng, f"last {name}")
    await room.floor.pause(persons.floor, "DICE", "for the night", key="pause DICE")
    dan = persons.players[3]
    await room.lobby.register(player(dan), "wait again", _guest(dan), "seven-card-stud", 300_00)


def rows(books: Books) -> dict[str, list[str]]:
    """Return every row of every stream, as JSON, without the fingerprints of the rules."""
    return {
        head.stream: [
            msgspec.json.encode(
                [row.at, row.kind, row.by, _plain(row.body), [
                    (w.posting.debit, w.posting.credit, w.posting.cents)
                    for w in books.postings(head.stream, row.seq - 1, row.seq)
                ]]
            ).decode()
            for row in books.rows(head.stream)
        ]
        for head in books.streams()
    }  # fmt: skip


def _plain(body: bytes) -> Any:
    return _masked(msgspec.msgpack.decode(body)) if body else None


def _masked(value: Any) -> Any:
    """Return a value without fingerprints of rules, which change whenever the rules do."""
    if isinstance(value, dict):
        return {
            str(key): "" if key in ("rules", "before", "after") and isinstance(item, str)
            and len(item) > 30 else _masked(item)
            for key, item in value.items()
        }  # fmt: skip
    return [_masked(item) for item in value] if isinstance(value, list | tuple) else value


def state(room: Room) -> dict[str, Any]:
    """Return what the room has folded from its books: tables, cage, approvals, lobby, meters."""
    tables = {}
    for name, actor in sorted(room.tables.items()):
        live = actor.live
        tables[name] = {
            "status": live.status, "why": live.why, "number": live.number, "row": actor.seq,
            "game": live.posted.id, "seats": msgspec.to_builtins(live.seating, str_keys=True),
            "carry": msgspec.msgpack.encode(live.carry_over).hex(),
            "shoe": msgspec.to_builtins(live.shoe.place()) if live.shoe else None,
            "asked": list(live.asked()) if live.playing else [], "playing": live.playing,
        }  # fmt: skip
    drawers = room.cage.stream.drawers
    return {
        "tables": tables,
        "shifts": [msgspec.to_builtins(drawers.rows_open(), str_keys=True), drawers.last_shift],
        "requests": sorted(waiting.number for waiting in drawers.waiting),
        "today": sorted([kind, day, who, cents] for (kind, day, who), cents
                        in drawers.today.items()),
        "lobby": msgspec.to_builtins(room.lobby.waiting, str_keys=True),
        "balances": {name: cents for name, cents in room.store.balances().items() if cents},
        "people": [[p.id, p.role, p.name, p.card, p.excluded] for p in room.store.people()],
    }  # fmt: skip


def as_json(found: object) -> Any:
    """Return a value as it is after JSON."""
    return msgspec.json.decode(msgspec.json.encode(found))


def unpacked(folder: Path) -> Path:
    """Put the kept books and their keys into a folder."""
    folder.mkdir(exist_ok=True)
    (folder / BOOKS).write_bytes(lzma.decompress(PACKED.read_bytes()))
    shutil.copy(KEYS_OF, folder / KEYS)
    (folder / KEYS).chmod(0o600)
    return folder


def keep() -> None:
    """Write the books again, with the state that the room had at their end."""
    KEPT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        if KEYS_OF.exists():
            shutil.copy(KEYS_OF, folder / KEYS)
            (folder / KEYS).chmod(0o600)

        async def work() -> dict[str, Any]:
            room = await evening(folder)
            found = state(room)
            await room.writer.close()
            room.store.close()
            return found

        found = asyncio.run(work())
        db = apsw.Connection(str(folder / BOOKS))
        db.execute("PRAGMA journal_mode = DELETE").fetchall()
        db.execute("VACUUM")
        db.close()
        PACKED.write_bytes(lzma.compress((folder / BOOKS).read_bytes(), preset=9))
        STATE.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
        shutil.copy(folder / KEYS, KEYS_OF)


if __name__ == "__main__":
    if not os.environ.get("HOUSEWAY_GOLDEN"):
        raise SystemExit("this writes the kept books again: set HOUSEWAY_GOLDEN=1 to mean it")
    keep()
