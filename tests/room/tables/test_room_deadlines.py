"""Deadlines of a table: which questions have one, and what a process that stood still does."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path

import pytest

from houseway.engine.questions import Asking, Place
from houseway.room.clock import RealClock, SimulatedClock, elapsed
from houseway.room.room import GAP_MS, Room
from houseway.room.tables import commands, log
from houseway.room.tables.actor import Actor
from houseway.room.tables.deadlines import next_wakeup, restarted_deadlines
from tests.support.local_room import EASY, FLOOR, decide, make_room, open_table, same, sit
from tests.support.random_play import GAME_IDS


def takes_bets(actor: Actor) -> bool:
    """Return whether the open question offers a seat to place a wager."""
    round_ = actor.live.round_
    question = round_.question if round_ else None
    return isinstance(question, Asking) and any(
        isinstance(choice, Place)
        for seat in question.seats()
        for choice in question.choices_of(seat)
    )


@pytest.mark.parametrize("game", GAME_IDS)
def test_every_opening_question_but_bets_has_a_deadline(game: str, tmp_path: Path) -> None:
    async def play() -> None:
        clock = SimulatedClock()
        room = make_room(tmp_path, clock, people=EASY)
        actor = await open_table(room, "T1", game, question_ms=25_000)
        for person in (1, 2, 3):
            await sit(room, actor, person)
        assert actor.live.asked()
        for _ in range(20):
            at = next_wakeup(actor.live, clock.now_ms())
            if takes_bets(actor) and not actor.live.playing:
                break
            assert at > 0, f"{game} waits for {actor.live.asked()} without a deadline"
            clock.advance(at - clock.now_ms())
            await actor.tick()
        same(actor, room)
        room.store.close()

    asyncio.run(play())


async def stands_still(room: Room, clock: SimulatedClock, ms: int) -> None:
    """The process stands still for this time, and then its timers fire all at once."""
    clock.advance(ms)
    room._beat_at -= ms // 1000
    for actor in room.tables.values():
        room._tick(actor)
    while room._tasks:
        await asyncio.gather(*room._tasks)


def test_a_process_that_stood_still_takes_no_ones_time(tmp_path: Path) -> None:
    async def play() -> None:
        clock = SimulatedClock()
        room = make_room(tmp_path, clock, people=EASY)
        await room.start()
        actor = await open_table(room, "T1", "holdem", question_ms=25_000)
        for person in (1, 2, 3):
            await sit(room, actor, person)
        await decide(actor, random.Random(1))
        [asked] = actor.live.asked()
        await stands_still(room, clock, 26_800)
        assert actor.live.asked() == (asked,), "the question still stands"
        assert actor.live.due == {asked: clock.now_ms() + 25_000}
        said, resumed = list(room.store.rows("table:T1"))[-2:]
        assert log.read(said.body) == log.Note(
            "the server stood still for 26.0 s; questions have fresh time"
        )
        assert resumed.kind == "resumed"
        same(actor, room)
        # The time that passes while it runs is the player's, as ever.
        clock.advance(25_000)
        await actor.tick()
        assert actor.live.asked() != (asked,)
        same(actor, room)
        await room.stop()
        room.store.close()

    asyncio.run(play())


def test_a_short_gap_changes_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        clock = SimulatedClock()
        room = make_room(tmp_path, clock, people=EASY)
        await room.start()
        actor = await open_table(room, "T1", "holdem", question_ms=25_000)
        for person in (1, 2, 3):
            await sit(room, actor, person)
        seq, due = actor.seq, actor.live.due
        await stands_still(room, clock, GAP_MS - 1_000)
        assert (actor.seq, actor.live.due) == (seq, due)
        await room.stop()
        room.store.close()

    asyncio.run(play())


def test_a_gap_while_a_table_is_paused_gives_no_time_later(tmp_path: Path) -> None:
    """No time runs at a paused table, so the process has taken none of it."""

    async def play() -> None:
        clock = SimulatedClock()
        room = make_room(tmp_path, clock, people=EASY)
        await room.start()
        actor = await open_table(room, "T1", "holdem", question_ms=25_000)
        for person in (1, 2, 3):
            await sit(room, actor, person)
        await commands.row(actor, FLOOR, "", log.Paused("a look"))
        await stands_still(room, clock, 26_800)
        [asked] = actor.live.asked()
        due = restarted_deadlines(actor.live, clock.now_ms())
        await commands.row(actor, FLOOR, "", log.Resumed(due))
        clock.advance(25_000)
        await actor.tick()
        assert actor.live.asked() != (asked,), "the time has run out while the room ran"
        same(actor, room)
        await room.stop()
        room.store.close()

    asyncio.run(play())


@pytest.mark.parametrize("days", [-3, 3])
def test_a_wall_clock_that_is_set_takes_no_ones_time(tmp_path: Path, days: int) -> None:
    async def play() -> None:
        clock = SimulatedClock()
        room = make_room(tmp_path, clock, people=EASY)
        await room.start()
        actor = await open_table(room, "T1", "holdem", question_ms=25_000)
        for person in (1, 2, 3):
            await sit(room, actor, person)
        seq, asked, due = actor.seq, actor.live.asked(), actor.live.due
        clock.jump(days * 86_400_000)
        room._tick(actor)
        while room._tasks:
            await asyncio.gather(*room._tasks)
        assert (actor.seq, actor.live.asked(), actor.live.due) == (seq, asked, due)
        await room.stop()
        room.store.close()
        # After a restart the room goes by the new wall, and the question has fresh time.
        again = make_room(tmp_path, clock, people=EASY)
        await again.start()
        live = again.table("T1").live
        assert live.asked() == asked and live.status == "open"
        assert live.due == dict.fromkeys(asked, clock.now_ms() + 25_000)
        await again.stop()
        again.store.close()

    asyncio.run(play())


def test_the_clock_of_a_room_goes_on_while_the_machine_sleeps() -> None:
    """A machine that slept finds the time that has passed, as a gap and in its rows."""
    name = getattr(time, "CLOCK_BOOTTIME", None)
    if name is None:
        pytest.skip("this system has no clock that is said to go on in sleep")
    assert abs(RealClock().monotonic() - time.clock_gettime(name)) < 1
    assert abs(elapsed() - time.clock_gettime(name)) < 1
