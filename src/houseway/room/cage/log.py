"""Rows of the cage's log. Amounts are cents; the person is in the row itself."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

What: TypeAlias = Literal["payout", "adjust", "reverse", "fill", "credit", "close"]
"""Commands that may wait for a second person."""


class Cash(msgspec.Struct, frozen=True, kw_only=True):
    """``deposit`` or ``payout``: cash over the counter, in or out of the drawer of a shift."""

    person: int
    cents: int
    shift: int
    day: int
    today: int
    """Cash of this person in this direction in this gaming day, including this row."""
    large: bool = False
    """True if this row takes the day above the amount above which cash is reported."""
    request: int = 0
    """The row of the request, if a second person approved it, and that person."""
    asked_by: int = 0


class Adjusted(msgspec.Struct, frozen=True, kw_only=True):
    """``adjusted``: an account is corrected, up or down."""

    person: int
    cents: int
    reason: str
    day: int
    request: int = 0
    asked_by: int = 0


class Reversed(msgspec.Struct, frozen=True, kw_only=True):
    """``reversed``: cash over the counter was keyed in wrongly; the postings of its row go back."""

    row: int
    person: int
    cents: int
    """Cents returned to the account; below 0 they are taken from it."""
    reason: str
    shift: int
    day: int
    request: int = 0
    asked_by: int = 0


class Requested(msgspec.Struct, frozen=True, kw_only=True):
    """``requested``: a command that takes two people waits for the second, until a time."""

    what: What
    person: int
    cents: int
    until_ms: int
    reason: str = ""
    shift: int = 0
    row: int = 0


class RequestedElsewhere(Requested, frozen=True, kw_only=True):
    """``requested`` for a table or a drawer: ``until_ms`` is 0 where no time runs out."""

    person: int = 0
    table: str = ""


class Withdrawn(msgspec.Struct, frozen=True):
    """``withdrawn``: a request is withdrawn, by its requester or by a person asked to approve
    it.
    """

    request: int
    reason: str


class ShiftOpened(msgspec.Struct, frozen=True, kw_only=True):
    """``shift_opened``: a cashier begins with a counted drawer.

    ``open`` are the open shifts with the rows that opened them, so a reader of the log knows where
    to begin.
    """

    shift: int
    cashier: int
    station: str
    counted: int
    day: int
    open: dict[int, int]


class ShiftCounted(msgspec.Struct, frozen=True, kw_only=True):
    """``shift_counted``: the counted and the expected content of a drawer, in the middle of a
    shift.
    """

    shift: int
    counted: int
    expected: int


class ShiftClosed(msgspec.Struct, frozen=True, kw_only=True):
    """``shift_closed``: the last count; a surplus or shortage is posted."""

    shift: int
    cashier: int
    counted: int
    expected: int
    opening: int
    cash_in: int
    cash_out: int
    times: int
    day: int
    open: dict[int, int]


class ShiftClosedShort(ShiftClosed, frozen=True, kw_only=True):
    """``shift_closed`` above the posted tolerance: who asked, who approved (``by``), and why."""

    request: int = 0
    asked_by: int = 0
    reason: str = ""


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """``collected``, ``filled`` or ``credited``: money between a table and the house."""

    table: str
    fees: int = 0
    tokes: int = 0
    house: int = 0
    day: int = 0


class MovedByTwo(Moved, frozen=True, kw_only=True):
    """``filled`` or ``credited`` by two people: the request, and who asked for it."""

    request: int = 0
    asked_by: int = 0


class DayClosed(msgspec.Struct, frozen=True, kw_only=True):
    """``day_closed``: a gaming day, the end of each stream in it, and its totals."""

    day: int
    rows: dict[str, int]
    groups: dict[str, int]
    liability: int
    before: int
    """The row that closed the day before; 0 if there is none."""
