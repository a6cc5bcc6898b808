"""A fuzzer on the sockets of a live table: nothing breaks, and others play on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from houseway.room.api.messages import outgoing
from houseway.room.client.client import RoomClient
from tests.support.careful_player import play
from tests.support.random_play import LONG
from tests.support.room_site import House, house

pytestmark = pytest.mark.process

VALUES: list[Any] = [
    0, 1, 2, 3, -1, 10, 1000, 10**12, 10**15, 2**64, 2**200, 1.5, True, None, "", "x", "bet", "T1",
    "x" * 61, "\x00", "é", [], [0], [[]], [1, 2, 3], [["main", 1000]], [["main", -5]], {}, {"a": 1},
]  # fmt: skip
KINDS = ("hello", "act", "seat", "deal", "rule", "ping", "view", "welcome", "", None, 7)
FIELDS = (
    "key", "round", "ask", "name", "amount", "pieces", "parts", "places", "do", "seat", "cents",
    "seq", "reason", "token", "table", "as", "seen", "v", "n", "who", "type",
)  # fmt: skip
DOES = ("sit", "leave", "away", "back", "ready", "top_up", "stand up")


def made_up(rng: random.Random) -> bytes:
    """A message of any fields and any values, or no message at all."""
    fields = rng.sample(FIELDS, rng.randint(0, 8))
    found = {"type": rng.choice(KINDS)} | {field: rng.choice(VALUES) for field in fields}
    text = json.dumps(found).encode()
    if rng.random() < 0.1:
        text = text[: rng.randint(0, len(text))]
    return text if rng.random() < 0.95 else rng.randbytes(rng.randint(0, 300))


def nearly(rng: random.Random, view: dict[str, Any]) -> bytes:
    """A message that fits but for something: a decision by the last view, a wish of a seat."""
    key = rng.choice(("k1", "k2", str(rng.random())))
    if rng.random() < 0.3:
        wish = {"type": "seat", "key": key, "do": rng.choice(DOES), "seat": rng.randint(0, 9)}
        return json.dumps(wish | {"cents": rng.choice((0, 1, 100_00, 500_00))}).encode()
    prompt = (view.get("own") or {}).get("prompt") or {"id": 0, "actions": [{"name": "bet"}]}
    act = {
        "type": "act",
        "key": key,
        "round": view.get("round", 0) + rng.choice((0, 0, 0, 1)),
        "ask": prompt["id"] + rng.choice((0, 0, 0, 1)),
        "name": rng.choice(prompt["actions"] or [{"name": "bet"}])["name"],
    }
    if rng.random() < 0.5:
        act["amount"] = rng.choice((0, 1, 200, 1000, 10**9))
    if rng.random() < 0.5:
        act["places"] = [[rng.choice(("main", "ante", "x")), rng.choice((1, 500, 1000, 10**8))]]
    if rng.random() < 0.3:
        act["pieces"] = [rng.randint(0, 60) for _ in range(rng.randint(0, 5))]
    return json.dumps(act).encode()


async def shout(client: RoomClient, rng: random.Random, messages: int) -> None:
    """Send messages over as many sockets as needed; whatever is sent back can be read."""
    sent = 0
    view: dict[str, Any] = {}

    async def listen(socket: ClientConnection) -> None:
        nonlocal view
        with contextlib.suppress(ConnectionClosed):
            async for text in socket:
                outgoing.decode(text)
                found = json.loads(text)
                view = found if found["type"] == "view" else view

    while sent < messages:
        async with connect(client.http.socket_address, compression=None, proxy=None) as socket:
            hello = {"type": "hello", "token": client.token, "table": "T1"}
            await socket.send(json.dumps(hello))
            listening = asyncio.create_task(listen(socket))
            with contextlib.suppress(ConnectionClosed):
                for _ in range(40):
                    forged = made_up(rng) if rng.random() < 0.2 else nearly(rng, view)
                    await socket.send(forged, text=rng.random() < 0.9)
                    sent += 1
                    if sent % 5 == 0:
                        await asyncio.sleep(0.002)
            await socket.close()
            await listening


async def evening(folder: Path, game: str, messages: int) -> None:
    async with house(folder, game) as rooms:
        for name in ("Cleo", "Dan"):
            await rooms.add(name, cents=1_000_000_00)
        cleo, dan = await rooms.enter("Cleo"), await rooms.enter("Dan")
        bob = await rooms.enter("Bob")
        async with cleo.table("T1") as hers, dan.table("T1") as his:
            await hers.sit(100_000_00)
            await his.sit(100_000_00)
            over = asyncio.Event()
            players = [
                asyncio.create_task(play(table, lambda seen: over.is_set()))
                for table in (hers, his)
            ]
            await shout(bob, random.Random(game), messages)
            over.set()
            await free(rooms)
            done = await asyncio.wait_for(asyncio.gather(*players), 30)
        assert all(taken >= 3 for taken in done), "the others have played on"
        assert rooms.room.failures == 0
        assert 'code="error"' not in rooms.site.metrics.text().decode()
        assert sum(rooms.room.store.balances().values()) == 0
        report = await (await rooms.enter("auditor")).audit()
        assert report.findings == []


async def free(rooms: House) -> None:
    """Let time run out for seats that do not answer any more."""
    for _ in range(3):
        rooms.clock.advance(120_000)
        await rooms.room.tables["T1"].tick()


@pytest.mark.parametrize("game", ["blackjack", "holdem"])
def test_a_table_stands_whatever_is_shouted_at_it(game: str, tmp_path: Path) -> None:
    asyncio.run(evening(tmp_path, game, 20_000 if LONG else 150))
