"""Odds that are not in the book: on all cores, one after the other, with the time they take."""

from __future__ import annotations

import io
import math
import pickle
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.analysis.odds_book import reader
from houseway.analysis.odds_book.entries import BookWager
from houseway.analysis.odds_run import all_cores, expected_time
from houseway.analysis.odds_run.all_cores import Agenda, compute_all
from houseway.analysis.odds_run.expected_time import (
    TimeLeft,
    expected_of_strategy,
    expected_seconds,
    note_computed,
)
from houseway.analysis.odds_run.groups import (
    DURING_THE_ROUND,
    WagerGroup,
    groups_of,
    wagers_together,
)
from houseway.analysis.odds_run.worker import serve
from houseway.analysis.report import report, report_all
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.jobs.worker import Speaker
from houseway.rulebook import find

DICE, FREE_BET = "3-dice-baccarat", "free-bet-blackjack"
OTHER = {"tie_limits": "5..50"}
"""A posting of the dice that the book does not have."""


class Watcher:
    """Keeps everything that it is told."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.counts: list[tuple[int, int]] = []
        self.seconds: list[float] = []
        self.results: list[str] = []

    def __call__(self, words: str) -> None:
        self.words.append(words)

    def count(self, done: int, of: int, what: str) -> None:
        assert what == "wagers"
        self.counts.append((done, of))

    def left(self, seconds: float) -> None:
        self.seconds.append(seconds)

    def found(self, words: str) -> None:
        self.results.append(words)


def groups(game_id: str = DICE, posting: dict[str, str] = OTHER) -> list[WagerGroup]:
    game = find(game_id)(posting)
    return groups_of(game, tuple(game.wagers), with_extra=True)


# In which process.


@pytest.mark.process
def test_other_processes_compute_the_same() -> None:
    wanted = groups()
    assert len(wanted) > 5
    here = dict(compute_all(wanted, workers=1))
    watcher = Watcher()
    there = dict(compute_all(wanted, workers=2, progress=watcher))
    assert there == here and list(here) == wanted
    found = there[wanted[0]]["player"]
    assert not isinstance(found, str) and isinstance(found.chances[0], Fraction)
    assert watcher.counts[-1] == (len(wanted), len(wanted))


def test_work_of_a_moment_starts_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: Any) -> Any:
        raise AssertionError("no process is worth its start")

    with pytest.raises(Refused, match="0 workers cannot compute anything"):
        houseway.odds(DICE, "tie", posting=OTHER, workers=0)
    monkeypatch.setattr(all_cores, "_in_processes", refuse)
    monkeypatch.setattr(all_cores, "WORTH_IT", 2.5)
    monkeypatch.setattr(all_cores, "expected_seconds", lambda group: 0.01)
    assert len(dict(compute_all(groups()))) == len(groups())
    monkeypatch.setattr(all_cores, "expected_seconds", lambda group: 2.0)
    monkeypatch.setattr(all_cores, "workers_of", lambda workers, leave_one_free: 2)
    with pytest.raises(AssertionError, match="worth its start"):
        dict(compute_all(groups()))


@pytest.mark.process
def test_what_another_process_cannot_compute_is_computed_here() -> None:
    class Local(find(DICE)):  # type: ignore[misc]
        """No other process finds this class."""

    kind: type[Game] = Local
    game = kind(OTHER)
    wanted = groups_of(game, tuple(game.wagers)[:3], with_extra=False)
    found = dict(compute_all(wanted, workers=2))
    assert [found[group] for group in wanted] == [group.compute() for group in wanted]


def test_a_worker_answers_and_survives_what_it_cannot_do() -> None:
    good = groups()[0]
    asked, answers = io.BytesIO(), io.BytesIO()
    for given in (pickle.dumps(good), b"no pickle", pickle.dumps(good)):
        pickle.dump(given, asked)
    asked.seek(0)
    serve(asked, answers)
    answers.seek(0)
    found = [pickle.load(answers) for _ in range(3)]
    assert found[1] is None and found[0] == found[2]
    assert pickle.loads(found[0]) == good.compute()


def test_an_error_of_the_mathematics_is_met_by_who_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(group: WagerGroup) -> Any:
        raise ZeroDivisionError(group.names)

    monkeypatch.setattr(WagerGroup, "compute", fail)
    with pytest.raises(ZeroDivisionError):
        report(DICE, "tie", OTHER)


def test_a_process_stays_at_its_table() -> None:
    one, two = groups(), groups(posting={"tie_limits": "5..55"})
    agenda = Agenda([*one, *two], [1.0] * len(one) + [2.0] * len(two))
    first, other = agenda.take(), agenda.take()
    assert first is not None and other is not None and first[0] != other[0]
    assert first[1] >= len(one) > other[1], "the longest first"
    taken = [first, other]
    while (next_ := agenda.take(first[0])) is not None:
        taken.append(next_)
    tables = [table for table, _ in taken]
    assert tables[2 : 1 + len(two)] == [first[0]] * (len(two) - 1)
    assert sorted(number for _, number in taken) == list(range(len(one) + len(two)))


# How long.


def test_the_time_left_follows_the_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    left = TimeLeft([4.0, 4.0, 8.0], workers=2)
    assert left.seconds() == 8.0, "half of sixteen, and no less than the longest"
    now[0] += 6.0
    left.note(0)
    assert left.seconds() == 24.0, "12 CPU seconds passed, where 4 were expected"
    left.note(1)
    left.note(2)
    assert left.seconds() == 0.0


def test_the_book_says_how_long_a_wager_takes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    posting = {"soft_17": "stand", "decks": "6"}
    by_name = {group.names: group for group in groups(FREE_BET, posting)}
    assert () in by_name and by_name[()].called().endswith(DURING_THE_ROUND)
    main = by_name["main",]
    book = reader.book_of(FREE_BET)
    assert book is not None
    table = next(each for each in book.tables if each.posting["decks"] == "6")
    wager = table.wagers["main"]
    assert isinstance(wager, BookWager) and wager.cpu_seconds > 0.3 and wager.once > 1
    assert expected_seconds(main) == wager.cpu_seconds + wager.once, "nothing is compiled yet"
    assert expected_of_strategy(find(FREE_BET)()) > 0
    note_computed([find(FREE_BET)])
    assert expected_seconds(main) == wager.cpu_seconds
    monkeypatch.setattr(expected_time, "book_of", lambda game_id: None)
    assert expected_seconds(main) == expected_time.UNKNOWN
    assert expected_of_strategy(find("blackjack")()) > expected_time.UNKNOWN


@pytest.mark.parametrize("game_id", ["blackjack", "ride-free", "no-bust-blackjack-5"])
def test_a_new_machine_is_told_the_time_of_compiling_at_every_table(
    game_id: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Only one table of a game had to compile its loops for the book; any may be the first here."""
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    book = reader.book_of(game_id)
    assert book is not None and len(book.tables) > 1
    first = book.tables[0].wagers["main"]
    assert isinstance(first, BookWager) and first.once > 3
    for table in book.tables:
        posting = {"decks": table.posting["decks"]} if "decks" in table.posting else {}
        main = next(group for group in groups(game_id, posting) if group.names == ("main",))
        assert expected_seconds(main) >= first.once, posting
    assert expected_of_strategy(find(game_id)()) >= first.once + first.cpu_seconds


def test_every_long_computation_has_its_time() -> None:
    for game_id in ("blackjack", "golden-21-poker", "pai-gow-poker", "free-bet-blackjack"):
        book = reader.book_of(game_id)
        assert book is not None
        once = sum(w.once for t in book.tables for w in t.wagers.values() if not isinstance(w, str))
        assert once > 2, game_id
        assert all(sheet.once >= 0 for sheet in book.tables[0].strategy.values())


# Row by row.


def test_each_row_is_told_when_it_is_known() -> None:
    watcher = Watcher()
    found = report(DICE, posting=OTHER, progress=watcher)
    assert not found.from_book
    told = {line.split(": ")[1] for line in watcher.results}
    words = find(DICE).words()
    assert told == {words.wager(row.wager) for row in found.rows}
    assert all("%" in line for line in watcher.results)
    assert watcher.words[0] == "3 Dice Baccarat: Player"
    done = [done for done, _ in watcher.counts]
    assert done == sorted(done) and watcher.counts[-1] == (len(groups()), len(groups()))
    assert all(math.isfinite(each) and each >= 0 for each in watcher.seconds) and watcher.seconds


def test_the_whole_rulebook_is_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    watcher = Watcher()
    monkeypatch.setattr("houseway.analysis.report.games", lambda: {DICE: find(DICE)})
    with reader.closed():
        assert report_all(watcher.__call__).rows == report(DICE).rows
    assert len(watcher.words) > 10


def test_every_wager_is_in_one_group() -> None:
    for game_id in ("golden-21-poker", "straight-jack", DICE):
        game = find(game_id)()
        together = wagers_together(game, tuple(game.wagers))
        assert all(len(some) == 1 for some in together[:-1])
        names = [wager.name for some in together for wager in some]
        assert sorted(names) == sorted(wager.name for wager in game.wagers)


# Jobs of a room.


def test_a_job_tells_the_time_left() -> None:
    out = io.BytesIO()
    speaker = Speaker(out, 1)
    speaker("best play")
    speaker.left(12.5)
    speaker.count(1, 3)
    assert b"left" in out.getvalue() and b"best play" in out.getvalue()
