"""Logging in: tries that are counted, one station, a previous login, logins that end."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from houseway.room.api.roles import ROOM, Caller
from houseway.room.errors import Denied
from houseway.room.people import pins, sessions
from tests.support.cash_station import PIN, TERMS, Station, evening

WRONG = "1379"
HOUR = 3_600_000


async def refused(at: Station, card: str, pin: str, station: str = "s1") -> Denied:
    with pytest.raises(Denied) as caught:
        await at.people.login(card, pin, station)
    return caught.value


def test_a_login_shows_the_one_before(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        ann = await at.player()
        card = at.card(ann)
        first = await at.people.login(card, PIN, "seat 3")
        assert (first.previous_ms, first.previous_station, first.wrong_since) == (None, "", 0)
        assert first.caller == Caller(ann, "player", "Ann", "seat 3")
        before = at.clock.now_ms()
        at.clock.advance(HOUR)
        await refused(at, card, WRONG)
        second = await at.people.login(card, PIN, "seat 5")
        assert (second.previous_ms, second.previous_station) == (before, "seat 3")
        assert second.wrong_since == 1
        assert (await at.people.login(card, PIN, "seat 5")).wrong_since == 0

    evening(tmp_path, play)


def test_three_wrong_tries_lock_until_staff_unlocks(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        ann = await at.player()
        card, supervisor = at.card(ann), await at.staff("supervisor", "Sue")
        for _ in range(3):
            await refused(at, card, WRONG)
        assert (await at.people.known(supervisor, ann)).locked
        await refused(at, card, PIN)
        at.clock.advance(1000 * HOUR)
        await refused(at, card, PIN)
        with pytest.raises(Denied, match="only a supervisor or an admin may unlock"):
            await at.people.unlock(Caller(9, "cashier", "Cay"), ann)
        await at.people.unlock(supervisor, ann, "showed a passport")
        await refused(at, card, WRONG)
        await refused(at, card, WRONG)
        assert (await at.people.login(card, PIN, "s1")).caller.person == ann
        await refused(at, card, WRONG)
        await refused(at, card, WRONG)
        await at.people.login(card, PIN, "s1")
        assert at.kinds().count("unlocked") == 1

    evening(tmp_path, play)


def test_tries_are_counted_across_a_restart(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        card = at.card(await at.player())
        await refused(at, card, WRONG)
        at.open()
        await refused(at, card, WRONG)
        at.open()
        await refused(at, card, WRONG)
        at.open()
        await refused(at, card, PIN)

    evening(tmp_path, play)


@pytest.mark.parametrize("grouped", [False, True])
def test_tries_at_once_are_counted_one_by_one(tmp_path: Path, grouped: bool) -> None:
    """Ten guesses at once, one of them right but behind three wrong ones: no login."""

    async def play(at: Station) -> None:
        ann = await at.player()
        card = at.card(ann)
        guesses = [WRONG] * 5 + [PIN] + [WRONG] * 4
        done = await asyncio.gather(
            *(at.people.login(card, pin, "s1") for pin in guesses), return_exceptions=True
        )
        assert all(isinstance(d, Denied) for d in done)
        person = at.store.person(ann)
        assert person is not None
        assert person.wrong == 3
        assert person.locked_ms is not None
        assert at.kinds().count("login_refused") == 10

    evening(tmp_path, play, grouped=grouped)


def test_unknown_wrong_and_locked_say_the_same_after_the_same_work(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        card = at.card(await at.player())
        hashed: list[str | None] = []
        matches = at.people._pins._matches

        def noted(person: int, kept: str, pin: str) -> bool:
            hashed.append(pin)
            return matches(person, kept, pin)

        at.people._pins._matches = noted  # type: ignore[method-assign]
        said = [await refused(at, card, WRONG), await refused(at, "7004", WRONG)]
        said += [await refused(at, "", WRONG), await refused(at, "x" * 500, WRONG)]
        said += [await refused(at, card, WRONG), await refused(at, card, WRONG)]
        said += [await refused(at, card, PIN)]
        assert len({(d.what, d.code) for d in said}) == 1
        assert len(hashed) == len(said)
        assert at.kinds().count("login_refused") == len(said)

    evening(tmp_path, play)


def test_a_try_counts_when_no_one_waits_for_the_answer(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        ann = await at.player()
        for _ in range(3):
            task = asyncio.create_task(at.people.login(at.card(ann), WRONG, "s1"))
            await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        others = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*others, return_exceptions=True)
        person = at.store.person(ann)
        assert person is not None
        assert person.locked_ms is not None
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)

    evening(tmp_path, play)


def test_a_second_login_ends_the_first(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        ann, bob = await at.player(), await at.player("Bob")
        first = await at.people.login(at.card(ann), PIN, "seat 3")
        other = await at.people.login(at.card(bob), PIN, "seat 4")
        second = await at.people.login(at.card(ann), PIN, "seat 5")
        assert at.ended == [(ann, sessions.ELSEWHERE)]
        with pytest.raises(Denied) as caught:
            at.people.caller_of(first.token)
        assert caught.value.code == "login"
        assert at.people.caller_of(second.token).station == "seat 5"
        assert at.people.caller_of(other.token).person == bob
        await at.people.logout(Caller(ann, "player", "Ann", "seat 3"))
        assert at.people.caller_of(second.token).person == ann
        many = await asyncio.gather(
            *(at.people.login(at.card(ann), PIN, f"seat {n}") for n in range(4))
        )
        alive = [login for login in [second, *many] if is_in(at, login.token)]
        assert alive == [many[-1]]

    evening(tmp_path, play)


def is_in(at: Station, token: str) -> bool:
    try:
        at.people.caller_of(token)
    except Denied:
        return False
    return True


def test_a_login_outlives_a_restart_and_a_logout_ends_it(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        ann = await at.player()
        login = await at.people.login(at.card(ann), PIN, "seat 3")
        at.open()
        caller = at.people.caller_of(login.token)
        assert caller == login.caller
        await at.people.logout(caller)
        assert at.ended == [(ann, "logged out")]
        assert not is_in(at, login.token)
        at.open()
        assert not is_in(at, login.token)

    evening(tmp_path, play)


@pytest.mark.parametrize("token", ["", "x", "A" * 43, "A" * 10_000, "é", "\ud800", "===", "a b"])
def test_what_is_no_token(tmp_path: Path, token: str) -> None:
    async def play(at: Station) -> None:
        with pytest.raises(Denied) as caught:
            at.people.caller_of(token)
        assert caught.value.code == "login"
        assert not token or token not in caught.value.what or token == "x"

    evening(tmp_path, play)


def test_logins_end_by_time_and_by_silence(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        ann, bob = await at.player(), await at.player("Bob")
        screen = await at.people.hire(ROOM, "display", "Screen", PIN)
        device = await at.people.login(screen.card, PIN, "table 1")
        silent = await at.people.login(at.card(ann), PIN, "s1")
        busy = await at.people.login(at.card(bob), PIN, "s2")
        for _ in range(2):
            at.clock.advance(20 * 60_000)
            assert is_in(at, busy.token)
        assert not is_in(at, silent.token)
        assert not is_in(at, silent.token), "asking again does not wake it"
        assert is_in(at, busy.token)
        assert is_in(at, device.token)
        assert await at.people.sweep() == 1
        assert await at.people.sweep() == 0
        assert [person for person, _ in at.ended] == [ann]
        assert at.store.session_of(ann) is None
        at.clock.jump(13 * HOUR)
        assert not is_in(at, busy.token)
        assert is_in(at, device.token)
        at.open()
        assert not is_in(at, busy.token)

    evening(tmp_path, play)


def test_a_clock_that_is_set_makes_no_one_idle(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        login = await at.people.login(at.card(await at.player()), PIN, "s1")
        at.clock.jump(2 * HOUR)
        assert is_in(at, login.token)
        at.clock.jump(-4 * HOUR)
        assert is_in(at, login.token)

    evening(tmp_path, play)


def test_a_lock_ends_the_login_and_a_lock_of_tries_does_not(tmp_path: Path) -> None:
    """Knowing a card number must not suffice to take a player out of a hand."""

    async def play(at: Station) -> None:
        ann, floor = await at.player(), await at.staff("floor", "Flo")
        login = await at.people.login(at.card(ann), PIN, "s1")
        for _ in range(3):
            await refused(at, at.card(ann), WRONG, "s9")
        assert is_in(at, login.token)
        await at.people.unlock(ROOM, ann)
        await at.people.lock(floor, ann, "left the card behind")
        assert not is_in(at, login.token)
        assert at.ended == [(ann, "the card is locked")]
        await refused(at, at.card(ann), PIN)
        with pytest.raises(Denied, match="you cannot do this to your own card"):
            await at.people.lock(floor, floor.person, "a try")

    evening(tmp_path, play)


def test_a_pin_is_changed_with_the_old_one_only(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        ann = await at.player()
        me = (await at.people.login(at.card(ann), PIN, "s1")).caller
        await at.people.change_pin(me, PIN, WRONG)
        await refused(at, at.card(ann), PIN)
        with pytest.raises(Denied, match="guessed first"):
            await at.people.change_pin(me, WRONG, "1111")
        for _ in range(3):
            with pytest.raises(Denied, match="not the PIN of this card"):
                await at.people.change_pin(me, PIN, "8642")
        assert at.ended == [(ann, "the card is locked")]
        await refused(at, at.card(ann), WRONG)
        await at.people.reset_pin(ROOM, ann, "8642", "forgotten")
        await at.people.login(at.card(ann), "8642", "s1")

    evening(tmp_path, play)


def test_a_hash_of_another_cost_is_made_anew_at_a_login(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        ann = await at.player()
        at.terms = replace(TERMS, pins=pins.PinTerms(memory_kib=16, passes=1))
        at.open()
        await at.people.login(at.card(ann), PIN, "s1")
        person = at.store.person(ann)
        assert person is not None
        assert "m=16,t=1" in person.pin
        await at.people.login(at.card(ann), PIN, "s1")

    evening(tmp_path, play)


STEPS = st.lists(
    st.sampled_from(["right", "wrong", "both", "restart", "unlock", "lock", "logout"]), max_size=14
)


def told(steps: list[str]) -> Iterator[tuple[str, int, bool, bool]]:
    """Another account of it: after each step the wrong tries, whether locked, whether in."""
    wrong, locked, inside = 0, False, False
    for step in steps:
        if step in ("wrong", "both") and not locked:
            wrong += 1
            locked = wrong >= 3
        if step in ("right", "both") and not locked:
            wrong, inside = 0, True
        if step == "unlock":
            wrong, locked = 0, False
        if step == "lock":
            inside, locked = inside and locked, True
        if step == "logout":
            inside = False
        yield step, wrong, locked, inside


@settings(max_examples=25, deadline=None)
@given(STEPS)
def test_any_order_of_tries_gives_the_lock_that_was_told(steps: list[str]) -> None:
    async def play(at: Station) -> None:
        ann = await at.player()
        card, token = at.card(ann), ""
        for step, wrong, locked, inside in told(steps):
            guesses = {"right": [PIN], "wrong": [WRONG], "both": [WRONG, PIN]}.get(step, [])
            tried = await asyncio.gather(
                *(at.people.login(card, pin, "s1") for pin in guesses), return_exceptions=True
            )
            token = next((t.token for t in tried if isinstance(t, sessions.Login)), token)
            if step == "restart":
                at.open()
            elif step == "unlock":
                await at.people.unlock(ROOM, ann)
            elif step == "lock":
                await at.people.lock(ROOM, ann, "why not")
            elif step == "logout":
                await at.people.logout(Caller(ann, "player", "Ann", "s1"))
            person = at.store.person(ann)
            assert person is not None
            assert (person.wrong, person.locked_ms is not None) == (wrong, locked)
            assert bool(token and is_in(at, token)) == inside

    with TemporaryDirectory() as folder:
        evening(Path(folder), play)
