"""Whether the sums of the books are right: what every look at them begins with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from houseway.room.store.interface import Books


def sums(books: Books) -> Iterator[str]:
    """What is wrong with the sums, in sentences: all balances, and each against its postings."""
    yield from all_balances(books)
    yield from stored_balances(books)


def all_balances(books: Books) -> Iterator[str]:
    """All balances of one unit together are 0."""
    total: defaultdict[str, int] = defaultdict(int)
    for account in books.accounts():
        total[account.unit] += account.balance
    for unit, found in sorted(total.items()):
        if found:
            yield f"all balances together are {found} {unit}, not 0"


def stored_balances(books: Books) -> Iterator[str]:
    """The balance of an account is the sum of its postings."""
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
