"""Opening a room: its books, its keys, what it was like when it last closed, and its first day.

What is found at a start is written down before anything is dealt: the program by the digest of its
files, and the room file.
"""

from __future__ import annotations

import logging
from pathlib import Path

import msgspec
from msgspec.structs import replace

from houseway.engine.events import HOUSE
from houseway.errors import HousewayError
from houseway.room.api.roles import ROOM
from houseway.room.audit.self_check import DailyCheck, Program, program
from houseway.room.clock import Clock, RealClock
from houseway.room.config.schema import RoomFile, TableFile
from houseway.room.fairness.drbg import Stream
from houseway.room.fairness.entropy import Entropy, SystemEntropy
from houseway.room.gaming_day import DAY_MS
from houseway.room.keys import Keys, keys_at
from houseway.room.ledger import BANKROLL, Posting, at_table
from houseway.room.people import cards, pins
from houseway.room.room import Room
from houseway.room.store.backup import STREAM, Discarded, pending
from houseway.room.store.group_commit import GroupWriter
from houseway.room.store.interface import Store
from houseway.room.store.sqlite_writer import SqliteStore
from houseway.room.tables import log as rows
from houseway.room.tables.actor import Actor, Answer
from houseway.room.tables.rounds import PendingRow

log = logging.getLogger(__name__)
BOOKS, KEYS = "books.db", "keys.toml"


class Started(msgspec.Struct, frozen=True):
    """The room was started: by which program, from which room file, and what of it is new."""

    program: Program
    room: str
    name: str
    new: tuple[str, ...] = ()
    keys: str = ""
    """The public key of the room, by which its keys are known again."""


class Secret(msgspec.Struct, frozen=True):
    """A card and its PIN, said once and kept nowhere."""

    role: str
    name: str
    card: str
    pin: str

    def __repr__(self) -> str:
        return f"<the PIN of {self.name}>"


class Opened(msgspec.Struct, frozen=True):
    """A room that is open, and what has to be told to who opened it."""

    room: Room
    secrets: tuple[Secret, ...]
    notes: tuple[str, ...]


async def open_room(
    folder: Path, file: RoomFile, keys: Path | None = None, clock: Clock | None = None,
    entropy: Entropy | None = None,
) -> Opened:  # fmt: skip
    """Open the room of a folder: made if it is new, else gone on with where it was."""
    folder.mkdir(parents=True, exist_ok=True)
    path, there = keys or folder / KEYS, (folder / BOOKS).exists()
    if there and not path.exists():
        raise HousewayError(
            f"the keys of this room are not at {path}: put them back, or begin a room in another "
            f"folder. With other keys no PIN fits and no shoe can be opened; nothing was done"
        )
    found, clock = keys_at(path), clock or RealClock()
    began = clock.monotonic()
    store = SqliteStore(folder / BOOKS)
    try:
        _check_keys(store, found, path)
        said: list[str] = []
        source = entropy or SystemEntropy(said.append)
        room = Room(store, GroupWriter(store), clock, found, source, file)
        for what in said:
            room.note(what)
        if isinstance(source, SystemEntropy):
            source.log = room.note
        notes = await _note_start(room)
        secrets = await _staff(room)
        secrets += await _displays(room)
        notes += await _tables(room)
        await _resume(room)
        took = int(1_000 * (clock.monotonic() - began))
        log.info("%d tables taken up in %d ms", len(room.tables), took)
        room.every("self-check", DAY_MS, DailyCheck(room).daily)
    except BaseException:
        store.close()
        raise
    return Opened(room, tuple(secrets), tuple(notes))


def _last_start(store: Store) -> Started | None:
    before = store.last_row(STREAM, "started")
    return msgspec.msgpack.decode(before.body, type=Started) if before else None


def _check_keys(store: Store, keys: Keys, path: Path) -> None:
    """Refuse the keys of another room, before anything is dealt or written."""
    old = _last_start(store)
    if old is not None and old.keys not in ("", keys.public):
        raise HousewayError(
            f"{path} has the keys of another room: with them no PIN fits and no shoe can be "
            "opened; nothing was done"
        )


async def _note_start(room: Room) -> list[str]:
    """Write down which program starts, and say what has changed since the last time."""
    now, old = program(), _last_start(room.store)
    new: list[str] = []
    if old is not None and old.program.digest != now.digest:
        new.append(f"the program has changed since version {old.program.version} was last started")
    if old is not None and old.room != room.file.digest():
        new.append("the room file has changed since the last start")
    body = Started(now, room.file.digest(), room.file.name, tuple(new), room.keys.public)
    await room.diary.write(ROOM, "started", body)
    return new


async def _staff(room: Room) -> list[Secret]:
    """Cards for those of the room file who have none yet."""
    missing = [s for s in room.file.staff if not room.store.person_with(cards.tidied(s.card))]
    return [await hired(room, s.role, s.name, s.card) for s in missing]


async def _displays(room: Room) -> list[Secret]:
    missing = [d for d in room.file.displays if not room.store.person_with(cards.tidied(d.card))]
    return [await hired(room, "display", d.name, d.card) for d in missing]


async def hired(room: Room, role: str, name: str, card: str) -> Secret:
    """A card for somebody, with a PIN that is made here and told once."""
    pin = new_pin(room.entropy, card)
    opened = await room.people.hire(ROOM, role, name, pin, card=card)
    return Secret(role, name, opened.card, pin)


def new_pin(entropy: Entropy, card: str = "") -> str:
    """Six digits that nobody would guess first."""
    stream = Stream(entropy.seed())
    while True:
        pin = "".join(str(stream.below(10)) for _ in range(6))
        if not pins.is_trivial(pin) and pin not in card:
            return pin


async def _tables(room: Room) -> list[str]:
    """Open the tables of the room file that were never opened; others are the floor's to change."""
    notes = []
    for table in room.file.tables:
        actor = room.tables.get(table.name)
        if actor is None:
            await _found(room, table)
            continue
        actor.rebuild()
        notes += await _rules_changed(actor)
        if (actor.live.game and actor.live.game.id) != table.game or (
            actor.live.posting != table.posting
        ):
            notes.append(
                f"table {table.name} goes on as it was posted; the room file has it otherwise: "
                "close it and post it anew, by two people"
            )
    return notes


async def _rules_changed(actor: Actor) -> list[str]:
    """Note that a table goes on by other rules than it was opened with; what is posted is the same.

    In the middle of a round nothing is noted: what cannot be played on is the floor's to void.
    """
    live = actor.live
    if live.game is None or live.playing or live.status != "open":
        return []
    now = live.game.fingerprint()
    if now == live.rules:
        return []
    why = "the program has changed"
    body = rows.Opened(
        live.game.id, live.posting, live.terms, now, before=live.rules, why=why, meters=live.meters
    )

    async def work() -> Answer:
        return await actor.row(body)

    await actor.command(ROOM, "", ("rules", now), work)
    return [f"the rules of table {actor.name} are not those it was opened with: {why}"]


async def _found(room: Room, table: TableFile) -> None:
    """A new table with what the house puts on it; one that does not open with the room is shut."""
    actor = room.new_table(table.name)
    body = room.floor.opening(actor.live.rules, table.game, table.posting, table.terms)
    bankroll = Posting(BANKROLL, at_table(table.name, HOUSE), table.bankroll)
    made = [PendingRow(replace(body, meters=table.meters), [bankroll] if table.bankroll else [])]
    if not table.open:
        made.append(PendingRow(rows.Shut("it does not open with the room")))

    async def work() -> Answer:
        return await actor.all_rows(made)

    await actor.command(ROOM, "", ("open", table.name), work)


async def _resume(room: Room) -> None:
    """Go on with every table; after a restore nothing that was open goes on."""
    found = pending(room.store)
    if found is None:
        await room.start()
        return
    row, _ = found
    await room.start("the books were restored from a backup: what was dealt since is not in them")
    await room.diary.write(ROOM, "discarded", Discarded(row))
