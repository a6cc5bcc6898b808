"""One visit at a terminal of 80 by 24, at a table of this process and at one of a room."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from houseway.records.files import replay
from houseway.records.record import load_record
from houseway.util.toml import read_file
from tests.support.room_served import Served
from tests.support.terminal import Terminal

pytestmark = pytest.mark.process

ASKED = "seat 1>"
LEFT, RIGHT, UP, HOME = b"\x1b[D", b"\x1b[C", b"\x1b[A", b"\x01"
BACKSPACE, CLEAR = b"\x7f", b"\x15"
SLOW = """
import time
from houseway.advice import wagers

def slowly(known):
    def slow(*asked):
        time.sleep(3)
        return known(*asked)
    return slow

wagers.known_wager = slowly(wagers.known_wager)
"""


class Port(NamedTuple):
    """The words that start a visit, and the prompt after a round."""

    words: tuple[str, ...]
    ready: str


@pytest.fixture
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("room")) as room:
        yield room


@pytest.fixture(params=["local", "room"])
def port(request: pytest.FixtureRequest) -> Port:
    if request.param == "local":
        here = ("play", "3-card-shine", "--seed", "5", "--bots", "0")
        return Port(here, "Enter for the next round>")
    room: Served = request.getfixturevalue("served")
    there = (*room.words("Ann", "3-card-shine"), "--buy-in", "200", "--table", "SHINE")
    return Port(there, "Enter when you are ready>")


def test_a_visit_has_hints_tab_save_log_and_summary(
    port: Port, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with Terminal(*port.words, "--save", "all") as at:
        at.until(ASKED)
        os.write(at.keys, b"si\t")
        at.until(f"{ASKED} sit_out")
        os.write(at.keys, CLEAR + b"od\tsu\t")
        at.until(f"{ASKED} odds super_6")
        os.write(at.keys, CLEAR + b"ante 10\n")
        at.until_text("play or fold")
        at.until(ASKED)
        seen = " ".join(at.type("hint", ASKED) and at.until_text(", costs $"))
        assert "hint: " in seen and "of your bet" in seen, seen
        at.until(ASKED)
        seen = " ".join(at.type("log", ASKED))
        assert "you bet: ante" in seen, seen
        seen = " ".join(at.type("save", ASKED))
        assert "no: no round is over yet" in seen, seen
        seen = " ".join(at.type("play", port.ready))
        assert "your wagers" in seen and "how it came out" in seen, seen
        at.type("save one", port.ready)
        seen = "".join(at.lines)
        assert "the last finished round is saved as" in seen, seen
        os.write(at.keys, b"quit\n")
        seen = " ".join(at.until_text("You leave the table with $"))
        assert "This visit: 1 round, " in seen, seen
        at.child.wait(60)
    for folder in ("all", "one"):
        (path,) = (tmp_path / folder).iterdir()
        record = load_record(read_file(path), path.name)
        assert record.game == "3-card-shine" and replay(record).difference is None


def test_a_half_typed_line_is_edited_and_kept(
    port: Port, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Odds come while a line is typed; neither the text nor the place of the cursor is lost."""
    (tmp_path / "sitecustomize.py").write_text(SLOW)
    places = [str(tmp_path), *(place for place in sys.path if place)]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(places))
    with Terminal(*port.words) as at:
        at.until(ASKED)
        at.type("odds ante", ASKED)
        assert "working it out; play on" in " ".join(at.lines), at.lines
        os.write(at.keys, b"10 antx" + LEFT)
        at.until(f"{ASKED} 10 antx")
        column = at.screen.cursor.x
        at.until_text("ante: the house keeps")
        at.until(f"{ASKED} 10 antx")
        while at.screen.cursor.x != column:
            at._look()
        os.write(at.keys, BACKSPACE * 4 + RIGHT + BACKSPACE + HOME + b"ante " + b"\n")
        at.until_text("you bet: ante $10")
        at.until(ASKED)
        os.write(at.keys, UP + UP)
        at.until(f"{ASKED} odds ante")
        os.write(at.keys, CLEAR + b"fold\n")
        at.until(port.ready)
        os.write(at.keys, b"quit\n")
        at.until_text("You leave the table with $")
        at.child.wait(60)


def test_events_of_the_table_come_above_a_half_typed_line(tmp_path: Path) -> None:
    """The clock of a room warns and decides while a line is typed."""
    with (
        Served(tmp_path, question_ms=9_000) as room,
        Terminal(*room.words("Bob", "3-card-shine"), "--buy-in", "200") as at,
    ):
        at.until(ASKED)
        at.type("ante 10", ASKED)
        os.write(at.keys, b"wal")
        at.until(f"{ASKED} wal")
        at.until_text("6 seconds left.")
        at.until(f"{ASKED} wal")
        at.until_text("you fold")
        at.until("Enter when you are ready> wal")
        os.write(at.keys, b"let\n")
        at.until_text("on your account, and $190 here")


@pytest.mark.parametrize("is_file", [False, True])
def test_lines_of_a_pipe_and_a_file_are_read_when_asked(
    port: Port, is_file: bool, tmp_path: Path
) -> None:
    lines = b"hint\nante 10\nfold\nlog\nquit"
    (file := tmp_path / "lines").write_bytes(lines)
    with file.open("rb") as opened:
        given = {"stdin": opened} if is_file else {"input": lines}
        ran = subprocess.run(
            [sys.executable, "-m", "houseway", *port.words], capture_output=True, timeout=120,
            check=False, env={**os.environ, "PYTHONIOENCODING": "utf-8"}, **given,
        )  # fmt: skip
    said = ran.stdout.decode()
    assert ran.returncode == 0 and not ran.stderr, ran.stderr
    assert f"{ASKED} ante 10\nyou bet: ante $10" in said, said
    assert (f"{ASKED} fold\nyou fold" in said and "hint: " in said) or "what the wagers" in said
    assert f"{ASKED} log\n" in said and re.search(r"This visit: \d rounds?, \$10 lost\.", said), (
        said
    )
    assert "\x1b" not in said, "a pipe gets no control characters"
