"""Frauds that one person at the cage or at the floor tried alone (reproductions of defects)."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from houseway.room.api.cage_types import Count
from houseway.room.api.roles import Caller
from houseway.room.cage.log import Cash
from houseway.room.cage.shifts import OVER_SHORT
from houseway.room.cage.state import CageTerms
from houseway.room.errors import Denied
from houseway.room.gaming_day import DAY_MS
from tests.support.cash_station import Station, done, evening, new_key, waits

AUDITOR = Caller(900, "auditor", "Abe")
POSTED = CageTerms()
SECRETS = ("expected", "over", "cash_in", "cash_out")


def told(count: Count) -> dict[str, object]:
    """Return what a count tells of the drawer that the counter did not know."""
    return {name: getattr(count, name) for name in SECRETS}


BLIND = dict.fromkeys(SECRETS)


def test_a_count_tells_its_cashier_nothing(tmp_path: Path) -> None:
    """D8a: the answer to a count had what should be in the drawer."""

    async def play(at: Station) -> None:
        cay, ann, sue = await at.cashier(), await at.player(), await at.staff("supervisor", "Sue")
        await at.cage.deposit(cay, ann, 300_00, key="in")
        [open_] = await at.cage.shifts.all_open(sue)
        assert told(open_) == BLIND, "told to nobody before a count is in the log"
        counted = await at.cage.shifts.count(cay, 700_00, key="c")
        assert counted.counted == 700_00 and told(counted) == BLIND
        assert told(await at.cage.shifts.count(cay, 700_00, key="c")) == BLIND
        for reader in (sue, AUDITOR):
            [seen] = await at.cage.shifts.all_open(reader)
            assert (seen.counted, seen.expected, seen.over) == (700_00, 800_00, -100_00)
        at.open()
        [seen] = await at.cage.shifts.all_open(AUDITOR)
        assert (seen.counted, seen.over) == (700_00, -100_00)
        with pytest.raises(Denied, match="may see the trial balance"):
            await at.cage.shifts.all_open(cay)
        assert told(await at.cage.shifts.close(cay, 800_00, key="z")) == BLIND
        assert [count.over for count in await at.cage.shifts.closed(AUDITOR)] == [0]

    evening(tmp_path, play, cage=POSTED)


def test_a_supervisor_with_a_drawer_cannot_look_it_up(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        sue = await at.cashier("Sue", role="supervisor")
        ann = await at.player()
        await at.cage.deposit(sue, ann, 300_00, key="in")
        with pytest.raises(Denied, match="of your own is open"):
            await at.days.trial_balance(sue)
        with pytest.raises(Denied, match="of your own is open"):
            await at.days.report(sue, {})
        [seen] = await at.cage.shifts.all_open(sue)
        assert told(seen) == BLIND
        assert (await at.days.trial_balance(AUDITOR)).balances
        assert (await at.cage.shifts.close(sue, 800_00, key="z")).over == 0
        assert (await at.days.trial_balance(sue)).balances

    evening(tmp_path, play, cage=POSTED)


def test_the_payout_limit_counts_the_day(tmp_path: Path) -> None:
    """D8b: two payouts just below the limit needed no second person."""

    async def play(at: Station) -> None:
        ann, cay = await at.rich(20_000_00), await at.cashier()
        cyd, sue = await at.cashier("Cyd"), await at.staff("supervisor", "Sue")
        done(await at.cage.payout(cay, ann, 2_999_99, key="1"))
        done(await at.cage.payout(cay, ann, 1, key="2"))
        asked = waits(await at.cage.payout(cay, ann, 2_999_99, key="3"))
        waits(await at.cage.payout(cyd, ann, 1, key="another window"))
        at.open()
        again = await at.cage.payout(cay, ann, 2_999_99, key="1")
        assert done(again).cents == -2_999_99, "the first answer, though it would wait now"
        await at.cage.requests.approve(sue, asked.request, key="yes")
        done(await at.cage.payout(cyd, ann, 3_000_00, key="the sum began again"))
        waits(await at.cage.payout(cyd, ann, 1, key="4"))
        at.clock.advance(DAY_MS)
        done(await at.cage.payout(cyd, ann, 3_000_00, key="another day"))

    evening(tmp_path, play, cage=POSTED)


def test_the_payout_limit_counts_the_cashier(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        cay, sue = await at.cashier(), await at.staff("supervisor", "Sue")
        people = [await at.rich(4_000_00, f"P{n}") for n in range(5)]
        for person in people[:3]:
            done(await at.cage.payout(cay, person, 3_000_00, key=new_key()))
        done(await at.cage.payout(cay, people[3], 1_000_00, key=new_key()))
        asked = waits(await at.cage.payout(cay, people[4], 1_00, key=new_key()))
        await at.cage.requests.approve(sue, asked.request, key="yes")
        done(await at.cage.payout(cay, people[3], 2_000_00, key=new_key()))

    evening(tmp_path, play, cage=POSTED)


def test_small_adjustments_do_not_add_up_alone(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        ann, bob = await at.player(), await at.player("Bob")
        sue, sid = await at.staff("supervisor", "Sue"), await at.staff("supervisor", "Sid")
        done(await at.cage.adjust(sue, ann, 499_00, "a gift", key="1"))
        waits(await at.cage.adjust(sue, ann, 2_00, "a gift", key="2"))
        waits(await at.cage.adjust(sue, bob, 2_00, "a gift", key="another account"))
        waits(await at.cage.adjust(sid, ann, 2_00, "a gift", key="another supervisor"))
        done(await at.cage.adjust(sid, bob, -0 + 500_00, "counted twice", key="3"))

    evening(tmp_path, play, cage=POSTED)


def test_a_floor_person_alone_fills_nothing(tmp_path: Path) -> None:
    """D8c: one floor person put a million dollars on a table."""

    async def play(at: Station) -> None:
        await at.at_table(table="T1")
        flo, fay = await at.staff("floor", "Flo"), await at.staff("floor", "Fay")
        cay, money = await at.staff("cashier", "Cay"), at.cage.table_money
        asked = await money.fill(flo, "T1", 1_000_000_00, "a big game", key="f")
        assert (asked.row, asked.kind) == (0, "filled") and asked.request
        assert await money.fill(flo, "T1", 1_000_000_00, "a big game", key="f") == asked
        assert at.store.balance("table:T1:house") == 0
        [seen] = await at.approvals.approvals(cay)
        assert (seen.id, seen.what, seen.cents, seen.may) == (
            f"cage-{asked.request}", "fill", 1_000_000_00, True,
        )  # fmt: skip
        for other in (flo, fay):
            with pytest.raises(Denied, match="only a cashier or a supervisor"):
                await at.approvals.approve(other, seen.id, key=new_key())
        with pytest.raises(Denied, match="has no receipt"):
            await at.cage.requests.approve(
                await at.staff("supervisor", "Sue"), asked.request, key=new_key()
            )
        at.open()
        given = await at.approvals.approve(cay, seen.id, key="give")
        assert given.collection is not None and given.collection.house == 1_000_000_00
        assert await at.approvals.approve(cay, seen.id, key="give") == given
        assert at.store.balance("table:T1:house") == 1_000_000_00
        with pytest.raises(Denied, match="nothing waits"):
            await at.approvals.approve(cay, seen.id, key=new_key())
        back = await at.cage.table_money.credit(flo, "T1", 5_00, key="back")
        await at.approvals.withdraw(flo, f"cage-{back.request}", "not needed")
        assert await at.approvals.approvals(cay) == []
        row = next(at.store.rows("cage", given.collection.row - 1, 1))
        body = msgspec.msgpack.decode(row.body)
        assert (row.by, body["asked_by"], body["request"]) == (
            cay.person, flo.person, asked.request,
        )  # fmt: skip

    evening(tmp_path, play, cage=POSTED)


def test_a_short_drawer_waits_for_a_supervisor(tmp_path: Path) -> None:
    """D8e: a cashier closed a drawer $275,640 short, alone."""

    async def play(at: Station) -> None:
        cay, ann = await at.cashier(drawer=300_000_00), await at.rich(500_00)
        sue, floor = await at.staff("supervisor", "Sue"), await at.staff("floor", "Flo")
        asked = await at.cage.shifts.close(cay, 24_360_00, key="z")
        assert asked.request and told(asked) == BLIND
        assert await at.cage.shifts.close(cay, 24_360_00, key="z") == asked
        name = f"cage-{asked.request}"
        # The count is kept: nothing goes in or out, and it cannot be tried again.
        for command in (
            at.cage.payout(cay, ann, 1_00, key=new_key()),
            at.cage.deposit(cay, ann, 1_00, key=new_key()),
            at.cage.shifts.close(cay, 300_000_00, key=new_key()),
            at.cage.shifts.count(cay, 300_000_00, key=new_key()),
            at.cage.shifts.close(sue, 300_000_00, key=new_key(), shift=asked.shift),
        ):
            with pytest.raises(Denied, match="was counted"):
                await command
        with pytest.raises(Denied, match="only a supervisor may approve"):
            await at.approvals.withdraw(cay, name, "let me count again")
        for other in (cay, floor):
            with pytest.raises(Denied, match="only a supervisor may approve"):
                await at.approvals.approve(other, name, key=new_key())
        with pytest.raises(Denied, match="needs a reason"):
            await at.approvals.approve(sue, name, key=new_key())
        [seen] = await at.cage.shifts.all_open(sue)
        assert (seen.over, seen.request) == (-275_640_00, asked.request)
        at.clock.advance(10 * DAY_MS)
        at.open()
        closed = await at.approvals.approve(sue, name, reason="robbed", key="yes")
        assert closed.count is not None and closed.count.over == -275_640_00
        assert at.store.balance(OVER_SHORT) == -275_640_00
        assert await at.cage.shifts.mine(cay) is None
        row = at.store.last_row("cage", "shift_closed")
        assert row is not None and row.by == sue.person
        assert msgspec.msgpack.decode(row.body)["reason"] == "robbed"

    evening(tmp_path, play, cage=POSTED)


@pytest.mark.parametrize(("short", "closes"), [(20_00, True), (20_01, False), (-999_00, True)])
def test_the_tolerance_of_a_close(tmp_path: Path, short: int, closes: bool) -> None:
    async def play(at: Station) -> None:
        cay, sue = await at.cashier(drawer=1_000_00), await at.staff("supervisor", "Sue")
        found = await at.cage.shifts.close(cay, 1_000_00 - short, key="z")
        assert bool(found.request) is not closes
        if not closes:
            await at.approvals.withdraw(sue, f"cage-{found.request}", "count it with me")
            found = await at.cage.shifts.close(cay, 1_000_00, key="again")
            assert not found.request
        assert await at.cage.shifts.mine(cay) is None

    evening(tmp_path, play, cage=POSTED)


def test_large_cash_is_more_than_the_posted_amount(tmp_path: Path) -> None:
    """D8f: exactly $10,000.00 was noted as more than that."""

    async def play(at: Station) -> None:
        cay, ann, bob = await at.cashier(), await at.player(), await at.player("Bob")

        async def large(person: int, cents: int) -> bool:
            got = await at.cage.deposit(cay, person, cents, key=new_key())
            row = next(at.store.rows("cage", got.number - 1, 1))
            return msgspec.msgpack.decode(row.body, type=Cash).large

        assert not await large(ann, 10_000_00)
        assert await large(ann, 1)
        assert not await large(ann, 1)
        assert await large(bob, 10_000_01)

    evening(tmp_path, play, cage=POSTED)
