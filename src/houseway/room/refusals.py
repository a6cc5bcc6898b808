"""Why the room says no: a sentence for people, and a code for programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from houseway.errors import Refused

Code = Literal["refused", "stale", "funds", "login", "role", "rate", "fault", "unknown", "busy"]
"""``refused`` by a rule, ``stale`` for a question that stands no more, ``login``: there is none or
it is over, ``busy``: try again."""


class Denied(Refused):
    """The room does not do it."""

    def __init__(self, what: str, code: Code = "refused", clauses: Iterable[str] = ()) -> None:
        super().__init__(what, clauses)
        self.code: Code = code
