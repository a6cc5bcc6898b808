"""Recall: rounds again, step by step, each as its viewer saw it, without others' cards."""

from __future__ import annotations

import asyncio
import re
import tomllib
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest
from msgspec.structs import replace

from houseway.engine.events import field_kinds
from houseway.phh import read as read_hand
from houseway.records.files import replay
from houseway.records.record import load_record
from houseway.room.api.history_types import RoundDetail
from houseway.room.api.roles import Caller
from houseway.room.clock import SimulatedClock
from houseway.room.errors import Denied
from houseway.room.fairness.verify import verify
from houseway.room.history.history import Recall
from houseway.room.keys import read_keys
from houseway.room.opening import KEYS
from houseway.room.room import Room
from houseway.room.tables import log
from houseway.room.tables.replay import Games, again, find_round
from houseway.table.round import Round
from tests.support.audited_evening import AUDITOR, FLOOR, GAMES, copied, first, made, rewritten
from tests.support.local_room import EASY, make_room, player

T = TypeVar("T")
CARD = re.compile(r"(?<![A-Za-z0-9-])[2-9TJQKA][cdhs](?![a-z0-9])")
PHH_CARD = re.compile(r"[2-9TJQKA][cdhs]")


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("evening"))


@pytest.fixture
def room(evening: Path, tmp_path: Path) -> Iterator[Room]:
    found = opened(copied(evening, tmp_path))
    yield found
    found.store.close()


def opened(folder: Path) -> Room:
    return make_room(folder, SimulatedClock(), read_keys(folder / KEYS), people=EASY)


def of(work: Coroutine[None, None, T]) -> T:
    return asyncio.run(work)


def people(room: Room) -> list[int]:
    return [p.id for p in room.store.people() if p.role == "player"]


def played(room: Room, table: str, no: int) -> Round:
    kept = room.store.round(f"table:{table}", no)
    assert kept is not None
    return again(room.store, find_round(room.store, kept), Games())


def over(room: Room, table: str) -> list[int]:
    return [kept.no for kept in room.store.rounds(f"table:{table}", 99) if kept.outcome == "closed"]


def test_the_last_rounds_of_a_table_and_of_a_person(room: Room) -> None:
    recall, ann = Recall(room.registry), people(room)[0]
    found = of(recall.rounds(FLOOR, "T2"))
    assert [one.round for one in found] == sorted((o.round for o in found), reverse=True)
    assert len(found) == 10 and found[1].outcome == "closed" and sum(
        cents for seat, cents in found[1].results.items()
    ) == 0  # fmt: skip
    older = of(recall.rounds(FLOOR, "T2", 10, before=found[-1].round))
    assert older and older[0].round == found[-1].round - 1
    own = of(recall.of_person(player(ann), ann, 100))
    assert {one.table for one in own} == set(GAMES)
    assert own == of(recall.of_person(AUDITOR, ann, 100))
    assert [one.opened_ms for one in own] == sorted((o.opened_ms for o in own), reverse=True)
    middle = own[len(own) // 2].opened_ms
    earlier = of(recall.of_person(player(ann), ann, 100, middle))
    assert earlier == [one for one in own if one.opened_ms < middle]
    assert of(recall.rounds(player(77), "T2")) == []


@pytest.mark.parametrize("table", GAMES)
def test_every_step_is_told_and_comes_to_the_result(room: Room, table: str) -> None:
    recall = Recall(room.registry)
    for no in over(room, table):
        told = of(recall.round(FLOOR, table, no))
        round_ = played(room, table, no)
        assert sum(len(step.lines) for step in told.steps) == len(round_.events)
        assert told.steps[-1].view.closed and told.steps[-1].view == round_.view()
        assert told.viewer == 0 and not told.everything and told.record is None
        seats = {seat.seat: seat.chips for seat in round_.seats}
        for seen in told.steps[-1].view.seats:
            assert seen.chips == seats[seen.seat] + told.results[str(seen.seat)]
        assert any(step.words for step in told.steps)
        assert told.steps[0].row < told.steps[-1].row and all(step.at_ms for step in told.steps)


def known_to(round_: Round, viewer: int) -> set[str]:
    names = round_.game.kind.names
    return {
        names[piece]
        for event in round_.events_for(viewer)
        for field, kind in field_kinds(type(event)).items()
        if kind == "pieces"
        for piece in getattr(event, field)
        if piece >= 0
    }


def texts(told: RoundDetail) -> str:
    piles = [pile for step in told.steps for pile in step.view.piles]
    named = [name for pile in piles for name in pile.pieces]
    own = [msgspec.json.encode(step.own).decode() for step in told.steps if step.own]
    return "\n".join(
        [*(text for step in told.steps for text in (*step.words, *step.lines)), *named, *own]
    )


@pytest.mark.parametrize("table", ["T1", "T2"])
def test_no_one_else_s_covered_cards_are_told(room: Room, table: str) -> None:
    recall, secrets = Recall(room.registry), 0
    for no in over(room, table)[:8]:
        round_ = played(room, table, no)
        every = {name for seat in round_.seats for name in known_to(round_, seat.seat)}
        for seat in (0, *(s.seat for s in round_.seats)):
            who = next((s.who for s in round_.seats if s.seat == seat), "")
            caller = player(int(who)) if who else FLOOR
            known = known_to(round_, seat)
            secrets += len(every - known)
            told = of(recall.round(caller, table, no))
            assert told.viewer == seat
            assert set(CARD.findall(texts(told))) <= known
            record = of(recall.public(caller, table, no))
            assert {shown.piece for shown in record.openings} <= known
            assert verify(record).good
            if round_.game.family == "poker":
                hand = of(recall.phh(caller, table, no))
                assert set(PHH_CARD.findall(hand.partition("actions")[2])) <= known
                assert read_hand(hand).players
    assert secrets or table != "T2", "nothing was covered: the test shows nothing"


def test_an_auditor_sees_everything(room: Room) -> None:
    recall, no = Recall(room.registry), over(room, "T2")[0]
    round_ = played(room, "T2", no)
    told = of(recall.round(AUDITOR, "T2", no))
    every = {name for seat in round_.seats for name in known_to(round_, seat.seat)}
    assert told.everything and every <= set(CARD.findall(texts(told)))
    text = of(recall.record_text(AUDITOR, "T2", no))
    assert replay(load_record(tomllib.loads(text), "record")).difference is None
    assert "??" not in of(recall.phh(AUDITOR, "T2", no))


def test_the_whole_record_only_to_who_saw_all_of_it(room: Room) -> None:
    recall, ann = Recall(room.registry), people(room)[0]
    whole = of(recall.record(player(ann), "T1", over(room, "T1")[0]))
    assert replay(whole).difference is None and "who" not in str(whole.seats["1"]).replace(
        "who='player 1'", ""
    )
    with pytest.raises(Denied, match="covered for this reader"):
        of(recall.record(player(ann), "T2", over(room, "T2")[0]))


def test_who_may_not(room: Room) -> None:
    recall, no = Recall(room.registry), over(room, "T2")[0]
    stranger = Caller(99, "player", "Eve")
    for work in (recall.round, recall.public, recall.phh, recall.record):
        with pytest.raises(Denied, match="Eve did not play in round") as denied:
            of(work(stranger, "T2", no))
        assert denied.value.code == "role"
    for role in ("cashier", "dealer", "admin", "display"):
        with pytest.raises(Denied, match="only") as denied:
            of(recall.round(Caller(98, role, "X"), "T2", no))
        assert denied.value.code == "role"
    ann, bob, *_ = people(room)
    with pytest.raises(Denied, match="only"):
        of(recall.of_person(player(bob), ann))
    with pytest.raises(Denied, match="there is no round 999"):
        of(recall.round(FLOOR, "T2", 999))
    with pytest.raises(Denied, match="no table"):
        of(recall.rounds(FLOOR, "T9"))


def test_a_round_that_is_played_is_no_one_s(room: Room) -> None:
    [still] = room.store.open_rounds()
    for caller in (AUDITOR, FLOOR, player(people(room)[0])):
        with pytest.raises(Denied, match="still being played") as denied:
            of(Recall(room.registry).round(caller, still.stream.removeprefix("table:"), still.no))
        assert denied.value.code == "stale"


def test_a_void_round_is_told_as_far_as_it_went(room: Room) -> None:
    [void] = [k for k in room.store.rounds("table:T1", 99) if k.outcome == "voided"]
    told = of(Recall(room.registry).round(FLOOR, "T1", void.no))
    assert told.note == "this round is void: the power failed"
    assert told.steps and not told.results and not told.wagers


def test_a_round_this_program_cannot_play_again(evening: Path, tmp_path: Path) -> None:
    folder = copied(evening, tmp_path)
    seq, body = first(folder, "table:T2", "round", 0)
    assert isinstance(body, log.RoundBegun)
    rewritten(folder, "table:T2", {seq: replace(body, digest=bytes(16))})
    room = opened(folder)
    recall, ann = Recall(room.registry), people(room)[0]
    told = of(recall.round(player(ann), "T2", body.no))
    assert "does not follow" in told.note and told.steps == [] and told.record is None
    assert set(told.results) >= {"1", "2"} and not CARD.search(msgspec.json.encode(told).decode())
    told = of(recall.round(AUDITOR, "T2", body.no))
    assert told.record is not None and told.record.events
    assert of(recall.record(AUDITOR, "T2", body.no)) == told.record
    with pytest.raises(Denied, match="does not follow"):
        of(recall.public(player(ann), "T2", body.no))
    room.store.close()
