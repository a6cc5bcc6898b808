"""A word to whoever waits at a terminal: what is being worked on, how long, and how fast.

Nothing is shown of work that is done within two seconds, nor where nobody watches.
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
PATIENCE = 2.0
"""Seconds after which a person wants to know."""
WHILE = 0.5
FRAMES = "|/-\\"


class Waiting:
    """One line on the standard error that tells how far some work is."""

    def __init__(self, stream: Any, width: int = 79) -> None:
        self._stream, self._width = stream, width
        self._began = time.monotonic()
        self._words, self._done, self._all, self._what = "", 0, 0, ""
        self._shown, self._turn = False, 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __call__(self, words: str) -> None:
        """What is being worked on now."""
        self._words = words

    def count(self, done: int, of: int, what: str) -> None:
        """So much is done of so much, such as 12 of 40 games."""
        self._done, self._all, self._what = done, of, what

    def start(self) -> None:
        """Begin to look at the clock."""
        self._thread.start()

    def stop(self) -> None:
        """The work is done: leave no trace of the line."""
        self._stop.set()
        self._thread.join()
        if self._shown:
            self._stream.write("\r\033[K")
            self._stream.flush()

    def _run(self) -> None:
        if self._stop.wait(PATIENCE):
            return
        while True:
            self._shown = True
            self._turn += 1
            self._stream.write(f"\r\033[K{self.line(time.monotonic() - self._began)}")
            self._stream.flush()
            if self._stop.wait(WHILE):
                return

    def line(self, seconds: float) -> str:
        """The line as it stands after so many seconds."""
        parts = [lasting(seconds)]
        if self._all:
            rate = self._done / seconds if seconds else 0.0
            parts.append(f"{self._done:,} of {self._all:,} {self._what}")
            if self._done:
                parts.append(f"{rate:,.1f} a second" if rate >= 1 else f"{1 / rate:.1f} s each")
                parts.append(f"{lasting((self._all - self._done) / rate)} left")
        words = f"{FRAMES[self._turn % len(FRAMES)]} {self._words or 'working'}"
        tail = f" ({', '.join(parts)})"
        room = self._width - len(tail)
        return (words if len(words) <= room else words[: room - 1].rstrip() + "…") + tail


class Silent(Waiting):
    """For a pipe, a file or a test: nothing is told."""

    def start(self) -> None:
        """Nobody watches."""

    def stop(self) -> None:
        """Nothing was shown."""


@contextmanager
def waiting(first: str = "") -> Iterator[Waiting]:
    """Around work that may take long; ``first`` is what it begins with."""
    import shutil

    watched = sys.stderr is not None and sys.stderr.isatty()
    width = shutil.get_terminal_size().columns - 1
    told = (Waiting if watched else Silent)(sys.stderr, width)
    told(first)
    told.start()
    try:
        yield told
    finally:
        told.stop()


def counted(
    items: Sequence[T], told: Waiting, what: str, name: Callable[[T], str] = str
) -> Iterable[T]:
    """The items one after the other, each told of."""
    for i, item in enumerate(items):
        told(name(item))
        told.count(i, len(items), what)
        yield item
    told.count(len(items), len(items), what)


def lasting(seconds: float) -> str:
    """``9 s``, ``2:05``, ``1:02:05``."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
