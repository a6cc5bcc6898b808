"""An evening at a cardroom, from the first account to the last count, by the typed client alone.

The server is a process of its own, started as an operator starts it and killed in the middle of a
hand.  The short form plays a game of each shape; ``make long`` plays every game of the rulebook.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from pathlib import Path

import pytest

from houseway.room.api.messages import Act
from houseway.room.audit.audit import audit
from houseway.room.audit.invariants.check import check
from houseway.room.client.client import RoomClient, RoomRefused, Seen, Table
from houseway.room.keys import read_keys
from houseway.room.opening import BOOKS, KEYS
from houseway.room.store.sqlite_reader import SqliteBooks
from tests.support import evening_progressive as progressive
from tests.support.careful_player import play
from tests.support.evening_bad_input import REQUESTS, SEATED, STATIONS
from tests.support.evening_server import PIN, Server, served, table_of
from tests.support.random_play import GAME_IDS, LONG
from tests.support.room_site import house

pytestmark = pytest.mark.process

GAMES = GAME_IDS if LONG else ("free-bet-blackjack", "pai-gow-tiles", "holdem")
"""The other shapes are played in ``test_room_api_evening.py``; a start takes its time by games."""
CASH = 40_000_00
LATE = 60


async def accounts(server: Server) -> None:
    """The cashier opens a shift, accounts for Ann and Bob, and takes their cash."""
    cashier = await server.enter("cashier")
    await cashier.open_shift(10_000_00)
    for name in ("Ann", "Bob"):
        opened = await cashier.open_account(name, PIN)
        server.cards[name] = opened.card
        paid = await cashier.deposit(opened.person, CASH)
        assert paid.receipt is not None and paid.receipt.after == CASH


async def registered(players: list[RoomClient], game: str) -> None:
    """Everybody puts their name down for a game and is given a seat."""
    seats = []
    for player in players:
        place = await player.register(game, 2_000_00)
        assert place.table == table_of(game) and place.seat, place
        seats.append(place.seat)
    assert len(set(seats)) == len(seats)


def first_over(seen: Seen) -> bool:
    """Return whether the first round of a table is over."""
    return seen.round > 1 or (seen.round == 1 and seen.table.closed and seen.public is not None)


async def a_round(players: list[RoomClient], game: str) -> int:
    """Register, play a round, leave; how many decisions were taken."""
    await registered(players, game)
    tables = [player.table(table_of(game)) for player in players]
    try:
        for table in tables:
            await table.__aenter__()
        taken = await asyncio.gather(*(play(table, first_over) for table in tables))
        for table in tables:
            await table.leave()
        return sum(taken)
    finally:
        for table in tables:
            await table.close()


async def wallets(players: list[RoomClient]) -> int:
    """Return the sum of all wallets, after all players were paid out."""
    for _ in range(LATE * 20):
        if not [line for line in await players[0].tables() if line.taken]:
            break
        await asyncio.sleep(0.05)
    return sum([(await player.me()).cents for player in players])


async def asked(table: Table) -> Seen:
    """The view in which this seat is asked something."""
    seen = await table.view()
    while seen.own is None or seen.own.prompt is None:
        seen = await table.next(seen)
    return seen


def bet(seen: Seen, cents: int) -> Act:
    """The main wager, as an answer to the question of a view."""
    assert seen.own is not None and seen.own.prompt is not None
    ask = seen.own.prompt.id
    return Act(f"wager {cents}", seen.round, ask, "bet", places=(("main", cents),))


async def killed_in_a_hand(server: Server, players: list[RoomClient]) -> None:
    """The server dies when a wager has been acknowledged: the wager, the cards and the question
    are there when it is back, and what was sent is done once."""
    game, [ann, bob] = "free-bet-blackjack", players
    name = table_of(game)
    await registered(players, game)
    before = [(await player.me()).cents for player in players]
    async with ann.table(name) as hers, bob.table(name) as his:
        wager = bet(await asked(hers), 25_00)
        await hers.command(wager)
        seen = await his.command(bet(await asked(his), 10_00))
        seen = await hers.view(seen.seq - 1)
    assert seen.public is not None
    await server.kill()
    await server.start()
    assert [(await player.me()).cents for player in players] == before, "logins go on"
    async with ann.table(name) as hers, bob.table(name) as his:
        again = await hers.view()
        assert again.public is not None and again.own is not None and seen.own is not None
        assert again.round == seen.round
        assert again.public.piles == seen.public.piles and again.own.piles == seen.own.piles
        assert again.table.root == seen.table.root, "the same shoe, and so the same next card"
        once = await hers.command(wager)
        assert once.seq == again.seq, "answered again, not done again"
        over = lambda now: now.round > seen.round or now.table.closed  # noqa: E731
        await asyncio.gather(play(hers, over), play(his, over))
        await hers.leave()
        await his.leave()


async def misdeal(server: Server, ann: RoomClient) -> None:
    """A card was exposed: the floor looks at what a void would bring back, and voids."""
    floor = await server.enter("floor")
    await floor.open_table("misdeals", "blackjack", {"decks": 6})
    async with ann.table("misdeals") as table:
        await table.sit(500_00)
        while True:
            await asked(table)
            seen = await table.act("bet", places=[("main", 50_00)])
            if not seen.table.closed:
                break
        refund = await floor.preview_void("misdeals")
        assert refund.seats[table.seat] == 50_00
        before = seen.table.chairs[0].result
        await floor.void_round("misdeals", "a card was exposed")
        seen = await table.view()
        assert seen.table.chairs[0].result == before
        await table.leave()


async def ruled(server: Server, players: list[RoomClient]) -> None:
    """A hand of poker is called off by ruling, and the money goes where the preview said."""
    floor, [ann, bob] = await server.enter("floor"), players
    await floor.open_table("rulings", "holdem")
    async with ann.table("rulings") as hers, bob.table("rulings") as his:
        await hers.sit(200_00)
        await his.sit(200_00)
        seen = await hers.view()
        while seen.public is None or seen.table.closed:
            seen = await hers.next(seen)
        told = await floor.preview_ruling("rulings", "void", reason="fouled deck")
        assert told.says and {move.seat for move in told.moves} >= {hers.seat or 1}
        await floor.make_ruling("rulings", "void", reason="fouled deck", seq=told.seq)
        with pytest.raises(RoomRefused) as stale:
            await floor.make_ruling("rulings", "void", reason="fouled deck", seq=told.seq)
        assert stale.value.code == "stale"
        await hers.leave()
        await his.leave()


async def locked(server: Server) -> None:
    """Three wrong PINs lock a card, the right one does not open it, the staff does."""
    bob, boss = server.client(), await server.enter("supervisor")
    for pin in ("9071", "9072", "9073", PIN):
        with pytest.raises(RoomRefused) as wrong:
            await bob.login(server.cards["Bob"], pin, "station 7")
        assert wrong.value.code == "login" and wrong.value.status == 401
    known = await boss.with_card(server.cards["Bob"])
    assert known.locked
    await boss.unlock(known.person, "showed a passport")
    assert (await bob.login(server.cards["Bob"], PIN, "station 7")).token


async def cashed_out(server: Server) -> None:
    """Everybody is paid, the large payouts by two people; the drawer is counted; all adds up."""
    cashier, boss = await server.enter("cashier"), await server.enter("supervisor")
    drawer = 10_000_00 + 2 * CASH
    for name in ("Ann", "Bob"):
        known = await cashier.with_card(server.cards[name])
        cents = (await cashier.statement(known.person)).balance
        answer = await cashier.payout(known.person, cents)
        if answer.waiting is not None:
            answer = await boss.approve(answer.waiting.request)
        assert answer.receipt is not None and answer.receipt.after == 0
        drawer -= cents
    count = await cashier.close_shift(drawer)
    assert (count.expected, count.over) == (None, None), "a cashier counts blind"
    [count] = await boss.closed_shifts()
    assert (count.expected, count.over) == (drawer, 0)
    auditor = await server.enter("auditor")
    trial = await auditor.trial_balance()
    assert trial.total == 0 and trial.liability == trial.control and trial.groups["wallets"] == 0


def audited(folder: Path) -> None:
    """Audit as ``houseway audit`` does: chains, invariants, every round played again."""
    books = SqliteBooks(folder / "books" / BOOKS)
    try:
        report = audit(books, read_keys(folder / "books" / KEYS))
        assert report.good, report
        lying = ("purse", "stake", "bank", "pot", "antes")
        left = {x: n for x, n in books.balances("table:").items() if n and x.split(":")[2] in lying}
    finally:
        books.close()
    # Antes of an unopened hand stay in the pot of the next one (CA-DRAW-02).
    assert set(left) <= {"table:draw-jacks-or-better:antes"}


def test_an_evening(tmp_path: Path) -> None:
    async def evening() -> None:
        async with served(tmp_path, GAMES) as server:
            await accounts(server)
            players = [await server.enter("Ann"), await server.enter("Bob")]
            for number, game in enumerate(GAMES):
                taken = await asyncio.wait_for(a_round(players, game), LATE)
                assert taken >= 1, game
                if number == len(GAMES) // 2:
                    await asyncio.wait_for(killed_in_a_hand(server, players), 2 * LATE)
            await misdeal(server, players[0])
            await ruled(server, players)
            assert await wallets(players) > 0
            await locked(server)
            await cashed_out(server)
            assert server.deaths == 1
            assert '"traceback"' not in server.log()
            assert await server.stop() == 0
        audited(tmp_path)

    asyncio.run(evening())


def test_a_progressive_is_won(tmp_path: Path) -> None:
    """The whole meter goes to who wins it, the meter begins again, and all of it adds up."""

    async def evening() -> None:
        async with house(tmp_path) as rooms:
            progressive.rehearse(rooms.room)
            floor, ann = await rooms.enter("floor"), await rooms.enter("Ann")
            await floor.open_table(progressive.TABLE, progressive.GAME, {**progressive.POSTING})
            async with ann.table(progressive.TABLE) as table:
                seen = await table.sit(500_00)
                shown = meter_of(seen)
                assert shown >= 2_000_00, "the meter is on the screen before a wager is made"
                await asked(table)
                wagers = [("player", 10_00), ("triple_progressive", 1_00)]
                await table.act("bet", places=wagers)
                await play(table, first_over)
                seen = await table.view()
                told = await ann.round_told(progressive.TABLE, 1)
                [won] = [x for x in told.wagers if x.wager == "triple_progressive"]
                award = -won.accounts["meter"]
                assert won.outcome == "triple_3_over_triple_6" and won.net == award - 1_00
                assert shown < award < shown + 1_00, "the meter and this wager's part of it"
            [meter] = [x for x in (await floor.meters(progressive.TABLE)).meters if x.won]
            assert meter.won == 1 and meter.adds_up and meter.agrees
            assert meter.paid_parts // 10_000 >= shown and meter.display == meter.seed == shown
            trial = await (await rooms.enter("auditor")).trial_balance()
            assert trial.total == 0 and trial.liability == trial.control
            assert not check(rooms.room.store)

    asyncio.run(evening())


def meter_of(seen: Seen) -> int:
    """Return the value of the first meter."""
    assert seen.public is not None
    return int(seen.public.meters[0].cents)


def test_bad_input_gets_a_sentence(tmp_path: Path) -> None:
    """Each has its code and says what was wrong, and nothing is half done: the books stay."""

    async def evening() -> None:
        async with house(tmp_path) as rooms:
            floor = await rooms.enter("floor")
            await floor.open_table("H", "holdem", {"structure": "limit"})
            await floor.open_table("B", "blackjack")
            clients = {"floor": floor}
            for name in ("cashier", "supervisor", "auditor", "admin", "Ann", "Bob"):
                clients[name] = await rooms.enter(name)
            await clients["cashier"].open_shift(100_000_00)
            store, wrong = rooms.room.store, []
            async with clients["Bob"].table("B") as table:
                await table.sit(500_00)
                before = store.balances()
                for bad in STATIONS:
                    work = bad.call(clients[bad.who], rooms.persons["Ann"])
                    wrong += await told(work, f"{bad.who}", bad.code, bad.words)
                for seated in SEATED:
                    wrong += await told(seated.call(table), "Bob", seated.code, seated.words)
            for method, path, body, status, words in REQUESTS:
                headers = {"Authorization": f"Bearer {clients['Ann'].token}"}
                headers |= {"Content-Type": "application/json"} if body else {}
                reply = await clients["Ann"].http.ask(method, path, headers, body)
                if reply.status != status or words not in reply.body.decode():
                    wrong.append(f"{method} {path}: {reply.status} {reply.body.decode()}")
            assert not wrong, "\n".join(wrong)
            assert store.balances() == before and not check(store)

    asyncio.run(evening())


async def told(work: Awaitable[object], who: str, code: str, words: tuple[str, ...]) -> list[str]:
    """Return the faults of a refusal."""
    try:
        answer = await work
    except RoomRefused as refused:
        said = f"{refused.what} {' '.join(refused.clauses)}"
        missing = [word for word in words if word.lower() not in said.lower()]
        if refused.code == code and not missing:
            return []
        return [f"{who} wants {code} with {missing}: {refused.code}: {said}"]
    return [f"{who} was not refused ({code}, {words}): {answer}"]
