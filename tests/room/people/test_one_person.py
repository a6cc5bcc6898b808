"""Ways in which one person would become another one, or make one up (reproductions of defects)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from houseway.room.api.roles import ROOM, Caller
from houseway.room.cage.state import CageTerms
from houseway.room.errors import Denied
from houseway.room.people.accounts import OpenedAccount, PersonChanged
from tests.support.cash_station import PIN, Station, done, evening, new_key, waits

POSTED = CageTerms()
NEW = "9053"


async def is_refused(at: Station, person: int, pin: str) -> bool:
    """Return True if a PIN opens no login of a person."""
    try:
        await at.people.login(at.card(person), pin, "s1")
    except Denied:
        return True
    return False


def test_nobody_becomes_the_second_person(tmp_path: Path) -> None:
    """D2a: Sue asked for $50,000, made Flo's card and PIN, logged in as Flo, and approved."""

    async def play(at: Station) -> None:
        sue, flo = await at.staff("supervisor", "Sue"), await at.staff("floor", "Flo")
        ann = await at.player()
        asked = waits(await at.cage.adjust(sue, ann, 50_000_00, "a jackpot", key="a"))
        before = at.card(flo.person)
        reset = await at.people.reset_pin(sue, flo.person, NEW, "forgotten", key="p")
        card = await at.people.new_card(sue, flo.person, "lost", card="90010002", key="c")
        assert reset.waiting and card.waiting
        assert await is_refused(at, flo.person, NEW)
        assert at.card(flo.person) == before
        for name in (reset.waiting, card.waiting):
            with pytest.raises(Denied, match="takes two people"):
                await at.approvals.approve(sue, name, key=new_key())
            with pytest.raises(Denied, match="approved by another person"):
                await at.approvals.approve(flo, name, key=new_key())
        # The books of a day on which one person could do it alone.
        journal = at.people.journal
        await journal.write(sue, "pin_reset", PersonChanged(flo.person, reason="forgotten"))
        at.open()
        with pytest.raises(Denied, match="Sue alone set"):
            await at.cage.requests.approve(flo, asked.request, key="x")
        assert at.balance(ann) == 0

    evening(tmp_path, play, cage=POSTED)


def test_an_administrator_makes_up_nobody(tmp_path: Path) -> None:
    """D2b: an admin hired a supervisor and a floor person with PINs of their own choosing."""

    async def play(at: Station) -> None:
        ada, sue = await at.staff("admin", "Ada"), await at.staff("supervisor", "Sue")
        flo, ann = await at.staff("floor", "Flo"), await at.player()
        people = len(at.store.people())
        first = await at.people.hire(ada, "supervisor", "S2", NEW, card="90010001", key="1")
        assert (first.person, first.card) == (0, "****0001") and first.waiting
        assert len(at.store.people()) == people
        again = await at.people.hire(ada, "supervisor", "S2", NEW, card="90010001", key="1")
        assert again == first
        with pytest.raises(Denied, match="another command"):
            await at.people.hire(ada, "supervisor", "S2", "8642", card="90010001", key="1")
        with pytest.raises(Denied, match="takes two people"):
            await at.approvals.approve(ada, first.waiting, key="x")
        with pytest.raises(Denied, match="only a supervisor, a floor person or an admin"):
            await at.approvals.approve(await at.staff("cashier", "Cay"), first.waiting, key="x")
        hired = await at.approvals.approve(sue, first.waiting, key="y")
        assert await at.approvals.approve(sue, first.waiting, key="y") == hired
        with pytest.raises(Denied, match="nothing waits"):
            await at.approvals.approve(flo, first.waiting, key="z")
        login = await at.people.login("90010001", NEW, "s1")
        assert login.caller == Caller(hired.person, "supervisor", "S2", "s1")
        # Two whom one alone had hired, as in old books, are one.
        journal, made = at.people.journal, []
        for number, role in ((hired.person + 7, "supervisor"), (hired.person + 8, "floor")):
            await journal.write(ada, "opened", OpenedAccount(number, role, role, "****"))
            made.append(Caller(number, role, role, "s1"))
        asked = waits(await at.cage.adjust(made[0], ann, 9_000_00, "a gift", key="a"))
        with pytest.raises(Denied, match="Ada alone set"):
            await at.cage.requests.approve(made[1], asked.request, key="b")
        done_ = await at.cage.requests.approve(login.caller, asked.request, key="c")
        assert done_.after == 9_000_00

    evening(tmp_path, play, cage=POSTED)


def test_a_staff_card_is_never_told_whole(tmp_path: Path) -> None:
    """D2c: the answer to a new card of the staff had its whole number."""

    async def play(at: Station) -> None:
        sue, ada = await at.staff("supervisor", "Sue"), await at.staff("admin", "Ada")
        flo, ann = await at.staff("floor", "Flo"), await at.player()
        with pytest.raises(Denied, match="read from the card"):
            await at.people.new_card(sue, flo.person, "lost")
        with pytest.raises(Denied, match="read from the card"):
            await at.people.hire(ada, "floor", "Fay", NEW)
        made = await at.people.new_card(sue, flo.person, "lost", card="7004 0001 0002 0003")
        assert made.card == "*" * 12 + "0003"
        given = await at.approvals.approve(ada, made.waiting, key="y")
        assert "700400010002" not in repr((made, given, await at.approvals.approvals(sue)))
        assert at.card(flo.person) == "7004000100020003"
        rows = b"".join(row.body for row in at.store.rows("people"))
        assert b"700400010002" not in rows and NEW.encode() not in rows
        assert len((await at.people.new_card(sue, ann, "lost")).card) == 16, "of a player: whole"

    evening(tmp_path, play, cage=POSTED)


def test_who_renames_whom(tmp_path: Path) -> None:
    """D8d: a cashier renamed a supervisor."""

    async def play(at: Station) -> None:
        cay, sue = await at.staff("cashier", "Cay"), await at.staff("supervisor", "Sue")
        ada, ann = await at.staff("admin", "Ada"), await at.player()
        with pytest.raises(Denied, match="a cashier renames players"):
            await at.people.rename(cay, sue.person, "Mal")
        assert not (await at.people.rename(cay, ann, "Anne")).waiting
        asked = await at.people.rename(ada, sue.person, "Susan")
        assert at.people._person(sue.person).name == "Sue"
        await at.approvals.approve(await at.staff("floor", "Flo"), asked.waiting, key="y")
        assert [at.people._person(p).name for p in (ann, sue.person)] == ["Anne", "Susan"]

    evening(tmp_path, play, cage=POSTED)


def test_an_administrator_becomes_no_player(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        ada, ann = await at.staff("admin", "Ada"), await at.rich(500_00)
        sue = await at.staff("supervisor", "Sue")
        assert (await at.people.reset_pin(ada, ann, NEW, "forgotten")).waiting
        assert (await at.people.new_card(ada, ann, "lost", card="90010002")).waiting
        assert await is_refused(at, ann, NEW)
        assert not (await at.people.reset_pin(sue, ann, NEW, "forgotten")).waiting
        with pytest.raises(Denied, match="your own card"):
            await at.people.unlock(sue, sue.person)

    evening(tmp_path, play, cage=POSTED)


Change = Callable[[Station, Caller, int], Awaitable[str]]


async def _pin(at: Station, who: Caller, whom: int) -> str:
    return (await at.people.reset_pin(who, whom, NEW, "why", key="1")).waiting


async def _card(at: Station, who: Caller, whom: int) -> str:
    return (await at.people.new_card(who, whom, "why", card="90010002", key="1")).waiting


async def _role(at: Station, who: Caller, whom: int) -> str:
    return (await at.people.set_role(who, whom, "dealer", "why", key="1")).waiting


@pytest.mark.parametrize("change", [_pin, _card, _role])
def test_a_change_of_the_staff_ends_in_one_way(tmp_path: Path, change: Change) -> None:
    async def play(at: Station) -> None:
        ada, sue = await at.staff("admin", "Ada"), await at.staff("supervisor", "Sue")
        sid, flo = await at.staff("supervisor", "Sid"), await at.staff("floor", "Flo")
        login = await at.people.login(at.card(flo.person), PIN, "desk")
        name = await change(at, ada, flo.person)
        assert await change(at, ada, flo.person) == name
        await at.approvals.withdraw(ada, name, "not needed")
        with pytest.raises(Denied, match="nothing waits"):
            await at.approvals.approve(sue, name, key=new_key())
        late = (await at.people.reset_pin(ada, flo.person, "8642", "why")).waiting
        at.clock.advance(16 * 60_000)
        with pytest.raises(Denied, match="waited too long"):
            await at.approvals.approve(sue, late, key=new_key())
        lost = (await at.people.reset_pin(ada, flo.person, "8642", "why")).waiting
        at.open()
        with pytest.raises(Denied, match="nothing waits"):
            await at.approvals.approve(sue, lost, key=new_key())
        assert at.people.caller_of(login.token) == login.caller
        at.people.journal.lead()
        name = (await at.people.set_role(ada, flo.person, "cashier", "short of them")).waiting
        await at.approvals.approve(sid, name, key="yes")
        assert at.ended[-1] == (flo.person, "another role was given")
        row = at.store.last_row("people", "role")
        assert row is not None and row.by == sid.person
        assert at.approvals.custody.of(flo.person) == {flo.person}, "two set it: nobody alone"
        done(await at.cage.adjust(ROOM, await at.player(), 5, "x", key="x"))

    evening(tmp_path, play, cage=POSTED)
