"""Players of the house at a table: they bring more chips while their accounts have some."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from houseway.room.api.roles import Caller
from houseway.room.clock import SimulatedClock
from houseway.room.ledger import wallet
from houseway.room.room import Room
from houseway.room.tables import commands
from houseway.room.tables.actor import Actor, Turn
from houseway.room.tables.seats import Ended, Player
from houseway.room.tables.state import seat_event
from tests.support.local_room import fund, make_room, open_table, sit

BOT = Caller(77, "bot", "Gus", "demo")


async def seated(room: Room, cents: int) -> Actor:
    """A bot at a table with its least buy-in, and as much again on its account."""
    terms: dict[str, Any] = {"buy_in_least": 100_00, "buy_in_most": 500_00, "people_least": 1}
    actor = await open_table(room, "T", "blackjack", **terms)
    fund(room.store, BOT.person, cents)
    room.bots.add(BOT)
    guest = Player(BOT.person, BOT.name, bot=True)
    await commands.sit(actor, BOT, "", guest, 100_00, 1)
    return actor


async def left_with(actor: Actor, cents: int) -> None:
    """The chips of the bot after a round, as if it had been played."""

    async def work(turn: Turn) -> Any:
        return await turn.commit([seat_event(turn.live, Ended(at=turn.at, chips={1: cents}))])

    await actor.command(BOT, "", "lost", work)


@pytest.mark.parametrize(("left", "has"), [(0, 100_00), (49_99, 149_99), (50_00, 50_00)])
def test_a_bot_that_has_run_out_of_chips_brings_more(left: int, has: int, tmp_path: Path) -> None:
    """Below half of the least buy-in it tops up, by itself and between rounds."""

    async def evening() -> None:
        room = make_room(tmp_path, SimulatedClock())
        room.bots.pace_ms = 0
        await room.start()
        actor = await seated(room, 200_00)
        await left_with(actor, left)
        for _ in range(20):
            await asyncio.sleep(0)
        assert actor.live.seating.seats[1].chips == has
        assert room.store.balance(wallet(BOT.person)) == 100_00 - (has - left)
        await room.stop()
        room.store.close()

    asyncio.run(evening())


def test_a_bot_without_money_leaves(tmp_path: Path) -> None:
    """It frees its chair at once; nothing is tried that the books would refuse."""

    async def evening() -> None:
        room = make_room(tmp_path, SimulatedClock())
        room.bots.pace_ms = 0
        await room.start()
        actor = await seated(room, 150_00)
        await left_with(actor, 0)
        await sit(room, actor, 5, 100_00)
        for _ in range(40):
            await asyncio.sleep(0)
        assert [sitter.player.person for sitter in actor.live.seating.seats.values()] == [5]
        assert room.store.balance(wallet(BOT.person)) == 50_00 and not room.failures
        await room.stop()
        room.store.close()

    asyncio.run(evening())
