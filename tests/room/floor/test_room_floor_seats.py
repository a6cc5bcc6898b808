"""Chairs and lists at the floor's desk: seated, sent away and moved, the chips always somewhere."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from houseway.room.api.roles import ROOM
from houseway.room.clock import SimulatedClock
from houseway.room.errors import Denied
from houseway.room.ledger import wallet
from houseway.room.room import Room
from houseway.room.tables import commands
from houseway.room.tables.actor import Actor
from houseway.room.tables.seats import Player
from tests.room.floor.test_room_floor import SHIFT, alone, evening
from tests.support.local_room import (
    FLOOR,
    decide,
    fund,
    make_room,
    open_table,
    player,
    same,
    terms_of,
)

CHIPS = 500_00


async def people(room: Room, n: int) -> list[int]:
    """Players with accounts and money."""
    found = []
    for i in range(n):
        opened = await room.people.open_account(ROOM, f"P{i + 1}", "2580")
        fund(room.store, opened.person)
        found.append(opened.person)
    return found


async def tables(room: Room, n: int = 2, **terms: Any) -> list[Actor]:
    return [await open_table(room, f"T{i + 1}", "blackjack", **terms) for i in range(n)]


def owned(room: Room, person: int) -> int:
    """Return the money of a person, on the account and in chips."""
    found = room.store.balance(wallet(person))
    for actor in room.tables.values():
        for seat, sitter in actor.live.seating.seats.items():
            if sitter.player.person == person:
                found += room.store.balance(f"table:{actor.name}:purse:{seat}")
    return found


async def playing(actor: Actor, person: int, rng: random.Random) -> None:
    """A player in the middle of a round, with an open question."""
    while not actor.live.playing or person not in [
        actor.live.seating.seats[seat].player.person for seat in actor.live.asked()
    ]:
        await decide(actor, rng)


def test_someone_is_seated_and_seen(tmp_path: Path) -> None:
    async def play(room: Room, clock: SimulatedClock) -> None:
        [ann, ben] = await people(room, 2)
        await tables(room, 1)
        answer = await room.seats.seat(FLOOR, "T1", ann, CHIPS, 3)
        assert answer.seat == 3
        chairs = await room.seats.chairs(FLOOR, "T1")
        assert [(c.seat, c.name, c.chips) for c in chairs if c.person] == [(3, "P1", CHIPS)]
        assert len(chairs) == 7
        await room.people.exclude(FLOOR, ben, "it was agreed")
        for wrong, why in ((ben, "excluded"), (99, "99"), (ann, "already")):
            with pytest.raises(Denied, match=why):
                await room.seats.seat(FLOOR, "T1", wrong, CHIPS)
        with pytest.raises(Denied, match="may seat another person"):
            await room.seats.seat(player(ann), "T1", ann, CHIPS)

    evening(tmp_path, play)


def test_a_seat_is_ended_when_its_round_has_been_played(tmp_path: Path) -> None:
    async def play(room: Room, clock: SimulatedClock) -> None:
        [ann, ben] = await people(room, 2)
        [actor] = await tables(room, 1)
        rng = random.Random(3)
        for person in (ann, ben):
            await room.seats.seat(FLOOR, "T1", person, CHIPS)
        await playing(actor, ann, rng)
        await room.seats.exclude(FLOOR, ann, "shouting")
        [seat] = [
            s for s, sitter in actor.live.seating.seats.items() if sitter.player.person == ann
        ]
        assert actor.live.seating.seats[seat].removed_by_floor
        assert seat in actor.live.asked(), "plays on"
        with pytest.raises(Denied, match="the floor has ended your seat"):
            await commands.back(actor, player(ann), "")
        number = actor.live.number
        while actor.live.playing:
            await decide(actor, rng)
        assert actor.live.number == number
        assert [s.player.person for s in actor.live.seating.seats.values()] == [ben]
        assert owned(room, ann) == room.store.balance(wallet(ann))
        with pytest.raises(Denied, match="excluded"):
            await room.seats.seat(FLOOR, "T1", ann, CHIPS)
        await room.seats.unseat(SHIFT, "T1", ben, "the chair is broken")
        assert not actor.live.seating.seats
        same(actor, room)

    evening(tmp_path, play)


def test_someone_is_moved_between_rounds_with_all_chips(tmp_path: Path) -> None:
    async def play(room: Room, clock: SimulatedClock) -> None:
        [ann, ben] = await people(room, 2)
        one, two = await tables(room, buy_in_least=10_00, buy_in_most=CHIPS)
        rng = random.Random(3)
        for person in (ann, ben):
            await room.seats.seat(FLOOR, "T1", person, CHIPS)
        await playing(one, ann, rng)
        await room.seats.move(FLOOR, "T1", ann, "T2", "to make a game", 4)
        assert not two.live.seating.seats and two.live.seating.held[4].person == ann
        with pytest.raises(Denied, match="being moved"):
            await room.seats.move(FLOOR, "T1", ann, "T2", "again")
        while one.live.playing:
            await decide(one, rng)
        before = owned(room, ann)
        while room._tasks:
            await asyncio.gather(*room._tasks)
        assert two.live.seating.seats[4].player.person == ann
        assert owned(room, ann) == before
        assert room.store.balance(wallet(ann)) == before - two.live.seating.seats[4].chips
        ended = room.store.last_row("floor", "move_ended")
        assert ended is not None
        # Between rounds it is done at once.
        await room.seats.move(FLOOR, "T2", ann, "T1", "and back")
        assert ann in [s.player.person for s in one.live.seating.seats.values()]
        assert owned(room, ann) == before
        same(one, room)
        same(two, room)

    evening(tmp_path, play)


def test_a_move_that_was_asked_for_survives_a_restart(tmp_path: Path) -> None:
    async def play(room: Room, clock: SimulatedClock) -> None:
        [ann] = await people(room, 1)
        one, _ = await tables(room)
        await room.seats.seat(FLOOR, "T1", ann, CHIPS)
        await playing(one, ann, random.Random(3))
        await room.seats.move(FLOOR, "T1", ann, "T2", "to make a game")
        before = owned(room, ann) + sum(room.store.balances("table:T1:stake").values())
        room.store.close()
        again = make_room(tmp_path, clock)
        await again.start()
        try:
            await again.floor.void(FLOOR, "T1", "the lights went out")
            while again._tasks:
                await asyncio.gather(*again._tasks)
            assert not again.table("T1").live.seating.seats
            assert [s.player.person for s in again.table("T2").live.seating.seats.values()] == [ann]
            assert owned(again, ann) == before
        finally:
            await again.stop()
            again.store.close()

    asyncio.run(alone(tmp_path, play))


def test_lists_are_seen_and_kept(tmp_path: Path) -> None:
    async def play(room: Room, clock: SimulatedClock) -> None:
        [ann, ben, cid] = await people(room, 3)
        await room.floor.open(FLOOR, "T1", "blackjack", {}, terms_of(1))
        actor = room.table("T1")
        lobby = room.lobby
        for person, name in ((ann, "P1"), (ben, "P2"), (cid, "P3")):
            guest = Player(person, name)
            await lobby.register(player(person), "", guest, "blackjack", CHIPS)
        waiters = await room.seats.waiting_lists(FLOOR, "blackjack")
        assert [(w.place, w.name) for w in waiters] == [(1, "P2"), (2, "P3")]
        await room.seats.take_off(FLOOR, ben, "blackjack")
        await room.seats.unseat(FLOOR, "T1", ann, "time is up")
        await room.seats.call_next(FLOOR)
        [waiter] = await room.seats.waiting_lists(FLOOR)
        assert waiter.name == "P3" and waiter.call is not None and waiter.place == 0
        await room.seats.exclude(FLOOR, cid, "it was agreed")
        assert await room.seats.waiting_lists(FLOOR) == []
        with pytest.raises(Denied, match="keep the waiting lists"):
            await room.seats.waiting_lists(player(ann))
        assert actor.live.status == "open"

    evening(tmp_path, play)
