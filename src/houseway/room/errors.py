"""Why the room says no: a sentence for people, and a code for programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from houseway.errors import Refused
from houseway.room.ledger import kind_of
from houseway.room.store.interface import Conflict, KeyUsed, Overdrawn, StoreError, Unknown

Code = Literal["refused", "stale", "funds", "login", "role", "rate", "fault", "unknown", "busy"]
"""``refused`` by a rule, ``stale`` for a question that stands no more, ``login``: there is none or
it is over, ``busy``: try again."""


class Denied(Refused):
    """The room does not do it."""

    def __init__(self, what: str, code: Code = "refused", clauses: Iterable[str] = ()) -> None:
        super().__init__(what, clauses)
        self.code: Code = code


def not_written(error: StoreError) -> Denied:
    """What is said to who asked for something that could not be written."""
    if isinstance(error, Overdrawn):
        if kind_of(error.account) == "wallet":
            return Denied("there is not enough money in the account for this", "funds")
        return Denied(f"there is not enough money in {error.account} for this", "funds")
    if isinstance(error, KeyUsed):
        return Denied("this command is being done already; ask again with the same key", "busy")
    if isinstance(error, Unknown):
        return Denied(
            "nobody can say whether this was written: ask again with the same key", "busy"
        )
    if isinstance(error, Conflict):
        return Denied(f"{error}: nothing was done", "fault")
    return Denied(f"the books take nothing now ({error}); nothing was done, try again", "busy")
