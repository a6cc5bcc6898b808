"""The keyboard of a visit: edited lines at a terminal, plain lines from a pipe or a file."""

from __future__ import annotations

import asyncio
import contextlib
import enum
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Protocol, TypeAlias

from houseway.cli.terminal.output import printable
from houseway.cli.terminal.stdio import LINE_MOST, read_line
from houseway.errors import HousewayError

Complete: TypeAlias = Callable[[str, str], list[str]]
"""Returns the completions of a word; the first argument is the text to its left."""


class Key(enum.Enum):
    """Keys that end a line without one."""

    END = "end of the input, or Ctrl-D"
    INTERRUPT = "Ctrl-C"


class Keyboard(Protocol):
    """Lines that are typed."""

    is_terminal: bool

    async def line(self, prompt: Callable[[], str]) -> str | Key:
        """Wait for a typed line; at a terminal the prompt may change meanwhile."""
        ...

    def above(self) -> AbstractContextManager[None]:
        """Return the context in which output comes above the line that is being typed."""
        ...


def open_keyboard(complete: Complete, goes_on: bool) -> Keyboard:
    """Return the keyboard of a visit; ``goes_on`` if the table does while a line is awaited."""
    return open_terminal(complete) if sys.stdin.isatty() else PipedLines(goes_on)


def open_terminal(complete: Complete) -> Keyboard:
    """Return the keyboard of a terminal."""
    # Imported late: prompt_toolkit costs time that a pipe need not spend.
    from houseway.cli.play.line_editor import LineEditor

    return LineEditor(complete)


class PipedLines:
    """Lines of a pipe or a file, each printed after its prompt."""

    is_terminal = False

    def __init__(self, goes_on: bool) -> None:
        self._goes_on = goes_on
        self._begun = b""

    async def line(self, prompt: Callable[[], str]) -> str | Key:
        """Return the next line; nothing else happens meanwhile unless the table goes on."""
        try:
            text = await self._next(prompt()) if self._goes_on else read_line(prompt())
        except (EOFError, KeyboardInterrupt) as end:
            print()
            return Key.END if isinstance(end, EOFError) else Key.INTERRUPT
        print(printable(text))
        return printable(text)

    def above(self) -> AbstractContextManager[None]:
        """Return a context without effect."""
        return contextlib.nullcontext()

    async def _next(self, prompt: str) -> str:
        """Wait for a line without blocking the table."""
        print(prompt, end="", flush=True)
        while b"\n" not in self._begun:
            if len(self._begun) > 4 * LINE_MOST:
                raise HousewayError(f"a line has {LINE_MOST:,} characters at the most")
            await _readable(sys.stdin.fileno())
            data = os.read(sys.stdin.fileno(), 65_536)
            if not data and not self._begun:
                raise EOFError
            self._begun += data or b"\n"
        line, _, self._begun = self._begun.partition(b"\n")
        return line.decode("utf-8", "replace")


async def _readable(fd: int) -> None:
    """Wait until a file descriptor can be read; raise KeyboardInterrupt at Ctrl-C."""
    loop = asyncio.get_running_loop()
    ready: asyncio.Future[bool] = loop.create_future()

    def end(is_input: bool) -> None:
        if not ready.done():
            ready.set_result(is_input)

    with on_interrupt(lambda: end(False)):
        try:
            loop.add_reader(fd, end, True)
        except PermissionError:  # a file: it is all there
            return
        try:
            is_input = await ready
        finally:
            loop.remove_reader(fd)
    if not is_input:
        raise KeyboardInterrupt


@contextlib.contextmanager
def on_interrupt(act: Callable[[], object]) -> Iterator[None]:
    """Call a function at Ctrl-C while the event loop waits."""
    loop, before = asyncio.get_running_loop(), signal.getsignal(signal.SIGINT)
    loop.add_signal_handler(signal.SIGINT, act)
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGINT)
        signal.signal(signal.SIGINT, before)
