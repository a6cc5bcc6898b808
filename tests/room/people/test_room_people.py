"""Accounts: opened, renamed, locked, excluded; and no secret in the books."""

from __future__ import annotations

import asyncio
from hmac import digest
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from houseway.room.api.roles import ROOM, Caller
from houseway.room.errors import Denied
from houseway.room.fairness.entropy import RehearsedEntropy
from houseway.room.people import cards, pins
from houseway.room.people.accounts import OpeningPayload
from houseway.room.store.stream import digest_of
from tests.support.cash_station import PEPPER, PIN, Station, evening


def test_an_account_is_opened_with_a_card_that_is_made(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        opened = await at.people.open_account(ROOM, "  Ann   Lee ", PIN)
        assert opened.name == "Ann Lee"
        assert len(opened.card) == cards.LENGTH
        assert cards.fits(opened.card)
        other = await at.people.open_account(ROOM, "Ann Lee", PIN)
        assert other.person == opened.person + 1
        assert other.card != opened.card
        given = await at.people.open_account(ROOM, "Bob", PIN, card="1001 2002")
        assert given.card == "10012002"
        with pytest.raises(Denied, match="with this number already"):
            await at.people.open_account(ROOM, "Cid", PIN, card="1001-2002")

    evening(tmp_path, play)


def test_numbers_do_not_collide_when_many_open_at_once(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        tries = [at.people.open_account(ROOM, f"P{n}", PIN, card="4711") for n in range(3)]
        tries += [at.people.open_account(ROOM, f"Q{n}", PIN) for n in range(5)]
        done = await asyncio.gather(*tries, return_exceptions=True)
        opened = [d for d in done if not isinstance(d, BaseException)]
        assert len(opened) == 6
        assert len({o.person for o in opened}) == len({o.card for o in opened}) == 6

    evening(tmp_path, play, grouped=True)


def test_a_key_gives_the_same_account_again(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        cashier = await at.staff("cashier", "Cay")
        first = await at.people.open_account(cashier, "Ann", PIN, key="k1")
        again = await at.people.open_account(cashier, "Ann", PIN, key="k1")
        assert again == first
        with pytest.raises(Denied, match="another command"):
            await at.people.open_account(cashier, "Ann", "1379", key="k1")
        both = await asyncio.gather(
            *(at.people.open_account(cashier, "Bob", PIN, key="k2") for _ in range(4))
        )
        assert len(set(both)) == 1
        assert len(at.store.people()) == 3

    evening(tmp_path, play)


def test_who_hires_and_who_opens(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        admin = await at.staff("admin", "Ada")
        cashier = await at.staff("cashier", "Cay")
        with pytest.raises(Denied, match="only an admin may hire"):
            await at.people.hire(cashier, "cashier", "Cyd", PIN)
        with pytest.raises(Denied, match="only a cashier or a supervisor may open an account"):
            await at.people.open_account(admin, "Ann", PIN)
        for role in ("player", "room", "manager", ""):
            with pytest.raises(Denied, match="staff, screens and bots are"):
                await at.people.hire(admin, role, "Eve", PIN)
        with pytest.raises(Denied, match="own role"):
            await at.people.set_role(admin, admin.person, "cashier", "a try")
        sue = await at.staff("supervisor", "Sue")
        asked = await at.people.set_role(admin, cashier.person, "supervisor", "promoted")
        assert (await at.people.known(admin, cashier.person)).role == "cashier"
        await at.approvals.approve(sue, asked.waiting, key="yes")
        assert (await at.people.known(admin, cashier.person)).role == "supervisor"
        ann = await at.player()
        with pytest.raises(Denied, match="cannot go from player"):
            await at.people.set_role(admin, ann, "admin", "a try")

    evening(tmp_path, play)


def test_a_new_name_keeps_the_person(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        ann = await at.player()
        login = await at.people.login(at.card(ann), PIN, "s1")
        await at.people.rename(ROOM, ann, "Ann Smith")
        assert at.people.caller_of(login.token) == Caller(ann, "player", "Ann Smith", "s1")
        await at.people.exclude(ROOM, ann, "miscalled twice")
        await at.people.rename(ROOM, ann, "Someone Else")
        with pytest.raises(Denied, match="Someone Else is excluded") as refused:
            await at.people.require_may_sit(ann)
        assert refused.value.clauses == ("CA-NL-04", "CA-NL-17")
        await at.people.readmit(ROOM, ann, "settled")
        await at.people.require_may_sit(ann)
        assert at.kinds()[-5:] == ["logged_in", "renamed", "excluded", "renamed", "readmitted"]

    evening(tmp_path, play)


def test_only_players_sit_and_are_excluded(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        floor = await at.staff("floor", "Flo")
        with pytest.raises(Denied, match="a card of their own"):
            await at.people.require_may_sit(floor.person)
        with pytest.raises(Denied, match="players are excluded, not staff"):
            await at.people.exclude(ROOM, floor.person, "a try")
        with pytest.raises(Denied, match="needs a reason"):
            await at.people.exclude(floor, await at.player(), "  ")
        with pytest.raises(Denied, match="no person with the number 99"):
            await at.people.exclude(floor, 99, "a try")

    evening(tmp_path, play)


def test_staff_sees_people_without_their_secrets(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        cashier = await at.staff("cashier", "Cay")
        ann = await at.player(card="6000123412341234")
        await at.people.login("6000123412341234", PIN, "seat 3")
        known = await at.people.with_card(cashier, "6000 1234 1234 1234")
        assert (known.person, known.card, known.station) == (ann, "*" * 12 + "1234", "seat 3")
        assert [k.person for k in await at.people.everybody(cashier, "an")] == [ann]
        me = Caller(ann, "player", "Ann")
        assert await at.people.known(me, ann) == known
        with pytest.raises(Denied, match="may see who has a card"):
            await at.people.known(me, cashier.person)
        with pytest.raises(Denied, match="may see who has a card"):
            await at.people.everybody(me)

    evening(tmp_path, play)


def test_a_lost_card_is_replaced(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        ann = await at.player()
        old = at.card(ann)
        login = await at.people.login(old, PIN, "s1")
        new = await at.people.new_card(ROOM, ann, "lost")
        assert new.person == ann
        assert at.ended == [(ann, "the card was replaced")]
        with pytest.raises(Denied):
            await at.people.login(old, PIN, "s1")
        with pytest.raises(Denied):
            at.people.caller_of(login.token)
        assert (await at.people.login(new.card, PIN, "s1")).caller.person == ann

    evening(tmp_path, play)


@pytest.mark.parametrize("pin", ["", "123", "12a4", "0123456789012", "١٢٣٤", "12 34", "-123"])
def test_what_is_no_pin(pin: str) -> None:
    with pytest.raises(Denied, match="4 to 12 digits") as refused:
        pins.check_pin(pin, pins.PinTerms(refuse_trivial=False))
    assert not pin or pin not in refused.value.what.replace("12 digits", "")


@pytest.mark.parametrize("pin", ["0000", "1234", "4321", "6789", "7890", "1212", "999999"])
def test_trivial_pins_are_refused_by_choice(pin: str) -> None:
    with pytest.raises(Denied, match="guessed first"):
        pins.check_pin(pin, pins.PinTerms())
    pins.check_pin(pin, pins.PinTerms(refuse_trivial=False))


def test_a_pin_on_the_card_is_refused() -> None:
    with pytest.raises(Denied, match="stands on the card"):
        pins.check_pin("2580", pins.PinTerms(), "70042580")
    pins.check_pin("2581", pins.PinTerms(), "70042580")


OLD, NEW = {"00000001": PEPPER}, {"00000001": PEPPER, "00000002": bytes(range(1, 33))}


def test_a_hash_needs_the_pepper_and_has_the_posted_cost() -> None:
    async def play() -> None:
        here = pins.Pins(OLD, RehearsedEntropy(), pins.CHEAP)
        kept = await here.hashed(7, PIN)
        assert kept != await here.hashed(7, PIN)
        assert await here.fits(7, kept, PIN)
        assert not await here.fits(8, kept, PIN), "a hash that was copied to another person"
        assert not await here.fits(7, kept, "2581")
        assert not await here.fits(7, None, "")
        elsewhere = pins.Pins({"00000001": bytes(32)}, RehearsedEntropy(), pins.CHEAP)
        assert not await elsewhere.fits(7, kept, PIN)
        for damaged in ("damaged", "00000009:damaged", "00000001:", kept[9:]):
            assert not await here.fits(7, damaged, PIN)
        assert kept.startswith("00000001:$argon2id$v=19$m=8,t=1,p=1$")
        assert pins.PinTerms().memory_kib == 19456
        dearer = pins.Pins(OLD, RehearsedEntropy(), pins.PinTerms(memory_kib=16, passes=2))
        assert dearer.is_dated(kept)
        assert not here.is_dated(kept)

    asyncio.run(play())


def test_a_hash_outlives_its_pepper_and_is_made_again_with_the_new_one() -> None:
    async def play() -> None:
        old = pins.Pins(OLD, RehearsedEntropy(), pins.CHEAP)
        new = pins.Pins(NEW, RehearsedEntropy(), pins.CHEAP)
        kept = await old.hashed(7, PIN)
        assert await new.fits(7, kept, PIN) and new.is_dated(kept)
        again = await new.hashed(7, PIN)
        assert await new.fits(7, again, PIN) and not new.is_dated(again)
        assert not await old.fits(7, again, PIN)
        keyed = digest(PEPPER, b"houseway pin 1\0" + PIN.encode(), "sha256")
        former = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(keyed)
        for known in (old, new):
            assert await known.fits(7, former, PIN) and known.is_dated(former)
            assert not await known.fits(7, former, "2581")

    asyncio.run(play())


def test_few_hash_at_once_and_too_many_are_told_to_wait() -> None:
    async def play() -> None:
        here = pins.Pins(OLD, RehearsedEntropy(), pins.PinTerms(memory_kib=8, passes=1, waiting=3))
        done = await asyncio.gather(
            *(here.fits(7, None, PIN) for _ in range(5)), return_exceptions=True
        )
        busy = [d for d in done if isinstance(d, Denied)]
        assert len(busy) == 2
        assert {d.code for d in busy} == {"busy"}
        assert not await here.fits(7, None, PIN)

    asyncio.run(play())


def test_check_digits() -> None:
    assert cards.check_digit("7992739871") == "3"
    number = cards.new_number(RehearsedEntropy(4))
    for place in range(len(number)):
        wrong = str((int(number[place]) + 1) % 10)
        assert not cards.fits(number[:place] + wrong + number[place + 1 :])
    assert cards.masked("10012002") == "****2002"
    assert cards.masked("1001") == "**01"
    for card in ("", "123", "12a4", "1" * 20, "१२३४"):
        with pytest.raises(Denied, match="4 to 19 digits"):
            cards.checked(card)


def test_no_secret_is_in_the_books(tmp_path: Path) -> None:
    """Neither a PIN nor a token nor a whole card is in a row or an answer, nor can be tried out."""

    async def play(at: Station) -> None:
        cashier = await at.staff("cashier", "Cay")
        card, pin, new = "6000123412345678", "739051", "628413"
        opened = await at.people.open_account(cashier, "Ann", pin, card=card, key="k")
        login = await at.people.login(card, pin, "s1")
        with pytest.raises(Denied):
            await at.people.login(card, "555123", "s2")
        with pytest.raises(Denied):
            await at.people.login("6000999912345678", pin, "s2")
        me = at.people.caller_of(login.token)
        await at.people.change_pin(me, pin, new)
        await at.people.reset_pin(ROOM, opened.person, pin, "forgotten")
        rows = b"".join(row.body for row in at.store.rows("people"))
        for secret in (card, "6000999912345678", pin, new, "555123", login.token):
            assert secret.encode() not in rows
        kept = b"".join(p.read_bytes() for p in at.folder.iterdir())
        for secret in (pin, new, "555123", login.token):
            assert secret.encode() not in kept
        assert login.token not in repr(login)
        command = at.store.command(cashier.person, "k")
        assert command is not None
        asked = OpeningPayload("player", "Ann", card, "", pin)
        assert command.digest != digest_of("people", "opened", asked)

    evening(tmp_path, play)
