"""Hints at practice tables: what they say, who gets them, and what they cannot know."""

from __future__ import annotations

import asyncio
import functools
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from houseway.advice import advise
from houseway.advice.advise import silent
from houseway.advice.playouts import Unseen, playout_advice
from houseway.engine.questions import Act, Asking
from houseway.hints import Hint, job_of
from houseway.hints.deciding import decided
from houseway.hints.jobs import HintOf, WagersOf
from houseway.jobs import Failed, Job, JobStatus, NotYet
from houseway.players.guests import opponent
from houseway.room.client.client import RoomClient, RoomRefused
from houseway.room.clock import SimulatedClock
from houseway.room.errors import Denied
from houseway.room.lab import hints
from houseway.room.room import Room
from houseway.table.round import Round
from houseway.table.table import Table
from tests.support.local_room import make_room, open_table, player, sit
from tests.support.random_play import GAME_IDS
from tests.support.room_site import house


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Estimates by a number of deals, not by the time they take."""
    few = functools.partial(playout_advice, seconds=600, deals=12)
    monkeypatch.setattr(advise, "playout_advice", few)


def hand(game_id: str, seed: int, stop: Callable[[Round, int], bool]) -> tuple[Round, int]:
    """A round of guests at the first question that is meant, and whose it is."""
    for more in range(20):
        table = Table(game_id, seed=seed + more)
        for seat in range(1, min(3, table.game.seats_max) + 1):
            table.sit(seat, f"seat {seat}", 500_00)
        guest, round_ = opponent(table.game, seed + more), table.start()
        while isinstance(question := round_.question, Asking):
            if stop(round_, seat := question.seats()[0]):
                return round_, seat
            table.enter(guest.choose(round_, seat))
    raise AssertionError(f"no one is asked that in {game_id}")


def of_play(round_: Round, seat: int) -> bool:
    """Return whether a question is one to a hand, with pieces that the seat has not seen."""
    return isinstance(job_of(round_, {}, seat), HintOf) and bool(round_.drawn)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_hint_is_a_decision_that_may_be_taken(game_id: str) -> None:
    """In words, without a machine's name, and with what the choices cost, the best first."""
    try:
        round_, seat = hand(game_id, 3, of_play)
    except AssertionError:
        assert "baccarat" in game_id, "only wagers are decided there"
        return
    found = decided(round_, seat, silent)
    first = found.choices[0]
    assert round_.refusal(Act(seat, first.name, first.amount, first.pieces, first.parts)) is None
    assert found.says and found.how and first.cost == 0
    assert "_" not in found.says and not any("_" in each.words for each in found.choices)
    assert all("-" not in each.worth for each in found.choices)
    assert list(found.choices) == sorted(found.choices, key=lambda each: -each.cents)


def test_the_exact_worth_is_told_in_words_and_in_cents() -> None:
    round_, seat = hand("blackjack", 1, of_play)
    found = decided(round_, seat, silent)
    assert found.exact and len(found.choices) > 1 and found.says == found.choices[0].words
    assert all("of your bet (" in each.worth for each in found.choices)
    assert [each.cost for each in found.choices] == sorted(each.cost for each in found.choices)


def test_a_way_to_set_a_hand_is_told_by_what_it_makes() -> None:
    round_, seat = hand("pai-gow-tiles", 2, of_play)
    found = decided(round_, seat, silent)
    assert " / " in str([each.words for each in found.choices])
    assert found.notes[-1].startswith("the house way is ")


def test_before_the_deal_wagers_are_told() -> None:
    round_, seat = hand("3-dice-baccarat", 1, lambda round_, seat: True)
    job = job_of(round_, {}, seat)
    assert isinstance(job, WagersOf)
    found = job.run(silent)  # type: ignore[arg-type]
    assert found.exact and "the house keeps" in found.says and len(found.choices) > 15


def test_a_position_is_the_same_round_on_the_other_side() -> None:
    round_, seat = hand("fortune-pai-gow-poker", 5, of_play)
    job = job_of(round_, {}, seat)
    read = msgspec.msgpack.decode(msgspec.msgpack.encode(job), type=HintOf)
    again = read.position.round()
    assert again.state == round_.state and again.events_for(seat) == round_.events_for(seat)


COVERED = (
    "blackjack", "21-hold-em", "ante-up-21", "3-card-shine", "three-card-poker", "pai-jack",
    "pai-gow-tiles", "pai-gow-poker", "funtazee-21", "21st-century-baccarat", "holdem", "razz",
)  # fmt: skip


def other(round_: Round, seat: int, rng: random.Random) -> Round | None:
    """The round with other pieces where the seat has seen none, so that it is told the same."""
    unseen = Unseen(round_, seat, rng)
    rng.shuffle(unseen.pool)
    inputs = unseen.redealt_inputs()
    return unseen.rerun(inputs) if inputs is not None else None


@pytest.mark.parametrize("game_id", COVERED)
def test_exchanging_what_is_covered_does_not_change_the_hint(game_id: str) -> None:
    rng = random.Random(7)

    def covered(round_: Round, seat: int) -> bool:
        return of_play(round_, seat) and len(Unseen(round_, seat, rng).hidden) > 0

    round_, seat = hand(game_id, 11, covered)
    first, changed = decided(round_, seat, silent), 0
    for _ in range(40):
        exchanged = other(round_, seat, rng)
        if exchanged is not None and exchanged.state != round_.state:
            assert exchanged.events_for(seat) == round_.events_for(seat)
            assert decided(exchanged, seat, silent) == first
            changed += 1
        if changed == 2:
            return
    raise AssertionError("nothing could be exchanged")


def test_a_hint_that_knew_more_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Advice that looks at the covered card, on a round that is not made blind: another hint."""
    monkeypatch.setattr("houseway.hints.deciding.as_seen", lambda round_, seat: round_)

    def peeks(round_: Round, seat: int, progress: object) -> object:
        from houseway.analysis.decision_values import Advice

        return Advice(Act(seat, "stand"), how=str(round_.state.dealer[1]))

    monkeypatch.setattr(advise, "math_of", lambda kind: SimpleNamespace(advice=peeks))
    with pytest.raises(AssertionError):
        test_exchanging_what_is_covered_does_not_change_the_hint("blackjack")


@asynccontextmanager
async def in_a_room(folder: Path, **terms: Any) -> AsyncIterator[Room]:
    """A room with one table, at which a player is asked for a bet."""
    room = make_room(folder, SimulatedClock())
    actor = await open_table(room, "T1", "blackjack", **terms)
    await sit(room, actor, 1)
    yield room
    await room.close()


async def refusal(room: Room, person: int = 1) -> Denied:
    with pytest.raises(Denied) as denied:
        await hints.hint(room.table("T1"), room.workers, player(person))
    return denied.value


def test_only_practice_tables_give_hints(tmp_path: Path) -> None:
    async def evening() -> None:
        async with in_a_room(tmp_path) as room:
            found = await refusal(room)
            assert found.what == "hints are given at practice tables, and T1 is none"

    asyncio.run(evening())


def test_only_who_sits_there_and_is_asked_gets_one(tmp_path: Path) -> None:
    async def evening() -> None:
        async with in_a_room(tmp_path, practice=True) as room:
            assert (await refusal(room, 2)).code == "role"
            room.tables["T1"].live.round_ = None
            assert (await refusal(room)).code == "stale"

    asyncio.run(evening())


class Slow:
    """Workers that are not done, or that break."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    async def run(self, job: Job[Hint], timeout: float, *, caller: str = "") -> Hint:
        assert timeout == hints.SECONDS and caller == "person 1"
        raise self.error


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (NotYet(JobStatus("best play")), "no advice in time; ask again in a moment"),
        (Failed("a trace"), "there is no advice for this question"),
    ],
)
def test_what_takes_too_long_is_a_plain_answer(tmp_path: Path, error: Exception, says: str) -> None:
    async def evening() -> None:
        async with in_a_room(tmp_path, practice=True) as room:
            workers, room.workers = room.workers, Slow(error)  # type: ignore[assignment]
            found = await hints.hint(room.table("T1"), room.workers, player(1))
            room.workers = workers
            assert (found.says, found.found, found.choices) == (says, False, ())
            assert found.round == 1 and found.ask == 0

    asyncio.run(evening())


@pytest.mark.process
def test_a_hint_over_the_network_comes_from_another_process(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as made:
            actor = await open_table(made.room, "T1", "three-card-poker", practice=True)
            ann, bob = await made.enter("Ann"), await made.enter("Bob")
            for client in (ann, bob):
                await client.seat("T1", "sit", cents=500_00)
            floor = await made.enter("floor")
            with pytest.raises(RoomRefused, match="be given a hint"):
                await floor.hint("T1")
            asked = ann if actor.live.asked()[0] == 1 else bob
            found = await patiently(asked)
            assert made.room.workers.done and "the bank" in str(found.choices)
            assert found.says.startswith("who banks has the other side")
            assert (found.round, found.ask) == (1, actor.live.round_.asked[actor.live.asked()[0]])

    asyncio.run(evening())


async def patiently(client: RoomClient) -> Hint:
    """The mathematics is loaded and compiled the first time."""
    for _ in range(300):
        found = await client.hint("T1")
        if found.found:
            return found
    raise AssertionError("no advice in three hundred tries")
