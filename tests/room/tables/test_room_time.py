"""One command has one time: the rules, the row and the state see the same moment."""

from __future__ import annotations

import ast
import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from houseway.engine.inputs import Act
from houseway.room import tables
from houseway.room.audit.audit import audit
from houseway.room.room import Room
from houseway.room.tables import commands
from houseway.room.tables.actor import Actor
from houseway.room.tables.state import the_round
from tests.support.local_room import (
    EASY,
    TickingClock,
    decide,
    make_room,
    open_table,
    player,
    same,
    sit,
)


async def all_in(actor: Actor) -> None:
    """Two players put everything in until one of them is broke."""
    for _ in range(400):
        live = actor.live
        if live.round_ is None or not live.asked():
            return
        seat = live.asked()[0]
        caller = player(live.seating.seats[seat].player.person)
        asked = the_round(live).asked[seat]
        stack = live.seating.seats[seat].chips
        for given in (Act(seat, "raise", stack), Act(seat, "bet", stack), Act(seat, "call"),
                      Act(seat, "check")):  # fmt: skip
            if the_round(live).refusal(given) is None:
                await commands.act(actor, caller, "", commands.round_now(live), asked, given)
                break


async def bust(room: Room) -> Actor:
    """A heads-up match that is over: one of the two has no chips left."""
    actor = await open_table(room, "T1", "holdem", {"structure": "no_limit"})
    for person in (1, 2):
        await sit(room, actor, person, 100_00)
    await all_in(actor)
    assert sorted(s.chips > 0 for s in actor.live.seating.seats.values()) == [False, True]
    return actor


def evening(folder: Path, play: Callable[[Room], Awaitable[None]], cards: int = 0) -> None:
    """A room on a ticking clock; ``cards`` chooses its shoes."""

    async def run() -> None:
        room = make_room(folder, TickingClock(), n=100 * cards, people=EASY)
        try:
            await play(room)
        finally:
            room.store.close()

    asyncio.run(run())


def test_a_player_who_goes_broke_leaves_a_log_that_can_be_replayed(tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        actor = await bust(room)
        same(actor, room)
        assert not _wrong(room)

    evening(tmp_path, play)


@pytest.mark.parametrize("cards", range(11))
def test_a_table_with_a_broke_player_goes_on_after_a_restart(tmp_path: Path, cards: int) -> None:
    """The table stands as before; with new chips the next hand is dealt, and the audit is clean."""

    async def play(room: Room) -> None:
        before = (await bust(room)).live
        room.store.close()
        again = make_room(tmp_path, TickingClock(room.clock.now_ms()), people=EASY)
        try:
            await again.start()
            actor = again.table("T1")
            live = actor.live
            assert live.status == "open" and live.seating == before.seating
            [loser] = [s.player.person for s in live.seating.seats.values() if not s.chips]
            await commands.top_up(actor, player(loser), "", 100_00)
            assert actor.live.playing and actor.live.number == before.number + 1
            same(actor, again)
            await again.stop()
            assert not _wrong(again)
        finally:
            again.store.close()

    evening(tmp_path, play, cards)


def _wrong(room: Room) -> list[str]:
    """The findings of an audit, but for the wallets that were filled without a cage."""
    findings = audit(room.store, room.keys).findings
    return [found.what for found in findings if "counter" not in found.what]


def test_a_command_reads_the_clock_once(tmp_path: Path) -> None:
    """Each decision of a match, and each chair that is taken, with everything that follows."""

    async def play(room: Room) -> None:
        actor = await open_table(room, "T1", "holdem")
        clock = room.clock._clock
        assert isinstance(clock, TickingClock)
        room.tools.wake = lambda actor, at: None
        room.tools.on_durable = lambda actor: None
        for person in (1, 2, 3):
            before = clock.reads
            await sit(room, actor, person)
            assert clock.reads == before + 1
        seq, before = actor.seq, clock.reads
        rng = random.Random(1)
        for n in range(1, 31):
            assert await decide(actor, rng) is not None
            assert clock.reads == before + n
        assert actor.seq > seq + 30, "rounds have ended and begun"

    evening(tmp_path, play)


def test_only_the_beginning_of_a_turn_reads_the_clock() -> None:
    found = []
    for path in sorted(Path(tables.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and node.attr in ("now_ms", "monotonic"):
                found.append(path.stem)
    assert found == ["actor", "views"], "views say when they were shown"
