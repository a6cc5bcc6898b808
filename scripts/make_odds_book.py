"""Make the book of odds again: the games whose rules have changed, or those that are named.

python -m scripts.make_odds_book [--all] [--cold] [--workers N] [GAME ...]

Each game is computed in a process of its own and written as soon as it is done. An interrupted run
then continues with the rest.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from houseway.analysis.odds_run.book_maker import (
    games_in_book,
    games_to_renew,
    games_to_stamp,
    make_page,
    stamp_page,
    write_page,
)
from houseway.analysis.odds_run.expected_time import expected_of_page, note_computed
from houseway.rulebook import find

ENOUGH = 5.0
"""Expected CPU seconds that have to be done before the pace of this run counts."""


def renew(game_id: str, cold: bool) -> None:
    """Compute a game and write it; report progress as lines of JSON on the standard output."""
    began = time.process_time()
    page = make_page(game_id, lambda words, part: say({"words": words, "part": part}))
    changed = write_page(page, with_times=cold)
    note_computed([find(game_id)])
    rows = sum(
        len(wager.columns)
        for table in page.tables
        for wager in (*table.wagers.values(), *table.extra_wagers.values())
        if not isinstance(wager, str)
    )
    became = "written" if changed else "the same as before"
    seconds = time.process_time() - began
    say({"words": f"{rows} rows {became}, {seconds:.1f} CPU-s", "part": 1.0})


def say(line: dict[str, Any]) -> None:
    """Report to the parent process."""
    print(json.dumps(line), flush=True)


def lasting(seconds: float) -> str:
    """Return ``0:42`` or ``5:07``."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


class Estimate:
    """The time left: expected CPU seconds of the rest, at the pace so far."""

    def __init__(self, wanted: tuple[str, ...], workers: int) -> None:
        self._expected = {game_id: expected_of_page(game_id) for game_id in wanted}
        self._part = dict.fromkeys(wanted, 0.0)
        """How much of each game is done: 0.0 to 1.0."""
        self._began, self._workers = time.monotonic(), workers

    def note(self, game_id: str, part: float) -> None:
        """Record that this part of a game is done; with 1.0 it is written."""
        self._part[game_id] = part

    def words(self) -> str:
        """Return the progress and the expected time left."""
        here = time.monotonic() - self._began
        done = sum(self._expected[game_id] * part for game_id, part in self._part.items())
        left = sum(self._expected.values()) - done
        pace = here / done if done >= ENOUGH else 1 / self._workers
        over = sum(part == 1.0 for part in self._part.values())
        return (
            f"{over} of {len(self._part)} games, {lasting(here)}, about {lasting(left * pace)} left"
        )


@contextmanager
def cache(cold: bool) -> Iterator[dict[str, str]]:
    """Provide the environment of a process: with an empty cache of its own, if it starts cold."""
    if not cold:
        yield dict(os.environ)
        return
    with tempfile.TemporaryDirectory() as folder:
        yield {**os.environ, "HOUSEWAY_CACHE": folder}


def stamp(renewed: tuple[str, ...]) -> None:
    """Note the bytes of sources that changed and left the rules as they were."""
    stamped = [game_id for game_id in games_to_stamp() if game_id not in renewed]
    for game_id in stamped:
        stamp_page(game_id)
    if stamped:
        print(f"same rules in changed files, noted on {len(stamped)} pages: {', '.join(stamped)}")


def run(wanted: tuple[str, ...], workers: int, cold: bool) -> list[str]:
    """Compute these games, the longest first; return those that could not be computed."""
    ordered = sorted(wanted, key=expected_of_page, reverse=True)
    estimate, lock = Estimate(wanted, workers), threading.Lock()

    def one(game_id: str) -> bool:
        words = [
            sys.executable,
            "-m",
            "scripts.make_odds_book",
            "--here",
            game_id,
            *["--cold"] * cold,
        ]
        with (
            cache(cold) as env,
            subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=env) as process,
        ):
            for line in process.stdout or ():
                status = json.loads(line)
                with lock:
                    estimate.note(game_id, status["part"])
                    print(f"{game_id:28} {status['words']}  [{estimate.words()}]", flush=True)
        return process.returncode == 0

    with ThreadPoolExecutor(workers) as pool:
        done = pool.map(one, ordered)
        return [game_id for game_id, is_done in zip(ordered, done, strict=True) if not is_done]


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", help="games to compute; default: those that changed")
    parser.add_argument("--all", action="store_true", help="compute every game")
    parser.add_argument(
        "--cold", action="store_true", help="measure what the first time takes: compiling, counts"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    every = games_in_book()
    if unknown := [game for game in given.games if game not in every]:
        parser.error(f"the book has no page of {', '.join(unknown)}; it has {', '.join(every)}")
    if given.here:
        for game_id in given.games:
            renew(game_id, given.cold)
        return 0
    wanted = tuple(given.games) or (every if given.all else games_to_renew())
    stamp(wanted)
    if not wanted:
        print("the book of odds is up to date: no rules have changed since it was made")
        return 0
    print(f"computing {len(wanted)} of {len(every)} games: {', '.join(wanted)}")
    began = time.monotonic()
    if failed := run(wanted, max(1, given.workers), given.cold):
        print(f"not computed: {', '.join(failed)}", file=sys.stderr)
        return 1
    print(f"the book of odds is up to date after {lasting(time.monotonic() - began)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
