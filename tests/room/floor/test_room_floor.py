"""The floor's desk: tables opened, paused, closed and voided; every game gives everything back."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import Refused
from houseway.room.api.roles import Caller
from houseway.room.audit.invariants.check import check
from houseway.room.clock import SimulatedClock
from houseway.room.errors import Denied
from houseway.room.room import Room
from houseway.room.tables import commands, log
from houseway.room.tables.actor import Actor
from tests.support.local_room import FLOOR, decide, make_room, open_table, player, sit, terms_of
from tests.support.random_play import GAME_IDS

SHIFT = Caller(903, "supervisor", "Sue", "desk 2")


def evening(
    folder: Path, play: Callable[[Room, SimulatedClock], Coroutine[Any, Any, None]]
) -> None:
    """Run something in a room of its own; its books are right afterwards."""

    async def run() -> None:
        clock = SimulatedClock()
        room = make_room(folder, clock)
        try:
            await play(room, clock)
            assert not list(check(room.store)), "the fourteen invariants"
        finally:
            room.store.close()

    asyncio.run(run())


async def blackjack(room: Room, name: str = "T1", **terms: int) -> Actor:
    """A table of blackjack, opened by the floor, with two players."""
    await room.floor.open(FLOOR, name, "blackjack", {}, terms_of(7, **terms))
    actor = room.table(name)
    for person in (1, 2):
        await sit(room, actor, person)
    return actor


async def begin(actor: Actor, rng: random.Random) -> None:
    """Decide at random until a round is in the middle of being played."""
    while not actor.live.playing:
        await decide(actor, rng)


def test_a_table_is_opened_played_paused_resumed_and_closed(tmp_path: Path) -> None:
    async def play_(room: Room, clock: SimulatedClock) -> None:
        floor, rng = room.floor, random.Random(1)
        actor = await blackjack(room, question_ms=20_000)
        await begin(actor, rng)
        due = dict(actor.live.due)
        await floor.pause(FLOOR, "T1", "a dispute")
        assert actor.live.status == "paused" and not actor.live.due
        with pytest.raises(Denied, match="paused: a dispute"):
            await decide(actor, rng)
        clock.advance(3_600_000)
        await actor.tick()
        assert actor.live.playing
        with pytest.raises(Denied, match="resume it, or void"):
            await floor.close(FLOOR, "T1")
        await floor.resume(FLOOR, "T1")
        assert actor.live.due.keys() == due.keys()
        assert min(actor.live.due.values()) > max(due.values())
        await floor.close(FLOOR, "T1", "the night is over")
        assert actor.live.status == "closing"
        with pytest.raises(Denied, match="closes after this round"):
            await sit(room, actor, 3)
        await floor.pause(FLOOR, "T1")
        await floor.resume(FLOOR, "T1")
        assert actor.live.status == "closing", "a pause does not keep a table open"
        while actor.live.status == "closing":
            await decide(actor, rng)
        assert actor.live.status == "shut" and not actor.live.seating.seats
        assert not any(room.store.balances("table:T1:purse").values())
        await floor.open(FLOOR, "T1")
        assert actor.live.status == "open"

    evening(tmp_path, play_)


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (lambda f: f.open(FLOOR, "T1"), "T1 is open"),
        (lambda f: f.open(FLOOR, "T 1", "blackjack"), "letters, digits and hyphens"),
        (lambda f: f.open(FLOOR, "T2"), "say which game"),
        (lambda f: f.open(FLOOR, "T2", "blackjak"), "blackjack"),
        (lambda f: f.open(FLOOR, "T2", "blackjack", {"decks": 99}), "decks"),
        (lambda f: f.open(FLOOR, "T2", "blackjack", {}, terms_of(8)), "1 to 7 seats, not 8"),
        (lambda f: f.open(FLOOR, "T2", "blackjack", {}, terms_of(7, buy_in_most=2)), "one bet"),
        (lambda f: f.resume(FLOOR, "T1"), "not paused"),
        (lambda f: f.void(FLOOR, "T1", "why"), "no round is being played"),
        (lambda f: f.void(FLOOR, "T1", " "), "needs a reason"),
        (lambda f: f.clear_fault(FLOOR, "T1", "why"), "no fault"),
        (lambda f: f.pause(FLOOR, "T9"), "there is no table 'T9'"),
        (lambda f: f.pause(player(1), "T1"), "may pause a table"),
        (lambda f: f.open(player(1), "T2", "blackjack"), "may open a table"),
        (lambda f: f.void(Caller(904, "dealer", "Dee"), "T1", "why"), "may void a round"),
    ],
)
def test_what_the_floor_cannot_do_is_said(
    tmp_path: Path, ask: Callable[[Any], Coroutine[Any, Any, Any]], why: str
) -> None:
    async def play_(room: Room, clock: SimulatedClock) -> None:
        await blackjack(room)
        rows_before = room.store.head("table:T1")
        with pytest.raises(Refused, match=why):
            await ask(room.floor)
        assert room.store.head("table:T1") == rows_before

    evening(tmp_path, play_)


def test_a_command_under_a_key_is_done_once(tmp_path: Path) -> None:
    async def play_(room: Room, clock: SimulatedClock) -> None:
        for _ in range(2):
            answer = await room.floor.open(FLOOR, "T1", "blackjack", key="open 1")
            assert answer.seq == 1
        for _ in range(2):
            assert (await room.floor.pause(FLOOR, "T1", "x", key="p")).seq == 2
        with pytest.raises(Denied, match="has been used for another command"):
            await room.floor.pause(FLOOR, "T1", "y", key="p")

    evening(tmp_path, play_)


def standing(room: Room, actor: Actor) -> tuple[dict[str, int], bytes]:
    """Return the balance of every account of the table, and the state carried between rounds."""
    kept = {name: cents for name, cents in room.store.balances("table:").items() if cents}
    return kept, log.packed(actor.live.carry_over)


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_void_gives_everything_back_at_any_question(game: str, tmp_path: Path) -> None:
    async def play_(room: Room, clock: SimulatedClock) -> None:
        rng = random.Random(game)
        actor = await open_table(room, "T1", game)
        for person in range(1, max(3, actor.live.posted.seats_min) + 1):
            await sit(room, actor, person)
        for _ in range(rng.randint(1, 15)):
            await decide(actor, rng)
        voids = 0
        for _ in range(60):
            if voids == 2:
                break
            if actor.live.playing:
                before = await voided(room, actor)
            else:
                before = standing(room, actor)
            number = commands.round_now(actor.live)
            for _ in range(rng.randint(1, 9)):
                if await decide(actor, rng) is None or commands.round_now(actor.live) != number:
                    break
            if actor.live.playing and actor.live.number == number:
                voids += 1
                assert await voided(room, actor) == before
        assert voids

    async def voided(room: Room, actor: Actor) -> tuple[dict[str, int], bytes]:
        """Void the round while the table is paused, so that no other begins."""
        refund = await room.floor.preview_void(FLOOR, "T1")
        chips = dict(room.store.balances("table:T1:purse"))
        await room.floor.pause(FLOOR, "T1")
        room.floor._void_alone = 10**12
        await room.floor.void(FLOOR, "T1", "a card was seen")
        after = room.store.balances("table:T1:purse")
        moved = {
            seat: after[f"table:T1:purse:{seat}"] - chips[f"table:T1:purse:{seat}"]
            for seat in refund.seats
        }
        assert refund.seats == moved
        assert {s: sitter.chips for s, sitter in actor.live.seating.seats.items()} == {
            int(name.rpartition(":")[2]): cents for name, cents in after.items()
        }
        found = standing(room, actor)
        await room.floor.resume(FLOOR, "T1")
        return found

    evening(tmp_path, play_)


def test_what_is_posted_changes_while_closed_by_two_people(tmp_path: Path) -> None:
    async def play_(room: Room, clock: SimulatedClock) -> None:
        floor = room.floor
        actor = await blackjack(room)
        old = actor.live.rules
        with pytest.raises(Denied, match="T1 is open; it has to be closed"):
            await room.postings.propose_posting(FLOOR, "T1", "one deck", posting={"decks": 1})
        await floor.close(FLOOR, "T1")
        with pytest.raises(Denied, match="another posting: two people change"):
            await floor.open(FLOOR, "T1", posting={"decks": 1})
        with pytest.raises(Denied, match="posted so already"):
            await room.postings.propose_posting(FLOOR, "T1", "as it is")
        with pytest.raises(Denied, match="needs a reason"):
            await room.postings.propose_posting(FLOOR, "T1", "", posting={"decks": 1})
        made = await room.postings.propose_posting(
            FLOOR, "T1", "one deck", posting={"decks": 1}, key="p"
        )
        assert made == await room.postings.propose_posting(
            FLOOR, "T1", "one deck", posting={"decks": 1}, key="p"
        )
        assert made.says == "post at T1: decks: 6 -> 1"
        for who, why in (
            (FLOOR, "takes two people"),
            (Caller(906, "auditor", "Aud"), "post other rules"),
            (player(1), "read the log"),
        ):
            with pytest.raises(Denied, match=why):
                await room.proposals.confirm(who, made.number)
        assert actor.live.status == "shut" and actor.live.rules == old
        await room.proposals.confirm(SHIFT, made.number)
        assert actor.live.status == "open" and actor.live.posted.decks == 1
        row = room.store.last_row("table:T1", "opened")
        assert row is not None
        body = log.read(row.body)
        assert isinstance(body, log.TableOpened)
        assert (row.by, body.second) == (SHIFT.person, FLOOR.person)
        assert (body.before, body.rules) == (old, actor.live.rules) and old != body.rules
        assert body.why == "one deck"

    evening(tmp_path, play_)


def test_a_proposal_survives_a_restart_and_not_what_has_changed(tmp_path: Path) -> None:
    async def play_(room: Room, clock: SimulatedClock) -> None:
        await blackjack(room)
        await room.floor.close(FLOOR, "T1")
        made = await room.postings.propose_posting(FLOOR, "T1", "one deck", posting={"decks": 1})
        room.store.close()
        again = make_room(tmp_path, clock)
        try:
            await again.start()
            assert await again.proposals.proposals(SHIFT) == [made]
            await again.floor.open(FLOOR, "T1")
            await again.floor.close(FLOOR, "T1")
            with pytest.raises(Denied, match="propose it again") as stale:
                await again.proposals.confirm(SHIFT, made.number)
            assert stale.value.code == "stale"
            await again.proposals.withdraw(SHIFT, made.number, "too late")
            with pytest.raises(Denied, match="no pending proposal"):
                await again.proposals.confirm(SHIFT, made.number)
        finally:
            again.store.close()

    asyncio.run(alone(tmp_path, play_))


async def alone(
    folder: Path, play: Callable[[Room, SimulatedClock], Coroutine[Any, Any, None]]
) -> None:
    """Run something in a room that it closes itself."""
    clock = SimulatedClock()
    await play(make_room(folder, clock), clock)
