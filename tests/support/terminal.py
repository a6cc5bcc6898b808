"""A terminal of 80 by 24 with a keyboard: the real command, the screen as text."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios

import pyte

WIDTH, HEIGHT = 80, 24
PATIENCE = 60.0
"""Seconds until a screen that does not come is given up."""


class Terminal:
    """One visit, to be used in a ``with``: what is typed goes in, what is seen comes out."""

    def __init__(self, *words: str) -> None:
        self.screen = pyte.Screen(WIDTH, HEIGHT)
        self.stream = pyte.ByteStream(self.screen)
        self.came = b""
        """Bytes that came since the last typing."""
        self.keys, far = pty.openpty()
        fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", HEIGHT, WIDTH, 0, 0))
        kept = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
        self.child = subprocess.Popen(
            [sys.executable, "-m", "houseway", *words], stdin=far, stdout=far, stderr=far,
            env=kept | {"TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"},
        )  # fmt: skip
        os.close(far)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *error: object) -> None:
        self.child.terminate()
        self.child.wait()
        os.close(self.keys)

    @property
    def lines(self) -> list[str]:
        """Return the screen, line by line."""
        return [line.rstrip() for line in self.screen.display]

    @property
    def typing(self) -> str:
        """Return the line with the cursor."""
        return self.lines[self.screen.cursor.y]

    def until(self, *ends: str) -> list[str]:
        """Return the screen as soon as the line with the cursor is one of these."""
        while self.typing not in ends:
            self._look()
        return self.lines

    def until_text(self, words: str) -> list[str]:
        """Return the screen as soon as it shows these words."""
        while words not in " ".join(" ".join(self.lines).split()):
            self._look()
        return self.lines

    def type(self, line: str, *ends: str) -> list[str]:
        """Type a line and return the screen when its last line is one of ``ends``."""
        self.came = b""
        os.write(self.keys, f"{line}\n".encode())
        while line.encode() not in self.came or self.typing not in ends:
            self._look()
        return self.lines

    def _look(self) -> None:
        ready = select.select([self.keys], [], [], PATIENCE)[0]
        assert ready, "nothing comes any more:\n" + "\n".join(self.lines)
        came = os.read(self.keys, 65536)
        self.came += came
        self.stream.feed(came)
