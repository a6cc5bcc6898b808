"""The log: one JSON object a line on the standard error, without any secret.

Everything that uses ``logging`` comes through here, including the server's own messages. Fields are
removed by name. Text that looks like a token, a seed or a card number is removed too, because
errors of libraries repeat their input.
"""

from __future__ import annotations

import logging
import re
import sys
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TextIO

import msgspec

LOGGER = logging.getLogger("houseway.room")
STRUCK = "[struck out]"
SECRETS = frozenset((
    "authorization", "card", "card_number", "cookie", "key", "master", "password", "pepper", "pin",
    "pin_hash", "private_key", "salt", "seed", "sealed", "secret", "token",
))  # fmt: skip
"""Fields that are never written, however they are meant."""
_LOOKS = (
    re.compile(r"(?i)\bbearer\s+[^\s\"',;]+"),
    re.compile(r"(?i)\b(?:pin|token|card|seed|pepper|password)[\"']?\s*[:=]\s*[\"']?[^\s\"',;})]+"),
)
"""Patterns of secrets: a credential, and one that is named."""
_CARD = re.compile(r"(?<!\d)\d(?:[ -]?\d){7,18}(?!\d)")
_LONG = re.compile(r"(?<![\w+/-])[A-Za-z0-9_+/-]{32,}={0,2}(?![\w+/-])")
"""A long string of the letters that tokens and keys are written with."""
_HEX = re.compile(r"[0-9a-fA-F]+")
_CASE_CHANGES = re.compile(r"(?<=[a-z])[A-Z]|(?<=[A-Z])[a-z]")
_MOST_CHANGES = 12
"""Changes of case that words without a digit may have: a token of 43 letters has about 20."""
_FRAME = re.compile(r'  File "([^"]+)", line \d+, in \S+')
_MOST_TEXT = 4_000


def struck(value: object, name: str = "") -> object:
    """A value without what must not be written."""
    if name.lower() in SECRETS:
        return STRUCK
    if isinstance(value, str):
        return struck_text(value)
    if isinstance(value, bytes | bytearray | memoryview):
        return f"[{len(value)} bytes]"
    if isinstance(value, Mapping):
        return {str(key): struck(item, str(key)) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [struck(item) for item in value]
    if isinstance(value, msgspec.Struct):
        return struck(msgspec.structs.asdict(value))
    if value is None or isinstance(value, bool | int):
        return value
    return struck_text(str(value))


def struck_text(text: str) -> str:
    """A text without what looks like a secret; far too long ones are cut."""
    for look in _LOOKS:
        text = look.sub(STRUCK, text)
    text = _LONG.sub(lambda found: STRUCK if _is_random(found[0]) else found[0], text)
    text = _CARD.sub(STRUCK, text)
    return text if len(text) <= _MOST_TEXT else text[:_MOST_TEXT] + "…"


def _is_random(text: str) -> bool:
    """Return whether a long string looks like a key or a token; names of files and tests do not."""
    if _HEX.fullmatch(text):
        return True
    if text.upper() == text or text.lower() == text:
        return False
    has_digit = any(letter.isdecimal() for letter in text)
    return has_digit or len(_CASE_CHANGES.findall(text)) > _MOST_CHANGES


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a log record as a line of JSON."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, object] = {
            "at": at,
            "level": record.levelname.lower(),
            "from": record.name,
            "what": struck_text(record.getMessage()),
        }
        fields = getattr(record, "fields", None)
        if isinstance(fields, Mapping):
            line |= {str(k): struck(v, str(k)) for k, v in fields.items() if v not in (None, "")}
        if record.exc_info:
            line["traceback"] = error_lines(record.exc_info[1])
        return msgspec.json.encode(line).decode()


def error_lines(error: BaseException | None) -> list[str]:
    """Return the origin of an error line by line: places in the code, with secrets struck out."""
    if error is None:
        return []
    found = traceback.TracebackException.from_exception(error)
    files = _files_of(found)
    lines = [line.rstrip() for whole in found.format() for line in whole.splitlines()]
    return [line if _is_place(line, files) else struck_text(line) for line in lines]


def _files_of(error: traceback.TracebackException | None) -> set[str]:
    """Return the files of all places of an error and of those that led to it."""
    if error is None:
        return set()
    found = {frame.filename for frame in error.stack}
    for before in (error.__cause__, error.__context__, *(error.exceptions or ())):
        found |= _files_of(before)
    return found


def _is_place(line: str, files: set[str]) -> bool:
    """Return whether a line is a place in one of these files; an error's words may look like it."""
    found = _FRAME.fullmatch(line)
    return found is not None and found[1] in files


def set_up(stream: TextIO | None = None, level: int = logging.INFO) -> logging.Handler:
    """Send the log of the whole program to the standard error, once."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    for old in [h for h in root.handlers if isinstance(h.formatter, JsonLines)]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        theirs = logging.getLogger(name)
        theirs.handlers.clear()
        theirs.propagate = True
    logging.getLogger(
        "uvicorn.access"
    ).disabled = True  # a line of our own says more and hides more
    return handler


def log(what: str, *, level: str = "info", **fields: object) -> None:
    """Log an event with its fields."""
    number = logging.getLevelName(level.upper())
    if LOGGER.isEnabledFor(number):
        LOGGER.log(number, what, extra={"fields": fields})


def trouble(number: str, error: BaseException, **fields: object) -> None:
    """Log an error of the program under the number that its caller was told."""
    LOGGER.error("error", exc_info=error, extra={"fields": {"number": number, **fields}})
