"""The root of a shoe reaches every player before the first card from it, and before the wager."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import Refused
from houseway.room.api.messages import Hello
from houseway.room.clock import SimulatedClock
from houseway.room.http.monitoring.metrics import Metrics
from houseway.room.http.sockets.outbox import Outbox
from houseway.room.http.sockets.table_hub import TableHub
from tests.support.local_room import decide, fund, make_room, open_table, player, sit

HANDS = 40
POKER = ("holdem", "omaha-8", "seven-card-stud", "draw-jacks-or-better")


async def seen(folder: Path, game: str, slow: bool) -> list[list[dict[str, Any]]]:
    """Every view that each of three players gets, on sockets that are slow or not."""
    room = make_room(folder, SimulatedClock(1_700_000_000_000))
    hub = TableHub(room, Metrics())
    actor = await open_table(room, "T", game)
    views: list[list[dict[str, Any]]] = []
    boxes: list[Outbox] = []
    tasks = []
    for person in (1, 2, 3):
        fund(room.store, person, 10**10)
        box, got = Outbox(), list[dict[str, Any]]()

        async def send(text: str, got: list[dict[str, Any]] = got) -> None:
            message = json.loads(text)
            if message["type"] == "view":
                got.append(message)
            for _ in range(3 if slow else 0):
                await asyncio.sleep(0)

        tasks.append(asyncio.create_task(box.run(send)))
        await hub.join(player(person), Hello("token", "T"), box)
        boxes.append(box)
        views.append(got)
    for person in (1, 2, 3):
        await sit(room, actor, person, 10**8)
    rng = random.Random(3)
    for n in range(40 * HANDS):
        if actor.live.number > HANDS:
            break
        for box in boxes:
            box.hold()
        try:
            await decide(actor, rng, f"{n}")
        except Refused:
            pass
        finally:
            for box in boxes:
                box.release()
        await asyncio.sleep(0)
    for box in boxes:
        box.bye("enough")
    await asyncio.gather(*tasks)
    room.store.close()
    return views


@pytest.mark.parametrize("slow", [False, True])
@pytest.mark.parametrize("game", [*POKER, "free-bet-blackjack", "three-card-poker"])
def test_a_root_is_seen_before_any_card_of_its_shoe(tmp_path: Path, game: str, slow: bool) -> None:
    shoes = 0
    for got in asyncio.run(seen(tmp_path, game, slow)):
        roots: set[str] = set()
        for view in got:
            root = view["table"].get("root", "")
            if root and root not in roots:
                roots.add(root)
                shoes += 1
                closed = view["table"].get("closed", True)
                dealt = json.dumps(view.get("events", ())).count('"pieces"')
                assert closed or (game not in POKER and not dealt), (root, view["round"])
    assert shoes > 3 * (HANDS // 2 if game in POKER else 0)
