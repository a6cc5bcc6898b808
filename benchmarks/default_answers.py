"""Default answers on a fresh machine: CPU seconds of whole commands, with an empty home and cache.

Each command is a process of its own that finds nothing compiled and nothing kept. ``odds``,
``compare`` and ``strategy`` are commands. ``table`` opens a game at the terminal and asks
it for its odds. ``lobby`` and ``lab`` are the work of a room for these pages. Each figure is
followed by turns of a plain loop.

Poker has no odds and, against a house, no best play.  No answer may take longer than ``MOST``.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table as Sheet

from benchmarks._clock import HEADING, children, in_turns, sheet_console
from houseway.analysis.games import math_of
from houseway.rulebook import find, games

MOST = 1.5
"""CPU seconds that a default answer may take."""
ASKED = "odds\nquit\n"
LAB = """
import sys
from houseway.jobs.worker import Speaker
from houseway.odds_service.jobs import OddsOf, PlayOf, TablesOf
from houseway.odds_service.query import TableQuery
from houseway.odds_service.questions.play import takes
asked, quiet = TableQuery(sys.argv[1]), Speaker(open("/dev/null", "wb"), 1)
if main := OddsOf(asked).run(quiet).main:
    TablesOf(asked, main).run(quiet)
if takes(asked.table()):
    PlayOf(asked).run(quiet)
"""
LOBBY = """
import sys
from houseway.jobs.worker import Speaker
from houseway.odds_service.jobs import MustOf
from houseway.odds_service.query import TableQuery
from houseway.odds_service.required_bet import required_bet_in_book
asked = TableQuery(sys.argv[1])
if required_bet_in_book(asked.table()) is None:
    MustOf(asked).run(Speaker(open("/dev/null", "wb"), 1))
"""
FEW = ("3-dice-baccarat",)


def fresh_cpu(words: Sequence[str], given: str = "") -> tuple[float, str]:
    """CPU seconds of a Python process with an empty home and cache, and what it prints."""
    with tempfile.TemporaryDirectory() as home:
        env = {key: value for key, value in os.environ.items() if not key.startswith("HOUSEWAY_")}
        env |= {"HOME": home, "XDG_CACHE_HOME": str(Path(home) / "cache"), "COLUMNS": "100"}
        before = children()
        done = subprocess.run(
            [sys.executable, *words], env=env, input=given, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        seconds = children() - before
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr}")
    return seconds, done.stdout


def commands_for(game_id: str) -> dict[str, tuple[Sequence[str], str]]:
    """The command of every default answer of a game, and what is typed into it."""
    command = ("-m", "houseway")
    commands: dict[str, tuple[Sequence[str], str]] = {
        "odds": ((*command, "odds", game_id), ""),
        "compare": ((*command, "compare", game_id), ""),
        "table": ((*command, "play", game_id, "--seed", "1"), ASKED),
        "lobby": (("-c", LOBBY, game_id), ""),
        "lab": (("-c", LAB, game_id), ""),
    }
    if math_of(find(game_id)).strategy_sheet is not None:
        commands["strategy"] = ((*command, "strategy", game_id), "")
    return commands


def answers(game_id: str) -> dict[str, float]:
    """CPU seconds of every default answer of a game."""
    commands = commands_for(game_id)
    return {name: fresh_cpu(words, given)[0] for name, (words, given) in commands.items()}


def run(console: Console | None = None, tiny: bool = False) -> None:
    """Measure and print the sheet; ``tiny`` measures one game."""
    out = console or sheet_console()
    names = ("odds", "compare", "strategy", "table", "lobby", "lab", "slowest")
    sheet = Sheet(title=f"default answers on a fresh machine, CPU seconds (at most {MOST})")
    sheet.add_column("game")
    for name in names:
        sheet.add_column(name, justify="right")
        sheet.add_column(HEADING, justify="right")
    for game_id in FEW if tiny else games():
        found = answers(game_id)
        found["slowest"] = max(found.values())
        cells = []
        for name in names:
            seconds = found.get(name)
            cells += ["", ""] if seconds is None else [f"{seconds:.2f}", in_turns(seconds)]
        over = " (over)" if found["slowest"] > MOST else ""
        sheet.add_row(f"{game_id}{over}", *cells)
    out.print(sheet)


if __name__ == "__main__":
    run()
