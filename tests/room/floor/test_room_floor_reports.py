"""Takings of tables and significant events: both read from the books, nothing kept twice."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

import houseway.room
from houseway.room.api.audit_types import EventFilter
from houseway.room.api.roles import ROOM, Caller
from houseway.room.api.table_types import RulingAsked
from houseway.room.audit.event_log import significant
from houseway.room.audit.event_text import SIGNIFICANT
from houseway.room.clock import SimulatedClock
from houseway.room.config.schema import RoomFile
from houseway.room.errors import Denied
from houseway.room.fairness.entropy import RehearsedEntropy
from houseway.room.ledger import COLLECTED
from houseway.room.opening import open_room
from houseway.room.room import Room
from houseway.room.tables import commands, seat_rules
from tests.room.floor.test_room_floor import SHIFT, alone, blackjack, evening
from tests.room.floor.test_room_floor_meters import jackpot
from tests.support.local_room import (
    EASY,
    FLOOR,
    decide,
    make_room,
    open_table,
    play,
    player,
    sit,
)

AUDITOR = Caller(906, "auditor", "Aud", "desk 4")
DAY_MS = 24 * 3_600_000


def test_fees_tips_and_results_by_table_game_and_day(tmp_path: Path) -> None:
    async def play_(room: Room, clock: SimulatedClock) -> None:
        rng = random.Random(2)
        actor = await open_table(room, "P1", "no-bust-blackjack-5")
        other = await blackjack(room, "B1")
        for person in (1, 2, 3):
            await sit(room, actor, person)
        for dealt in (actor, other):
            await play(dealt, rng, 6)
        report = await room.drop_reports.drop_report(SHIFT)
        lines = {line.table: line for line in report.lines}
        assert (
            lines["P1"].game == "no-bust-blackjack-5" and lines["P1"].fees > 0 == lines["P1"].result
        )
        house = room.store.balance("table:B1:house")
        assert lines["B1"].result == house and lines["B1"].win
        for table in ("P1", "B1"):
            line = lines[table]
            inside = sum(c for name, c in room.store.balances(f"table:{table}:purse").items())
            inside += sum(c for name, c in room.store.balances(f"table:{table}:stake").items())
            inside += room.store.balance(f"table:{table}:pot")
            taken = line.fees + line.tokes + line.win + line.meters
            assert line.bought - line.cashed == inside + taken, "all that came is somewhere"
        clock.advance(DAY_MS)
        later = await room.drop_reports.drop_report(SHIFT)
        assert later.day > report.day and later.lines == ()
        assert await room.drop_reports.drop_report(SHIFT, report.day) == report
        with pytest.raises(Denied, match="not a later one"):
            await room.drop_reports.drop_report(SHIFT, "2999-01-01")
        with pytest.raises(Denied, match="see what the tables have taken"):
            await room.drop_reports.drop_report(player(1))

    evening(tmp_path, play_)


def test_a_drop_is_collected_once(tmp_path: Path) -> None:
    async def play_(room: Room, clock: SimulatedClock) -> None:
        actor = await open_table(room, "P1", "no-bust-blackjack-5")
        for person in (1, 2, 3):
            await sit(room, actor, person)
        await play(actor, random.Random(2), 4)
        await room.floor.pause(FLOOR, "P1")
        if actor.live.playing:
            await room.floor.void(FLOOR, "P1", "to be counted")
        fees = room.store.balance("table:P1:drop")
        [box] = (await room.drop_reports.drop_report(FLOOR)).waiting
        assert box.fees == fees > 0
        for _ in range(2):
            assert (await room.cage.table_money.collect(FLOOR, "P1", key="drop 1")).fees == fees
        assert room.store.balance("table:P1:drop") == 0
        assert room.store.balance(COLLECTED) == fees + box.tokes
        report = await room.drop_reports.drop_report(FLOOR)
        assert report.waiting == () and [line.collected for line in report.lines] == [
            fees + box.tokes
        ]
        assert report.fees == fees

    evening(tmp_path, play_)


def test_two_games_of_one_day_have_two_lines(tmp_path: Path) -> None:
    async def play_(room: Room, clock: SimulatedClock) -> None:
        actor, rng = await blackjack(room), random.Random(9)
        await play(actor, rng, 3)
        await room.floor.close(FLOOR, "T1")
        first = room.store.balance("table:T1:house")
        made = await room.postings.propose_posting(FLOOR, "T1", "a quiet night", "blackjack-switch")
        await room.proposals.confirm(SHIFT, made.number)
        for person in (1, 2):
            await sit(room, actor, person)
        await play(actor, rng, 3)
        lines = (await room.drop_reports.drop_report(FLOOR)).lines
        assert [line.game for line in lines] == ["blackjack", "blackjack-switch"]
        assert lines[0].result == first
        assert lines[1].result == room.store.balance("table:T1:house") - first

    evening(tmp_path, play_)


def test_one_list_over_all_logs(tmp_path: Path) -> None:
    async def play_(room: Room, clock: SimulatedClock) -> None:
        floor, rng = room.floor, random.Random(4)
        actor = await blackjack(room)
        while not actor.live.playing:
            await decide(actor, rng)
        clock.advance(1000)
        await floor.pause(FLOOR, "T1", "a dispute")
        asked = RulingAsked("void_round", reason="the shoe fell down")
        await room.rulings.rule(FLOOR, "T1", asked, actor.seq)
        await floor.resume(SHIFT, "T1")
        clock.advance(1000)
        ann = await room.people.open_account(ROOM, "Ann", "2580")
        for _ in range(3):
            with pytest.raises(Denied):
                await room.people.login(ann.card, "1111", "station 7")
        await room.people.unlock(SHIFT, ann.person, "she was here")
        clock.advance(1000)
        middle = room.clock.now_ms()
        await room.events.alarm("clock", "the wall clock went back by an hour")
        await floor.close(FLOOR, "T1")
        made = await room.postings.propose_posting(FLOOR, "T1", "more decks", posting={"decks": 8})
        await room.proposals.confirm(SHIFT, made.number)
        found = await room.events.events(SHIFT)
        assert [event.at for event in found] == sorted((e.at for e in found), reverse=True)
        words = "\n".join(f"{event.where}: {event.words} [{event.name}]" for event in found)
        for expected in (
            "T1: opened with blackjack", "T1: paused: a dispute", "the shoe fell down",
            "T1: resumed", "locked after wrong PINs", "a card was unlocked",
            "room: an alarm: clock", "T1: closed", "posted by two people: more decks",
            "proposed: more decks",
        ):  # fmt: skip
            assert expected in words
        assert ann.card not in words
        late = await room.events.events(SHIFT, EventFilter(since=middle))
        early = await room.events.events(SHIFT, EventFilter(until=middle))
        assert len(late) + len(early) == len(found) and late and early
        assert {e.about for e in await room.events.events(SHIFT, EventFilter(about="people"))} == {
            "people"
        }
        assert {
            e.stream for e in await room.events.events(SHIFT, EventFilter(stream="table:T1"))
        } == {"table:T1"}
        assert {e.by for e in await room.events.events(SHIFT, EventFilter(by=FLOOR.person))} == {
            FLOOR.person
        }
        assert len(await room.events.events(SHIFT, EventFilter(most=3))) == 3
        with pytest.raises(Denied, match="events are about table"):
            await room.events.events(SHIFT, EventFilter(about="poker"))
        with pytest.raises(Denied, match="read the log of events"):
            await room.events.events(player(1))

    evening(tmp_path, play_)


def test_every_kind_that_is_significant_is_written_somewhere() -> None:
    """A kind that no code writes would be an event that is never reported."""
    folder = Path(houseway.room.__file__).parent.parent
    files = [path for path in folder.rglob("*.py") if path.name != "event_text.py"]
    source = "".join(path.read_text() for path in files)
    for log, kinds in SIGNIFICANT.items():
        for kind in kinds:
            written = f'tag="{kind}"' if log == "table" else f'"{kind}"'
            assert written in source, (log, kind)


def test_a_jackpot_and_cash_from_an_amount_on(tmp_path: Path) -> None:
    async def play_(room: Room, clock: SimulatedClock) -> None:
        actor, rng = await jackpot(room), random.Random(1)
        while actor.live.playing:
            await decide(actor, rng)
        [won] = [e for e in significant(room.store, EventFilter(), 2_000_00) if e.kind == "jackpot"]
        assert won.by == 2 and won.about == "meter" and "in round 1 at seat 2" in won.words
        assert not [
            e for e in significant(room.store, EventFilter(), 9_000_00) if e.kind == "jackpot"
        ]

    evening(tmp_path, play_)


def test_a_fault_stays_until_someone_has_looked_at_it_and_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play_(room: Room, clock: SimulatedClock) -> None:
        actor = await blackjack(room)

        def broken(*args: object) -> None:
            raise RuntimeError("a bad release")

        monkeypatch.setattr(seat_rules, "away", broken)
        for _ in range(2):
            with pytest.raises(Denied, match="an error of the program"):
                await commands.away(actor, player(1), "")
        monkeypatch.undo()
        assert actor.live.status == "faulted"
        await actor.resume()
        assert actor.live.status == "faulted", "a restart does not clear it (L22)"
        with pytest.raises(Denied, match="stopped by a fault"):
            await room.floor.pause(FLOOR, "T1")
        await room.floor.clear_fault(FLOOR, "T1", "the release was taken back")
        assert actor.live.status == "paused"
        await room.floor.resume(FLOOR, "T1")
        assert await play(actor, random.Random(1), 1) == 1
        kinds = [event.kind for event in await room.events.events(AUDITOR)]
        assert kinds[:3] == ["goes_on", "cleared", "faulted"]

    evening(tmp_path, play_)


def test_a_round_that_cannot_be_followed_is_voided_and_the_table_goes_on(tmp_path: Path) -> None:
    async def play_(room: Room, clock: SimulatedClock) -> None:
        actor, rng = await blackjack(room), random.Random(4)
        await play(actor, rng, 1)
        before = dict(room.store.balances("table:T1:purse"))
        while not room.store.balance("table:T1:stake:1"):
            await decide(actor, rng)
            if not actor.live.playing:
                before = dict(room.store.balances("table:T1:purse"))
        seed = room.making.unseal_seed
        room.making.unseal_seed = lambda table, no: bytes(32)  # type: ignore[method-assign]
        await actor.resume()
        assert actor.live.status == "faulted" and "cannot be followed" in actor.live.why
        with pytest.raises(Denied, match="void its round first"):
            await room.floor.clear_fault(FLOOR, "T1", "let us see")
        with pytest.raises(Denied, match="no round is being played"):
            await room.rulings.preview(FLOOR, "T1", RulingAsked("void_round"))
        [alarm, *_] = await room.events.events(AUDITOR, EventFilter(stream="room"))
        assert alarm.kind == "alarm" and "integrity" in alarm.words
        await room.floor.void(FLOOR, "T1", "its shoe is lost")
        assert dict(room.store.balances("table:T1:purse")) == before
        assert actor.live.status == "paused"
        room.making.unseal_seed = seed
        await room.floor.resume(FLOOR, "T1")
        assert await play(actor, rng, 1) == 1

    evening(tmp_path, play_)


def test_a_clock_that_has_gone_back_is_noted_at_the_start(tmp_path: Path) -> None:
    async def play_(room: Room, clock: SimulatedClock) -> None:
        await blackjack(room)
        room.store.close()
        clock.jump(-3_600_000)
        again = make_room(tmp_path, clock)
        try:
            await again.start()
            [alarm] = await again.events.events(AUDITOR, EventFilter(stream="room"))
            assert "clock, the clock stands 3600 seconds before the last row" in alarm.words
        finally:
            await again.stop()
            again.store.close()

    asyncio.run(alone(tmp_path, play_))


@pytest.mark.parametrize(("hours", "alarms"), [(48, 0), (49, 1), (73, 1)])
def test_a_start_after_the_longest_closing_raises_an_alarm(
    hours: int, alarms: int, tmp_path: Path
) -> None:
    """The row of the start itself is newer than the closing, and does not hide it."""

    async def main() -> None:
        clock = SimulatedClock()
        file = RoomFile(name="ours", logins=EASY)
        opened = await open_room(tmp_path, file, clock=clock, entropy=RehearsedEntropy())
        await opened.room.close()
        clock.advance(hours * 3_600_000)
        room = (await open_room(tmp_path, file, clock=clock, entropy=RehearsedEntropy())).room
        found = [e.words for e in await room.events.events(AUDITOR) if e.kind == "alarm"]
        assert len(found) == alarms
        if alarms:
            assert f"the last row is {hours} hours old" in found[0]
        await room.close()

    asyncio.run(main())


def test_a_wall_clock_that_was_set_while_the_room_runs_raises_an_alarm(tmp_path: Path) -> None:
    async def play_(room: Room, clock: SimulatedClock) -> None:
        await room.start()
        at = room.clock.now_ms()
        for ms in (1_999, -1_999, 2_000, 1_999, -3_999, 500):
            clock.jump(ms)
            room.look_at_clock()
            room.look_at_clock()
        await asyncio.sleep(0.05)
        found = [e.words for e in await room.events.events(AUDITOR) if e.kind == "alarm"]
        assert [words.partition(";")[0] for words in reversed(found)] == [
            "an alarm: clock, the wall clock was set forwards by 2.0 seconds",
            "an alarm: clock, the wall clock was set back by 2.0 seconds",
        ]
        assert room.clock.now_ms() == at, "no player's time has changed"
        await room.stop()

    asyncio.run(alone(tmp_path, play_))
