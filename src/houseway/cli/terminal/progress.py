"""Progress at a terminal: the work, its time, how long it will be, and what is known already.

Work that takes longer than half a second shows a line at a terminal; a pipe shows nothing. Work
that is expected to take long shows it at once.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

T = TypeVar("T")
Say = Callable[[str], None]
PATIENCE = 0.4
"""Seconds until the line is shown."""
LONG = 1.0
"""Expected seconds of work from which the line is shown at once."""
WHILE = 0.5
LATE = "longer than expected"
FRAMES = "|/-\\"


class ProgressLine:
    """One line on the standard error with the progress of some work."""

    def __init__(self, stream: Any, width: int = 79) -> None:
        self._stream, self._width = stream, width
        self._began = time.monotonic()
        self._words, self._done, self._all, self._what = "", 0, 0, ""
        self._ends: float | None = None
        """The time at which the work is expected to end; None where nothing is expected."""
        self._found: list[str] = []
        self._shown, self._turn = False, 0
        self._stop, self._begin = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __call__(self, words: str) -> None:
        """Set the description of the present work."""
        self._words = words

    def count(self, done: int, of: int, what: str) -> None:
        """Show progress, such as 12 of 40 games."""
        self._done, self._all, self._what = done, of, what

    def left(self, seconds: float) -> None:
        """Take in how long the work will still take."""
        self._ends = time.monotonic() + seconds
        if seconds >= LONG:
            self._begin.set()

    def found(self, words: str) -> None:
        """Take in a result; it is printed above the line."""
        self._found.append(words)

    def say(self, words: str) -> None:
        """Print a message above the line, at once."""
        self._stream.write(f"\r\033[K{words}\n")
        self._stream.flush()

    def start(self) -> None:
        """Start the timer."""
        self._thread.start()

    def stop(self) -> None:
        """Remove the line; do nothing the second time."""
        if self._stop.is_set():
            return
        self._stop.set()
        self._begin.set()
        self._thread.join()
        if self._shown:
            self._stream.write("\r\033[K")
            self._stream.flush()

    def _run(self) -> None:
        """Draw the line again and again until it is stopped; only after a delay."""
        self._begin.wait(PATIENCE)
        if self._stop.is_set():
            return
        printed = 0
        while True:
            self._shown = True
            self._turn += 1
            results = self._found[printed:]
            printed += len(results)
            above = "".join(f"\r\033[K{words}\n" for words in results)
            line = self.line(time.monotonic() - self._began)
            self._stream.write(f"{above}\r\033[K{line}")
            self._stream.flush()
            if self._stop.wait(WHILE):
                return

    def line(self, seconds: float) -> str:
        """Return the line after a number of seconds."""
        parts = [lasting(seconds)]
        if self._all:
            parts.append(f"{self._done:,} of {self._all:,} {self._what}")
        if self._ends is not None:
            left = self._ends - time.monotonic()
            parts.append(f"about {lasting(max(left, 1.0))} left" if left > 0 else LATE)
        elif self._done and seconds:
            rate = self._done / seconds
            parts.append(f"{rate:,.1f} a second" if rate >= 1 else f"{1 / rate:.1f} s each")
            parts.append(f"{lasting((self._all - self._done) / rate)} left")
        words = f"{FRAMES[self._turn % len(FRAMES)]} {self._words or 'working'}"
        tail = f" ({', '.join(parts)})"
        room = self._width - len(tail)
        return (words if len(words) <= room else words[: room - 1].rstrip() + "…") + tail


class Silent(ProgressLine):
    """Progress for a pipe, a file or a test: prints nothing."""

    def start(self) -> None:
        """Do nothing."""

    def stop(self) -> None:
        """Do nothing."""


@contextmanager
def waiting(first: str = "") -> Iterator[ProgressLine]:
    """Show progress around work that may take long; ``first`` is the first description."""
    import shutil

    watched = sys.stderr is not None and sys.stderr.isatty()
    width = shutil.get_terminal_size().columns - 1
    progress = (ProgressLine if watched else Silent)(sys.stderr, width)
    progress(first)
    progress.start()
    try:
        yield progress
    finally:
        progress.stop()


def counted(
    items: Sequence[T], progress: ProgressLine, what: str, name: Callable[[T], str] = str
) -> Iterable[T]:
    """Yield the items one after the other, with progress."""
    for i, item in enumerate(items):
        progress(name(item))
        progress.count(i, len(items), what)
        yield item
    progress.count(len(items), len(items), what)


def lasting(seconds: float) -> str:
    """Return a duration: ``9 s``, ``2:05``, ``1:02:05``."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
