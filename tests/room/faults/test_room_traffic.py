"""Nothing that is ever sent names a piece that its receiver may not know at that moment.

Everything is recorded as it arrives: at seats, at a free seat, on the community screen, at the
rail, at the floor's desk, and in answers over HTTP.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest

from houseway.room.api.roles import ROOM
from houseway.room.client.client import RoomClient, RoomRefused, Seen, Table
from houseway.room.http.sockets.table_hub import Viewer
from houseway.room.tables.views import EventVersions, Frame, Hub, raw
from tests.support.careful_player import play
from tests.support.evening_traffic import Recorder, Sent, Truth, leaks, wild
from tests.support.local_room import open_table
from tests.support.random_play import GAME_IDS
from tests.support.room_site import House, house

pytestmark = pytest.mark.process

FAMILIES = (
    "21-plus-3", "three-card-poker", "pai-gow-poker", "commission-free-baccarat",
    "crazy-pineapple", "lowball",
)  # fmt: skip
PAUSE_MS = 1_000
PLAYERS = ("Ann", "Bob", "Cleo")
LOOKERS = (("display", "display"), ("floor", "floor"), ("auditor", "watch"), ("dealer", "dealer"))


async def recorded(rooms: House, table: str, rounds: int, seed: int = 7) -> Recorder:
    """Rounds at a table decided at random, with everybody who may look; all that was sent."""
    recorder, rng = Recorder(rooms.room, table), random.Random(seed)
    rooms.site.tables.pace_ms = 2
    async with AsyncExitStack() as stack:
        sockets: dict[str, Table] = {}
        clients: dict[str, RoomClient] = {}
        for name, part in (*((name, "seat") for name in (*PLAYERS, "Zoe")), *LOOKERS):
            client = clients[name] = await rooms.enter(name)
            recorder.answers(client, name, rooms.persons[name])
            keep = recorder.to(name, part, rooms.persons[name])
            sockets[name] = await stack.enter_async_context(client.table(table, part, keep))  # type: ignore[arg-type]
        for name in PLAYERS:
            await sockets[name].sit(2_000_00)

        def over(seen: Seen) -> bool:
            return seen.round > rounds

        playing = asyncio.gather(*(play(sockets[name], over, wild(rng)) for name in PLAYERS))
        while not playing.done():
            await asyncio.sleep(0.02)
            rooms.clock.advance(PAUSE_MS)  # results have stood long enough; some run out of time
            await rooms.room.tables[table].tick()
            await look_about(clients["floor"], table)
            socket = sockets[rng.choice(PLAYERS)]._socket
            if socket is not None and rng.random() < 0.2:
                await socket.close()  # it comes back with the last row it has seen
        await playing
        await asyncio.sleep(0.1)
        for name in (*PLAYERS, "floor"):
            for number in range(1, rounds + 1):
                await look_back(clients[name], table, number)
    return recorder


async def look_about(floor: RoomClient, table: str) -> None:
    """Read the desk's pages while a round runs."""
    for work in (
        floor.floor_table(table),
        floor.table_seen(table),
        floor.preview_void(table),
        floor.rulings(table),
        floor.preview_ruling(table, "void_round", reason="why"),
    ):
        try:
            await work
        except RoomRefused as refused:
            assert refused.code in ("refused", "stale", "unknown"), refused


async def look_back(client: RoomClient, table: str, number: int) -> None:
    """Everything that is told of a round that is over."""
    for work in (
        client.round_told(table, number),
        client.round_proof(table, number),
        client.round_record(table, number),
        client.round_phh(table, number),
    ):
        try:
            await work
        except RoomRefused as refused:
            assert refused.code in ("refused", "unknown", "role"), refused


def evening(folder: Path, games: tuple[str, ...], rounds: int) -> list[tuple[str, Sent, list[str]]]:
    """Play games; everything that was sent, with what it leaks."""

    async def work() -> list[tuple[str, Sent, list[str]]]:
        found = []
        async with house(folder) as rooms:
            for name in ("Cleo", "Zoe"):
                await rooms.add(name)
            for name in PLAYERS:
                await rooms.room.cage.deposit(
                    ROOM, rooms.persons[name], 500_000_00, key=f"more {name}"
                )
            for number, game in enumerate(games, 1):
                table = f"T{number}"
                await open_table(rooms.room, table, game, pause_ms=PAUSE_MS)
                recorder = await asyncio.wait_for(recorded(rooms, table, rounds), 40)
                truth = Truth(rooms.room, table)
                assert len(truth.closed) >= rounds, game
                found += [(game, sent, list(leaks(sent, truth))) for sent in recorder.sent]
            assert rooms.room.failures == 0
        return found

    return asyncio.run(work())


def check(found: list[tuple[str, Sent, list[str]]]) -> None:
    """Every receiver was sent something, and nothing that is another's secret."""
    wrong = [f"{game}: {leak}" for game, _, leaked in found for leak in leaked]
    assert not wrong, "\n".join(wrong[:5])
    views = Counter((game, sent.part) for game, sent, _ in found if b'"public":{' in sent.data)
    for game in {game for game, _, _ in found}:
        for part in ("seat", "display", "floor", "dealer", "watch"):
            assert views[game, part], f"{game}: nothing was shown to who is there as {part}"


def test_no_one_is_sent_what_they_may_not_know(tmp_path: Path) -> None:
    check(evening(tmp_path, FAMILIES, 1))


@pytest.mark.slow
def test_no_one_is_sent_what_they_may_not_know_in_any_game(tmp_path: Path) -> None:
    check(evening(tmp_path, GAME_IDS, 6))


def own_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    def own(self: Frame, seat: int) -> msgspec.Raw | None:
        parts = {number: msgspec.json.decode(part) for number, part in self._own.items()}
        if seat not in parts:
            return None
        [*others] = [part["piles"] for number, part in parts.items() if number != seat]
        return raw({**parts[seat], "piles": others[0] if others else []})

    monkeypatch.setattr(Frame, "own", own)


def told_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def to(self: EventVersions, seat: int) -> msgspec.Raw:
        return next(iter(self.own.values()), self.public)

    monkeypatch.setattr(EventVersions, "to", to)


def seat_of_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Viewer.send

    def send(self: Viewer, frame: Frame) -> None:
        if self.part == "display":
            self.outbox.show(self.tables.view(frame, 1))
        else:
            real(self, frame)

    monkeypatch.setattr(Viewer, "send", send)


def rail_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def over(self: Hub, table: str) -> list[Frame]:
        return list(self._played.get(table, ()))

    monkeypatch.setattr(Hub, "over", over)


FAULTS = {
    "sees": own_of_another,
    "is told": told_to_all,
    "display": seat_of_a_screen,
    "which is not over": rail_at_once,
}


@pytest.mark.parametrize("says", FAULTS)
def test_what_is_sent_to_the_wrong_one_is_noticed(
    says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    FAULTS[says](monkeypatch)
    found = evening(tmp_path, ("crazy-pineapple",), 1)
    assert any(says in leak for _, _, leaked in found for leak in leaked)
