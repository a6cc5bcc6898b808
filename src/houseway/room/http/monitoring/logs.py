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
    re.compile(r"(?<![\w+/-])[A-Za-z0-9_+/-]{32,}={0,2}(?![\w+/-])"),
    re.compile(r"(?<!\d)\d(?:[ -]?\d){7,18}(?!\d)"),
)
"""Patterns of secrets: a credential, a named one, a long random string, a number of a card."""
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
    return text if len(text) <= _MOST_TEXT else text[:_MOST_TEXT] + "…"


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
    """Return the origin of an error line by line: places in the code, with its words struck out."""
    lines = traceback.format_exception(error) if error is not None else []
    return [struck_text(line.rstrip()) for whole in lines for line in whole.splitlines()]


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
