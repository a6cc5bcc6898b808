"""A command of the cage has one time, also on a clock that advances at every reading."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from houseway.room.accounting.day_close import GamingDays
from houseway.room.api.cage_types import PendingApproval
from houseway.room.api.roles import ROOM, Caller
from houseway.room.approvals.proposals import Proposals
from houseway.room.cage.cash import Cage
from houseway.room.cage.log import Cash, ShiftOpened
from houseway.room.room import Room
from tests.support.local_room import EASY, TickingClock, make_room

CASHIER = Caller(1, "cashier", "Cay", "cage")


def evening(folder: Path, play: Callable[[Room, TickingClock], Awaitable[None]]) -> None:
    async def run() -> None:
        clock = TickingClock()
        room = make_room(folder, clock, people=EASY)
        try:
            await room.people.hire(ROOM, "cashier", "Cay", "2580", card="7001")
            await room.people.open_account(ROOM, "Ann", "2580", card="7002")
            await play(room, clock)
        finally:
            room.store.close()

    asyncio.run(run())


def test_a_request_waits_exactly_as_long_as_posted(tmp_path: Path) -> None:
    async def play(room: Room, clock: TickingClock) -> None:
        cage = room.cage
        await cage.shifts.open(CASHIER, 0, key="open")
        await cage.deposit(CASHIER, 2, 9_000_00, key="in")
        found = await cage.payout(CASHIER, 2, 8_000_00, key="out")
        assert isinstance(found, PendingApproval)
        assert found.until_ms - found.asked_ms == cage.terms.pending_ms

    evening(tmp_path, play)


@pytest.mark.parametrize("before", range(1, 9))
def test_a_row_belongs_to_the_day_in_which_it_was_written(tmp_path: Path, before: int) -> None:
    """However the next gaming day begins between two readings of the clock."""

    async def play(room: Room, clock: TickingClock) -> None:
        calendar = room.cage.terms.calendar
        await room.cage.shifts.open(CASHIER, 0, key="open")
        ends = calendar.begins(calendar.day(clock.now_ms()) + 1)
        clock.advance(ends - clock.now_ms() - before)
        await room.cage.deposit(CASHIER, 2, 5_00, key="in")
        row = room.store.last_row("cage", "deposit")
        assert row is not None
        assert msgspec.msgpack.decode(row.body, type=Cash).day == calendar.day(row.at)

    evening(tmp_path, play)


@pytest.mark.parametrize("before", range(1, 5))
def test_a_shift_belongs_to_the_day_in_which_it_was_opened(tmp_path: Path, before: int) -> None:
    async def play(room: Room, clock: TickingClock) -> None:
        calendar = room.cage.terms.calendar
        ends = calendar.begins(calendar.day(clock.now_ms()) + 1)
        clock.advance(ends - clock.now_ms() - before)
        await room.cage.shifts.open(CASHIER, 0, key="open")
        row = room.store.last_row("cage", "shift_opened")
        assert row is not None
        assert msgspec.msgpack.decode(row.body, type=ShiftOpened).day == calendar.day(row.at)

    evening(tmp_path, play)


def test_a_command_of_the_cage_reads_the_clock_once(tmp_path: Path) -> None:
    async def play(room: Room, clock: TickingClock) -> None:
        cage = room.cage
        done: list[Callable[[Cage], Awaitable[object]]] = [
            lambda cage: cage.shifts.open(CASHIER, 0, key="open"),
            lambda cage: cage.deposit(CASHIER, 2, 9_000_00, key="in"),
            lambda cage: cage.payout(CASHIER, 2, 8_000_00, key="out"),
            lambda cage: cage.shifts.close(CASHIER, 9_000_00, key="close"),
        ]
        for command in done:
            before = clock.reads
            await command(cage)
            assert clock.reads == before + 1

    evening(tmp_path, play)


def test_a_proposal_has_the_time_of_its_row(tmp_path: Path) -> None:
    async def play(room: Room, clock: TickingClock) -> None:
        floor = Caller(3, "floor", "Flo", "desk")
        await room.floor.open(floor, "T1", "blackjack")
        await room.floor.close(floor, "T1")
        made = await room.postings.propose_posting(floor, "T1", "one deck", posting={"decks": 1})
        kept = Proposals(room.store, room.journal("floor"), room.approvals)
        assert await kept.proposals(floor) == [made]

    evening(tmp_path, play)


def test_a_day_is_closed_at_one_time(tmp_path: Path) -> None:
    async def play(room: Room, clock: TickingClock) -> None:
        supervisor = Caller(4, "supervisor", "Sue", "cage")
        clock.advance(48 * 3_600_000)
        days = GamingDays(room.cage)
        calendar = room.cage.terms.calendar
        ends = calendar.begins(calendar.day(clock.now_ms()) + 1)
        clock.advance(ends - clock.now_ms() - 2)
        before = days.today
        await days.close(supervisor, key="close")
        row = room.store.last_row("cage", "day_closed")
        assert row is not None and calendar.day(row.at) in (before, before + 1)
        closed = msgspec.msgpack.decode(row.body)["day"]
        assert closed == calendar.day(row.at) - 1, "yesterday, by the time of the row"

    evening(tmp_path, play)
