"""The invariants about tables: chips in play, pots, meters."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import msgspec

from houseway.room.audit.invariants.books import Invariant, body_of, table_of, where
from houseway.room.ledger import Posting
from houseway.room.store.interface import Books, PostedEntry, Row
from houseway.room.tables import log

EMPTY_AFTER = ("stake", "pot", "bank")
"""Accounts of a table that are empty between rounds."""
METER_FALLS = ("round", "step", "voided", "carried")
"""Rows that may lower a meter: a payout in a round, its void, and a correction with a reason."""


class Border(Invariant):
    """Money enters and leaves a table by buy-ins and cash-outs, not by play."""

    number, says = 7, "stacks, pots and fees of a table are its buy-ins less its cash-outs"

    def row(self, books: Books, row: Row, postings: Sequence[PostedEntry]) -> Iterator[str]:
        table = table_of(row.stream)
        for written in postings:
            for account, other in _both_ways(written.posting):
                if not _part(account):
                    continue
                whose = account.split(":")[1]
                if whose != table and _part(account) in ("purse", *EMPTY_AFTER):
                    yield f"{where(written)} reaches into {account}, which only its table moves"
                elif row.kind in ("round", "step") and not other.startswith(f"table:{whose}:"):
                    yield f"{where(written)} moves money between {account} and {other} in a round"


class EmptyPots(Invariant):
    """After a round no chips of it remain on the table."""

    number, says = 8, "after a closed hand its pots are empty"

    def __init__(self) -> None:
        self._lying: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def row(self, books: Books, row: Row, postings: Sequence[PostedEntry]) -> Iterator[str]:
        if table_of(row.stream) is None:
            return
        lying = self._lying[row.stream]
        for written in postings:
            lying[written.posting.debit] -= written.posting.cents
            lying[written.posting.credit] += written.posting.cents
        ends = row.kind == "voided"
        if row.kind == "step":
            body = body_of(row)
            if isinstance(body, log.Stepped):
                ends = body.closed
            else:
                yield f"row {row.seq} of {row.stream} is a step that cannot be read"
        if not ends:
            return
        for account, cents in sorted(lying.items()):
            if cents and _part(account) in EMPTY_AFTER:
                yield f"{account} holds {cents} when a round ends with row {row.seq}"


class Meters(Invariant):
    """A meter is opened before it pays, and equals its income less its payouts."""

    number, says = 9, "seed and contributions less what was paid are the meter"

    def __init__(self) -> None:
        self._meters: Counter[str] = Counter()

    def written(self, row: tuple[str, int], postings: Sequence[PostedEntry]) -> Iterator[str]:
        for written in postings:
            debit, credit, cents = msgspec.structs.astuple(written.posting)
            if is_meter(debit) and debit not in self._meters:
                yield f"{where(written)} pays out of {debit}, which was never opened"
            for account, moved in ((debit, -cents), (credit, cents)):
                if is_meter(account):
                    self._meters[account] += moved

    def now(self, books: Books) -> Iterator[str]:
        for account, cents in sorted(self._meters.items()):
            if books.balance(account) != cents:
                yield f"{account} stands at {books.balance(account)}, seed and play made {cents}"


class MetersFall(Invariant):
    """A meter falls only by a logged payout."""

    number, says = 14, "a meter never falls except by a recorded payout"

    def row(self, books: Books, row: Row, postings: Sequence[PostedEntry]) -> Iterator[str]:
        for written in postings:
            debit = written.posting.debit
            if is_meter(debit) and (
                table_of(row.stream) != debit.split(":")[1] or row.kind not in METER_FALLS
            ):
                yield f"{debit} falls by row {row.seq} of {row.stream} ({row.kind}), no payout"


def is_meter(account: str) -> bool:
    """Return True if an account is a table's meter."""
    return _part(account).startswith("meter")


def _both_ways(posting: Posting) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return each account of a posting, paired with the account on the other side."""
    return (posting.debit, posting.credit), (posting.credit, posting.debit)


def _part(account: str) -> str:
    """Return the purpose of a table's account (``purse``, ``pot``, ...); empty for other
    accounts."""
    first, *parts = account.split(":")
    return parts[1] if first == "table" and len(parts) > 1 else ""
