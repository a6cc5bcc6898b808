"""The known house edges of wagers; a prompt never waits for one.

The book of odds has them for tables posted by default. For another table, another process computes
the edges during play, wager by wager. They are stored on disk for tables with the same posting, so
the next prompt and the next visit have them.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

from houseway.analysis.odds_book.entries import (
    BookTable,
    BookWager,
    posted_column,
    read_number,
)
from houseway.analysis.odds_book.reader import table_in_book
from houseway.analysis.wager_odds import EXACT
from houseway.errors import HousewayError
from houseway.game.base import Game
from houseway.rulebook import find

FOLDER = "edges"
PACKAGE = Path(__file__).parents[2]
IDLE = 15
"""The niceness of the other process."""

_known: dict[str, dict[str, str]] = {}
_working: dict[str, subprocess.Popen[bytes]] = {}


def edges(game: Game) -> dict[str, str]:
    """Return the known edges in words, by wager."""
    if (in_book := table_in_book(game, at_once=True)) is not None:
        return _edges_in_book(game, in_book.table)
    path = _path(game)
    kept = _known.get(path.name, {})
    if len(kept) < len(game.offered):
        kept = _known[path.name] = _read(path) | kept
    return kept


def _edges_in_book(game: Game, table: BookTable) -> dict[str, str]:
    """Return the edges of the offered wagers from the book of odds."""
    found = {}
    for wager in game.offered:
        worth = table.wagers.get(wager.name)
        column = posted_column(game, worth) if isinstance(worth, BookWager) else None
        if column is not None and isinstance(worth, BookWager):
            edge = float(read_number(column.house_edge))
            found[wager.name] = in_words(edge, worth.method == EXACT)
    return found


def in_words(edge: float, is_exact: bool) -> str:
    """Return ``edge 1.01 %``; with ``about`` if it was simulated."""
    about = "" if is_exact else "about "
    if edge < 0:
        return f"yours {about}{-100 * edge:.2f} %"
    return f"edge {about}{100 * edge:.2f} %"


def learn(game: Game) -> None:
    """Let another process compute unknown edges while this one lives."""
    if not game.offered or table_in_book(game, at_once=True) is not None:
        return
    path = _path(game)
    if path.name in _working:
        return
    if set(edges(game)) >= {wager.name for wager in game.offered}:
        return
    posted = {key: game.declared()[key].show(value) for key, value in game.posting.items()}
    words = [sys.executable, "-m", "houseway.cli.play.edge_cache", game.id, json.dumps(posted)]
    quiet = subprocess.DEVNULL
    with contextlib.suppress(OSError):
        child = subprocess.Popen(words, stdin=quiet, stdout=quiet, stderr=quiet)
        _working[path.name] = child
        atexit.register(_end, child)


def _end(child: subprocess.Popen[bytes]) -> None:
    """Stop a child process, if it still runs."""
    if child.poll() is None:
        child.terminate()
        child.wait()


def _path(game: Game) -> Path:
    """Return the file of a posted table's edges; its name changes with the program."""
    from houseway.analysis.compiler.compile import cache_home

    said = repr((game.id, sorted(game.posting.items(), key=lambda pair: pair[0]), _stamp()))
    return cache_home() / FOLDER / f"{hashlib.sha256(said.encode()).hexdigest()[:32]}.json"


@functools.cache
def _stamp() -> int:
    """Return the time of the newest file of the package; older edges may be based on other
    rules.
    """
    files = (file for file in PACKAGE.rglob("*") if file.suffix in (".py", ".toml"))
    return max(file.stat().st_mtime_ns for file in files)


def _read(path: Path) -> dict[str, str]:
    """Return the stored edges; empty if they cannot be read."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(k): str(v) for k, v in found.items()} if isinstance(found, dict) else {}


def work_out(game: Game) -> None:
    """Compute every wager of a table one by one, and store each at once."""
    from houseway.advice.wagers import Known, known_wager

    path, parent = _path(game), os.getppid()
    found = _read(path)
    for wager in game.offered:
        if os.getppid() != parent:
            return  # the process that wanted the edges has ended
        if wager.name not in found:
            known = known_wager(game, wager, lambda words: None)
            words = in_words(known.edge, known.is_exact) if isinstance(known, Known) else ""
            found[wager.name] = words
            _write(path, found)


def _write(path: Path, found: dict[str, str]) -> None:
    """Write a file atomically; a full disk has no other effect."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}")
        part.write_text(json.dumps(found), encoding="utf-8")
        part.replace(path)


if __name__ == "__main__":
    os.nice(IDLE)
    with contextlib.suppress(HousewayError, KeyboardInterrupt):
        work_out(find(sys.argv[1])(json.loads(sys.argv[2])))
