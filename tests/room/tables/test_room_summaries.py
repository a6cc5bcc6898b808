"""Table summaries: what others read of a table is durable; the table is left to its turn."""

from __future__ import annotations

import ast
import asyncio
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import houseway.room
from houseway.room.api.table_types import Answer
from houseway.room.clock import SimulatedClock
from houseway.room.fairness.entropy import RehearsedEntropy
from houseway.room.keys import keys_at
from houseway.room.room import Room
from houseway.room.store.group_commit import PlainWriter, Said
from houseway.room.store.interface import Batch, Store
from houseway.room.store.sqlite_writer import SqliteStore
from houseway.room.tables.actor import Actor, Turn
from houseway.room.tables.state import summary_of
from tests.support.local_room import FLOOR, decide, make_room, open_table, play, sit

ROOM = Path(houseway.room.__file__).parent
OWN_REPLAY = ROOM / "audit" / "table_replay.py"
"""The audit replays a table of its own."""


def reached(path: Path) -> Iterator[str]:
    """Yield the places where a module reads ``live`` of something that is not a turn."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Attribute) and node.attr == "live":
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            if not owner.endswith("turn") and not (path == OWN_REPLAY and owner == "self"):
                yield f"{path.relative_to(ROOM)}:{node.lineno}"


def test_a_live_table_is_read_in_its_turn_only() -> None:
    modules = [path for path in ROOM.rglob("*.py") if ROOM / "tables" not in path.parents]
    assert len(modules) > 80
    assert [place for path in modules for place in reached(path)] == []
    assert list(reached(ROOM / "tables" / "next_round.py")), "the search finds such a reading"


def test_a_turn_that_is_over_gives_no_table(tmp_path: Path) -> None:
    async def evening() -> None:
        room = make_room(tmp_path, SimulatedClock())
        actor = await open_table(room, "T1", "blackjack")
        kept: list[Turn] = []

        async def work(turn: Turn) -> Answer:
            kept.append(turn)
            assert turn.live is actor.live
            return actor.answer(turn.seq, [])

        await actor.command(FLOOR, "", "look", work)
        with pytest.raises(RuntimeError, match="the turn is over"):
            _ = kept[0].live
        assert await actor.read(lambda live: live.name) == "T1"
        room.store.close()

    asyncio.run(evening())


def agrees(actor: Actor) -> bool:
    return actor.summary == summary_of(actor.live, actor.seq)


@pytest.mark.parametrize("game", ["blackjack", "holdem", "straight-jack-progressive"])
def test_a_summary_is_the_table_after_its_last_durable_row(game: str, tmp_path: Path) -> None:
    async def evening() -> None:
        room, rng = make_room(tmp_path, SimulatedClock()), random.Random(2)
        actor = await open_table(room, "T1", game)
        for person in (1, 2):
            await sit(room, actor, person)
            assert agrees(actor)
            assert person in {s.player.person for s in actor.summary.seating.seats.values()}
        await play(actor, rng, 2)
        assert agrees(actor) and actor.summary.number >= 2
        actor.rebuild()
        assert actor.summary.seq == actor.seq
        room.store.close()

    asyncio.run(evening())


class Held(PlainWriter):
    """A writer that waits before it writes, while it is told to."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.asked, self.go = asyncio.Event(), asyncio.Event()
        self.go.set()

    async def append_all(self, batches: Sequence[Batch]) -> Said:
        self.asked.set()
        await self.go.wait()
        return await super().append_all(batches)


def test_a_move_that_is_not_written_yet_is_in_no_summary(tmp_path: Path) -> None:
    async def evening() -> None:
        store = SqliteStore(tmp_path / "books.db", durable=False)
        writer = Held(store)
        room = Room(
            store, writer, SimulatedClock(), keys_at(tmp_path / "keys.json"), RehearsedEntropy(1)
        )
        actor = await open_table(room, "T1", "blackjack")
        await sit(room, actor, 1)
        before = actor.summary
        writer.asked.clear()
        writer.go.clear()
        decision = asyncio.ensure_future(decide(actor, random.Random(1)))
        await writer.asked.wait()
        assert actor.live.playing and not agrees(actor)
        assert actor.summary is before
        writer.go.set()
        await decision
        assert actor.summary.seq > before.seq and agrees(actor)
        store.close()

    asyncio.run(evening())
