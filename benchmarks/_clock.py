"""CPU time of a piece of work, in seconds and in turns of a plain loop of the same run.

Seconds compare two programs on one machine.  Turns compare two machines: the loop is plain Python
and is timed between the repetitions of the work, so that a slow or busy machine slows both.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable

from rich.console import Console

LOOP = 100_000
"""Turns of the plain loop that are timed at once: some milliseconds."""
HEADING = "plain turns"
"""The heading of a column of turns."""
WIDTH = 120
"""Columns of a sheet in a file or a pipe, where no name is cut."""


def sheet_console() -> Console:
    """Return the console for a sheet: the terminal's own width, otherwise ``WIDTH``."""
    return Console() if sys.stdout.isatty() else Console(width=WIDTH)


def plain_loop(turns: int = LOOP) -> int:
    """Run the loop that work is compared with."""
    found = 0
    for number in range(turns):
        found = (found * 31 + number) & 0xFFFF
    return found


def turn(best_of: int = 3) -> float:
    """CPU seconds of one turn of the plain loop, as fast as this machine is now."""
    return min(_timed(plain_loop) for _ in range(best_of)) / LOOP


class Took(float):
    """CPU seconds, with ``turns``: how many turns of the plain loop take as long."""

    turns: float

    def __new__(cls, seconds: float, of_a_turn: float) -> Took:
        made = super().__new__(cls, seconds)
        made.turns = seconds / of_a_turn
        return made

    def each(self, items: int) -> str:
        """Turns of the plain loop for each of a number of items, as a cell of a sheet."""
        return shown(self.turns / items)


def cpu(work: Callable[[], object], best_of: int = 3) -> Took:
    """Return the least CPU time of a few runs, which is the least disturbed and compiles
    nothing.
    """
    times, loops = [], []
    for _ in range(best_of):
        loops.append(_timed(plain_loop))
        times.append(_timed(work))
    return Took(min(times), min(loops) / LOOP)


def in_turns(seconds: float) -> str:
    """Convert seconds that were measured elsewhere to turns of the plain loop."""
    return shown(seconds / turn())


def shown(turns: float) -> str:
    """Return a number of turns with three digits: ``0.0412``, ``5.13``, ``4,310``, ``12.6 M``."""
    if turns >= 1e6:
        return f"{turns / 1e6:,.3g} M" if turns < 1e9 else f"{turns / 1e6:,.0f} M"
    return f"{turns:,.0f}" if turns >= 100 else f"{turns:.3g}"


def _timed(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def children() -> float:
    """Return the CPU seconds of all child processes that have ended."""
    use = resource.getrusage(resource.RUSAGE_CHILDREN)
    return use.ru_utime + use.ru_stime
