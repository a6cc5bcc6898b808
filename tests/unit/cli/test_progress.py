"""Progress of long work at a terminal, and long pages in a pager."""

from __future__ import annotations

import io
import sys
import time
from typing import Any

import pytest

from houseway.analysis.progress import tell, tell_found, tell_left
from houseway.cli.main import run
from houseway.cli.terminal import pager, progress
from houseway.cli.terminal.pager import Paged, paged, pager_for


class Screen(io.StringIO):
    """A terminal that keeps what was written."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return 1


def test_the_line_says_what_how_far_and_how_fast() -> None:
    told = progress.ProgressLine(Screen(), 70)
    told("Blackjack, 6 decks: main")
    assert told.line(3.0).endswith("Blackjack, 6 decks: main (3 s)")
    tell(told, "Free Bet Blackjack", 2, 8, "tables")
    assert told.line(4.0).endswith("Free Bet Blackjack (4 s, 2 of 8 tables, 2.0 s each, 12 s left)")
    told.count(300, 900, "cases")
    assert "150.0 a second, 4 s left" in told.line(2.0)
    tell_left(told, 130.0)
    assert "300 of 900 cases, about 2:10 left" in told.line(2.0)
    tell_left(told, -5.0)
    assert "300 of 900 cases, longer than expected" in told.line(2.0)
    assert all(len(told.line(float(n))) <= 70 for n in (1, 100, 10_000))
    assert progress.lasting(125) == "2:05" and progress.lasting(3725) == "1:02:05"


def test_results_stay_above_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(progress, "PATIENCE", 0.01)
    monkeypatch.setattr(progress, "WHILE", 0.01)
    with progress.waiting("odds") as waiting:
        for words in ("Push 22: 7.78%", "Pot of Gold: 5.38%"):
            tell_found(waiting, words)
            time.sleep(0.1)
    shown = screen.getvalue()
    assert shown.count("Push 22: 7.78%\n") == shown.count("Pot of Gold: 5.38%\n") == 1
    assert shown.index("Push 22") < shown.index("Pot of Gold") < shown.rindex("\r\033[K")


def test_a_message_stands_above_the_line_and_it_stops_once() -> None:
    screen = Screen()
    line = progress.ProgressLine(screen)
    line.left(progress.LONG)  # shown at once
    line.start()
    line.say("compiling")
    line.stop()
    shown = screen.getvalue()
    line.stop()
    assert "\r\033[Kcompiling\n" in shown and screen.getvalue() == shown


def test_it_is_told_after_some_patience_and_leaves_no_trace(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for patience, told in ((0.01, True), (60.0, False)):
        screen = Screen()
        monkeypatch.setattr(sys, "stderr", screen)
        monkeypatch.setattr(progress, "PATIENCE", patience)
        with progress.waiting() as waiting:
            for item in progress.counted(["a", "b"], waiting, "games"):
                assert item
            time.sleep(0.1)
        assert ("2 of 2 games" in screen.getvalue()) is told
        assert not told or screen.getvalue().endswith("\r\033[K")


def test_the_line_is_shown_within_half_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    with progress.waiting("Free Bet Blackjack: best play"):
        began = time.monotonic()
        while not screen.getvalue() and time.monotonic() - began < 5:
            time.sleep(0.01)
        shown_after = time.monotonic() - began
    assert "best play" in screen.getvalue()
    assert progress.PATIENCE < 0.5 and shown_after < 1.5  # a busy machine wakes a thread late


def test_long_work_shows_its_line_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 60.0)
    for expected, is_shown in ((progress.LONG, True), (progress.LONG / 2, False)):
        screen = Screen()
        monkeypatch.setattr(sys, "stderr", screen)
        with progress.waiting("best play") as waiting:
            waiting.left(expected)
            until = time.monotonic() + (5.0 if is_shown else 0.2)
            while not screen.getvalue() and time.monotonic() < until:
                time.sleep(0.01)
        assert ("best play (0 s, about 1 s left)" in screen.getvalue()) is is_shown


def test_work_that_takes_longer_than_expected_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [50.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    waiting = progress.ProgressLine(Screen())
    waiting("best play")
    waiting.left(8.0)
    now[0] += 6.0
    assert waiting.line(6.0).endswith("best play (6 s, about 2 s left)")
    now[0] += 3.0
    assert waiting.line(9.0).endswith("best play (9 s, longer than expected)")


def test_no_one_is_told_in_a_pipe(capsys: Any) -> None:
    with progress.waiting() as waiting:
        waiting("something")
    assert capsys.readouterr().err == ""


def at_terminal(monkeypatch: pytest.MonkeyPatch, **environment: str) -> Screen:
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setattr(sys, "stdin", Screen())
    for key, value in {"TERM": "xterm", "PAGER": "cat -", "LINES": "24", **environment}.items():
        monkeypatch.setenv(key, value)
    return screen


@pytest.mark.parametrize(
    ("words", "environment", "is_paged"),
    [
        (["games"], {}, True),
        (["games", "--no-pager"], {}, False),
        (["play", "blackjack"], {}, False),
        (["odds", "--help"], {}, False),
        (["games"], {"PAGER": ""}, False),
        (["games"], {"PAGER": "cat"}, False),
        (["games"], {"PAGER": "no-such-pager-anywhere"}, False),
        (["games"], {"TERM": "dumb"}, False),
        ([], {}, False),
    ],
)
def test_who_meets_the_pager(
    words: list[str], environment: dict[str, str], is_paged: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_terminal(monkeypatch, **environment)
    assert (pager_for(words) is not None) is is_paged
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert pager_for(words) is None


class Reader:
    """A pager that keeps what it is given, or leaves at once."""

    def __init__(self, leaves: bool) -> None:
        self.stdin: Any = self
        self.leaves, self.read, self.closed = leaves, "", False

    def write(self, text: str) -> None:
        if self.leaves:
            raise BrokenPipeError
        self.read += text

    def close(self) -> None:
        self.closed = True

    def wait(self) -> None:
        assert self.closed


@pytest.mark.parametrize("leaves", [False, True])
def test_only_what_is_longer_than_the_screen_is_paged(
    leaves: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = at_terminal(monkeypatch)
    reader = Reader(leaves)
    monkeypatch.setattr(pager.subprocess, "Popen", lambda *_, **__: reader)
    with paged(["games"]):
        print("short")
    assert screen.getvalue() == "short\n" and reader.read == ""
    assert run(["games"]) == 0
    assert screen.getvalue() == "short\n"
    assert leaves or ("blackjack" in reader.read and reader.closed)


def test_without_a_pager_it_is_printed_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()

    def missing(*_: Any, **__: Any) -> Any:
        raise OSError

    monkeypatch.setattr(pager.subprocess, "Popen", missing)
    page = Paged(screen, ["less"], 3)
    for i in range(9):
        page.write(f"{i}\n")
    page.finish()
    assert screen.getvalue() == "".join(f"{i}\n" for i in range(9))
