"""Receipts: what the cage did, on 40 columns for a printer, and as a struct for programs.

A receipt is made from its row and the books whenever it is asked for, so a copy cannot differ from
the first.  Before and after are what the account stood at around that row, whatever else was
posted since.
"""

from __future__ import annotations

import textwrap

import msgspec

from houseway.room.cage.log import Adjusted, Cash, Reversed
from houseway.room.cage.state import STREAM
from houseway.room.errors import Denied
from houseway.room.gaming_day import Calendar
from houseway.room.ledger import Posting, wallet
from houseway.room.people import cards
from houseway.room.store.interface import Books, Row, Store

COLUMNS = 40
TITLES = {
    "deposit": "CASH IN",
    "payout": "CASH OUT",
    "adjusted": "ADJUSTMENT",
    "reversed": "REVERSAL",
}
"""The kinds of rows that have a receipt."""


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """What the cage did to an account; amounts in cents, ``cents`` as the account has it."""

    number: int
    """The row of the cage's log."""
    kind: str
    at_ms: int
    when: str
    day: str
    """The gaming day."""
    shift: int
    cashier: str
    second: str
    """Who approved it, where it takes two people."""
    person: int
    name: str
    card: str
    cents: int
    before: int
    after: int
    reason: str = ""
    reverses: int = 0

    def text(self, room: str = "", copy: bool = False) -> str:
        """For a printer of 40 columns."""
        rule = "-" * COLUMNS
        head = [line.center(COLUMNS).rstrip() for line in textwrap.wrap(room, COLUMNS)]
        title = TITLES[self.kind] + " - COPY" * copy
        lines = [*head, title.center(COLUMNS).rstrip(), rule]
        lines += _pair("Receipt", f"C-{self.number:06d}")
        lines += _pair("Date", self.when) + _pair("Gaming day", self.day)
        if self.shift:
            lines += _pair("Shift", str(self.shift))
        lines += _pair("Cashier", self.cashier)
        if self.second:
            lines += _pair("Approved by", self.second)
        lines += [rule, *_pair("Account", self.card), *_pair("Name", self.name), rule]
        lines += _pair("Before", _dollars(self.before))
        lines += _pair(TITLES[self.kind].capitalize(), _dollars(self.cents))
        lines += [*_pair("After", _dollars(self.after)), rule]
        if self.reverses:
            lines += _pair("Reverses", f"C-{self.reverses:06d}")
        if self.reason:
            lines += textwrap.wrap(f"Reason: {self.reason}", COLUMNS)
        return "\n".join(lines) + "\n"


def _dollars(cents: int) -> str:
    """Dollars with their cents, for a column of figures: ``-1,040.00``."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' * (cents < 0)}{whole:,}.{rest:02d}"


def _pair(left: str, right: str) -> list[str]:
    """A name and a value on one line, or on two where they do not fit."""
    if len(left) + len(right) < COLUMNS:
        return [left + right.rjust(COLUMNS - len(left))]
    return [left, *(part.rjust(COLUMNS) for part in textwrap.wrap(right, COLUMNS))]


def receipt(store: Store, calendar: Calendar, number: int) -> Receipt:
    """The receipt of a row of the cage."""
    row = next(store.rows(STREAM, number - 1, 1), None) if number > 0 else None
    if row is None or row.kind not in TITLES:
        raise Denied(f"there is no receipt C-{number:06d}", "unknown")
    body = said(row)
    with store.snapshot() as books:
        before, after = around(books, wallet(body.person), row)
    person = store.person(body.person)
    assert person is not None
    cents = body.cents if row.kind != "payout" else -body.cents
    first = body.asked_by or row.by
    return Receipt(
        number=row.seq, kind=row.kind, at_ms=row.at, when=calendar.local(row.at),
        day=calendar.named(calendar.day(row.at)), shift=getattr(body, "shift", 0),
        cashier=_named(store, first), second=_named(store, row.by) if body.request else "",
        person=person.id, name=person.name, card=cards.masked(person.card), cents=cents,
        before=before, after=after, reason=getattr(body, "reason", ""),
        reverses=getattr(body, "row", 0),
    )  # fmt: skip


def said(row: Row) -> Cash | Adjusted | Reversed:
    """What a row with a receipt says."""
    if row.kind == "adjusted":
        return msgspec.msgpack.decode(row.body, type=Adjusted)
    if row.kind == "reversed":
        return msgspec.msgpack.decode(row.body, type=Reversed)
    return msgspec.msgpack.decode(row.body, type=Cash)


def around(books: Books, account: str, row: Row) -> tuple[int, int]:
    """What an account stood at before and after a row, in books that stand still."""
    most = 64
    while True:
        after, found = books.balance(account), books.statement(account, most)
        for place, (other, _) in enumerate(found):
            if (other.stream, other.seq) == (row.stream, row.seq):
                mine = [p for r, p in found[place:] if (r.stream, r.seq) == (row.stream, row.seq)]
                if place + len(mine) < len(found) or len(found) < most:
                    return after - sum(gained(account, p) for p in mine), after
                break
            after -= gained(account, found[place][1])
        if len(found) < most:
            raise ValueError(f"row {row.seq} of {row.stream} does not touch {account}")
        most *= 8


def gained(account: str, posting: Posting) -> int:
    """What a posting adds to an account."""
    return posting.cents if posting.credit == account else -posting.cents


def _named(store: Store, person: int) -> str:
    found = store.person(person) if person else None
    return found.name if found else "the room"
