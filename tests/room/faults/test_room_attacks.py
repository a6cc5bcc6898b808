"""An attacker who wants to lose the room's money or stop its tables: retries, clocks, wild
numbers.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from houseway.room.api.table_types import Terms
from houseway.room.clock import SimulatedClock
from houseway.room.errors import Denied
from houseway.room.ledger import wallet
from houseway.room.tables import commands
from houseway.room.tables.seats import Player
from tests.support.local_room import FLOOR, decide, fund, make_room, open_table, player, sit

ANN, BEN = Player(1, "Ann"), Player(2, "Ben")


def test_a_registration_sent_twice_takes_one_seat(tmp_path: Path) -> None:
    async def evening() -> None:
        room = make_room(tmp_path, SimulatedClock())
        for name in ("A", "B"):
            await open_table(room, name, "holdem")
        fund(room.store, 1, 5_000_00)
        first = await room.lobby.register(player(1), "k", ANN, "holdem", 1_000_00)
        room.tools.clock._clock.advance(5)
        again = await room.lobby.register(player(1), "k", ANN, "holdem", 1_000_00)
        assert again == first and first.table == "A"
        assert room.store.balance(wallet(1)) == 4_000_00
        assert not room.table("B").live.seating.seats
        with pytest.raises(Denied, match="another command"):
            await room.lobby.register(player(1), "k", ANN, "holdem", 2_000_00)
        room.store.close()

    asyncio.run(evening())


def test_no_one_keeps_chairs_from_others_with_money_they_do_not_have(tmp_path: Path) -> None:
    async def evening() -> None:
        room = make_room(tmp_path, SimulatedClock())
        actor = await open_table(room, "A", "holdem")
        with pytest.raises(Denied) as denied:
            await room.lobby.register(player(1), "k", ANN, "holdem", 1_000_00)
        assert denied.value.code == "funds"
        assert not room.lobby.waiting.waits and not actor.live.seating.held
        room.store.close()

    asyncio.run(evening())


def test_a_chair_that_is_not_wanted_any_more_is_the_next_ones(tmp_path: Path) -> None:
    async def evening() -> None:
        room = make_room(tmp_path, SimulatedClock())
        actor = await open_table(room, "A", "holdem", pause_ms=5_000)
        for person in range(8, 8 + actor.live.terms.seats):
            await sit(room, actor, person)
        for guest in (ANN, BEN):
            fund(room.store, guest.person, 5_000_00)
            await room.lobby.register(player(guest.person), "k", guest, "holdem", 1_000_00)
        await commands.leave(actor, player(8), "")
        while actor.live.playing:
            await decide(actor, random.Random(1))
        await room.lobby.look()
        assert [h.person for h in actor.live.seating.held.values()] == [1]
        await room.lobby.withdraw(player(1), 1, "holdem")
        assert [h.person for h in actor.live.seating.held.values()] == [2]
        room.store.close()

    asyncio.run(evening())


def test_a_clock_that_was_set_back_stops_no_table(tmp_path: Path) -> None:
    async def evening() -> None:
        room = make_room(tmp_path, SimulatedClock())
        actor = await open_table(room, "T", "holdem", pause_ms=5_000)
        for person in (1, 2):
            await sit(room, actor, person)
        while actor.live.playing:
            await decide(actor, random.Random(1))
        room.store.close()
        before = SimulatedClock(1_600_000_000_000)
        again = make_room(tmp_path, before, n=1_000)
        await again.start()
        assert again.table("T").live.playing
        await again.close()

    asyncio.run(evening())


@pytest.mark.parametrize(
    "wild",
    [{"buy_in_most": 10**30}, {"away_after": -3}, {"away_after": 10**30}, {"people_least": 99}],
)
def test_a_table_with_terms_it_cannot_have_is_not_there_at_all(
    wild: dict[str, Any], tmp_path: Path
) -> None:
    async def evening() -> None:
        room = make_room(tmp_path, SimulatedClock())
        terms = Terms(**{"buy_in_least": 1, "buy_in_most": 100_00, "seats": 9} | wild)
        with pytest.raises(Denied):
            await room.floor.open(FLOOR, "T", "holdem", terms=terms)
        assert not room.tables and not [
            head for head in room.store.streams() if head.stream.startswith("table:")
        ]
        room.store.close()

    asyncio.run(evening())
