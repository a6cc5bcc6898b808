"""Standard input and output as they may be: closed, full, cut off, or in another encoding."""

from __future__ import annotations

import codecs
import io
import os
import sys
import unicodedata
import warnings
from typing import Any

from houseway.errors import HousewayError

_show = warnings.showwarning
LINE_MOST = 1_000
"""How long a typed line may be, in characters."""
NARROWEST, WIDEST = 20, 500
"""What is believed of COLUMNS; 0 means that nobody knows."""

_PLAIN = {"—": "-", "–": "-", "−": "-", "×": "x", "…": "...", "’": "'", "‘": "'", "“": '"',
          "”": '"', "≤": "<=", "≥": ">=", "→": "->", "•": "*", "·": "*", "½": " 1/2", "≈": "~",
          "±": "+/-", "σ": "sigma", "√": "sqrt"}  # fmt: skip


def prepare() -> None:
    """Make the streams fit for anything we print or read."""
    if sys.stdout is None:
        raise HousewayError("there is nowhere to write to: the standard output is closed")
    if sys.stderr is None:  # or print would send complaints to the standard output
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - as long as the process
    codecs.register_error("houseway", _plainer)
    warnings.showwarning = _warn
    for stream, errors in ((sys.stdout, "houseway"), (sys.stderr, "houseway"),
                           (sys.stdin, "replace")):  # fmt: skip
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
    if (columns := os.environ.get("COLUMNS")) is not None and width_of(columns) is None:
        del os.environ["COLUMNS"]


def _warn(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
    """A warning of ours is a sentence; others, from libraries, say where they come from."""
    if category.__module__.startswith("houseway."):
        print(f"houseway: {message}", file=sys.stderr)
    else:
        _show(message, category, *place, **more)


def _plainer(error: UnicodeError) -> tuple[str, int]:
    """What a stream cannot write, in plainer letters; a question mark where there are none."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = "".join(map(_plain, error.object[error.start : error.end]))
    return text, error.end


def _plain(char: str) -> str:
    if char in _PLAIN:
        return _PLAIN[char]
    return unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode() or "?"


def width_of(columns: str) -> int | None:
    """How wide lines are by COLUMNS; None where it says nothing."""
    if not columns.isdecimal() or not int(columns[:6]):
        return None
    return min(max(int(columns[:6]), NARROWEST), WIDEST)


def is_unicode() -> bool:
    """Whether the standard output takes every letter."""
    return (getattr(sys.stdout, "encoding", None) or "utf-8").lower().startswith("utf")


def cut_off() -> None:
    """Nothing more reaches the standard output; what is left in it must not fail once more."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def read_line(prompt: str) -> str:
    """A line from whoever plays."""
    if sys.stdin.isatty():
        return input(prompt)
    print(prompt, end="", flush=True)
    text = sys.stdin.readline(LINE_MOST + 1)
    if not text:
        raise EOFError
    if len(text) > LINE_MOST:
        raise HousewayError(f"a line has {LINE_MOST:,} characters at the most")
    return text.rstrip("\n")
