"""The first start of the demo room: cash over the counter, bots on their chairs, nothing twice."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from houseway.room import demo
from houseway.room.api.roles import ROOM
from houseway.room.clock import SimulatedClock
from houseway.room.ledger import CASH, wallet
from houseway.room.opening import hired
from houseway.room.people.pins import CHEAP
from houseway.room.people.sessions import PeopleTerms
from houseway.room.room import Room
from houseway.room.tables import commands, log
from tests.support.local_room import make_room

FILE = demo.demo_room()
FUNDS = sum(card.cents for card in (*demo.GUESTS, *demo.bots()))
SEATED = sum(sum(tables.values()) for tables in demo.places().values())


def opened(folder: Path) -> Room:
    return make_room(folder, SimulatedClock(), people=PeopleTerms(pins=CHEAP))


async def made(room: Room) -> None:
    """Staff and tables, as the opening of a room makes them."""
    for who in FILE.staff:
        if room.store.person_with(who.card) is None:
            await hired(room, who.role, who.name, who.card)
    for table in FILE.tables:
        if table.name not in room.tables:
            body = log.TableOpened(table.game, table.posting, table.terms, "any rules")
            await commands.row(room.new_table(table.name), ROOM, "", body)


def check(room: Room) -> None:
    """Everybody is there with their money, and all of it is cash that the cashier took in."""
    balances = room.store.balances()
    assert sum(balances.values()) == 0
    assert balances[CASH] == -FUNDS
    for guest in demo.GUESTS:
        person = room.store.person_with(guest.card)
        assert person is not None and balances[wallet(person.id)] == guest.cents
    cashier = room.store.person_with(demo.CASHIER.card)
    assert cashier is not None
    deposits = [row for row in room.store.rows("cage") if row.kind == "deposit"]
    assert len(deposits) == len(demo.GUESTS) + len(demo.BOTS)
    assert {row.by for row in deposits} == {cashier.id}
    assert sum(c for name, c in balances.items() if ":purse:" in name) == SEATED
    for setup in demo.setups():
        live = room.tables[setup.name].live
        assert len(live.seating.seats) == setup.bots
        assert all(sitter.player.bot for sitter in live.seating.seats.values())
        assert not live.playing, "bots wait for a guest"


def test_a_first_start_and_the_next(tmp_path: Path) -> None:
    async def starts() -> None:
        room = opened(tmp_path)
        await made(room)
        secrets = await demo.first_start(room)
        check(room)
        assert [secret.card for secret in secrets] == [guest.card for guest in demo.GUESTS]
        login = await room.people.login(secrets[0].card, secrets[0].pin, "station 1")
        assert login.caller.name == "Ann"
        for secret in secrets[1:5]:
            await room.people.login(secret.card, secret.pin, "station 1")
        [finn] = await demo.first_start(room)
        assert finn.name == "Finn", "the one who has not logged in yet"
        await room.people.login(finn.card, finn.pin, "station 2")
        assert await demo.first_start(room) == []
        check(room)
        room.store.close()
        again = opened(tmp_path)
        for actor in again.tables.values():
            actor.rebuild()
        assert await demo.first_start(again) == []
        check(again)
        again.store.close()

    asyncio.run(starts())


def test_more_games_bring_more_money(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A room that was made with fewer tables has bots at the new ones too."""
    whole = demo.setups()

    def with_tables(setups: tuple[demo.Setup, ...]) -> None:
        monkeypatch.setattr(demo, "setups", lambda: setups)
        demo.places.cache_clear()

    async def starts() -> None:
        with_tables(whole[:6])
        room = opened(tmp_path)
        await made(room)
        await demo.first_start(room)
        seated = sum(len(actor.live.seating.seats) for actor in room.tables.values())
        assert seated == sum(setup.bots for setup in whole[:6])
        with_tables(whole)
        assert len(await demo.first_start(room)) == len(demo.GUESTS), "none has logged in"
        for setup in whole:
            assert len(room.tables[setup.name].live.seating.seats) == setup.bots
        before = room.store.balances()[CASH]
        await demo.first_start(room)
        assert room.store.balances()[CASH] == before, "once"
        room.store.close()

    asyncio.run(starts())
    monkeypatch.undo()
    demo.places.cache_clear()


@pytest.mark.parametrize("after", [0, 3, 9])
def test_a_first_start_that_is_broken_off_goes_on(after: int, tmp_path: Path) -> None:
    async def starts() -> None:
        room = opened(tmp_path)
        await made(room)
        deposit = room.cage.deposit
        calls = 0

        async def fails(*args: Any, **more: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls > after:
                raise RuntimeError("the machine is gone")
            return await deposit(*args, **more)

        room.cage.deposit = fails  # type: ignore[method-assign]
        with pytest.raises(RuntimeError):
            await demo.first_start(room)
        room.store.close()
        again = opened(tmp_path)
        for actor in again.tables.values():
            actor.rebuild()
        secrets = await demo.first_start(again)
        check(again)
        assert len(secrets) == len(demo.GUESTS)
        for secret in secrets:
            await again.people.login(secret.card, secret.pin, f"station {secret.card}")
        again.store.close()

    asyncio.run(starts())
