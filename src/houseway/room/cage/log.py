"""What the rows of the cage say.  Amounts are cents; who did it stands with the row itself."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

What: TypeAlias = Literal["payout", "adjust", "reverse"]
"""What a second person may be asked for."""


class Cash(msgspec.Struct, frozen=True, kw_only=True):
    """``deposit`` or ``payout``: cash over the counter, in or out of the drawer of a shift."""

    person: int
    cents: int
    shift: int
    day: int
    today: int
    """Cash of this person this way in this gaming day, with this."""
    large: bool = False
    """Whether with it the amount is reached from which on cash is noted."""
    request: int = 0
    """The row by which it was asked for, where a second person has approved it; and by whom."""
    asked_by: int = 0


class Adjusted(msgspec.Struct, frozen=True, kw_only=True):
    """``adjusted``: an account is put right, up or down, for a reason."""

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
    """What comes back to the account, or goes from it."""
    reason: str
    shift: int
    day: int
    request: int = 0
    asked_by: int = 0


class Requested(msgspec.Struct, frozen=True, kw_only=True):
    """``requested``: something that takes two people waits for the second, until then."""

    what: What
    person: int
    cents: int
    until_ms: int
    reason: str = ""
    shift: int = 0
    row: int = 0


class Withdrawn(msgspec.Struct, frozen=True):
    """``withdrawn``: a request is off, by who asked or by who was asked."""

    request: int
    reason: str


class ShiftOpened(msgspec.Struct, frozen=True, kw_only=True):
    """``shift_opened``: a cashier begins with so much in the drawer.

    ``open`` are the shifts that are open now, with the rows they were opened by: whoever starts
    reading the log here knows how far back to go.
    """

    shift: int
    cashier: int
    station: str
    counted: int
    day: int
    open: dict[int, int]


class ShiftCounted(msgspec.Struct, frozen=True, kw_only=True):
    """``shift_counted``: what is in a drawer, and what should be, in the middle of a shift."""

    shift: int
    counted: int
    expected: int


class ShiftClosed(msgspec.Struct, frozen=True, kw_only=True):
    """``shift_closed``: the last count; what it is over or short is posted."""

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


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """``collected``, ``filled`` or ``credited``: between a table and what the house has."""

    table: str
    fees: int = 0
    tokes: int = 0
    house: int = 0
    day: int = 0


class DayClosed(msgspec.Struct, frozen=True, kw_only=True):
    """``day_closed``: a gaming day, how far each stream was at its end, and its totals."""

    day: int
    rows: dict[str, int]
    groups: dict[str, int]
    liability: int
    before: int
    """The row by which the day before it was closed; 0 if there is none."""
