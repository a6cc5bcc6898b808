"""A table when something fails: it is rebuilt from its log, or it stops and stays stopped."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from houseway.engine.inputs import Act
from houseway.families.poker.game import Poker
from houseway.room.clock import SimulatedClock
from houseway.room.errors import Denied
from houseway.room.fairness.entropy import SystemEntropy
from houseway.room.fairness.health import Unhealthy
from houseway.room.room import Room
from houseway.room.store.interface import Store
from houseway.room.tables import commands
from houseway.room.tables.actor import Actor
from houseway.room.testing.failing_store import FailingStore, Fault
from houseway.table.round import Round
from tests.support.local_room import (
    FLOOR,
    books_agree,
    decide,
    open_table,
    player,
    room_over,
    same,
    sit,
)
from tests.support.store_kinds import on_every_store, store_at

pytestmark = on_every_store

GAME = "holdem"


@pytest.fixture
def books(tmp_path: Path) -> Iterator[Store]:
    with closing(store_at(tmp_path)) as found:
        yield found


async def three_seated(store: Store, folder: Path) -> tuple[Room, Actor]:
    """A hand of hold'em that is being played."""
    room = room_over(store, folder, SimulatedClock())
    actor = await open_table(room, "T", GAME)
    for person in (1, 2, 3):
        await sit(room, actor, person)
    assert actor.live.playing
    return room, actor


def test_a_failed_commit_changes_nothing_and_the_table_goes_on(
    books: Store, tmp_path: Path
) -> None:
    async def evening() -> None:
        store, rng = FailingStore(books), random.Random(1)
        room, actor = await three_seated(store, tmp_path)
        before, seq = books.balances(), actor.seq
        store.fail(Fault.DISK_FULL)
        with pytest.raises(Denied) as denied:
            await decide(actor, rng)
        assert denied.value.code == "busy" and "nothing was done" in denied.value.what
        assert books.balances() == before and actor.seq == seq
        same(actor, room)
        assert await decide(actor, rng)
        books_agree(actor, room)

    asyncio.run(evening())


def test_a_key_that_was_used_does_nothing_more_where_it_could_be_done(
    books: Store, tmp_path: Path
) -> None:
    async def evening() -> None:
        room, actor = await three_seated(books, tmp_path)
        first = actor.live.asked()[0]
        await decide_same(actor, "k")
        while actor.live.asked()[0] != first:
            await decide_same(actor)
        seq, money = actor.seq, books.balances()
        for _ in range(2):  # the second time it is looked up before anything is tried
            with pytest.raises(Denied, match="'k' has been used for another command"):
                await decide_same(actor, "k")
            assert (actor.seq, books.balances()) == (seq, money)
            same(actor, room)
        await decide_same(actor, "another")
        assert actor.seq > seq
        books_agree(actor, room)

    asyncio.run(evening())


@pytest.mark.parametrize("fault", [Fault.UNKNOWN_WRITTEN, Fault.UNKNOWN_LOST])
def test_a_commit_of_which_no_one_knows_is_looked_up(
    books: Store, tmp_path: Path, fault: Fault
) -> None:
    async def evening() -> None:
        store, rng = FailingStore(books), random.Random(1)
        room, actor = await three_seated(store, tmp_path)
        seq = actor.seq
        store.fail(fault)
        if fault is Fault.UNKNOWN_WRITTEN:
            assert await decide(actor, rng)
            assert actor.seq > seq
        else:
            with pytest.raises(Denied):
                await decide(actor, rng)
            assert actor.seq == seq
        same(actor, room)
        books_agree(actor, room)

    asyncio.run(evening())


def test_the_same_error_twice_stops_a_table_and_it_stays_stopped(
    books: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening() -> None:
        _, actor = await three_seated(books, tmp_path)
        money = books.balances()
        with monkeypatch.context() as broken:
            broken.setattr(Round, "act", _raises)
            for _ in range(2):
                with pytest.raises(Denied) as denied:
                    await decide_same(actor)
                assert denied.value.code == "fault"
        assert actor.live.status == "faulted"
        assert books.balances() == money
        with pytest.raises(Denied, match="stopped"):
            await decide_same(actor)
        again = room_over(books, tmp_path, SimulatedClock())
        await again.start()
        there = again.table("T")
        assert there.live.status == "faulted", "an error before a power-down is there after it"
        await again.floor.void(FLOOR, "T", "an error of the program", key="v")
        await again.floor.clear_fault(FLOOR, "T", "looked at", key="c")
        await again.floor.resume(FLOOR, "T", key="r")
        chips = {s: sitter.chips for s, sitter in there.live.seating.seats.items()}
        assert chips == dict.fromkeys((1, 2, 3), 1000_00) or there.live.playing
        assert await decide(there, random.Random(1))
        await again.stop()

    asyncio.run(evening())


def _raises(self: Round, act: object) -> None:
    raise ZeroDivisionError("a fault put in by a test")


async def decide_same(actor: Actor, key: str = "") -> None:
    """The same decision every time: to call, or to check where there is nothing to call."""
    live = actor.live
    seat = live.asked()[0]
    who = live.seating.seats[seat].player.person
    ask = live.round_.asked[seat] if live.round_ else 0
    prompt = live.round_.view(seat).prompt if live.round_ else None
    names = [action.name for action in prompt.actions] if prompt else []
    act = Act(seat, "call" if "call" in names else "check")
    await commands.act(actor, player(who), key, commands.round_now(live), ask, act)


def test_randomness_that_fails_stops_the_table_at_once(books: Store, tmp_path: Path) -> None:
    async def evening() -> None:
        stuck = {"on": False}
        honest = SystemEntropy()

        def source(n: int) -> bytes:
            return bytes(n) if stuck["on"] else honest._source(n)

        room = room_over(books, tmp_path, SimulatedClock())
        room.making.entropy = SystemEntropy(source=source)
        actor = await open_table(room, "T", GAME)
        await sit(room, actor, 1)
        stuck["on"] = True
        await sit(room, actor, 2)  # the seat is taken; the hand that would follow is not dealt
        assert actor.live.status == "faulted" and "Unhealthy" in actor.live.why
        assert not any(row.kind == "round" for row in books.rows("table:T"))
        books_agree(actor, room)

    asyncio.run(evening())


def test_health_tests_can_fail() -> None:
    with pytest.raises(Unhealthy):
        SystemEntropy(source=lambda n: bytes(n))


def test_another_program_goes_on_from_what_is_over(
    books: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A round that is over need not be played again; one that is not can be voided."""

    async def evening() -> None:
        room = room_over(books, tmp_path, SimulatedClock())
        actor = await open_table(room, "T", GAME, pause_ms=60_000)
        for person in (1, 2, 3):
            await sit(room, actor, person)
        rng = random.Random(2)
        while actor.live.playing:
            await decide(actor, rng)
        stood = actor.live.checkpoint()
        with monkeypatch.context() as other:
            other.setattr(Poker, "play", _other_play)
            again = room_over(books, tmp_path, SimulatedClock())
            there = again.table("T")
            there.rebuild()
            assert there.live.status == "faulted", "the same program must be able to play it"
            other.setattr(Poker, "fingerprint", lambda self: "another program")
            there.rebuild()
            assert there.live.status == "open" and there.live.checkpoint() == stood
        clock = SimulatedClock(1_700_000_100_000)
        room = room_over(books, tmp_path, clock)
        actor = room.table("T")
        await actor.resume()
        assert actor.live.playing
        with monkeypatch.context() as other:
            other.setattr(Poker, "play", _other_play)
            again = room_over(books, tmp_path, clock)
            there = again.table("T")
            await there.resume()
            assert there.live.status == "faulted"
            await commands.void(there, FLOOR, "", "the program has changed")
            assert there.live.seating.seats.keys() == {1, 2, 3}
            assert sum(s.chips for s in there.live.seating.seats.values()) == 3000_00
            books_agree(there, again)

    asyncio.run(evening())


def _other_play(self: Poker, r: object) -> None:
    raise ZeroDivisionError("a program that cannot play this")
