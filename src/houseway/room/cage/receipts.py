"""Receipts of the cage: 40 columns for a printer, and a struct for programs.

A receipt is made from its row and the books on each request, so a copy cannot differ from the
first. The balances before and after are those around that row, whatever was posted since.
"""

from __future__ import annotations

import textwrap

import msgspec

from houseway.room.api.cage_types import Receipt
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


def printed(receipt: Receipt, room: str = "", copy: bool = False) -> str:
    """Return a receipt as text for a printer of 40 columns; ``room`` is its heading."""
    rule = "-" * COLUMNS
    head = [line.center(COLUMNS).rstrip() for line in textwrap.wrap(room, COLUMNS)]
    title = TITLES[receipt.kind] + " - COPY" * copy
    lines = [*head, title.center(COLUMNS).rstrip(), rule]
    lines += _pair("Receipt", f"C-{receipt.number:06d}")
    lines += _pair("Date", receipt.when) + _pair("Gaming day", receipt.day)
    if receipt.shift:
        lines += _pair("Shift", str(receipt.shift))
    lines += _pair("Cashier", receipt.cashier)
    if receipt.second:
        lines += _pair("Approved by", receipt.second)
    lines += [rule, *_pair("Account", receipt.card), *_pair("Name", receipt.name), rule]
    lines += _pair("Before", _dollars(receipt.before))
    lines += _pair(TITLES[receipt.kind].capitalize(), _dollars(receipt.cents))
    lines += [*_pair("After", _dollars(receipt.after)), rule]
    if receipt.reverses:
        lines += _pair("Reverses", f"C-{receipt.reverses:06d}")
    if receipt.reason:
        lines += textwrap.wrap(f"Reason: {receipt.reason}", COLUMNS)
    return "\n".join(lines) + "\n"


def _dollars(cents: int) -> str:
    """Return an amount with cents for a column of figures: ``-1,040.00``."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' * (cents < 0)}{whole:,}.{rest:02d}"


def _pair(left: str, right: str) -> list[str]:
    """Return a name and a value on one line, or on two if they do not fit."""
    if len(left) + len(right) < COLUMNS:
        return [left + right.rjust(COLUMNS - len(left))]
    return [left, *(part.rjust(COLUMNS) for part in textwrap.wrap(right, COLUMNS))]


def receipt(store: Store, calendar: Calendar, number: int) -> Receipt:
    """Return the receipt of a row of the cage, read at one moment; safe in any thread."""
    with store.snapshot() as books:
        row = next(books.rows(STREAM, number - 1, 1), None) if number > 0 else None
        if row is None or row.kind not in TITLES:
            raise Denied(f"there is no receipt C-{number:06d}", "unknown")
        body = receipt_body(row)
        before, after = around(books, wallet(body.person), row)
        person = books.person(body.person)
        first, second = _named(books, body.asked_by or row.by), _named(books, row.by)
    assert person is not None
    cents = body.cents if row.kind != "payout" else -body.cents
    return Receipt(
        number=row.seq, kind=row.kind, at_ms=row.at, when=calendar.local(row.at),
        day=calendar.named(calendar.day(row.at)), shift=getattr(body, "shift", 0),
        cashier=first, second=second if body.request else "",
        person=person.id, name=person.name, card=cards.masked(person.card), cents=cents,
        before=before, after=after, reason=getattr(body, "reason", ""),
        reverses=getattr(body, "row", 0),
    )  # fmt: skip


def receipt_body(row: Row) -> Cash | Adjusted | Reversed:
    """Read the body of a row that has a receipt."""
    if row.kind == "adjusted":
        return msgspec.msgpack.decode(row.body, type=Adjusted)
    if row.kind == "reversed":
        return msgspec.msgpack.decode(row.body, type=Reversed)
    return msgspec.msgpack.decode(row.body, type=Cash)


def around(books: Books, account: str, row: Row) -> tuple[int, int]:
    """Return the balances of an account before and after a row, in a snapshot."""
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
    """Return the cents that a posting adds to an account; negative if it takes them."""
    return posting.cents if posting.credit == account else -posting.cents


def _named(books: Books, person: int) -> str:
    """Return the name of a person; "the room" for an unknown number."""
    found = books.person(person) if person else None
    return found.name if found else "the room"
