"""Meters at the floor's desk: they add up at each moment, and change by two people only."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from houseway.engine.inputs import Act
from houseway.game.progressives import PARTS
from houseway.room.api.roles import Caller
from houseway.room.clock import SimulatedClock
from houseway.room.errors import Denied
from houseway.room.fairness.entropy import RehearsedEntropy
from houseway.room.meters import meters
from houseway.room.room import Room
from houseway.room.tables import commands
from houseway.room.tables.actor import Actor
from tests.room.floor.test_room_floor import SHIFT, evening
from tests.support.local_room import FLOOR, decide, player, same, sit, terms_of

GAME, SPOT = "straight-jack-progressive", "straight_jack_progressive"
SHIFT_2 = Caller(905, "supervisor", "Sal", "desk 3")


async def progressive(room: Room, name: str) -> Actor:
    """A table with a meter, and two who play there."""
    await room.floor.open(FLOOR, name, GAME, {}, terms_of(6))
    actor = room.table(name)
    for person in (1, 2):
        await sit(room, actor, person)
    return actor


async def shut(room: Room, actor: Actor) -> None:
    """Close a table; a round that is played is void."""
    if actor.live.playing:
        await room.floor.void(FLOOR, actor.name, "to be closed")
    await room.floor.close(FLOOR, actor.name)
    assert actor.live.status == "shut"


async def checked(room: Room) -> dict[str, int]:
    """Every meter adds up and agrees with the books; what their displays show."""
    report = await room.meters.meters(SHIFT)
    assert report.agrees and not report.in_transit
    for seen in report.meters:
        assert seen.seeded_parts + seen.taken_parts - seen.paid_parts == (
            seen.holds * PARTS + seen.remainder_parts
        )
    return {seen.table: seen.display for seen in report.meters}


async def fed(room: Room, actor: Actor, rng: random.Random, rounds: int) -> None:
    """Play until the meter has something more than its seed, and no round is open."""
    while actor.live.number < rounds or actor.live.playing:
        await decide(actor, rng)
        await checked(room)


def test_a_meter_adds_up_at_each_moment_and_tells_who_paid_in(tmp_path: Path) -> None:
    async def play(room: Room, clock: SimulatedClock) -> None:
        actor = await progressive(room, "T1")
        await fed(room, actor, random.Random(3), 12)
        [seen] = (await room.meters.meters(SHIFT, "T1")).meters
        assert seen.display > seen.seed == 5_000_00 and seen.books == seen.holds
        assert seen.words == "the Straight Jack Progressive meter"
        found = await room.meters.meter_history(SHIFT, "T1", SPOT)
        assert sum(change.cents for change in found) == seen.books
        assert found[-1].what == "seed" and found[-1].cents == 5_000_00
        bets = [change for change in found if change.what == "paid in"]
        assert bets and {change.name for change in bets} <= {"p1", "p2"}
        assert all(change.round and change.seat == change.person for change in bets)
        await room.floor.open(FLOOR, "T2", "blackjack", {}, terms_of(6))
        assert (await room.meters.meters(SHIFT, "T2")).meters == ()
        with pytest.raises(Denied, match="no meter 1 of 'main'"):
            await room.meters.meter_history(SHIFT, "T1", "main")
        with pytest.raises(Denied, match="see the meters"):
            await room.meters.meters(player(1))

    evening(tmp_path, play)


JACKPOT = 3452
"""With this number the first shoe of a table D1 deals seat 2 two of three kings of spades."""


async def jackpot(room: Room) -> Actor:
    """A table at which six people bet on three cards alike, and one of them has them."""
    room.making.entropy = RehearsedEntropy(JACKPOT)
    await room.floor.open(FLOOR, "D1", "ride-free", {}, terms_of(6))
    actor = room.table("D1")
    for person in range(1, 7):
        await sit(room, actor, person)
    for seat in range(1, 7):
        places = (("main", 10_00), ("progressive_21_3", 1_00))
        asked = actor.live.round_.asked[seat]
        await commands.act(actor, player(seat), "", 1, asked, Act(seat, "bet", places=places))
    return actor


def test_a_jackpot_is_told_with_its_winner(tmp_path: Path) -> None:
    async def play(room: Room, clock: SimulatedClock) -> None:
        actor, rng = await jackpot(room), random.Random(1)
        while actor.live.playing:
            await decide(actor, rng)
            await checked_all(room)
        changes = [
            change
            for number in (0, 1)
            for change in await room.meters.meter_history(SHIFT, "D1", "progressive_21_3", number)
        ]
        [won] = [change for change in changes if change.what == "won"]
        assert (won.name, won.seat, won.round) == ("p2", 2, 1) and won.cents <= -2_000_00
        seeds = [change.cents for change in changes if change.what == "seed"]
        assert sorted(seeds) == [2_000_00] * 3, "two at the opening, one when it was won"
        report = await room.meters.meters(SHIFT)
        assert sum(seen.paid_parts for seen in report.meters) == -won.cents * PARTS

    async def checked_all(room: Room) -> None:
        assert (await room.meters.meters(SHIFT)).agrees

    evening(tmp_path, play)


def test_a_meter_is_changed_with_a_reason_by_two_people(tmp_path: Path) -> None:
    async def play(room: Room, clock: SimulatedClock) -> None:
        actor = await progressive(room, "T1")
        await fed(room, actor, random.Random(3), 6)
        before = (await checked(room))["T1"]
        with pytest.raises(Denied, match="needs a reason"):
            await room.meters.propose_meter(SHIFT, "T1", SPOT, 0, 100_00, "")
        with pytest.raises(Denied, match="may change a meter"):
            await room.meters.propose_meter(FLOOR, "T1", SPOT, 0, 100_00, "the display stuck")
        with pytest.raises(Denied, match="that amount cannot be taken out"):
            await room.meters.propose_meter(SHIFT, "T1", SPOT, 0, -6_000_00, "the display stuck")
        made = await room.meters.propose_meter(SHIFT, "T1", SPOT, 0, 100_00, "the display stuck")
        assert made.says.startswith("put into the straight_jack_progressive meter of T1 $100")
        assert (await checked(room))["T1"] == before, "a proposal changes nothing"
        with pytest.raises(Denied, match="takes two people"):
            await room.proposals.confirm(SHIFT, made.number)
        with pytest.raises(Denied, match="may approve"):
            await room.proposals.confirm(Caller(906, "auditor", "Aud"), made.number)
        answer = await room.proposals.confirm(FLOOR, made.number, key="c")
        assert await room.proposals.confirm(FLOOR, made.number, key="c") == answer
        assert (await checked(room))["T1"] == before + 100_00
        [latest, *_] = await room.meters.meter_history(SHIFT, "T1", SPOT)
        assert (latest.what, latest.cents, latest.why) == ("changed", 100_00, "the display stuck")
        assert {latest.person, latest.second} == {FLOOR.person, SHIFT.person}
        out = await room.meters.propose_meter(SHIFT, "T1", SPOT, 0, -100_00, "it had not stuck")
        other = await room.meters.propose_meter(SHIFT, "T1", SPOT, 0, -50_00, "it had not stuck")
        await room.proposals.confirm(FLOOR, out.number)
        with pytest.raises(Denied, match="propose it again"):
            await room.proposals.confirm(FLOOR, other.number)
        await room.proposals.withdraw(SHIFT, other.number)
        assert await room.proposals.proposals(FLOOR) == []
        assert (await checked(room))["T1"] == before
        same(actor, room)

    evening(tmp_path, play)


def test_a_meter_is_changed_between_rounds_only(tmp_path: Path) -> None:
    async def play(room: Room, clock: SimulatedClock) -> None:
        actor, rng = await progressive(room, "T1"), random.Random(5)
        while not actor.live.playing:
            await decide(actor, rng)
        made = await room.meters.propose_meter(SHIFT, "T1", SPOT, 0, 5_00, "why not")
        with pytest.raises(Denied, match="between rounds"):
            await room.proposals.confirm(FLOOR, made.number)
        await checked(room)

    evening(tmp_path, play)


def test_the_money_of_a_meter_goes_to_another_table_to_the_cent(tmp_path: Path) -> None:
    async def play(room: Room, clock: SimulatedClock) -> None:
        floor, rng = room.floor, random.Random(8)
        one, two = await progressive(room, "T1"), await progressive(room, "T2")
        for actor in (one, two):
            await fed(room, actor, rng, 6)
        with pytest.raises(Denied, match="close T1"):
            await room.meters.propose_transfer(SHIFT, "T1", SPOT, 0, "T2", "T1 goes")
        await shut(room, one)
        with pytest.raises(Denied, match=r"would not go on as posted: transfer the money"):
            await room.postings.propose_posting(FLOOR, "T1", "another game", "blackjack")
        with pytest.raises(Denied, match=r"would not go on as posted"):
            seeds = {"straight_jack_progressive_seed": 6000}
            await room.postings.propose_posting(FLOOR, "T1", "another seed", posting=seeds)
        parts = [meters.meters_of(a.live.carry_over)[SPOT][0].value for a in (one, two)]
        made = await room.meters.propose_transfer(SHIFT, "T1", SPOT, 0, "T2", "T1 goes")
        await room.proposals.confirm(FLOOR, made.number)
        shown = await checked(room)
        assert shown == {"T1": 0, "T2": sum(parts) // PARTS}
        assert sum(parts) == meters.meters_of(two.live.carry_over)[SPOT][0].value, "no part is lost"
        for actor in (one, two):
            same(actor, room)
        with pytest.raises(Denied, match="holds nothing"):
            await room.meters.propose_transfer(SHIFT, "T1", SPOT, 0, "T2", "again")
        await floor.open(FLOOR, "T1")
        assert (await checked(room))["T1"] == 5_000_00, "it begins again with its seed"
        await shut(room, one)
        out = await room.meters.propose_meter(
            SHIFT, "T1", SPOT, 0, -5_000_00, "T1 gets another game"
        )
        await room.proposals.confirm(SHIFT_2, out.number)
        other = await room.postings.propose_posting(FLOOR, "T1", "another game", "blackjack")
        await room.proposals.confirm(SHIFT, other.number)
        assert one.live.posted.id == "blackjack" and one.live.status == "open"
        await checked(room)
        same(one, room)

    evening(tmp_path, play)


def test_a_transfer_that_cannot_be_finished_goes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(room: Room, clock: SimulatedClock) -> None:
        one, two = await progressive(room, "T1"), await progressive(room, "T2")
        for actor in (one, two):
            await fed(room, actor, random.Random(8), 3)
        await shut(room, one)
        before = await checked(room)
        made = await room.meters.propose_transfer(SHIFT, "T1", SPOT, 0, "T2", "T1 goes")

        async def fails(*args: object) -> None:
            raise Denied("the books cannot be written now", "busy")

        monkeypatch.setattr(two, "commit", fails)
        with pytest.raises(Denied, match="cannot be written"):
            await room.proposals.confirm(FLOOR, made.number)
        assert await checked(room) == before
        monkeypatch.undo()
        await room.proposals.confirm(FLOOR, made.number)
        assert (await checked(room))["T2"] >= sum(before.values())

    evening(tmp_path, play)


def test_what_is_left_in_transit_is_said_and_put_where_it_belongs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(room: Room, clock: SimulatedClock) -> None:
        one, two = await progressive(room, "T1"), await progressive(room, "T2")
        await fed(room, two, random.Random(8), 2)
        await shut(room, one)
        made = await room.meters.propose_transfer(SHIFT, "T1", SPOT, 0, "T2", "T1 goes")

        async def dies(*args: object) -> None:
            raise RuntimeError("the server is dead")

        monkeypatch.setattr(two, "commit", dies)
        with pytest.raises(Denied, match="an error of the program"):
            await room.proposals.confirm(FLOOR, made.number)
        monkeypatch.undo()
        report = await room.meters.meters(SHIFT)
        assert report.in_transit == 5_000_00 and not report.agrees
        before = next(seen.display for seen in report.meters if seen.table == "T2")
        with pytest.raises(Denied, match=r"\$5,000 is in transit"):
            await room.meters.propose_meter(
                SHIFT, "T2", SPOT, 0, 6_000_00, "of T1", in_transit=True
            )
        put = await room.meters.propose_meter(
            SHIFT, "T2", SPOT, 0, 5_000_00, "of T1", in_transit=True
        )
        await room.proposals.confirm(FLOOR, put.number)
        assert (await checked(room))["T2"] == before + 5_000_00
        [latest, *_] = await room.meters.meter_history(SHIFT, "T2", SPOT)
        assert latest.what == "transferred"

    evening(tmp_path, play)
