"""Somebody at a keyboard: lines typed at the command line, at a terminal or through a pipe."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest

from houseway.cli.app import run


class Keyboard(io.StringIO):
    """Lines that somebody types."""

    terminal = False

    def isatty(self) -> bool:
        return self.terminal


class Ran(NamedTuple):
    """What came of it."""

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
            monkeypatch.setattr("builtins.input", lambda prompt="": _line(keyboard, prompt))
        code = run(list(words))
        found = capsys.readouterr()
        return Ran(code, found.out, found.err)

    return call


def _line(keyboard: Keyboard, prompt: str) -> str:
    text = keyboard.readline()
    print(prompt, end="")
    if not text:
        raise EOFError
    print(text, end="")
    return text.rstrip("\n")
