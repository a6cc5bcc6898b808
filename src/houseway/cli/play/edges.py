"""The house edge of wagers as far as it is known already; nobody waits for it.

While somebody plays at a terminal another process works the edges out, wager by wager, and keeps
them on the disk for tables posted like this one: the next prompt has them, and the next visit.
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

from houseway.errors import HousewayError
from houseway.game.base import Game
from houseway.rulebook import find

FOLDER = "edges"
PACKAGE = Path(__file__).parents[2]
IDLE = 15
"""How much the other process lets everybody else go first."""

_known: dict[str, dict[str, str]] = {}
_working: dict[str, subprocess.Popen[bytes]] = {}


def edges(game: Game) -> dict[str, str]:
    """Wager -> its edge in words, of those that somebody has worked out."""
    path = _path(game)
    kept = _known.get(path.name, {})
    if len(kept) < len(game.offered):
        kept = _known[path.name] = _read(path) | kept
    return kept


def in_words(edge: float, is_exact: bool) -> str:
    """``edge 1.01 %``; about so much where it was played out at random."""
    about = "" if is_exact else "about "
    if edge < 0:
        return f"yours {about}{-100 * edge:.2f} %"
    return f"edge {about}{100 * edge:.2f} %"


def learn(game: Game) -> None:
    """Let another process work out what is not known yet, as long as this one lasts."""
    path = _path(game)
    if path.name in _working or not game.offered:
        return
    if set(edges(game)) >= {wager.name for wager in game.offered}:
        return
    posted = {key: game.declared()[key].show(value) for key, value in game.posting.items()}
    words = [sys.executable, "-m", "houseway.cli.play.edges", game.id, json.dumps(posted)]
    quiet = subprocess.DEVNULL
    with contextlib.suppress(OSError):
        child = subprocess.Popen(words, stdin=quiet, stdout=quiet, stderr=quiet)
        _working[path.name] = child
        atexit.register(_end, child)


def _end(child: subprocess.Popen[bytes]) -> None:
    if child.poll() is None:
        child.terminate()
        child.wait()


def _path(game: Game) -> Path:
    from houseway.analysis.compiler.compile import cache_home

    said = repr((game.id, sorted(game.posting.items(), key=lambda pair: pair[0]), _stamp()))
    return cache_home() / FOLDER / f"{hashlib.sha256(said.encode()).hexdigest()[:32]}.json"


@functools.cache
def _stamp() -> int:
    """When the newest file of the package was written: what is older may rest on other rules."""
    files = (file for file in PACKAGE.rglob("*") if file.suffix in (".py", ".toml"))
    return max(file.stat().st_mtime_ns for file in files)


def _read(path: Path) -> dict[str, str]:
    """What is kept; nothing where that cannot be read."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(k): str(v) for k, v in found.items()} if isinstance(found, dict) else {}


def work_out(game: Game) -> None:
    """Every wager of a table one by one, each kept as soon as it is known."""
    from houseway.analysis.advice.wagers import Known, known_wager

    path, parent = _path(game), os.getppid()
    found = _read(path)
    for wager in game.offered:
        if os.getppid() != parent:
            return  # whoever wanted to know it has gone
        if wager.name not in found:
            known = known_wager(game, wager, lambda words: None)
            words = in_words(known.edge, known.is_exact) if isinstance(known, Known) else ""
            found[wager.name] = words
            _write(path, found)


def _write(path: Path, found: dict[str, str]) -> None:
    """All at once, so that nobody reads half of it; a disk that is full costs nothing else."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}")
        part.write_text(json.dumps(found), encoding="utf-8")
        part.replace(path)


if __name__ == "__main__":
    os.nice(IDLE)
    with contextlib.suppress(HousewayError, KeyboardInterrupt):
        work_out(find(sys.argv[1])(json.loads(sys.argv[2])))
