"""Standard streams that may be closed, full, cut off, or in another encoding."""

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
"""Longest typed line, in characters."""
NARROWEST, WIDEST = 20, 500
"""Bounds of a credible COLUMNS; 0 means unknown."""

_PLAIN = {"—": "-", "–": "-", "−": "-", "×": "x", "…": "...", "’": "'", "‘": "'", "“": '"',
          "”": '"', "≤": "<=", "≥": ">=", "→": "->", "•": "*", "·": "*", "½": " 1/2", "≈": "~",
          "±": "+/-", "σ": "sigma", "√": "sqrt"}  # fmt: skip


def prepare() -> None:
    """Make the standard streams safe for all our output and input."""
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
    """Print a warning of ours as a sentence, and one of a library with its origin."""
    if category.__module__.startswith("houseway."):
        print(f"houseway: {message}", file=sys.stderr)
    else:
        _show(message, category, *place, **more)


def _plainer(error: UnicodeError) -> tuple[str, int]:
    """Return replacements for characters that a stream cannot encode; ``?`` where none fits."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = "".join(map(_plain, error.object[error.start : error.end]))
    return text, error.end


def _plain(char: str) -> str:
    """Return ASCII for a character: its usual substitute, its base letter, or ``?``."""
    if char in _PLAIN:
        return _PLAIN[char]
    return unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode() or "?"


def width_of(columns: str) -> int | None:
    """Return the width of lines by COLUMNS; None if it is not set."""
    if not columns.isdecimal() or not int(columns[:6]):
        return None
    return min(max(int(columns[:6]), NARROWEST), WIDEST)


def is_unicode() -> bool:
    """Return True if the standard output encodes every character."""
    return (getattr(sys.stdout, "encoding", None) or "utf-8").lower().startswith("utf")


def cut_off() -> None:
    """Discard further output after the reader has gone, so that flushing does not fail again."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def read_line(prompt: str) -> str:
    """Read a line typed by the player."""
    if sys.stdin.isatty():
        return input(prompt)
    print(prompt, end="", flush=True)
    text = sys.stdin.readline(LINE_MOST + 1)
    if not text:
        raise EOFError
    if len(text) > LINE_MOST:
        raise HousewayError(f"a line has {LINE_MOST:,} characters at the most")
    return text.rstrip("\n")
