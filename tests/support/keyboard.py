"""A person at a keyboard: lines typed at the command line, at a terminal or through a pipe."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest

from houseway.cli.main import run
from houseway.cli.play.keyboard import Complete, Key


class Keyboard(io.StringIO):
    """Lines that a person types."""

    terminal = False

    def isatty(self) -> bool:
        return self.terminal


class Ran(NamedTuple):
    """The result of a command."""

    code: int
    out: str
    err: str


Typing = Callable[..., Ran]


@pytest.fixture
def typing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Typing:
    """Run a command with these lines typed; ``terminal`` asks back before one leaves."""

    def call(*words: str, lines: str = "", terminal: bool = False) -> Ran:
        keyboard = Keyboard(lines)
        keyboard.terminal = terminal
        monkeypatch.setattr(sys, "stdin", keyboard)
        monkeypatch.setenv("COLUMNS", "80")
        if terminal:
            script_terminal(monkeypatch)
        code = run(list(words))
        found = capsys.readouterr()
        return Ran(code, found.out, found.err)

    return call


class ScriptedTerminal:
    """A terminal at which lines are typed at once; the real one is tried by ``Terminal``."""

    is_terminal = True

    def __init__(self, complete: Complete) -> None:
        self.complete = complete

    async def line(self, prompt: Callable[[], str]) -> str | Key:
        """Return the next line of the standard input, or the key that a test put there."""
        print(prompt(), end="")
        text = sys.stdin.readline()
        if not text:
            return Key.END
        if text.startswith("^C"):
            return Key.INTERRUPT
        print(text, end="")
        return text.rstrip("\n")

    def above(self) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext()


def script_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let visits at a terminal read the standard input of the test; ``^C`` is Ctrl-C."""
    monkeypatch.setattr("houseway.cli.play.keyboard.open_terminal", ScriptedTerminal)
