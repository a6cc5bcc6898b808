"""Tables of a room: played for money, rebuilt from their logs, with books that agree."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from pathlib import Path

import pytest

from houseway.errors import Refused
from houseway.room.clock import SimulatedClock
from tests.support.local_room import books_agree, decide, make_room, open_table, play, same, sit
from tests.support.random_play import EACH_SHAPE, GAME_IDS


@pytest.mark.parametrize("game", EACH_SHAPE)
def test_every_game_is_dealt_for_money_and_its_log_is_the_table(game: str, tmp_path: Path) -> None:
    async def evening() -> None:
        clock, rng = SimulatedClock(), random.Random(game)
        room = make_room(tmp_path, clock)
        actor = await open_table(room, "T1", game)
        people = max(2, actor.live.posted.seats_min)
        for person in range(1, people + 1):
            await sit(room, actor, person)
        for _ in range(25):
            clock.advance(100)
            if await decide(actor, rng) is None:
                break
            books_agree(actor, room)
        same(actor, room)
        assert actor.live.number >= 1
        await play(actor, rng, 2)
        same(actor, room)
        books_agree(actor, room)
        room.store.close()

    asyncio.run(evening())


@pytest.mark.parametrize("game", GAME_IDS)
def test_the_state_after_commands_is_the_state_folded_from_their_rows(
    game: str, tmp_path: Path
) -> None:
    """Every field is compared, in the middle of rounds and between them."""

    async def evening() -> None:
        clock, rng = SimulatedClock(), random.Random(game)
        room = make_room(tmp_path, clock)
        actor = await open_table(room, "T1", game, question_ms=9_000)
        for person in range(1, max(2, actor.live.posted.seats_min) + 1):
            await sit(room, actor, person)
        for n in range(1, 25):
            clock.advance(700)
            with suppress(Refused):
                await decide(actor, rng)
            if n % 8 == 0:
                same(actor, room)
                clock.advance(10_000)
                await actor.tick()
        same(actor, room)
        assert actor.live.number >= 1
        room.store.close()

    asyncio.run(evening())
