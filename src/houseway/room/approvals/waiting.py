"""Matters that wait for a second person in one stream of the books, and the rights they take."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from houseway.money import format_dollars
from houseway.room.api.approval_types import (
    CashMatter,
    Matter,
    MeterMatter,
    PersonMatter,
    PostingMatter,
    TransferMatter,
    VoidMatter,
)
from houseway.room.errors import Denied


class Waiting(msgspec.Struct, frozen=True):
    """A matter that waits: the row in which it was asked for, by whom, when, and why."""

    stream: str
    number: int
    by: int
    at: int
    matter: Matter
    why: str = ""
    until: int = 0
    """Milliseconds since 1970 at which it lapses; 0: it does not lapse by time."""
    station: str = ""

    @property
    def id(self) -> str:
        """Return the name under which it is approved: its stream and its row."""
        return f"{self.stream}-{self.number}"


class Queue:
    """Matters that wait in one stream, in the order of their rows."""

    def __init__(self) -> None:
        self._open: dict[int, Waiting] = {}

    def __iter__(self) -> Iterator[Waiting]:
        """Yield everything that waits."""
        return iter(tuple(self._open.values()))

    def clear(self) -> None:
        """Forget everything, before the rows are read again."""
        self._open.clear()

    def add(self, waiting: Waiting) -> None:
        """Keep a matter until it is settled."""
        self._open[waiting.number] = waiting

    def settle(self, number: int) -> None:
        """Remove what was carried out or withdrawn; nothing happens if it did not wait."""
        self._open.pop(number, None)

    def drop(self, where: Callable[[Waiting], bool]) -> None:
        """Remove everything of a kind."""
        for waiting in self:
            if where(waiting):
                del self._open[waiting.number]

    def get(self, number: int) -> Waiting | None:
        """Return what waits under a number; None if nothing does."""
        return self._open.get(number)

    def require(self, number: int, now: int) -> Waiting:
        """Return what waits under a number; Denied if it is settled or has lapsed."""
        found = self._open.get(number)
        if found is None:
            raise Denied(f"nothing waits under the number {number}: it is done, or off", "unknown")
        if has_lapsed(found, now):
            raise Denied(f"request {number} has waited too long and is off; ask again", "stale")
        return found


def has_lapsed(waiting: Waiting, now: int) -> bool:
    """Return True if the time of a matter is over."""
    return bool(waiting.until) and now >= waiting.until


COMMANDS: dict[str, str] = {
    "payout": "payout", "adjust": "adjust", "reverse": "adjust", "fill": "fill",
    "credit": "fill", "close": "close_shift", "hire": "staff", "role": "staff",
    "pin": "reset_pin", "card": "new_card", "name": "rename",
}  # fmt: skip
"""A request at the cage or about a person -> the command of ``roles.TWO_PEOPLE``."""


def command_of(matter: Matter) -> str:
    """Return the command of ``roles.TWO_PEOPLE`` that a matter is."""
    match matter:
        case PostingMatter():
            return "post_table"
        case MeterMatter() | TransferMatter():
            return "adjust_meter"
        case VoidMatter():
            return "void"
        case CashMatter() | PersonMatter():
            return COMMANDS[matter.what]


def name_of(matter: Matter) -> str:
    """Return what a matter is, in one word for programs: ``payout``, ``hire``, ``posting``."""
    if isinstance(matter, CashMatter | PersonMatter):
        return matter.what
    return str(matter.__struct_config__.tag)


def summarise(matter: Matter) -> str:
    """Describe a matter in words."""
    match matter:
        case PostingMatter():
            return f"post at {matter.table}: {'; '.join(matter.differs)}"
        case MeterMatter():
            does = "put into" if matter.cents > 0 else "take out of"
            where = f"the {matter.spot} meter of {matter.table}"
            transit = ", from what is in transit" if matter.in_transit else ""
            return f"{does} {where} {format_dollars(abs(matter.cents))}{transit}"
        case TransferMatter():
            held = format_dollars(matter.stands.held)
            return f"transfer {held} of the {matter.spot} meter of {matter.table} to {matter.to}"
        case VoidMatter():
            return (
                f"void round {matter.round} at {matter.table}: "
                f"{format_dollars(matter.cents)} goes back"
            )
        case CashMatter():
            return _cash_words(matter)
        case PersonMatter():
            return _person_words(matter)


def _cash_words(matter: CashMatter) -> str:
    """Describe what is asked of the cage."""
    cents = format_dollars(abs(matter.cents))
    match matter.what:
        case "payout":
            return f"pay {cents} out to account {matter.person}"
        case "adjust":
            way = "up" if matter.cents > 0 else "down"
            return f"adjust account {matter.person} {way} by {cents}"
        case "reverse":
            return f"reverse receipt C-{matter.row:06d}, {cents}"
        case "fill":
            return f"put {cents} on table {matter.table}"
        case "credit":
            return f"take {cents} from table {matter.table}"
        case "close":
            return f"close shift {matter.shift} short of the posted tolerance"


def _person_words(matter: PersonMatter) -> str:
    """Describe what is asked for a person."""
    whose = f"{matter.name} (number {matter.person})"
    match matter.what:
        case "hire":
            return f"hire {matter.name}, {matter.after}, with the card {matter.card}"
        case "pin":
            return f"set a new PIN for {whose}"
        case "card":
            return f"give {whose} the card {matter.card}"
        case "role":
            return f"change the duty of {whose} from {matter.before} to {matter.after}"
        case "name":
            return f"rename {whose} to {matter.after}"
