"""Players who come back, on a real server: after going broke, and in the middle of a bank offer.

The server is started as an operator starts it, and killed as a broken machine ends it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from houseway.engine.questions import Amount, Button
from houseway.game.face.views import Prompt
from houseway.room.audit.audit import audit
from houseway.room.client.client import RoomClient, Seen, Table
from houseway.room.keys import read_keys
from houseway.room.opening import BOOKS, KEYS
from houseway.room.store.sqlite_reader import SqliteBooks
from tests.room.evenings.test_room_evening import LATE, accounts
from tests.support.careful_player import Decision, play
from tests.support.evening_server import served

pytestmark = pytest.mark.process

HEADS_UP = """
[[table]]
name = "heads-up"
game = "holdem"
posting = { structure = "no_limit" }
"""
QUESTION_S = 3
TILES = f"""
[[table]]
name = "tiles"
game = "pai-gow-tiles"
[table.terms]
question_seconds = {QUESTION_S}
betting_seconds = {QUESTION_S}
arrange_seconds = {QUESTION_S}
"""


def audited(folder: Path) -> None:
    """The books of the server have no fault: every row and every round is played again."""
    books = SqliteBooks(folder / "books" / BOOKS)
    try:
        report = audit(books, read_keys(folder / "books" / KEYS))
    finally:
        books.close()
    assert report.good and report.rounds, report


def all_in(prompt: Prompt) -> Iterator[Decision]:
    """Everything goes in, by whatever decision takes the most."""
    for choice in prompt.actions:
        if isinstance(choice, Amount):
            yield Decision(choice.name, choice.most)
    for choice in prompt.actions:
        if isinstance(choice, Button) and choice.name in ("call", "check"):
            yield Decision(choice.name)


def broke(seen: Seen) -> bool:
    """Return whether the round is over and a player has no chips left."""
    return seen.table.closed and any(chair.chips == 0 for chair in seen.table.chairs)


async def goes_broke(players: list[RoomClient]) -> int:
    """A heads-up match until one has nothing; the number of the loser in the list."""
    ann, bob = players
    async with ann.table("heads-up") as hers, bob.table("heads-up") as his:
        await hers.sit(200_00)
        await his.sit(200_00)
        await asyncio.wait_for(
            asyncio.gather(*(play(table, broke, all_in) for table in (hers, his))), LATE
        )
        chips = {chair.seat: chair.chips for chair in (await hers.view()).table.chairs}
        assert sorted(chips.values()) == [0, 400_00]
        return 0 if chips[hers.seat] == 0 else 1


def test_a_player_goes_broke_the_server_dies_and_the_player_sits_down_again(tmp_path: Path) -> None:
    """With new money at the same chair, and at another after leaving it."""

    async def evening() -> None:
        async with served(tmp_path, (), HEADS_UP) as server:
            await accounts(server)
            players = [await server.enter("Ann"), await server.enter("Bob")]
            loser = await goes_broke(players)
            await server.kill()
            await server.start()
            async with players[loser].table("heads-up") as table:
                seen = await table.view()
                assert table.seat and not seen.table.why, seen.table
                await table.leave()
                await table.sit(200_00)
                seen = await asyncio.wait_for(dealt(table), LATE)
                assert seen.round >= 1
            for player in players:
                async with player.table("heads-up") as table:
                    await table.leave()
            assert '"traceback"' not in server.log()
            assert await server.stop() == 0
        audited(tmp_path)

    asyncio.run(evening())


async def dealt(table: Table) -> Seen:
    """The view of the next hand."""
    seen = await table.view()
    while seen.table.closed or seen.public is None:
        seen = await table.next(seen)
    return seen


async def offered(*tables: Table) -> Table:
    """Return the table of the player who is offered the bank."""
    while True:
        for table in tables:
            own = (await table.view()).own
            if own is not None and own.prompt is not None:
                assert {choice.name for choice in own.prompt.actions} == {"bank", "refuse"}
                return table
        await asyncio.sleep(0.05)


def a_round_later(number: int) -> Callable[[Seen], bool]:
    """Return a test of a view: a round with this number, or a later one, is over."""
    return lambda seen: seen.round > number or (seen.round == number and seen.table.closed)


async def banks(banker: Table, *others: Table) -> None:
    """A whole round with this player as the bank."""
    seen = await banker.act("bank", amount=100_00)
    over = a_round_later(seen.round)
    await asyncio.wait_for(
        asyncio.gather(*(play(table, over) for table in (banker, *others))), LATE
    )


@pytest.mark.parametrize("leaves", [False, True])
def test_a_player_leaves_a_table_in_the_middle_of_a_bank_offer_and_comes_back(
    tmp_path: Path, leaves: bool
) -> None:
    """By closing the page the chair is kept, by leaving it is not; the offer goes on either way."""

    async def evening() -> None:
        async with served(tmp_path, (), TILES) as server:
            await accounts(server)
            ann, bob = await server.enter("Ann"), await server.enter("Bob")
            async with bob.table("tiles") as his:
                async with ann.table("tiles") as hers:
                    await hers.sit(2_000_00)
                    await his.sit(2_000_00)
                    assert await offered(hers, his) is hers
                    seat = hers.seat
                    if leaves:
                        await hers.leave()
                assert await asyncio.wait_for(offered(his), 3 * QUESTION_S) is his
                async with ann.table("tiles") as hers:
                    assert hers.seat == seat
                    if leaves:
                        await hers.back()
                    await banks(his, hers)
            await server.stop()
        audited(tmp_path)

    asyncio.run(evening())


def test_a_server_dies_in_the_middle_of_a_bank_offer(tmp_path: Path) -> None:
    """The offer stands again, with time of its own, and goes on to the next player."""

    async def evening() -> None:
        async with served(tmp_path, (), TILES) as server:
            await accounts(server)
            ann, bob = await server.enter("Ann"), await server.enter("Bob")
            async with ann.table("tiles") as hers, bob.table("tiles") as his:
                await hers.sit(2_000_00)
                await his.sit(2_000_00)
                assert await offered(hers, his) is hers
            await server.kill()
            await server.start()
            async with bob.table("tiles") as his, ann.table("tiles") as hers:
                assert hers.seat and his.seat
                assert await asyncio.wait_for(offered(his), 3 * QUESTION_S) is his
                await banks(his, hers)
            await server.stop()
        audited(tmp_path)

    asyncio.run(evening())
