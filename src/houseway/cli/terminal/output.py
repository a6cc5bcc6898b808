"""Output of a command: exit codes, text that is safe to print, JSON, and files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from houseway.cli.terminal.stdio import is_unicode
from houseway.errors import HousewayError

OK, DIFFERENT, REFUSED, FAILED = 0, 1, 2, 3
INTERRUPTED, CUT_OFF = 130, 141
"""128 plus the number of the signal, as shells report it: SIGINT, SIGPIPE."""
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that control a terminal or change the direction of writing."""


def printable(text: str) -> str:
    """Return text from a file or a keyboard without characters that control the terminal."""
    return CONTROL.sub("", text)


def print_json(value: Any) -> None:
    """Print a value as indented JSON; letters that the output cannot encode are escaped."""
    import json

    import msgspec  # only for JSON, so that `houseway --help` stays fast

    text = msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
    print(text if is_unicode() else json.dumps(json.loads(text), indent=2))


def require_writable(path: Path) -> None:
    """Refuse a path that cannot be written, before the work is done."""
    try:
        if path.is_dir():
            raise HousewayError(f"{path}: is a folder")
        new = not path.exists()
        path.open("ab").close()
        if new:
            path.unlink()
    except OSError as error:
        raise HousewayError(f"{path}: {error.strerror}") from None


def write_bytes(path: Path, content: bytes) -> None:
    """Write a whole file, replacing one that exists."""
    try:
        path.write_bytes(content)
    except OSError as error:
        raise HousewayError(f"{path}: {error.strerror}") from None


def write_new(path: Path, content: bytes) -> None:
    """Write a whole file; refuse a path that exists."""
    try:
        with path.open("xb") as file:
            file.write(content)
    except FileExistsError:
        raise HousewayError(f"{path} is there already; nothing is written over it") from None
    except OSError as error:
        raise HousewayError(f"{path} cannot be written: {error.strerror}") from None
