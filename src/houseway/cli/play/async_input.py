"""The keyboard of a player in a room: lines as they are typed, while the table goes on.

The terminal itself edits a line; nothing here waits for it, so that what happens at the table is
told meanwhile.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable

from houseway.cli.app import printable
from houseway.cli.terminal.stdio import LINE_MOST

END = None
"""What comes when nothing more does: the end of the input, or Ctrl-C."""


class Keyboard:
    """Lines of the standard input, one after the other; ``END`` when somebody wants to go."""

    def __init__(self) -> None:
        self.is_tty = sys.stdin.isatty()
        self.interrupts = 0
        self._fd = sys.stdin.fileno()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._begun = b""
        self._stop: list[Callable[[], object]] = []

    def __enter__(self) -> Keyboard:
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGINT, self._interrupted)
        self._stop.append(lambda: loop.remove_signal_handler(signal.SIGINT))
        try:
            loop.add_reader(self._fd, self._read)
            self._stop.append(lambda: loop.remove_reader(self._fd))
        except PermissionError:  # a file: it is all there already
            while self._read():
                pass
        return self

    def __exit__(self, *error: object) -> None:
        for stop in self._stop:
            stop()

    async def line(self) -> str | None:
        """The next line, when it is typed."""
        return await self._lines.get()

    def _interrupted(self) -> None:
        self.interrupts += 1
        self._lines.put_nowait(END)

    def _read(self) -> bool:
        gone = not self.is_tty
        try:
            data = os.read(self._fd, 65_536)
        except OSError:  # the terminal is no more
            data, gone = b"", True
        *lines, self._begun = (self._begun + data).split(b"\n")
        if not data and self._begun:
            lines, self._begun = [self._begun], b""
        for line in lines:
            self._lines.put_nowait(printable(line.decode("utf-8", "replace")[:LINE_MOST]))
        self._begun = self._begun[: 4 * LINE_MOST]
        if not data:
            self._lines.put_nowait(END)
            if gone and self._stop[1:]:
                self._stop.pop()()
        return bool(data)
