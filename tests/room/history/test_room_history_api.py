"""The last round and those before it, step by step, as a player's client gets them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from houseway.room.client.bot import RoomBot
from tests.support.room_site import house

pytestmark = pytest.mark.process

ROUNDS = 11
"""The last round and ten before it: one more than has to be kept."""


async def evening(folder: Path) -> None:
    async with house(folder, "blackjack") as place:
        ann = await place.enter("Ann")
        await RoomBot(ann, "T1", seed=3).play(500_00, rounds=ROUNDS)
        listed = await ann.own_rounds(ROUNDS)
        assert len(listed) == ROUNDS == len({one.round for one in listed})
        for one in listed:
            told = await ann.round_told("T1", one.round)
            shown = await ann.round_shown("T1", one.round)
            assert told.viewer == shown.viewer > 0 and told.steps and shown.steps
            assert told.wagers and sum(told.results.values()) == 0


def test_a_player_goes_through_the_last_rounds_step_by_step(tmp_path: Path) -> None:
    asyncio.run(evening(tmp_path))
