"""The one list of what waits: approved at one's own station, or vouched for at the first one's."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.room.api.roles import Caller
from houseway.room.cage.state import CageTerms
from houseway.room.errors import Denied
from houseway.room.people.accounts import PersonChanged
from tests.support.cash_station import PIN, Station, done, evening, new_key, waits

POSTED = CageTerms()


async def large_payout(at: Station, cashier: Caller, person: int) -> str:
    """Ask for a payout that takes two people, and return its name."""
    asked = waits(await at.cage.payout(cashier, person, 4_000_00, key=new_key()))
    return f"cage-{asked.request}"


def test_a_second_person_vouches_at_the_first_ones_station(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        cay, ann = await at.cashier(), await at.rich(20_000_00)
        sue = await at.staff("supervisor", "Sue")
        login = await at.people.login(at.card(sue.person), PIN, "office")
        name = await large_payout(at, cay, ann)
        for card, pin in (
            (at.card(sue.person), "9999"), ("12345678", PIN), (at.card(cay.person), PIN), ("", PIN),
            ("", ""), (at.card(sue.person), ""),
        ):  # fmt: skip
            with pytest.raises(Denied):
                await at.approvals.approve(cay, name, card, pin, key=new_key())
        person = at.store.person(sue.person)
        assert person is not None and person.wrong == 1, "a wrong PIN counts as a try"
        paid = await at.approvals.approve(cay, name, at.card(sue.person), PIN, key="v")
        assert paid.receipt is not None and paid.receipt.second == "Sue"
        assert "Approved by" in paid.text
        assert await at.approvals.approve(cay, name, at.card(sue.person), PIN, key="v") == paid
        assert at.people.caller_of(login.token) == login.caller, "the login elsewhere stays"
        row = next(at.store.rows("cage", paid.receipt.number - 1, 1))
        assert row.by == sue.person

    evening(tmp_path, play, cage=POSTED)


def test_wrong_pins_lock_the_card_that_vouches(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        cay, ann = await at.cashier(), await at.rich(20_000_00)
        card = at.card((await at.staff("supervisor", "Sue")).person)
        name = await large_payout(at, cay, ann)
        for pin in ("9999", "9998", "9997", PIN):
            with pytest.raises(Denied, match="do not go together"):
                await at.approvals.approve(cay, name, card, pin, key=new_key())

    evening(tmp_path, play, cage=POSTED)


def test_a_room_may_demand_the_pin_with_each_approval(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        at.approvals.takes_pin = True
        cay, ann = await at.cashier(), await at.rich(20_000_00)
        sue = await at.staff("supervisor", "Sue")
        name = await large_payout(at, cay, ann)
        for card, pin in (("", ""), ("", "9999")):
            with pytest.raises(Denied):
                await at.approvals.approve(sue, name, card, pin, key=new_key())
        with pytest.raises(Denied, match="/api/approvals/"):
            await at.cage.requests.approve(sue, int(name.partition("-")[2]), key=new_key())
        paid = await at.approvals.approve(sue, name, "", PIN, key="v")
        assert paid.receipt is not None and paid.receipt.second == "Sue"

    evening(tmp_path, play, cage=POSTED)


def test_the_list_says_why_not(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        cay, ann = await at.cashier(), await at.rich(20_000_00)
        sue, flo = await at.staff("supervisor", "Sue"), await at.staff("floor", "Flo")
        name = await large_payout(at, cay, ann)
        journal = at.people._journal
        await journal.write(cay, "pin_reset", PersonChanged(flo.person))
        seen = {who: await at.approvals.approvals(who) for who in (cay, sue, flo)}
        assert [[each.id for each in found] for found in seen.values()] == [[name]] * 3
        assert [found[0].may for found in seen.values()] == [False, True, False]
        assert "only a supervisor or a floor person" in seen[cay][0].why_not
        assert "Cay alone set the card, PIN or duty of" in seen[flo][0].why_not
        with pytest.raises(Denied, match="Cay alone set"):
            await at.approvals.approve(flo, name, key=new_key())
        assert [a.may for a in await at.approvals.approvals(Caller(900, "auditor", "A"))] == [False]
        with pytest.raises(Denied, match="only a cashier, a supervisor"):
            await at.approvals.approvals(Caller(ann, "player", "Ann"))
        with pytest.raises(Denied, match="nothing was asked for"):
            await at.approvals.approve(sue, "cage-1", key=new_key())
        with pytest.raises(Denied, match="nothing was asked for"):
            await at.approvals.approve(sue, "people-1", key=new_key())

    evening(tmp_path, play, cage=POSTED)


def test_an_adjustment_is_not_approved_by_a_puppet(tmp_path: Path) -> None:
    """D2a, with the rows of old books: Sue alone made Flo's card and PIN."""

    async def play(at: Station) -> None:
        sue, flo = await at.staff("supervisor", "Sue"), await at.staff("floor", "Flo")
        fay, ann = await at.staff("floor", "Fay"), await at.player()
        asked = waits(await at.cage.adjust(sue, ann, 50_000_00, "a jackpot", key="a"))
        journal = at.people._journal
        await journal.write(sue, "new_card", PersonChanged(flo.person))
        await journal.write(sue, "pin_reset", PersonChanged(flo.person))
        with pytest.raises(Denied, match="Sue alone set"):
            await at.cage.requests.approve(flo, asked.request, key="x")
        assert at.balance(ann) == 0
        await journal.write(flo, "pin_changed", PersonChanged(flo.person))
        at.open()
        with pytest.raises(Denied, match="Sue alone set"):
            await at.cage.requests.approve(flo, asked.request, key="y")
        assert (await at.cage.requests.approve(fay, asked.request, key="z")).cents == 50_000_00
        done(await at.cage.adjust(sue, ann, -1_00, "a slip", key="small"))

    evening(tmp_path, play, cage=POSTED)
