"""A void by which more than the posted amount goes back takes two people."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.engine.inputs import Act
from houseway.room.api.roles import ROOM, Caller
from houseway.room.clock import SimulatedClock
from houseway.room.errors import Denied
from houseway.room.room import Room
from houseway.room.tables import commands
from houseway.room.tables.actor import Actor
from tests.room.floor.test_room_floor import SHIFT, evening
from tests.support.local_room import FLOOR, open_table, player, sit

BET = 50_00


async def bet(room: Room, name: str) -> Actor:
    """A table with a round in which one person has a bet."""
    actor = await open_table(room, name, "blackjack", seats=1)
    await sit(room, actor, 1)
    asked = actor.live.round_.asked[1]
    places = (("main", BET),)
    number = actor.live.number + 1
    await commands.act(actor, player(1), "", number, asked, Act(1, "bet", places=places))
    assert actor.live.playing
    return actor


def test_a_large_void_waits_for_a_second_person(tmp_path: Path) -> None:
    async def play(room: Room, clock: SimulatedClock) -> None:
        room.floor._void_alone = BET - 1
        actor = await bet(room, "T1")
        before = actor.seq
        asked = await room.floor.void(FLOOR, "T1", "a card was seen", key="v")
        assert asked.waiting and asked.seq == 0 and actor.seq == before
        assert await room.floor.void(FLOOR, "T1", "a card was seen", key="v") == asked
        [seen] = await room.approvals.approvals(SHIFT)
        assert (seen.id, seen.what, seen.cents) == (asked.waiting, "void", BET)
        with pytest.raises(Denied, match="takes two people"):
            await room.approvals.approve(FLOOR, asked.waiting, key="x")
        with pytest.raises(Denied, match="only a floor person or a supervisor"):
            await room.approvals.approve(Caller(7, "cashier", "Cay"), asked.waiting, key="x")
        done = await room.approvals.approve(SHIFT, asked.waiting, key="y")
        assert done.answer is not None and not actor.live.playing
        assert await room.approvals.approve(SHIFT, asked.waiting, key="y") == done
        row = room.store.last_row(actor.stream, "voided")
        assert row is not None and row.by == SHIFT.person and str(FLOOR.person).encode() in row.body
        assert room.store.balances("table:T1:purse")["table:T1:purse:1"] == 1_000_00

    evening(tmp_path, play)


def test_a_void_up_to_the_posted_amount_is_one_persons(tmp_path: Path) -> None:
    async def play(room: Room, clock: SimulatedClock) -> None:
        room.floor._void_alone = BET
        actor = await bet(room, "T1")
        assert not (await room.floor.void(FLOOR, "T1", "a card was seen", key="v")).waiting
        assert not actor.live.playing
        room.floor._void_alone = 0
        other = await bet(room, "T2")
        assert not (await room.floor.void(ROOM, "T2", "the books were restored")).waiting
        assert not other.live.playing

    evening(tmp_path, play)


def test_an_approved_void_is_of_the_round_it_was_asked_for(tmp_path: Path) -> None:
    async def play(room: Room, clock: SimulatedClock) -> None:
        room.floor._void_alone = BET - 1
        await bet(room, "T1")
        asked = await room.floor.void(FLOOR, "T1", "a card was seen", key="v")
        await room.floor.void(ROOM, "T1", "done meanwhile")
        with pytest.raises(Denied, match="no round is being played"):
            await room.approvals.approve(SHIFT, asked.waiting, key="y")

    evening(tmp_path, play)
