"""``odds`` and ``hint`` at a terminal are answered by another process; the table goes on."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from houseway.advice.advise import advise
from houseway.cli.play import lookup
from houseway.engine.questions import Act
from houseway.errors import Refused
from houseway.rulebook import find
from houseway.table.table import Table
from tests.support.keyboard import Typing, typing
from tests.support.terminal import Terminal

__all__ = ["typing"]
pytestmark = pytest.mark.process
BLACKJACK = ("play", "blackjack", "--seed", "3", "--rounds", "1")
RETURNS = "what the wagers return"
SLOW = """
import time
from houseway.advice import advise, wagers

def slowly(known):
    def slow(*asked):
        time.sleep({seconds})
        return known(*asked)
    return slow

wagers.known_wager = slowly(wagers.known_wager)
advise.advise = slowly(advise.advise)
"""


@pytest.fixture
def slow_odds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a new process, each wager and each hint takes six seconds."""
    (tmp_path / "sitecustomize.py").write_text(SLOW.format(seconds=6))
    places = [str(tmp_path), *(place for place in sys.path if place)]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(places))
    # Python only prints that a sitecustomize failed, and goes on: the odds would not be slow.
    started = subprocess.run([sys.executable, "-c", ""], capture_output=True, text=True, check=True)
    assert not started.stderr


@pytest.fixture
def endless_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process and its forks, no wager is ever known, and no hint."""
    monkeypatch.setattr(lookup, "_serve", lambda here, line: time.sleep(600))
    monkeypatch.setattr(lookup, "_start_method", lambda: "fork")


@pytest.mark.usefixtures("slow_odds")
def test_an_answer_comes_while_a_line_is_typed() -> None:
    with Terminal(*BLACKJACK) as at:
        at.until("seat 1>")
        at.type("odds main", "seat 1>")
        assert "working it out; play on" in "\n".join(at.lines)
        assert re.search(r"It takes about [\d:]+", " ".join(at.lines))
        os.write(at.keys, b"1")
        at.until("seat 1> 1")
        assert "blackjack wager: the house keeps" not in "\n".join(at.lines)
        at.until_text("blackjack wager: the house keeps")
        at.until("seat 1> 1")
        os.write(at.keys, b"0\n")
        at.until_text("you bet: blackjack wager $10")


@pytest.mark.usefixtures("endless_odds")
def test_a_round_goes_on_meanwhile(typing: Typing) -> None:
    ran = typing(*BLACKJACK, lines="odds\n10\n" + "stand\n" * 3, terminal=True)
    assert "working it out; play on" in ran.out and RETURNS not in ran.out
    assert "This visit: 1 round" in ran.out


@pytest.mark.usefixtures("endless_odds")
def test_one_answer_is_worked_out_at_a_time(typing: Typing) -> None:
    ran = typing(*BLACKJACK, lines="odds\nodds main\nquit\n", terminal=True)
    assert "no: another answer is still being worked out; Ctrl-C stops it" in ran.out


@pytest.mark.usefixtures("slow_odds")
def test_ctrl_c_stops_the_answer_and_not_the_visit() -> None:
    with Terminal(*BLACKJACK) as at:
        at.until("seat 1>")
        at.type("odds", "seat 1>")
        at.child.send_signal(signal.SIGINT)
        at.until_text("stopped")
        at.until("seat 1>")
        seen = at.type("10", "seat 1>", "Enter for the next round>")
        assert "you bet: blackjack wager $10" in "\n".join(seen)
        assert RETURNS not in "\n".join(seen)


@pytest.mark.usefixtures("slow_odds")
def test_a_hint_comes_while_a_line_is_typed() -> None:
    with Terminal(*BLACKJACK) as at:
        at.until("seat 1>")
        at.type("10", "seat 1>")
        at.type("hint", "seat 1>")
        assert "working it out; play on" in "\n".join(at.lines)
        os.write(at.keys, b"st")
        at.until("seat 1> st")
        at.until_text("of your bet")
        at.until("seat 1> st")
        os.write(at.keys, b"and\n")
        at.until_text("you stand")


@pytest.mark.usefixtures("slow_odds")
def test_a_hint_that_comes_too_late_is_not_given() -> None:
    with Terminal(*BLACKJACK) as at:
        at.until("seat 1>")
        at.type("10", "seat 1>")
        at.type("hint", "seat 1>")
        at.type("stand", "Enter for the next round>")
        at.until_text("no: the hint came too late: the question has changed")
        assert "of your bet" not in "\n".join(at.lines)


@pytest.mark.usefixtures("endless_odds")
def test_a_round_goes_on_without_its_hint(typing: Typing) -> None:
    ran = typing(*BLACKJACK, lines="10\nhint\n" + "stand\n" * 3, terminal=True)
    assert "working it out; play on" in ran.out and "of your bet" not in ran.out
    assert "This visit: 1 round" in ran.out


def test_one_process_answers_one_hint_after_the_other() -> None:
    """Results that were computed for the first hint serve the second."""
    found: list[object] = []
    table = Table(find("3-card-shine")(), seed=3)
    table.sit(1, "you", 500_00)
    lookups = lookup.Lookups()
    pids = set()
    round_ = table.start()
    table.enter(Act(1, "bet", places=(("ante", 10_00),)))
    for _ in range(2):
        hint = lookups.ask(lookup.Question(round_.game, (lookup.HINT,), found.extend, round_, 1))
        while not hint.poll(60):
            pass
        lookups.end()
        hint.show()
        pids.add(lookups._helper._process.pid)
    lookups.close()
    assert len(pids) == 1
    assert found[0] == found[1] == advise(round_, 1)


def test_known_odds_are_kept_for_the_visit() -> None:
    shown: list[object] = []
    lookups = lookup.Lookups()
    question = lookup.Question(find("3-dice-baccarat")(), ("player",), shown.append)
    first = lookups.ask(question)
    while not first.poll(60):
        pass
    lookups.end()
    first.show()
    again = lookups.ask(question)
    assert again.ended, "no process is started for what is known"
    again.show()
    assert shown[0] == shown[1]


def test_a_process_that_is_ended_says_so() -> None:
    game = find("blackjack")()
    question = lookup.Question(game, ("main",), lambda found: None)
    asked = lookup.Lookup(question, {}, lookup.Helper())
    asked.cancel()
    with pytest.raises(Refused, match="was ended; ask again"):
        asked.show()
