"""Shifts and gaming days: counts, over and short, the trial balance, what tables took, drops."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.room.accounting import trial_balance
from houseway.room.api.roles import ROOM, Caller
from houseway.room.cage.shifts import OVER_SHORT, describe_count
from houseway.room.errors import Denied
from houseway.room.gaming_day import DAY_MS, Calendar
from houseway.room.ledger import CASH, COLLECTED, Posting
from houseway.room.store.interface import Batch, Entry, RoundKept
from tests.support.cash_station import LENIENT, Station, done, evening, new_key, waits

AUDITOR = Caller(900, "auditor", "Abe")
SUPERVISOR = Caller(901, "supervisor", "Sue")
GAMES = {"T1": "blackjack", "T2": "holdem"}


def t(part: str, table: str = "T1") -> str:
    return f"table:{table}:{part}"


def test_a_gaming_day_begins_at_its_hour_in_the_rooms_own_time() -> None:
    noon = 1_700_000_000_000  # 14 November 2023, 22:13:20 UTC
    there = Calendar(-8 * 60, 6 * 60)
    assert there.named(there.day(noon)) == "2023-11-14"
    assert there.local(noon) == "2023-11-14 14:13:20"
    begins = there.begins(there.day(noon))
    assert there.local(begins) == "2023-11-14 06:00:00"
    assert there.day(begins) == there.day(begins + DAY_MS - 1) == there.day(noon)
    assert there.day(begins - 1) == there.day(noon) - 1
    assert there.numbered("2023-11-14") == there.day(noon)
    assert there.numbered("14.11.2023") is None
    east = Calendar(5 * 60 + 45, 0)
    assert east.named(east.day(noon)) == "2023-11-15"
    assert east.begins(0) == -(5 * 60 + 45) * 60_000
    assert Calendar().named(0) == "1970-01-01"


@pytest.mark.parametrize(
    ("counted", "over", "words"),
    [
        (570_00, 0, "shift 1: $570, as it should be"),
        (575_50, 5_50, "shift 1: $575.50 counted, $570 expected: $5.50 over"),
        (0, -570_00, "shift 1: $0 counted, $570 expected: $570 short"),
    ],
)
def test_a_shift_is_counted_and_what_is_over_or_short_is_posted(
    tmp_path: Path, counted: int, over: int, words: str
) -> None:
    async def play(at: Station) -> None:
        cashier, other = await at.cashier(drawer=500_00), await at.cashier("Cyd", drawer=10_00)
        ann = await at.player()
        await at.cage.deposit(cashier, ann, 100_00, key="a")
        await at.cage.deposit(other, ann, 9_00, key="a")
        await at.cage.payout(cashier, ann, 30_00, key="b")
        at.open()
        blind = await at.cage.shifts.count(cashier, 569_00)
        assert (blind.expected, blind.over, blind.cash_in, blind.cash_out) == (None,) * 4
        middle = (await at.cage.shifts.all_open(AUDITOR))[0]
        assert (middle.counted, middle.expected, middle.over) == (569_00, 570_00, -1_00)
        assert at.store.balance(OVER_SHORT) == 0
        closed = await at.cage.shifts.close(cashier, counted, key="c")
        assert (closed.counted, closed.over, closed.expected) == (counted, None, None)
        [found] = await at.cage.shifts.closed(AUDITOR)
        assert (found.opening, found.cash_in, found.cash_out) == (500_00, 100_00, 30_00)
        assert (found.expected, found.over, found.times) == (570_00, over, 2)
        assert describe_count(found) == words
        assert await at.cage.shifts.close(cashier, counted, key="c") == closed
        assert at.store.balance(OVER_SHORT) == over
        assert -at.store.balance(CASH) == 79_00 + over
        await at.cage.shifts.close(other, 19_00, key="d")
        assert [count.over for count in await at.cage.shifts.closed(AUDITOR)] == [0, over]
        assert (await at.days.trial_balance(AUDITOR)).balances

    evening(tmp_path, play, cage=LENIENT)


def test_shifts_are_of_one_cashier_and_have_numbers(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        cay, cyd = await at.cashier(), await at.staff("cashier", "Cyd")
        with pytest.raises(Denied, match="your shift 1 is open"):
            await at.cage.shifts.open(cay, 5, key=new_key())
        same = await asyncio.gather(*(at.cage.shifts.open(cyd, 100, key="o") for _ in range(3)))
        assert {s.shift for s in same} == {2}
        at.open()
        mine = await at.cage.shifts.mine(cay)
        assert mine is not None
        assert (mine.shift, mine.opening) == (1, 500_00)
        with pytest.raises(Denied, match="only a supervisor may close a gaming day"):
            await at.cage.shifts.close(cyd, 500_00, key=new_key(), shift=1)
        await at.cage.shifts.close(SUPERVISOR, 500_00, key="s", shift=1)
        with pytest.raises(Denied, match="no shift 1 is open"):
            await at.cage.shifts.close(SUPERVISOR, 500_00, key=new_key(), shift=1)
        with pytest.raises(Denied, match="no open shift"):
            await at.cage.shifts.close(cay, 500_00, key=new_key())
        await at.cage.shifts.close(cyd, 100, key="x")
        at.open()
        assert await at.cage.shifts.all_open(AUDITOR) == []
        assert (await at.cage.shifts.open(cay, 1, key=new_key())).shift == 3
        with pytest.raises(Denied, match="may open a shift"):
            await at.cage.shifts.open(AUDITOR, 5, key=new_key())
        with pytest.raises(Denied, match="an amount is"):
            await at.cage.shifts.open(SUPERVISOR, -5, key=new_key())

    evening(tmp_path, play)


async def an_afternoon(at: Station) -> int:
    """Ann buys in at blackjack for $100, wins $30, is out; Bob pays $2 at hold'em and tips $1."""
    ann, bob = await at.rich(200_00), await at.rich(50_00, "Bob")
    await at.at_table(Posting(COLLECTED, t("house"), 1_000_00))
    await at.at_table(Posting(t("house"), t("meter:jackpot:1"), 500_00))
    await at.buy_in(ann, 100_00)
    await at.at_table(Posting(t("purse:1"), t("stake:1"), 30_00))
    await at.at_table(
        Posting(t("stake:1"), t("meter:jackpot:1"), 1_00),
        Posting(t("house"), t("purse:1"), 31_00),
        Posting(t("stake:1"), t("purse:1"), 29_00),
    )
    await at.cash_out(ann, 130_00 - 1_00)
    await at.buy_in(bob, 50_00, 4, "T2")
    await at.at_table(
        Posting(t("purse:4", "T2"), t("drop", "T2"), 2_00),
        Posting(t("purse:4", "T2"), t("tokes", "T2"), 1_00),
        Posting(t("purse:4", "T2"), t("pot", "T2"), 10_00),
        table="T2",
    )
    return ann


def test_a_trial_balance_is_zero_and_owes_what_players_have(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        ann = await an_afternoon(at)
        found = await at.days.trial_balance(AUDITOR)
        assert found.balances
        assert found.total == 0
        assert found.liability == found.control == 229_00 + 1_00 + 47_00
        assert found.groups == {
            trial_balance.WALLETS: 229_00,
            trial_balance.IN_PLAY: 48_00,
            trial_balance.METERS: 501_00,
            trial_balance.FEES: 2_00,
            trial_balance.TOKES: 1_00,
            trial_balance.RESULTS: 469_00,
            trial_balance.HOUSE: -1_000_00,
            trial_balance.ADJUSTMENTS: 0,
            trial_balance.OVER: 0,
            trial_balance.CAGE_CASH: -250_00,
        }
        assert found.groups[trial_balance.WALLETS] == at.balance(ann)
        with pytest.raises(Denied, match="only a supervisor or an auditor"):
            await at.days.trial_balance(Caller(9, "cashier", "Cay"))

    evening(tmp_path, play)


def test_an_account_no_one_knows_is_not_passed_over() -> None:
    for account in ("table:T1:sleeve", "bank:1", "", "players:1"):
        with pytest.raises(ValueError, match="in no group"):
            trial_balance.group_of(account)
    assert trial_balance.group_of("table:A B:meter:x:2") == (trial_balance.METERS, "A B")
    assert trial_balance.group_of("house:marketing") == ("house:marketing", "")


def test_what_tables_took_in_a_day(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        ann = await an_afternoon(at)
        first = at.days.today
        before = await at.days.report(AUDITOR, GAMES)
        assert (before.opening, before.cash_in, before.played, before.closing) == (
            0, 250_00, -27_00, 277_00,
        )  # fmt: skip
        t1, t2 = before.tables
        assert (t1.game, t1.bought, t1.cashed, t1.win) == ("blackjack", 100_00, 129_00, -31_00)
        assert (t1.meters, t1.seeded, t1.filled) == (1_00, 500_00, 1_000_00)
        assert (t2.fees, t2.tokes, t2.win) == (2_00, 1_00, 0)
        assert before.games == {"blackjack": -31_00, "holdem": 2_00}
        at.clock.advance(DAY_MS)
        await at.at_table(Posting(t("pot", "T2"), t("drop", "T2"), 3_00), table="T2")
        await at.cage.payout(ROOM, ann, 29_00, key="p")
        await at.cage.adjust(ROOM, ann, 4_00, "a gift", key="g")
        after = await at.days.report(AUDITOR, GAMES)
        assert (after.opening, after.cash_out, after.adjusted, after.played, after.closing) == (
            277_00, 29_00, 4_00, 3_00, 249_00,
        )  # fmt: skip
        assert [(x.table, x.fees) for x in after.tables] == [("T2", 3_00)]
        assert await at.days.report(AUDITOR, GAMES, first) == before
        assert (await at.days.trial_balance(AUDITOR, first)).liability == 277_00
        with pytest.raises(Denied, match="has not begun"):
            await at.days.report(AUDITOR, GAMES, first + 2)
        for said in (before, after):
            moved = said.cash_in - said.cash_out + said.adjusted - said.played
            assert said.opening + moved == said.closing

    evening(tmp_path, play)


def test_a_day_is_closed_once_when_it_is_over_and_counted(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        days, day = at.days, at.days.today
        cashier = await at.cashier()
        await an_afternoon(at)
        with pytest.raises(Denied, match="2023-11-14 is not over"):
            await days.close(SUPERVISOR, day, key=new_key())
        at.clock.advance(DAY_MS)
        await at.rich(10_00, "Cid")
        with pytest.raises(Denied, match="shifts of 2023-11-14 are open: 1"):
            await days.close(SUPERVISOR, key=new_key())
        await at.cage.shifts.close(cashier, 500_00, key="c")
        with pytest.raises(Denied, match="only a supervisor may close a gaming day"):
            await days.close(AUDITOR, key=new_key())
        found = await days.close(SUPERVISOR, key="d")
        assert found.balances
        assert found.liability == 277_00
        assert await days.close(SUPERVISOR, key="d") == found
        with pytest.raises(Denied, match="has been closed"):
            await days.close(SUPERVISOR, day, key=new_key())
        at.clock.advance(DAY_MS)
        assert (await days.close(SUPERVISOR, key="e")).liability == 287_00
        at.clock.jump(-3 * DAY_MS)  # the clock is set: a closed day stays as it is
        dan = await at.player("Dan")
        for _ in range(40):
            await at.cage.deposit(ROOM, dan, 99_00, key=new_key())
        at.clock.jump(3 * DAY_MS)
        assert (await days.trial_balance(AUDITOR, day)).liability == 277_00
        assert (await days.trial_balance(AUDITOR, day + 1)).liability == 287_00
        assert at.days.number("2023-11-15") == day + 1
        with pytest.raises(Denied, match="a date like"):
            at.days.number("yesterday")

    evening(tmp_path, play)


def test_drops_fills_and_credits_are_posted(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        await an_afternoon(at)
        floor, days, money = await at.staff("floor", "Flo"), at.days, at.cage.table_money
        got = await money.collect(floor, "T2", key="a")
        assert (got.fees, got.tokes, got.house) == (2_00, 1_00, 0)
        assert await money.collect(floor, "T2", key="a") == got
        assert at.store.balance(t("drop", "T2")) == at.store.balance(t("tokes", "T2")) == 0
        with pytest.raises(Denied, match="nothing to collect"):
            await money.collect(floor, "T2", key=new_key())
        await money.fill(floor, "T1", 31_00, key="b")
        assert at.store.balance(t("house")) == 500_00
        with pytest.raises(Denied, match=r"the house has \$500 at table T1, not \$600"):
            await money.credit(floor, "T1", 600_00, key=new_key())
        await money.credit(floor, "T1", 500_00, key="c")
        assert at.store.balance(t("house")) == 0
        with pytest.raises(Denied, match="no table 'T9'"):
            await money.fill(floor, "T9", 5, key=new_key())
        t1, t2 = (await days.report(AUDITOR, GAMES)).tables
        assert (t1.filled, t1.collected, t2.collected) == (1_031_00, 500_00, 3_00)
        assert (await days.trial_balance(AUDITOR)).balances

    evening(tmp_path, play, cage=LENIENT)


def test_what_a_running_round_brought_is_not_collected(tmp_path: Path) -> None:
    """Otherwise the round could not be voided: its drop would be gone."""

    async def play(at: Station) -> None:
        bob, floor = await at.rich(50_00, "Bob"), await at.staff("floor", "Flo")
        await at.buy_in(bob, 50_00, 4, "T2")
        fee = Posting(t("purse:4", "T2"), t("drop", "T2"), 2_00)
        await at.at_table(fee, table="T2")
        head = at.store.acquire("table:T2", "room")
        begun = RoundKept("table:T2", 1, head.seq + 1, None, "open", "", 1)
        entry = Entry(at.clock.now_ms(), "noted", 0, b"", (fee, fee))
        batch = Batch("table:T2", head.seq, (entry,), changes=(begun,), fence=head.fence)
        assert at.store.append([batch]) == [None]
        assert (await at.cage.table_money.collect(floor, "T2", key="a")).fees == 2_00
        del at.tables["T2"]
        await at.at_table(fee.reversed(), fee.reversed(), table="T2")
        assert at.store.balance(t("drop", "T2")) == 0

    evening(tmp_path, play)


MOVE = st.tuples(
    st.sampled_from(["in", "out", "big", "open", "close", "restart", "approve", "day"]),
    st.integers(1, 2),
    st.integers(1, 90),
)


@settings(max_examples=20, deadline=None)
@given(st.lists(MOVE, max_size=14))
def test_drawers_follow_the_cash_through_restarts(moves: list[tuple[str, int, int]]) -> None:
    async def play(at: Station) -> None:
        ann, floor = await at.rich(100_000_00), await at.staff("floor", "Flo")
        who = [await at.staff("cashier", f"C{n}") for n in (1, 2)]
        drawers: dict[int, int] = {}
        asked: list[tuple[int, int, int]] = []
        over = 0
        for move, n, amount in moves:
            cashier, cents = who[n - 1], amount * 100
            if move == "restart":
                at.open()
            elif move == "day":
                at.clock.advance(DAY_MS)
                asked.clear()
            elif move == "open" and n not in drawers:
                await at.cage.shifts.open(cashier, cents, key=new_key())
                drawers[n] = cents
            elif move == "approve" and asked:
                request, of, paid = asked.pop()
                await at.cage.requests.approve(floor, request, key=new_key())
                drawers[of] -= paid
            elif n in drawers:
                if move == "in":
                    await at.cage.deposit(cashier, ann, cents, key=new_key())
                    drawers[n] += cents
                elif move == "out":
                    done(await at.cage.payout(cashier, ann, amount, key=new_key()))
                    drawers[n] -= amount
                elif move == "big":
                    big = waits(await at.cage.payout(cashier, ann, 2_000_00, key=new_key()))
                    asked.append((big.request, n, 2_000_00))
                elif move == "close":
                    await at.cage.shifts.close(cashier, cents, key=new_key())
                    found = (await at.cage.shifts.closed(AUDITOR))[0]
                    assert found.expected == drawers.pop(n) and found.over is not None
                    over += found.over
                    asked = [a for a in asked if a[1] != n]
            open_ = at.cage.stream.drawers.open.values()
            expected = {drawer.cashier: drawer.expected for drawer in open_}
            assert expected == {who[n - 1].person: cents for n, cents in drawers.items()}
            assert len(await at.cage.requests.waiting(floor)) == len(asked)
        assert at.store.balance(OVER_SHORT) == over
        assert (await at.days.trial_balance(AUDITOR)).balances

    with TemporaryDirectory() as folder:
        evening(Path(folder), play, cage=LENIENT)
