"""Refusals of the room: a sentence for people and a code for programs; and checks of reasons."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from houseway.errors import Refused

UNREADABLE = (msgspec.MsgspecError, ValueError, RecursionError)
"""Errors of decoding what is not as it was written.

A text that is no UTF-8 is a ``UnicodeDecodeError``, which msgspec does not turn into its own.
"""
Code = Literal["refused", "stale", "funds", "login", "role", "rate", "fault", "unknown", "busy"]
"""``refused`` by a rule; ``stale``: the question is no longer open; ``login``: there is none or it
has ended; ``busy``: try again.
"""


class Denied(Refused):
    """The room refuses a command."""

    def __init__(self, what: str, code: Code = "refused", clauses: Iterable[str] = ()) -> None:
        super().__init__(what, clauses)
        self.code: Code = code


REASON_MOST = 200
"""The longest reason, in characters."""


def checked_reason(reason: str) -> str:
    """Return a reason on one line; Denied if there is none, or one that cannot be printed."""
    reason = " ".join(reason.split())
    if not 0 < len(reason) <= REASON_MOST or not reason.isprintable():
        raise Denied(f"this needs a reason, in 1 to {REASON_MOST} characters")
    return reason


def optional_reason(words: str) -> str:
    """Return a reason on one line, or an empty one; Denied if it is too long."""
    words = " ".join(words.split())
    if len(words) > REASON_MOST:
        raise Denied(f"this takes a reason of at most {REASON_MOST} characters")
    return words
