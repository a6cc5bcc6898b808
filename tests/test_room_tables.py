"""Tables of a room: played for money, made anew from their logs, the books right after every step."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import msgspec
import pytest

from houseway.room.actor import Actor
from houseway.room.clock import SimulatedClock
from houseway.room.ledger import at_table
from houseway.room.restoring import followed, restored
from houseway.room.room import Room
from rooms import decide, make_room, open_table, play, sit
from support import GAME_IDS


def same(actor: Actor, room: Room) -> None:
    """The table made anew from its log is the table."""
    for make in (restored, followed):
        again, seq = make(actor.name, room.store, room.making)
        live = actor.live
        assert seq == actor.seq
        assert again.status == live.status
        assert again.seating == live.seating
        assert again.number == live.number
        assert again.due == live.due
        assert msgspec.msgpack.encode(again.between) == msgspec.msgpack.encode(live.between)
        assert (again.shoe and again.shoe.place()) == (live.shoe and live.shoe.place())
        if live.playing:
            assert live.round_ is not None and again.round_ is not None
            assert again.round_.events == live.round_.events
            assert again.round_.asked == live.round_.asked
            assert msgspec.msgpack.encode(again.round_.views()[0]) == msgspec.msgpack.encode(
                live.round_.views()[0]
            )


def books_agree(actor: Actor, room: Room) -> None:
    """What the books say of the table is what lies on it."""
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


@pytest.mark.parametrize("game", GAME_IDS)
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
            same(actor, room)
            books_agree(actor, room)
        assert actor.live.number >= 1
        await play(actor, rng, 2)
        same(actor, room)
        books_agree(actor, room)
        room.store.close()

    asyncio.run(evening())
