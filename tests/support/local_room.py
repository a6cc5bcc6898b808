"""A room in a folder of its own: tables, people with money, and random decisions."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from houseway.errors import Refused
from houseway.room.api.roles import ROOM, Caller
from houseway.room.api.table_types import Answer, Terms
from houseway.room.clock import SimulatedClock
from houseway.room.config.schema import RoomFile
from houseway.room.fairness.entropy import RehearsedEntropy
from houseway.room.keys import Keys, keys_at
from houseway.room.ledger import CASH, Posting, at_table, wallet
from houseway.room.people.pins import CHEAP
from houseway.room.people.sessions import PeopleTerms
from houseway.room.room import Room
from houseway.room.store.group_commit import PlainWriter
from houseway.room.store.interface import Batch, Entry, Store
from houseway.room.store.sqlite_writer import SqliteStore
from houseway.room.tables import commands, log
from houseway.room.tables.actor import Actor
from houseway.room.tables.recovery import recover, replay_all
from houseway.room.tables.seats import Player
from houseway.room.tables.state import TableResources, TableState
from houseway.rulebook import find
from tests.support.random_play import random_act

Restoring: TypeAlias = Callable[[str, Store, TableResources], tuple[TableState, int]]
EASY = PeopleTerms(pins=CHEAP)
FLOOR = Caller(900, "floor", "Flo", "desk")
RICH = 10_000_00
NOT_LOGGED = ("means", "unplayed", "root_before")
"""Fields of a ``TableState`` that say how it is replayed."""


class TickingClock(SimulatedClock):
    """A clock that advances one millisecond at every reading: two readings never agree."""

    __slots__ = ("reads",)

    def __init__(self, wall_ms: int = 1_700_000_000_000) -> None:
        super().__init__(wall_ms)
        self.reads = 0

    def monotonic(self) -> float:
        """Seconds since this clock was made, one millisecond later than the last time."""
        self.reads += 1
        self.advance(1)
        return super().monotonic()


def make_room(
    folder: Path,
    clock: SimulatedClock,
    keys: Keys | None = None,
    n: int = 0,
    people: PeopleTerms | None = None,
) -> Room:
    """A room over the books in a folder; made again over the same folder it goes on."""
    keys = keys or keys_at(folder / "keys.json")
    store = SqliteStore(folder / "books.db", durable=False, seals=keys.seals())
    return room_over(store, folder, clock, keys, n, people)


def room_over(
    store: Store,
    folder: Path,
    clock: SimulatedClock,
    keys: Keys | None = None,
    n: int = 0,
    people: PeopleTerms | None = None,
    file: RoomFile | None = None,
) -> Room:
    """A room over some books."""
    keys = keys or keys_at(folder / "keys.json")
    return Room(store, PlainWriter(store), clock, keys, RehearsedEntropy(n), file, people)


def fund(store: Store, person: int, cents: int = RICH) -> None:
    """Give a person money as the cage would take it in; in a log of its own, which has no owner."""
    move(store, Posting(CASH, wallet(person), cents))


def move(store: Store, posting: Posting) -> None:
    """Move money, in the same log."""
    head = store.head("counter") or store.acquire("counter", "test")
    entry = Entry(0, "deposit", 901, b"\x80", (posting,))
    [wrong] = store.append((Batch("counter", head.seq, (entry,), fence=head.fence),))
    assert wrong is None


def terms_of(seats: int, **others: Any) -> Terms:
    """Return terms under which no player has to wait."""
    found: dict[str, Any] = {"buy_in_least": 1, "buy_in_most": 1_000_000_00, "seats": seats}
    return Terms(**found | {"pause_ms": 0, "away_after": 0} | others)


async def open_table(
    room: Room, name: str, game: str, posting: Mapping[str, Any] | None = None, **terms: Any
) -> Actor:
    """A new table of a game."""
    actor = room.new_table(name)
    made = room.making.game(game, dict(posting or {}))
    under = terms_of(terms.pop("seats", made.seats_max), **terms)
    body = log.TableOpened(game, dict(posting or {}), under, made.fingerprint())
    await commands.row(actor, FLOOR, "", body)
    return actor


def player(person: int) -> Caller:
    """Return a person who plays."""
    return Caller(person, "player", f"p{person}", f"station {person}")


async def sit(room: Room, actor: Actor, person: int, cents: int = 1000_00, seat: int = 0) -> Answer:
    """Seat a person with enough money."""
    if room.store.balance(wallet(person)) < cents:
        fund(room.store, person, 100 * cents)
    guest = Player(person, f"p{person}")
    return await commands.sit(actor, player(person), "", guest, cents, seat)


async def decide(actor: Actor, rng: random.Random, key: str = "") -> Answer | None:
    """Take a random decision for the seat that is asked; None if there is no question."""
    live = actor.live
    if live.round_ is None or not live.asked():
        return None
    given = random_act(live.round_, rng)
    caller = player(live.seating.seats[given.seat].player.person)
    asked = live.round_.asked[given.seat]
    return await commands.act(actor, caller, key, commands.round_now(live), asked, given)


async def play(actor: Actor, rng: random.Random, rounds: int, most: int = 2000) -> int:
    """Random rounds; how many were closed."""
    before = actor.live.number
    for _ in range(most):
        live = actor.live
        if live.number - before >= rounds and not live.playing:
            break
        try:
            if await decide(actor, rng) is None:
                break
        except Refused:
            continue
    return actor.live.number - before


def same(actor: Actor, room: Room, ways: tuple[Restoring, ...] = (recover, replay_all)) -> None:
    """The table rebuilt from its log equals the table."""
    for make in ways:
        again, seq = make(actor.name, room.store, room.making)
        live = actor.live
        assert seq == actor.seq
        folded, forward = facts_of(again), facts_of(live)
        assert {name: value for name, value in folded.items() if value != forward[name]} == {}
        if live.playing:
            assert live.round_ is not None and again.round_ is not None
            assert msgspec.msgpack.encode(again.round_.views()[0]) == msgspec.msgpack.encode(
                live.round_.views()[0]
            )


def facts_of(live: TableState) -> dict[str, Any]:
    """Return every field of a table's state that its log gives; a round without a row is none."""
    found = {name: value for name, value in vars(live).items() if name not in NOT_LOGGED}
    found["shoe"] = live.shoe.place() if live.shoe else None
    found["game"] = live.game.fingerprint() if live.game else ""
    found["carry_over"] = msgspec.msgpack.encode(live.carry_over)
    round_ = live.round_ if live.playing else None
    found["round_"] = round_ and (round_.inputs, round_.events, round_.asked, round_.carry_over)
    return found


def books_agree(actor: Actor, room: Room) -> None:
    """Check that the books of the table equal the chips that lie on it."""
    live = actor.live
    kept = {
        name: cents for name, cents in room.store.balances(f"table:{actor.name}:").items() if cents
    }
    if live.playing:
        assert live.round_ is not None
        lies = {at_table(actor.name, a): cents for a, cents in live.round_.state.balances().items()}
    else:
        lies = {}
        for seat, sitter in live.seating.seats.items():
            lies[at_table(actor.name, ("purse", seat))] = sitter.chips
    for account, cents in lies.items():
        if not account.endswith((":house", ":drop", ":tokes")):
            assert kept.get(account, 0) == cents, account
    assert sum(room.store.balances().values()) == 0


__all__ = [
    "FLOOR", "RICH", "ROOM", "books_agree", "decide", "find", "fund", "make_room", "open_table",
    "play", "player", "room_over", "same", "sit", "terms_of",
]  # fmt: skip
