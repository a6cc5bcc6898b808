"""An evening through the API: accounts, logins, tables, sockets, by the typed client."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from houseway.room.api import roles
from houseway.room.api.messages import Act
from houseway.room.api.roles import ROOM
from houseway.room.api.table_types import Answer
from houseway.room.client.client import RoomClient, RoomRefused, Seen
from houseway.room.clock import SimulatedClock
from houseway.room.fairness.entropy import SystemEntropy
from houseway.room.fairness.health import Unhealthy
from houseway.room.http.site import ENDPOINTS, Site
from houseway.room.keys import keys_at
from houseway.room.room import Room
from houseway.room.store.group_commit import GroupWriter
from houseway.room.store.sqlite_writer import SqliteStore
from tests.support.careful_player import play
from tests.support.room_site import PIN, House, house

pytestmark = pytest.mark.process


def after(rounds: int) -> Callable[[Seen], bool]:
    """Return a test of a view: this number of rounds is over."""
    return lambda seen: seen.round > rounds


def test_every_endpoint_is_a_command_of_the_room() -> None:
    names = [endpoint.name for endpoint in ENDPOINTS]
    assert len(names) == len(set(names)), "an operation has a name of its own"
    for endpoint in ENDPOINTS:
        assert endpoint.summary and endpoint.says, endpoint.path
        for command in endpoint.command.split(" or ") if endpoint.command else ():
            assert command in roles.COMMANDS, command


def test_accounts_and_logins(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as rooms:
            cashier, admin = await rooms.enter("cashier"), await rooms.enter("admin")
            made = await cashier.open_account("Cleo", "7391", key="one")
            again = await cashier.open_account("Cleo", "7391", key="one")
            assert made == again and made.card.isdigit()
            with pytest.raises(RoomRefused, match="key"):
                await cashier.open_account("Cleopatra", "7391", key="one")
            known = await cashier.with_card(made.card)
            assert (known.name, known.card[:4]) == ("Cleo", "****")
            assert [k.name for k in await cashier.everybody("cle")] == ["Cleo"]
            cleo = await rooms.enter("Ann")
            with pytest.raises(RoomRefused) as wrong:
                await cleo.login(made.card, "1111", "s")
            assert (wrong.value.code, wrong.value.status) == ("login", 401)
            found = await cleo.login(made.card, "7391", "s")
            assert (found.name, found.wrong_since) == ("Cleo", 1)
            assert (await cleo.me()).cents == 0
            await cleo.change_pin("7391", "6402")
            await cashier.lock(made.person, "lost")
            with pytest.raises(RoomRefused) as over:
                await cleo.me()
            assert over.value.status == 401
            await admin.unlock(made.person, "found")
            assert (await cleo.login(made.card, "6402", "s")).person == made.person
            await cleo.logout()
            with pytest.raises(RoomRefused):
                await cleo.me()

    asyncio.run(evening())


async def looked_back(rooms: House, game: str, ann: RoomClient) -> None:
    """The first round again: by who played it, by an auditor, by the floor."""
    listed = await ann.own_rounds()
    assert (listed[-1].game, listed[-1].round, listed[-1].outcome) == (game, 1, "closed")
    told = await ann.round_told("T1", 1)
    assert told.viewer == 1 and len(told.steps) >= 1 and not told.everything
    assert (await ann.round_proof("T1", 1)).table == "T1"
    auditor, floor = await rooms.enter("auditor"), await rooms.enter("floor")
    assert f'game = "{game}"' in await auditor.round_record("T1", 1)
    assert (await auditor.round_told("T1", 1)).everything
    assert [x.round for x in await floor.rounds("T1", before=2)] == [1]
    if game == "omaha-8":
        assert "variant = 'FO/8'" in await ann.round_phh("T1", 1)
    assert (await floor.drop_report()).lines
    assert [e.words for e in await floor.events(stream="table:T1") if "open" in e.words]
    with pytest.raises(RoomRefused) as refused:
        await ann.events()
    assert refused.value.status == 403


@pytest.mark.parametrize("game", ["free-bet-blackjack", "omaha-8", "pai-gow-tiles", "blackjack-x"])
def test_a_round_is_played_by_what_the_socket_says(game: str, tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path, game) as rooms:
            ann, bob = await rooms.enter("Ann"), await rooms.enter("Bob")
            async with ann.table("T1") as one, bob.table("T1") as two:
                assert one.seen is not None and one.seen.public is None
                await one.sit(500_00)
                await two.sit(500_00)
                assert (await ann.me()).seats == {"T1": 1}
                done = await asyncio.gather(*(play(table, after(2)) for table in (one, two)))
                assert sum(done) > 2
                assert [c.name for c in (await one.view()).table.chairs] == ["Ann", "Bob"]
            await looked_back(rooms, game, ann)
            assert sum(rooms.room.store.balances().values()) == 0
            text = rooms.site.metrics.text().decode()
            assert f'houseway_actions_total{{command="act",game="{game}"}}' in text

    asyncio.run(evening())


def test_a_station_that_was_cut_off_comes_back_and_does_nothing_twice(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path, "blackjack") as rooms:
            ann = await rooms.enter("Ann")
            async with ann.table("T1") as table:
                await table.sit(100_00)
                seen = await table.view()
                assert seen.own is not None and seen.own.prompt is not None
                bet = Act("bet 1", seen.round, seen.own.prompt.id, "bet", places=(("main", 1000),))
                first = await table.command(bet)
                assert table._socket is not None
                await table._socket.close()
                again = await table.command(bet)
                assert again.acks == ("bet 1",) and table.connections == 2
                assert again.seq == first.seq, "nothing was written for the second"
                with pytest.raises(RoomRefused) as other:
                    await table.act("stand", key="bet 1")
                assert other.value.code == "stale"

    asyncio.run(evening())


def test_the_lobby(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path, "holdem", "blackjack") as rooms:
            ann = await rooms.enter("Ann")
            info = await ann.room_info()
            assert (info.games, info.key) == (["blackjack", "holdem"], rooms.room.keys.public)
            lines = await ann.tables()
            assert [(x.table, x.game, x.status) for x in lines] == [
                ("T1", "holdem", "open"),
                ("T2", "blackjack", "open"),
            ]
            place = await ann.register("holdem", 200_00)
            assert (place.table, place.seat) == ("T1", 1)
            assert (await ann.table_seen("T1")).chairs[0].name == "Ann"
            assert (await ann.layout("T1")).game == "holdem"
            with pytest.raises(RoomRefused, match="no table"):
                await ann.layout("T9")
            assert (await ann.seat("T1", "leave")).cents == 200_00
            assert (await ann.me()).cents == 1_000_00
            with pytest.raises(RoomRefused) as short:
                await ann.seat("T2", "sit", cents=2_000_00)
            assert short.value.code == "funds"

    asyncio.run(evening())


def test_a_login_says_what_was_before(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as rooms:
            await rooms.enter("Ann", "first")
            rooms.clock.advance(1000)
            second = await rooms.enter("Bob")
            found = await second.login(rooms.cards["Ann"], PIN, "second")
            assert (found.previous_station, found.station) == ("first", "second")

    asyncio.run(evening())


def test_figures_of_the_books_and_of_chance(tmp_path: Path) -> None:
    async def evening() -> None:
        store = SqliteStore(tmp_path / "books.db", durable=False)
        writer = GroupWriter(store)
        sources = [os.urandom]
        entropy = SystemEntropy(source=lambda n: sources[-1](n))
        keys = keys_at(tmp_path / "keys.json")
        room = Room(store, writer, SimulatedClock(), keys, entropy)
        site = Site(room)
        assert await site.readiness.wrong() == ("the room has not been started",)
        await room.start()
        assert await site.readiness.wrong() == ()
        await room.diary.write(ROOM, "noted", Answer(1))
        text = site.metrics.text().decode()
        assert "houseway_commit_batches_count 1.0" in text
        assert "houseway_rng_healthy 1.0" in text
        sources.append(bytes)
        with pytest.raises(Unhealthy):
            entropy.seed()
        assert "houseway_rng_healthy 0.0" in site.metrics.text().decode()
        assert "random numbers" in (await site.readiness.wrong())[0]
        await room.stop()
        await writer.close()
        store.close()

    asyncio.run(evening())
