"""Decisions that wait together: written together and told once, otherwise as one by one."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from houseway.engine.inputs import Act
from houseway.families.blackjack.game import Blackjack
from houseway.room.api.table_types import Answer
from houseway.room.clock import SimulatedClock
from houseway.room.errors import Denied
from houseway.room.keys import keys_at
from houseway.room.room import Room
from houseway.room.store.interface import Row
from houseway.room.store.sqlite_writer import SqliteStore
from houseway.room.tables import commands
from houseway.room.tables.actor import Actor
from houseway.room.testing.failing_store import Crash, FailingStore, Fault
from tests.support.local_room import books_agree, decide, open_table, player, room_over, same, sit

BET = Act(0, "bet", places=(("main", 10_00),))
SEATS = (1, 2, 3)


@pytest.fixture
def books(tmp_path: Path) -> Iterator[FailingStore]:
    with closing(SqliteStore(tmp_path / "books.db", durable=False)) as found:
        yield FailingStore(found)


async def betting(store: FailingStore, folder: Path) -> tuple[Room, Actor]:
    """Three people who are asked for their bets."""
    room = room_over(store, folder, SimulatedClock(), keys_at(folder / "keys.json"))
    actor = await open_table(room, "T", "blackjack")
    for person in SEATS:
        await sit(room, actor, person)
    assert actor.live.asked() == SEATS
    return room, actor


def bets(actor: Actor, *people: int, key: str = "") -> list[Any]:
    """A bet of each of these, for the round that is open."""
    live = actor.live
    assert live.round_ is not None
    return [
        commands.act(
            actor, player(person), f"{key}{person}", commands.round_now(live),
            live.round_.asked[person], BET,
        )
        for person in people
    ]  # fmt: skip


async def at_once(*asked: Awaitable[Answer]) -> list[Answer | BaseException]:
    return await asyncio.gather(*asked, return_exceptions=True)


def agrees(room: Room, actor: Actor) -> None:
    same(actor, room)
    books_agree(actor, room)


def test_they_are_the_rows_of_one_by_one_with_one_commit_and_one_view(tmp_path: Path) -> None:
    async def evening(name: str, together: bool) -> tuple[list[Row], int, int]:
        folder = tmp_path / name
        folder.mkdir()
        with closing(SqliteStore(folder / "books.db", durable=False)) as kept:
            store, told = FailingStore(kept), []
            room, actor = await betting(store, folder)
            room.watched.append(lambda messages_of: told.append(messages_of.seq))
            appends = store.appends
            if together:
                said = await at_once(*bets(actor, *SEATS))
                assert [type(one) for one in said] == [Answer] * 3
            else:
                for person in SEATS:
                    await bets(actor, person)[0]
            agrees(room, actor)
            return list(store.rows("table:T")), store.appends - appends, len(told)

    one_by_one = asyncio.run(evening("one", together=False))
    at_one_time = asyncio.run(evening("all", together=True))
    assert one_by_one[1:] == (3, 3) and at_one_time[1:] == (1, 1)
    plain = [(row.seq, row.at, row.kind, row.by) for row in one_by_one[0]]
    assert [(row.seq, row.at, row.kind, row.by) for row in at_one_time[0]] == plain


@pytest.mark.parametrize("fault", [Fault.DISK_FULL, Fault.UNKNOWN_LOST, Fault.UNKNOWN_WRITTEN])
def test_what_was_not_written_is_tried_by_itself(
    books: FailingStore, tmp_path: Path, fault: Fault
) -> None:
    async def evening() -> None:
        room, actor = await betting(books, tmp_path)
        books.fail(fault)
        said = await at_once(*bets(actor, *SEATS))
        assert [type(one) for one in said] == [Answer] * 3
        assert [row.kind for row in books.rows("table:T")][-4:] == ["round", *["step"] * 3]
        agrees(room, actor)

    asyncio.run(evening())


def test_books_that_stay_full_take_none_of_them(books: FailingStore, tmp_path: Path) -> None:
    async def evening() -> None:
        room, actor = await betting(books, tmp_path)
        seq, money = actor.seq, books.balances()
        for after in range(4):
            books.fail(Fault.DISK_FULL, after)
        said = await at_once(*bets(actor, *SEATS))
        assert [one.code for one in said if isinstance(one, Denied)] == ["busy"] * 3
        assert (actor.seq, books.balances()) == (seq, money)
        agrees(room, actor)
        assert [type(one) for one in await at_once(*bets(actor, *SEATS))] == [Answer] * 3

    asyncio.run(evening())


def test_a_first_bet_that_was_not_written_can_be_made_again(
    books: FailingStore, tmp_path: Path
) -> None:
    async def evening() -> None:
        room, actor = await betting(books, tmp_path)
        books.fail(Fault.DISK_FULL)
        with pytest.raises(Denied, match="try again"):
            await bets(actor, 1)[0]
        assert actor.live.asked() == SEATS, "the bets are open, though nothing of them is written"
        assert isinstance(await bets(actor, 1)[0], Answer)
        agrees(room, actor)

    asyncio.run(evening())


@pytest.mark.parametrize("fault", [Fault.CRASH_BEFORE, Fault.CRASH_AFTER])
def test_no_one_is_told_of_what_a_dead_process_wrote(
    books: FailingStore, tmp_path: Path, fault: Fault
) -> None:
    async def evening() -> None:
        _, actor = await betting(books, tmp_path)
        books.fail(fault)
        assert [type(one) for one in await at_once(*bets(actor, *SEATS))] == [Crash] * 3
        again = room_over(books.store, tmp_path, SimulatedClock())
        await again.start()
        rows = [row.kind for row in books.store.rows("table:T")].count("step")
        assert rows == (3 if fault is Fault.CRASH_AFTER else 0)
        agrees(again, again.table("T"))
        await again.stop()

    asyncio.run(evening())


def test_one_that_the_rules_refuse_takes_nothing_away_from_the_others(
    books: FailingStore, tmp_path: Path
) -> None:
    async def evening() -> None:
        room, actor = await betting(books, tmp_path)
        twice, others = bets(actor, 2, key="again "), bets(actor, *SEATS)
        said = await at_once(others[0], others[1], *twice, others[2])
        assert [type(one) for one in said] == [Answer, Answer, Denied, Answer]
        agrees(room, actor)

    asyncio.run(evening())


def test_the_same_command_twice_at_once_is_done_once_and_answered_twice(
    books: FailingStore, tmp_path: Path
) -> None:
    async def evening() -> None:
        room, actor = await betting(books, tmp_path)
        said = await at_once(*bets(actor, *SEATS), *bets(actor, 1))
        assert said[0] == said[3] and isinstance(said[0], Answer)
        assert [row.kind for row in books.rows("table:T")].count("step") == 3
        agrees(room, actor)

    asyncio.run(evening())


def test_an_error_of_the_program_in_one_leaves_the_others(
    books: FailingStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Blackjack.check

    def breaks(self: Blackjack, state: Any, act: Act) -> Any:
        if act.seat == 2:
            raise ZeroDivisionError("a fault put in by a test")
        return honest(self, state, act)

    async def evening() -> None:
        room, actor = await betting(books, tmp_path)
        with monkeypatch.context() as broken:
            broken.setattr(Blackjack, "check", breaks)
            said = await at_once(*bets(actor, *SEATS))
        assert [type(one) for one in said] == [Answer, Denied, Answer]
        assert isinstance(said[1], Denied) and said[1].code == "fault"
        assert actor.live.status == "open" and actor.live.asked() == (2,)
        agrees(room, actor)

    asyncio.run(evening())


def test_who_leaves_meanwhile_has_decided_all_the_same(books: FailingStore, tmp_path: Path) -> None:
    async def evening() -> None:
        room, actor = await betting(books, tmp_path)
        asked = [asyncio.ensure_future(bet) for bet in bets(actor, *SEATS)]
        await asyncio.sleep(0)
        asked[1].cancel()
        said = await at_once(*asked)
        assert isinstance(said[1], asyncio.CancelledError) and actor.waiting == 0
        assert [row.kind for row in books.rows("table:T")].count("step") == 3
        agrees(room, actor)

    asyncio.run(evening())


def test_what_else_is_asked_keeps_its_place(books: FailingStore, tmp_path: Path) -> None:
    async def evening() -> None:
        room, actor = await betting(books, tmp_path)
        first, second, third = bets(actor, *SEATS)
        said = await at_once(first, commands.leave(actor, player(3), "goes"), second, third)
        assert [type(one) for one in said[:3]] == [Answer] * 3
        assert isinstance(said[0], Answer) and isinstance(said[1], Answer)
        assert isinstance(said[2], Answer) and said[0].seq < said[1].seq < said[2].seq
        while await decide(actor, random.Random(1)) and actor.live.number == 1:
            pass
        agrees(room, actor)

    asyncio.run(evening())


def test_too_many_are_told_to_wait(books: FailingStore, tmp_path: Path) -> None:
    async def evening() -> None:
        _, actor = await betting(books, tmp_path)
        said = await at_once(*(bets(actor, 1, key=f"{n} ")[0] for n in range(70)))
        refused = [one.code for one in said if isinstance(one, Denied)]
        assert refused.count("busy") == 6 and actor.waiting == 0

    asyncio.run(evening())
