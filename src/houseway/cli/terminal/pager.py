"""Long output at a terminal goes to a pager, like that of git: ``PAGER``, or ``less -FRX``.

Output that fits the screen is printed at once. Longer output goes to the pager as it comes. Pipes,
``--no-pager``, and ``PAGER`` set to nothing or ``cat`` have no pager.
"""

from __future__ import annotations

import io
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TextIO

LESS = "less -FRX"
NO_PAGER = "--no-pager"
READ = ("games", "rules", "odds", "compare", "strategy", "check", "settle", "tune", "diff",
        "replay", "equity")  # fmt: skip
"""The commands whose output is paged; the others are interactive."""


class Paged(io.TextIOBase):
    """A standard output that holds back a screenful, and sends everything to the pager beyond
    it.
    """

    def __init__(self, real: TextIO, command: Sequence[str], height: int) -> None:
        self._real, self._command, self._height = real, command, height
        self._held: list[str] = []
        self._lines = 0
        self._pager: subprocess.Popen[str] | None = None

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._real.encoding

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._real.fileno()

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if self._pager is not None and self._pager.stdin is not None:
            self._pager.stdin.write(text)
        else:
            self._held.append(text)
            self._lines += text.count("\n")
            if self._lines >= self._height:
                self._start()
        return len(text)

    def _start(self) -> None:
        """Start the pager with what was held back; without one, print it directly."""
        try:
            self._pager = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, text=True,
                encoding=self._real.encoding, errors="replace",
                env={"LESS": "FRX", "LV": "-c", **os.environ},
            )  # fmt: skip
        except OSError:  # no such pager: then without one
            self._height = sys.maxsize
            self._real.write("".join(self._held))
            self._held.clear()
            return
        held, self._held = "".join(self._held), []
        self.write(held)

    def finish(self) -> None:
        """Print what was held back, or wait until the pager has ended."""
        if self._pager is None:
            self._real.write("".join(self._held))
            self._real.flush()
            return
        try:
            if self._pager.stdin is not None:
                self._pager.stdin.close()
        except BrokenPipeError:
            pass
        while True:
            try:
                self._pager.wait()
                return
            except KeyboardInterrupt:  # less takes it for a wish to stop searching
                continue


@contextmanager
def paged(words: Sequence[str]) -> Iterator[None]:
    """Run a command with a pager for long output, if the output is a terminal."""
    command = pager_for(words)
    if command is None:
        yield
        return
    real = sys.stdout
    height = shutil.get_terminal_size().lines - 1
    page = Paged(real, command, height)
    sys.stdout = page
    try:
        yield
    except BrokenPipeError:  # the reader has seen enough
        pass
    except SystemExit as left:
        if not isinstance(left.__context__, BrokenPipeError):  # Rich makes an exit of it
            raise
    finally:
        sys.stdout = real
        page.finish()


def pager_for(words: Sequence[str]) -> list[str] | None:
    """Return the pager for a command line; None for no pager."""
    if not words or words[0] not in READ or NO_PAGER in words or "--help" in words:
        return None
    if not (sys.stdout.isatty() and sys.stdin is not None and sys.stdin.isatty()):
        return None
    if os.environ.get("TERM", "dumb") == "dumb":
        return None
    wanted = os.environ.get("PAGER", LESS).strip()
    try:
        command = shlex.split(wanted)
    except ValueError:
        command = []
    if not command or command == ["cat"] or shutil.which(command[0]) is None:
        return None
    return command
