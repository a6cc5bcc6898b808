"""A whole evening through the API, by the typed client alone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from houseway.room.client.client import RoomClient, RoomRefused, Seen
from houseway.room.export.tables import TABLES
from tests.support.careful_player import play
from tests.support.random_play import GAME_IDS, LONG
from tests.support.room_site import PIN, House, house

pytestmark = pytest.mark.process

FAMILIES = (
    "3-card-shine",
    "3-dice-baccarat",
    "pai-gow-poker",
    "draw-jacks-or-better",
    "no-bust-blackjack-5",
)
"""Besides those that other tests of the API play."""


def one_round(seen: Seen) -> bool:
    """Return whether the first round is over."""
    return seen.round > 1 or (seen.round == 1 and seen.table.closed and seen.public is not None)


async def a_round(clients: list[RoomClient], table: str) -> int:
    """Everybody sits down, plays a round and leaves; how many decisions were taken."""
    sockets = [client.table(table) for client in clients]
    try:
        for socket in sockets:
            await socket.__aenter__()
            await socket.sit(1_000_00)
        done = sum(await asyncio.gather(*(play(socket, one_round) for socket in sockets)))
        for socket in sockets:
            await socket.leave()
        return done
    finally:
        for socket in sockets:
            await socket.close()


def test_a_round_of_every_game(tmp_path: Path) -> None:
    async def evening() -> None:
        games = GAME_IDS if LONG else FAMILIES
        async with house(tmp_path, *games) as rooms:
            for name in ("Cleo", "Dan"):
                await rooms.add(name, cents=100_000_00)
            clients = [await rooms.enter("Cleo"), await rooms.enter("Dan")]
            for number, game in enumerate(games, 1):
                done = await asyncio.wait_for(a_round(clients, f"T{number}"), 60)
                assert done >= 1, game
            auditor = await rooms.enter("auditor")
            trial = await auditor.trial_balance()
            assert trial.total == 0 and trial.liability == trial.control
            assert rooms.room.failures == 0

    asyncio.run(evening())


async def cash(rooms: House) -> None:
    """The cage: a shift, cash in and out, two people, a count."""
    cashier, boss = await rooms.enter("cashier"), await rooms.enter("supervisor")
    cleo = await cashier.open_account("Cleo", PIN)
    with pytest.raises(RoomRefused, match="no open shift"):
        await cashier.deposit(cleo.person, 500_00)
    await cashier.open_shift(1_000_00)
    first = await cashier.deposit(cleo.person, 9_000_00, key="d1")
    assert first == await cashier.deposit(cleo.person, 9_000_00, key="d1")
    assert first.receipt is not None and first.receipt.after == 9_000_00
    assert "CASH IN" in first.text and cleo.card not in first.text
    with pytest.raises(RoomRefused) as short:
        await cashier.payout(cleo.person, 10_000_00)
    assert short.value.code == "funds"
    asked = await cashier.payout(cleo.person, 8_000_00)
    assert asked.waiting is not None and asked.receipt is None
    assert [x.request for x in await boss.requests()] == [asked.waiting.request]
    with pytest.raises(RoomRefused, match="approve"):
        await cashier.approve(asked.waiting.request)
    paid = await boss.approve(asked.waiting.request)
    assert paid.receipt is not None and paid.receipt.second
    statement = await cashier.statement(cleo.person)
    assert [line.cents for line in statement.lines] == [-8_000_00, 9_000_00]
    count = await cashier.close_shift(2_000_00)
    assert (count.expected, count.over) == (None, None), "a cashier counts blind"
    [count] = await boss.closed_shifts()
    assert (count.expected, count.over) == (2_000_00, 0)


async def misdeal(rooms: House) -> None:
    """A round is voided: everybody has what they came with."""
    floor, ann = await rooms.enter("floor"), await rooms.enter("Ann")
    opened = await floor.open_table("H-9", "blackjack", {"decks": 6})
    assert opened.seq >= 1
    async with ann.table("H-9") as table:
        await table.sit(200_00)
        await table.act("bet", places=[("main", 50_00)])
        refund = await floor.preview_void("H-9")
        if refund.seats:
            assert refund.seats[1] == 50_00
        await floor.void_round("H-9", "a card was exposed")
        assert (await table.view()).table.chairs[0].chips == 200_00
        assert {rule.name for rule in await floor.rulings("H-9")}
        await floor.pause_table("H-9", "fresh air")
        with pytest.raises(RoomRefused, match="paused"):
            await table.away()
        await floor.resume_table("H-9")
        await floor.close_table("H-9")
        line = (await floor.floor_table("H-9")).status
        assert line == "shut"
    assert (await ann.me()).cents == 1_000_00


async def locked_out(rooms: House) -> None:
    """Three wrong PINs, and the staff unlocks."""
    boss, bob = await rooms.enter("supervisor"), RoomClient(rooms.url)
    rooms.clients.append(bob)
    for pin in ("9071", "9072", "9073", PIN):
        with pytest.raises(RoomRefused):
            await bob.login(rooms.cards["Bob"], pin, "s")
    assert (await boss.known(rooms.persons["Bob"])).locked
    await boss.unlock(rooms.persons["Bob"], "showed a passport")
    assert (await bob.login(rooms.cards["Bob"], PIN, "s")).wrong_since == 0


def test_the_cage_a_misdeal_and_a_locked_card(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as rooms:
            await cash(rooms)
            await misdeal(rooms)
            await locked_out(rooms)
            auditor = await rooms.enter("auditor")
            trial = await auditor.trial_balance()
            assert trial.total == 0 and trial.liability == trial.control
            audit = await auditor.audit()
            assert audit.findings == [] and audit.tables == 1
            heads = await auditor.signed_heads()
            assert {h.head.stream for h in heads.heads} >= {"cage", "people", "table:H-9"}
            assert (await auditor.running_program()).digest
            assert (await (await rooms.enter("admin")).backup()).size > 0
            for table in TABLES:
                rows = (await auditor.export_csv(table)).decode().splitlines()
                assert rows[0] == ",".join(TABLES[table].columns), table
                lines = (await auditor.export_lines(table)).splitlines()
                assert table in ("seats", "hands", "rulings", "meters") or len(lines) >= 1
            with pytest.raises(RoomRefused, match="an export has"):
                await auditor.export_csv("secrets")
            report = await auditor.day_report()
            assert report.cash_out == 8_000_00
            assert rooms.room.failures == 0

    asyncio.run(evening())


async def two_people(rooms: House) -> None:
    """Postings and meters change by two people."""
    floor, boss = await rooms.enter("floor"), await rooms.enter("supervisor")
    await floor.open_table("R-1", "straight-jack-progressive")
    line = next(x for x in await floor.tables() if x.table == "R-1")
    await (await rooms.enter("Ann")).seat("R-1", "sit", cents=line.buy_in_least)
    report = await floor.meters()
    assert report.agrees and report.meters
    meter = report.meters[0]
    asked = await boss.propose_meter("R-1", meter.spot, 100_00, "a promotion", meter.number)
    with pytest.raises(RoomRefused):
        await boss.confirm(asked.number)
    await floor.confirm(asked.number)
    after = (await floor.meters("R-1")).meters[0]
    assert after.display == meter.display + 100_00 and after.agrees
    changes = await floor.meter_history("R-1", meter.spot, meter.number)
    assert changes[0].why == "a promotion"
    await floor.close_table("R-1")
    change = await floor.propose_posting("R-1", "fewer decks", posting={"decks": 2})
    assert [p.number for p in await boss.proposals()] == [change.number]
    await floor.withdraw_proposal(change.number, "not tonight")
    assert await boss.proposals() == []


def test_what_takes_two_people(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as rooms:
            await two_people(rooms)

    asyncio.run(evening())


async def seats(rooms: House) -> None:
    """The floor seats, moves and unseats; lists are called."""
    floor, ann = await rooms.enter("floor"), rooms.persons["Ann"]
    for table in ("T1", "T2"):
        await floor.open_table(table, "blackjack")
    line = (await floor.tables())[0]
    await floor.seat_other("T1", ann, line.buy_in_least, 3)
    assert [(c.seat, c.name) for c in await floor.chairs("T1") if c.person] == [(3, "Ann")]
    assert (await floor.move("T1", ann, "T2", "a quieter table")).move >= 1
    assert [c.name for c in await floor.chairs("T2") if c.person] == ["Ann"]
    await floor.unseat("T2", ann, "closing time")
    bob = await rooms.enter("Bob")
    with pytest.raises(RoomRefused) as refused:
        await bob.register("holdem", 100_00)
    assert refused.value.code == "unknown"
    await floor.close_table("T2")
    assert (await bob.register("blackjack", line.buy_in_least)).table == "T1"
    assert await floor.waiting_lists() == []
    await floor.call_next()
    await floor.exclude(rooms.persons["Bob"], "for what was done at T1")
    assert (await bob.me()).seats == {}
    with pytest.raises(RoomRefused, match="excluded"):
        await bob.register("blackjack", line.buy_in_least)


def test_seats_at_the_floors_desk(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as rooms:
            await seats(rooms)

    asyncio.run(evening())
