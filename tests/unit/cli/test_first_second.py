"""The first second of a long answer on a fresh machine: a line with a truthful estimate.

Times are CPU seconds of the program, which other programs on the machine do not change.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from houseway.analysis.odds_book.entries import BookWager
from houseway.analysis.odds_book.reader import book_of

pytestmark = pytest.mark.process
LOADED = 1.5
"""CPU seconds in which the program is loaded and its line is shown; half a second of it waits."""
TICKS = os.sysconf("SC_CLK_TCK")
LEFT = re.compile(r"about (?:(\d+):)?(\d+)(?: s)? left")
PATIENCE = 120.0


def cpu_seconds(pid: int) -> float:
    """Return the CPU seconds of a process up to now."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def first_estimate(words: list[str], home: Path) -> tuple[float, float, str]:
    """Run a command with an empty home until its line estimates the time left, and end it.

    Return the CPU seconds at its first output, the seconds of the estimate, and all its output.
    """
    keys, far = os.openpty()
    kept = {k: v for k, v in os.environ.items() if k not in ("HOUSEWAY_CACHE", "COLUMNS")}
    kept |= {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "TERM": "xterm"}
    child = subprocess.Popen(
        [sys.executable, "-m", "houseway", *words], stdin=far, stdout=far, stderr=far, env=kept
    )
    os.close(far)
    said, first, until = "", 0.0, time.monotonic() + PATIENCE
    try:
        while time.monotonic() < until:
            said += os.read(keys, 65536).decode(errors="replace")
            first = first or cpu_seconds(child.pid)
            if found := LEFT.search(said):
                return first, int(found[1] or 0) * 60 + int(found[2]), said
    finally:
        child.kill()
        child.wait()
        os.close(keys)
    raise AssertionError(f"no estimate within {PATIENCE} s: {said!r}")


@pytest.mark.parametrize("command", ["odds", "strategy"])
def test_what_is_not_in_the_book_shows_how_long_it_will_take(command: str, tmp_path: Path) -> None:
    posting = ["-p", "decks=5", "-p", "surrender=late"]
    first, left, said = first_estimate([command, "blackjack", *posting], tmp_path)
    assert first < LOADED, said
    book = book_of("blackjack")
    assert book is not None
    main = book.tables[0].wagers["main"]
    assert isinstance(main, BookWager) and main.once > 3
    assert main.once - 1 <= left <= 3 * (main.once + main.cpu_seconds), said


def test_a_simulation_shows_how_long_it_compiles(tmp_path: Path) -> None:
    first, left, said = first_estimate(["simulate", "ride-free"], tmp_path)
    assert first < LOADED, said
    assert "simulating Ride Free" in said and "on first use only" in said
    assert 5 <= left <= 60
