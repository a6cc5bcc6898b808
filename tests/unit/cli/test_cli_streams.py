"""The command among other tools: closed and full streams, pipes, encodings, interruptions."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.cli.main import run
from houseway.cli.terminal.stdio import prepare, width_of
from tests.support.random_play import LONG

pytestmark = pytest.mark.process

COMMAND = f'"{sys.executable}" -m houseway'


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A line for the shell, in which HW is the command."""
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; HW() {{ {COMMAND} \"$@\"; }}\n{line}"],
        capture_output=True, check=False, timeout=60, env=os.environ | environment,
    )  # fmt: skip


def one_sentence(ran: subprocess.CompletedProcess[bytes], *parts: str) -> None:
    text = ran.stderr.decode()
    assert ran.returncode == 2, text
    assert text.startswith("houseway: ") and text.count("\n") == 1, text
    for part in parts:
        assert part in text


def test_a_closed_output_is_said() -> None:
    for line in ("HW games >&-", "HW --help >&-", "HW rules blackjack --json >&-"):
        one_sentence(shell(line), "the standard output is closed")


def test_a_full_output_is_said() -> None:
    for line in ("HW games >/dev/full", "HW games --json >/dev/full", "HW --help >/dev/full"):
        one_sentence(shell(line), "cannot be written: No space left on device")


def test_a_closed_input_is_said() -> None:
    one_sentence(shell("HW play blackjack <&-"), "the standard input is closed")


def test_closed_complaints_do_not_go_to_the_output() -> None:
    ran = shell("HW rules nonsense 2>&-")
    assert ran.returncode == 2 and not ran.stdout and not ran.stderr
    assert shell("HW --version 2>&-").returncode == 0


SLOW = pytest.mark.slow


@pytest.mark.parametrize("line", [
    "rules ride-free", "rules ride-free --json", pytest.param("check ride-free", marks=SLOW)
])  # fmt: skip
def test_a_reader_that_leaves_is_taken_quietly(line: str) -> None:
    """As with other tools: nothing is said, and the shell sees 128 and SIGPIPE."""
    ran = shell(f"HW {line} | head -c 1")
    assert ran.returncode == 128 + signal.SIGPIPE
    assert not ran.stderr and len(ran.stdout) == 1


def test_a_whole_pipe_is_no_failure() -> None:
    ran = shell("HW --help | cat")
    assert ran.returncode == 0 and b"Usage" in ran.stdout


@pytest.fixture
def in_letters(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], str]:
    """Return a function that gives the output of a command in an encoding, in this process."""
    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)

    def printed(encoding: str, line: str) -> str:
        out = io.BytesIO()
        with monkeypatch.context() as patched:
            patched.setattr(sys, "stdout", io.TextIOWrapper(out, encoding=encoding))
            patched.setattr(sys, "stderr", io.StringIO())
            prepare()
            assert run(line.split()) == 0
            sys.stdout.flush()
            return out.getvalue().decode(encoding)

    return printed


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", pytest.param("latin-1", marks=SLOW)])
def test_an_output_of_few_letters_gets_plainer_ones(
    encoding: str,
    tmp_path: Path,
    in_letters: Callable[[str, str], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By a process once, which gets its encoding from outside; all else in this one."""
    monkeypatch.setenv("COLUMNS", "120")
    record = tmp_path / "r.toml"
    record.write_text(
        'game = "blackjack"\nbets = { main = 10 }\ndeal = "Ts Th 9d 8s"\nplay = "stand"\n'
        'seats.1 = { chips = 500, name = "Zoë 李 — Ω" }\n',
        encoding="utf-8",
    )
    others = ["games", "rules ride-free", "--help"] if encoding == "ascii" else []
    others += ["check omaha"] * LONG  # which settles the cases of all games
    for line in others:
        assert in_letters(encoding, line)
    said = in_letters(encoding, f"settle {record}")
    assert re.search(r"Zo[eë] \? [-—] \?", said)
    if LONG or encoding == "ascii":
        ran = shell(f"HW settle {record}", PYTHONIOENCODING=encoding, PYTHONUTF8="0")
        assert ran.returncode == 0 and not ran.stderr, ran.stderr
        assert ran.stdout.decode(encoding) == said
    found = json.loads(in_letters(encoding, f"settle {record} --json"))
    assert found["wagers"][0]["name"] == "Zoë 李 — Ω"


def test_an_input_that_is_no_text_is_not_understood() -> None:
    ran = shell(r"printf '\xff\xfe\nquit\n' | HW play blackjack --seed 1")
    assert ran.returncode == 0 and b"You leave the table" in ran.stdout


def test_a_file_name_that_is_no_text_is_repeated_as_it_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert b"no such file" in shell(r"HW settle $'\xff.toml'").stderr
    record = saved_record(tmp_path, monkeypatch)
    name = os.fsencode(tmp_path) + b"/\xff.toml"
    os.rename(os.fsencode(record), name)
    ran = shell(f"HW replay {tmp_path}/$'\\xff.toml'")
    assert ran.returncode == 0 and b"?.toml: all" in ran.stdout


def saved_record(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "stdin", io.StringIO("sit_out\n"))
    assert run(["play", "blackjack", "--seed", "1", "--rounds", "1", "--save", str(folder)]) == 0
    return next(folder.glob("*.toml"))


@pytest.mark.parametrize("columns", ["0", "00", "", "-5", "wide", "²"])
def test_columns_that_say_nothing_are_not_believed(columns: str) -> None:
    assert width_of(columns) is None
    if not (LONG or columns == "0"):
        return  # the command asks the same function
    said = shell("HW games; HW --help", COLUMNS=columns).stdout
    assert b"free-bet-blackjack" in said and b"Usage" in said
    assert said == shell("unset COLUMNS; HW games; HW --help").stdout


def test_columns_are_believed_within_reason() -> None:
    assert [width_of(c) for c in ("1", "19", "20", "80", "500", "9" * 5000)] == [
        20, 20, 20, 80, 500, 500,
    ]  # fmt: skip
    assert len(shell("HW games", COLUMNS="9999999").stdout) < 50_000


STARTED = """
import runpy, sys, threading, _thread
class Late:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Late())
sys.argv = ["houseway", "games"]
runpy.run_module("houseway", run_name="__main__")
"""


@pytest.mark.parametrize(
    "module", ["houseway.cli.main", "cyclopts", "houseway.rulebook", "rich.table"]
)
def test_an_interruption_while_it_starts_leaves_no_traceback(module: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", STARTED.format(module=module)],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert ran.returncode == 130 and not ran.stderr and not ran.stdout


def test_a_signal_ends_it_quietly() -> None:
    """At whatever moment it comes, once our code runs."""
    for wait in (0.1, 0.2, 0.35):
        started = subprocess.Popen(
            [sys.executable, "-m", "houseway", "check"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )  # fmt: skip  # what runs in the background is deaf to it, and so are its children
        time.sleep(wait)
        started.send_signal(signal.SIGINT)
        _, said = started.communicate(timeout=60)
        before_us = "site.py" in said or ("Traceback" in said and "houseway" not in said)
        if started.returncode == -signal.SIGINT or before_us:
            continue  # Python itself was still starting
        assert started.returncode in (130, 0) and "Traceback" not in said, said


def test_a_name_too_long_for_a_file_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    long = "x" * 300
    for words in (
        ["par", "blackjack", "-o", f"{long}.html"],
        ["par", "--all", "-o", long],
        ["settle", f"{long}.toml"],
        ["replay", f"{long}.json"],
    ):
        assert run(words) == 2
        error = capsys.readouterr().err
        assert error.startswith("houseway: ") and error.endswith("File name too long\n")
        assert error.count("\n") == 1


def test_a_line_without_end_is_refused() -> None:
    one_sentence(shell("HW play blackjack --seed 1 < /dev/zero"), "1,000 characters at the most")


def test_a_device_without_end_is_refused() -> None:
    for command in ("settle", "replay"):
        one_sentence(shell(f"HW {command} /dev/zero"), "/dev/zero: is too large")


@pytest.mark.parametrize("words", [("--seed", "1.5"), ("--rounds", "2.7"), ("--bots", "0.5"),
                                   ("--seat", "1.9")])  # fmt: skip
def test_a_fraction_is_no_whole_number(words: tuple[str, str], capsys: Any) -> None:
    assert run(["play", "blackjack", *words]) == 2
    said = capsys.readouterr()
    assert words[1] in said.err + said.out


def test_the_version_is_one() -> None:
    assert shell("HW --version").stdout.decode().strip() == houseway.__version__
    assert re.fullmatch(r"\d+\.\d+\.\d+(\.dev\d+)?", houseway.__version__)
