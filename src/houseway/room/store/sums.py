"""The sums of the books: the first check of every audit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from houseway.room.store.interface import Books


def sums(books: Books) -> Iterator[str]:
    """Return the faults of the sums, in sentences: all balances, and each against its postings."""
    yield from all_balances(books)
    yield from stored_balances(books)


def all_balances(books: Books) -> Iterator[str]:
    """Return a fault unless all balances of one unit sum to 0."""
    total: defaultdict[str, int] = defaultdict(int)
    for account in books.accounts():
        total[account.unit] += account.balance
    for unit, found in sorted(total.items()):
        if found:
            yield f"all balances together are {found} {unit}, not 0"


def stored_balances(books: Books) -> Iterator[str]:
    """Yield a fault for each account whose balance is not the sum of its postings."""
    total: defaultdict[str, int] = defaultdict(int)
    for written in books.all_postings():
        total[written.posting.debit] -= written.posting.cents
        total[written.posting.credit] += written.posting.cents
    for account in books.accounts():
        posted = total.pop(account.name, 0)
        if account.balance != posted:
            yield f"{account.name} stands at {account.balance}, its postings come to {posted}"
    for name in sorted(total):
        yield f"{name} has postings and is no account"
