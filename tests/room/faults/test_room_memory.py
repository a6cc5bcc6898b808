"""A room that is open for weeks holds no more than on its first evening."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import socket
import sys
from math import comb
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from houseway.cite import memo, whole
from houseway.families.set_hands.decisions import KEPT
from houseway.hands import poker_high, poker_low, up_cards
from houseway.room.api.messages import Hello, No, Pong, View, Welcome
from houseway.room.clock import SimulatedClock
from houseway.room.http import server
from houseway.room.http.limits import Limits, Settings
from houseway.room.http.monitoring.metrics import Metrics
from houseway.room.http.server import Server, run
from houseway.room.http.site import Site
from houseway.room.http.sockets.outbox import Outbox
from houseway.room.http.sockets.table_hub import TableHub
from houseway.room.tables.actor import Actor
from houseway.room.tables.views import Frame
from tests.support.local_room import make_room, open_table, play, player, sit


class Screen(Outbox):
    """A viewer that is sent everything and keeps nothing."""

    def put(self, message: Welcome | No | Pong) -> None:
        """Nothing is kept."""

    def show(self, view: View, root: str = "") -> None:
        """Nothing is kept."""


async def _full(folder: Path, game: str) -> tuple[TableHub, Actor]:
    """A table at which everybody plays and looks."""
    room = make_room(folder, SimulatedClock())
    tables = TableHub(room, Metrics())
    actor = await open_table(room, "T", game)
    for seat in range(1, actor.live.terms.seats + 1):
        await sit(room, actor, 100 + seat, 1_000_000_00, seat)
        await tables.join(player(100 + seat), Hello("a token", "T", "seat"), Screen())
    return tables, actor


def _held() -> int:
    """Return the number of memory blocks of the program."""
    gc.collect()
    return sys.getallocatedblocks()


def test_rounds_that_are_over_leave_nothing_behind(tmp_path: Path) -> None:
    async def evening() -> None:
        tables, actor = await _full(tmp_path, "blackjack-x")
        rng = random.Random(12)
        await play(actor, rng, 110, 20_000)
        gc.collect()
        gc.freeze()  # else every look goes through all that other tests have left
        rows, held = actor.seq, []
        for _ in range(8):
            await play(actor, rng, 10)
            held.append(_held())
        grown, done = min(held[4:]) - min(held[:4]), actor.seq - rows
        await tables.room.close()
        assert done > 600
        assert grown < done // 5, f"{grown} blocks more after {done} further rows"

    asyncio.run(evening())


def test_hands_of_rounds_that_are_over_are_forgotten(tmp_path: Path) -> None:
    def tables_of_hands() -> dict[int, int]:
        found = [x for x in gc.get_objects() if issubclass(type(x), memo)]
        return {id(table): len(table) for table in found}

    async def evening() -> None:
        tables, actor = await _full(tmp_path, "pai-gow-tiles")
        before = tables_of_hands()
        assert await play(actor, random.Random(12), 200, 20_000) >= 200
        after = tables_of_hands()
        await tables.room.close()
        assert max(number - before.get(found, 0) for found, number in after.items()) <= KEPT

    asyncio.run(evening())


def test_frames_that_are_kept_are_an_onlookers(tmp_path: Path) -> None:
    async def evening() -> None:
        tables, actor = await _full(tmp_path, "omaha-8")
        await play(actor, random.Random(1), 1)
        kept: list[Frame] = tables.room.hub.over("T")
        assert len(kept) > 1
        for frame in kept:
            assert all(frame.own(seat) is None for seat in range(1, 10))
            assert all(frame.events_for(seat) == frame.events_for(0) for seat in range(1, 10))
            assert frame.public is not None
        await tables.room.close()

    asyncio.run(evening())


def test_a_memo_holds_no_more_than_it_says() -> None:
    asked: list[int] = []

    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    held = memo(double, 3)
    assert [held[number] for number in (1, 2, 3, 1, 4, 4, 1)] == [2, 4, 6, 2, 8, 8, 2]
    assert asked == [1, 2, 3, 4, 1] and len(held) <= 3


def test_a_whole_table_is_made_once_and_has_no_other_keys() -> None:
    asked: list[int] = []

    def third(number: int) -> int:
        asked.append(number)
        return number // 3 + 1000

    table = whole(third, lambda: range(6))
    assert not table and not asked
    assert [table[number] for number in (5, 0, 5)] == [1001, 1000, 1001]
    assert asked == [0, 1, 2, 3, 4, 5] and table[0] is table[2]
    with pytest.raises(KeyError):
        table[6]
    assert len(asked) == 6


def test_seven_cards_have_so_many_patterns() -> None:
    """Seven of thirteen ranks with repetition, less those with five or more of one."""
    assert poker_high.best_high(range(7))
    assert len(poker_high.OF_SEVEN) == comb(19, 7) - 13 * comb(14, 2)


def test_patterns_of_ranks_are_held_for_the_tables_alone() -> None:
    rng = random.Random(5)
    for _ in range(3 * poker_high.HELD):
        cards = rng.sample(range(52), 7)
        assert poker_high.best_high(cards) == poker_high.high_any(cards)
        assert poker_low.best_low(cards, 8) == poker_low.low_any(cards, 8)
        assert poker_low.best_joker_low(cards[:5]) == poker_low.joker_low5(cards[:5])
        for up in (cards[:4], cards[:5]):
            assert poker_high.best_high(up) == up_cards.board_high(up)
            assert up_cards.lowest_board(up) == up_cards.board_low(up)
    for held in (poker_high.BY_RANKS, poker_low.LOW_BY_RANKS, up_cards.LOW_BOARDS):
        assert 0 < len(held) <= poker_high.HELD


def _resident() -> int:
    """Return the resident memory of this process in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(server.trimmer() is None, reason="a C library that has no such call")
def test_what_is_free_goes_back_to_the_system() -> None:
    kept = [bytes(3_000) for _ in range(20_000)]
    del kept[: len(kept) - 20]  # what is in use lies behind what is free
    before = _resident()
    asyncio.run(server.give_back())
    assert before - _resident() > 20 * (1 << 20)
    assert len(kept) == 20


@pytest.mark.process
def test_a_server_gives_memory_back_while_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def at_once(self: Server, sockets: object = None) -> None:
        """It serves, and is told to stop."""

    async def serve() -> None:
        site = SimpleNamespace(
            room=SimpleNamespace(every=lambda name, ms, work: asked.append(name), tables={}),
            app=None,
            settings=Settings(),
            limits=Limits(Settings(), lambda: 0),
        )
        with socket.create_server(("127.0.0.1", 0)) as listening:
            await run(cast(Site, site), listening)

    monkeypatch.setattr(Server, "serve", at_once)
    monkeypatch.setattr("houseway.room.http.server.settle", lambda: None)
    asyncio.run(serve())
    assert asked == ["give back memory"]
