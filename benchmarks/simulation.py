"""Simulated rounds, per CPU-second on one core; the same work on two; and how long a start takes.

Warm, the best of several runs.  Two cores are measured by the clock, which a busy machine spoils;
beside it stands what the processors worked, which it hardly does.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time

from rich.console import Console
from rich.table import Table as Sheet

from benchmarks._clock import cpu
from houseway.analysis.simulation.random import stream
from houseway.analysis.simulation.run import run as play
from houseway.analysis.simulation.simulation import simulation_of
from houseway.rulebook import find

JOBS = (
    ("blackjack, main wager, 6 decks, H17, DAS, split to 4", "blackjack", None, 8_000_000, 15.0),
    ("  five seats, the first counted", "blackjack", 5, 200_000, 0.0),
    ("Free Bet Blackjack, all side bets", "free-bet-blackjack", None, 2_000_000, 3.0),
    ("Ride Free, all nine bonuses", "ride-free", None, 2_000_000, 1.0),
    ("Blackjack Switch, both side bets", "blackjack-switch", None, 2_000_000, 1.0),
    ("21-Hold 'em, blackjack and poker", "21-hold-em", None, 2_000_000, 1.0),
    ("Ante Up 21, 21, ANTE and Poker Bonus", "ante-up-21", None, 2_000_000, 1.0),
    ("3 Dice Baccarat, all 19 wagers", "3-dice-baccarat", None, 5_000_000, 1.0),
    ("3 Card Shine, ante and both side bets", "3-card-shine", None, 4_000_000, 1.0),
    ("Pai Gow Tiles, house way against house way", "pai-gow-tiles", None, 2_000_000, 1.0),
    ("Funtazee 21, best setting against the house way", "funtazee-21", None, 2_000_000, 2.0),
    ("Texas Hold'em, six to the showdown", "holdem", None, 500_000, 1.0),
    ("Omaha, six to the showdown", "omaha", None, 500_000, 1.0),
    ("Omaha High-Low, six to the showdown", "omaha-8", None, 500_000, 1.0),
)
"""Words, game, seats, rounds, target in millions a second."""

LONG = 400_000_000
START = (
    "-c",
    "from houseway.cli.app import main; main()",
    "simulate",
    "blackjack",
    "--rounds",
    "1e6",
)


def rate(game_id: str, seats: int | None, rounds: int) -> float:
    """Millions of rounds a CPU-second."""
    sim = simulation_of(find(game_id)({}), seats=seats)
    sim.play(1000, stream(1, 0))
    return rounds / cpu(lambda: sim.play(rounds, stream(1, 0)), 7) / 1e6


def worked() -> float:
    """CPU-seconds of this process and of all that it has started and ended."""
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(use.ru_utime + use.ru_stime for use in map(resource.getrusage, who))


def cores(workers: int) -> tuple[float, float]:
    """Seconds by the clock and CPU-seconds of a long run of blackjack."""
    clock, before = time.perf_counter(), worked()
    play(find("blackjack")({}), LONG, workers=workers)
    return time.perf_counter() - clock, worked() - before


def start(cache: str | None = None) -> float:
    """Seconds of a whole command of a million rounds."""
    env = dict(os.environ) if cache is None else os.environ | {"HOUSEWAY_CACHE": cache}
    began = time.perf_counter()
    subprocess.run([sys.executable, *START], env=env, capture_output=True, check=True)
    return time.perf_counter() - began


def run(console: Console | None = None) -> None:
    """Measure and print the sheet."""
    sheet = Sheet(title="Simulated rounds, per CPU-second on one core", title_justify="left")
    sheet.add_column("job")
    for heading in ("figure", "target"):
        sheet.add_column(heading, justify="right")
    for words, game_id, seats, rounds, target in JOBS:
        wanted = f">= {target:g} M/s" if target else ""
        sheet.add_row(words, f"{rate(game_id, seats, rounds):,.1f} M/s", wanted)
    pairs = [(cores(1), cores(2)) for _ in range(2)]
    one, two = (min(pair[i][0] for pair in pairs) for i in (0, 1))
    sheet.add_row("blackjack on two cores, by the clock", f"{one / two:.2f} x one", ">= 1.8 x one")
    one, two = (min(pair[i][1] for pair in pairs) for i in (0, 1))
    sheet.add_row("  if both are free, by the work done", f"{2 * one / two:.2f} x one", "")
    warm = min(start() for _ in range(3))
    sheet.add_row("a command of a million rounds, warm", f"{warm:.2f} s", "<= 1 s")
    with tempfile.TemporaryDirectory() as cache:
        sheet.add_row("  the very first, which compiles", f"{start(cache):.1f} s", "<= 10 s")
    (console or Console()).print(sheet)


if __name__ == "__main__":
    run()
