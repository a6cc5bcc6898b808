"""Simulated rounds per CPU-second on one core; the same work on two; and the time of a start.

Warm, the best of several runs. Two cores are measured by elapsed time, which a busy machine
distorts. The CPU time is given too, which it hardly affects.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

from rich.console import Console
from rich.table import Table as Sheet

from benchmarks._clock import HEADING, Took, children, cpu, in_turns, sheet_console
from houseway.analysis.random_streams import stream
from houseway.analysis.simulation_runs.run import run as play
from houseway.analysis.simulation_runs.simulate import simulation_of
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
TINY = 2_000
"""Rounds of each job of the tiny form."""
START = (
    "-c",
    "from houseway.cli.main import main; main()",
    "simulate",
    "blackjack",
    "--rounds",
)


def timed(game_id: str, seats: int | None, rounds: int, times: int) -> Took:
    """Time a number of rounds."""
    sim = simulation_of(find(game_id)({}), seats=seats)
    sim.play(1000, stream(1, 0))
    return cpu(lambda: sim.play(rounds, stream(1, 0)), times)


def worked() -> float:
    """Return the CPU-seconds of this process and of all its ended children."""
    return time.process_time() + children()


def cores(workers: int, rounds: int) -> tuple[float, float]:
    """Return elapsed seconds and CPU-seconds of a long run of blackjack."""
    clock, before = time.perf_counter(), worked()
    play(find("blackjack")({}), rounds, workers=workers)
    return time.perf_counter() - clock, worked() - before


def start(rounds: str, cache: str | None = None) -> tuple[float, float]:
    """Return elapsed seconds and CPU-seconds of a whole command."""
    env = dict(os.environ) if cache is None else os.environ | {"HOUSEWAY_CACHE": cache}
    began, before = time.perf_counter(), children()
    subprocess.run([sys.executable, *START, rounds], env=env, capture_output=True, check=True)
    return time.perf_counter() - began, children() - before


def run(console: Console | None = None, tiny: bool = False) -> None:
    """Measure and print the sheet; ``tiny`` plays some rounds of two games."""
    sheet = Sheet(title="Simulated rounds, per CPU-second on one core", title_justify="left")
    sheet.add_column("job")
    for heading in ("figure", f"{HEADING} each", "target"):
        sheet.add_column(heading, justify="right")
    for words, game_id, seats, most, target in JOBS[:: len(JOBS) - 1 if tiny else 1]:
        rounds = TINY if tiny else most
        wanted = f">= {target:g} M/s" if target else ""
        took = timed(game_id, seats, rounds, 1 if tiny else 7)
        sheet.add_row(words, f"{rounds / took / 1e6:,.1f} M/s", took.each(rounds), wanted)
    long, times = (TINY, 1) if tiny else (LONG, 2)
    pairs = [(cores(1, long), cores(2, long)) for _ in range(times)]
    one, two = (min(pair[i][0] for pair in pairs) for i in (0, 1))
    sheet.add_row(
        "blackjack on two cores, by the clock", f"{one / two:.2f} x one", "", ">= 1.8 x one"
    )
    one, two = (min(pair[i][1] for pair in pairs) for i in (0, 1))
    sheet.add_row("  if both are free, by the work done", f"{2 * one / two:.2f} x one", "", "")
    warm, used = min(start("1e3" if tiny else "1e6") for _ in range(1 if tiny else 3))
    sheet.add_row("a command of a million rounds, warm", f"{warm:.2f} s", in_turns(used), "<= 1 s")
    if not tiny:
        with tempfile.TemporaryDirectory() as cache:
            first, used = start("1e6", cache)
        words = "  the very first, which compiles"
        sheet.add_row(words, f"{first:.1f} s", in_turns(used), "<= 10 s")
    (console or sheet_console()).print(sheet)


if __name__ == "__main__":
    run()
