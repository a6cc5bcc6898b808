"""Opening a room: its books, its keys, its state at the last close, and its first day.

The start is logged before anything is dealt: the program by the digest of its files, and the room
file.
"""

from __future__ import annotations

import logging
from pathlib import Path

import msgspec
from msgspec.structs import replace

from houseway.engine.events import HOUSE
from houseway.errors import HousewayError
from houseway.room.api.audit_types import Program
from houseway.room.api.roles import ROOM
from houseway.room.api.table_types import Answer
from houseway.room.audit.seal_check import SealCheck
from houseway.room.audit.self_check import DailyCheck, program
from houseway.room.clock import Clock, RealClock
from houseway.room.config.schema import RoomFile, TableFile
from houseway.room.fairness.entropy import Entropy, SystemEntropy
from houseway.room.gaming_day import DAY_MS
from houseway.room.keys import SIGNING_KEY, Keys, SigningKeyRow, keys_at
from houseway.room.ledger import BANKROLL, Posting, at_table
from houseway.room.people import cards
from houseway.room.people.pins import new_pin
from houseway.room.room import Room
from houseway.room.sealing import seal_books
from houseway.room.store.address import BooksAddress, address_of, notes_on, open_store
from houseway.room.store.backup import STREAM, Discarded, pending
from houseway.room.store.group_commit import GroupWriter
from houseway.room.store.interface import Person, Store
from houseway.room.store.sqlite_file import close_to_others
from houseway.room.tables import log
from houseway.room.tables.actor import Actor, Turn
from houseway.room.tables.log import PendingRow

logger = logging.getLogger(__name__)
BOOKS, KEYS = "books.db", "keys.toml"
KEYS_BESIDE = (
    "the keys lie in the folder of the books: whoever gets the folder gets both. Move keys.toml, "
    "and start with --keys FILE"
)


class Started(msgspec.Struct, frozen=True):
    """Row: the room was started; the program, the room file, and what is new in them."""

    program: Program
    room: str
    name: str
    new: tuple[str, ...] = ()
    keys: str = ""
    """The public key of the room, which identifies its keys."""


class IssuedPin(msgspec.Struct, frozen=True):
    """A card and its PIN, shown once and not stored."""

    role: str
    name: str
    card: str
    pin: str

    def __repr__(self) -> str:
        return f"<the PIN of {self.name}>"


class OpenedRoom(msgspec.Struct, frozen=True):
    """An open room, and the messages for the person who opened it."""

    room: Room
    secrets: tuple[IssuedPin, ...]
    notes: tuple[str, ...]


async def open_room(
    folder: Path, file: RoomFile, keys: Path | None = None, clock: Clock | None = None,
    entropy: Entropy | None = None, *, demo: bool = False, books: str = "",
) -> OpenedRoom:  # fmt: skip
    """Open the room of a folder, which is for its owner alone; a new folder gets a new room.

    ``demo`` is True for a demonstration, whose keys may lie with its books without a note.
    ``books`` is the DSN of a database; without it the books are a file in the folder.
    """
    close_to_others(folder)
    path, address = keys or folder / KEYS, address_of(books, folder / BOOKS)
    if not path.exists():
        _require_new(address, path)
    found, clock = keys_at(path), clock or RealClock()
    began, seals = clock.monotonic(), found.seals()
    store = open_store(address, seals=seals)
    try:
        _check_keys(store, found, path)
        sealed = seal_books(store, seals, found, path, clock.now_ms())
        said: list[str] = []
        source = entropy or SystemEntropy(said.append)
        room = Room(store, GroupWriter(store), clock, found, source, file)
        for what in said:
            room.note(what)
        if isinstance(source, SystemEntropy):
            source.log = room.note
        notes = notes_on(store) + sealed + await _note_start(room)
        await _note_signing_keys(room)
        if not demo and path.resolve().parent == folder.resolve():
            notes.append(KEYS_BESIDE)
        secrets = await _staff(room)
        secrets += await _displays(room)
        notes += await _tables(room)
        await _resume(room)
        took = int(1_000 * (clock.monotonic() - began))
        logger.info("%d tables taken up in %d ms", len(room.tables), took)
        check = SealCheck(store, found, room.events.alarm)
        notes += await check.look()
        room.every("self-check", DAY_MS, DailyCheck(room.diary, room.events).daily)
        room.every("seal-check", DAY_MS, check.daily)
    except BaseException:
        store.close()
        raise
    return OpenedRoom(room, tuple(secrets), tuple(notes))


def _require_new(address: BooksAddress, path: Path) -> None:
    """Refuse books that are there already while their keys are not."""
    if isinstance(address, Path):
        there = address.exists()
    else:
        store = open_store(address)
        there = bool(store.streams())
        store.close()
    if there:
        raise HousewayError(
            f"the keys of this room are not at {path}: put them back, or begin a room in another "
            f"folder. With other keys no PIN fits and no shoe can be opened; nothing was done"
        )


def _last_start(store: Store) -> Started | None:
    """Return the last logged start of the room; None at the first."""
    before = store.last_row(STREAM, "started")
    return msgspec.msgpack.decode(before.body, type=Started) if before else None


def _check_keys(store: Store, keys: Keys, path: Path) -> None:
    """Refuse the keys of another room before anything is dealt or written."""
    old = _last_start(store)
    if old is not None and old.keys and old.keys not in keys.publics:
        raise HousewayError(
            f"{path} has the keys of another room: with them no PIN fits and no shoe can be "
            "opened; nothing was done"
        )


async def _note_start(room: Room) -> list[str]:
    """Log the starting program, and return what has changed since the last start."""
    now, old = program(), _last_start(room.store)
    new: list[str] = []
    if old is not None and old.program.digest != now.digest:
        new.append(f"the program has changed since version {old.program.version} was last started")
    if old is not None and old.room != room.file.digest():
        new.append("the room file has changed since the last start")
    body = Started(now, room.file.digest(), room.file.name, tuple(new), room.keys.public)
    await room.diary.write(ROOM, "started", body)
    return new


async def _note_signing_keys(room: Room) -> None:
    """Log each signing key that is new since the last start, signed by the one before it."""
    last = room.store.last_row(STREAM, SIGNING_KEY)
    known = msgspec.msgpack.decode(last.body, type=SigningKeyRow).public if last else ""
    for row in room.keys.signing_rows(known):
        await room.diary.write(ROOM, SIGNING_KEY, row)


async def _staff(room: Room) -> list[IssuedPin]:
    """Return PINs for the staff of the room file who have not logged in yet."""
    issued = [await _issued(room, s.role, s.name, s.card) for s in room.file.staff]
    return [pin for pin in issued if pin is not None]


async def _displays(room: Room) -> list[IssuedPin]:
    """Return PINs for the displays of the room file that have not logged in yet."""
    issued = [await _issued(room, "display", d.name, d.card) for d in room.file.displays]
    return [pin for pin in issued if pin is not None]


async def _issued(room: Room, role: str, name: str, card: str) -> IssuedPin | None:
    """Return the PIN of a card of the room file; None once its owner has logged in.

    Until then each start makes a new one, so a start that was killed before it printed loses none.
    """
    known = room.store.person_with(cards.tidied(card))
    if known is None:
        return await hired(room, role, name, card)
    return await renewed(room, known) if known.last_login_ms is None else None


async def renewed(room: Room, known: Person) -> IssuedPin:
    """Return a new PIN for a person who has never logged in."""
    pin = new_pin(room.entropy, known.card)
    await room.people.reset_pin(ROOM, known.id, pin, "no login yet: each start makes a new PIN")
    return IssuedPin(known.role, known.name, known.card, pin)


async def hired(room: Room, role: str, name: str, card: str) -> IssuedPin:
    """Issue a card with a new PIN, which is shown once."""
    pin = new_pin(room.entropy, card)
    opened = await room.people.hire(ROOM, role, name, pin, card=card)
    return IssuedPin(role, name, opened.card, pin)


async def _tables(room: Room) -> list[str]:
    """Open the tables of the room file that were never opened; others are the floor's to change."""
    notes = []
    for table in room.file.tables:
        actor = room.tables.get(table.name)
        if actor is None:
            await _found(room, table)
            continue
        actor.try_rebuild()
        if not actor.sure:  # it is said when the table is resumed
            continue
        notes += await _rules_changed(actor)
        now = actor.summary
        if (now.game and now.game.id) != table.game or now.posting != table.posting:
            notes.append(
                f"table {table.name} goes on as it was posted; the room file has it otherwise: "
                "close it and have two people post it again"
            )
    return notes


async def _rules_changed(actor: Actor) -> list[str]:
    """Log that a table goes on under changed rules with the same posting.

    In the middle of a round nothing is logged: if the round cannot go on, the floor voids it.
    """
    live = actor.summary
    if live.game is None or live.playing or live.status != "open":
        return []
    now = live.game.fingerprint()
    if now == live.rules:
        return []
    why = "the program has changed"
    body = log.TableOpened(
        live.game.id, live.posting, live.terms, now, before=live.rules, why=why, meters=live.meters
    )

    async def work(turn: Turn) -> Answer:
        return await turn.commit([PendingRow(body)])

    await actor.command(ROOM, "", ("rules", now), work)
    return [f"the rules of table {actor.name} are not those it was opened with: {why}"]


async def _found(room: Room, table: TableFile) -> None:
    """Create a table of the room file with the house's money; close it if the file says so."""
    actor = room.new_table(table.name)
    body = room.floor.opening("", table.game, table.posting, table.terms)
    bankroll = Posting(BANKROLL, at_table(table.name, HOUSE), table.bankroll)
    made = [PendingRow(replace(body, meters=table.meters), [bankroll] if table.bankroll else [])]
    if not table.open:
        made.append(PendingRow(log.Shut("it does not open with the room")))

    async def work(turn: Turn) -> Answer:
        return await turn.commit(made)

    await actor.command(ROOM, "", ("open", table.name), work)


async def _resume(room: Room) -> None:
    """Resume every table; after a restore, open rounds are not resumed."""
    found = pending(room.store)
    if found is None:
        await room.start()
        return
    row, _ = found
    await room.start("the books were restored from a backup: what was dealt since is not in them")
    await room.diary.write(ROOM, "discarded", Discarded(row))
