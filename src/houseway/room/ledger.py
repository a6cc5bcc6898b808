"""Account names and postings: giver, receiver, and cents.

A posting is a pair of accounts, so money cannot appear or vanish. The balance of an account is its
credits less its debits; all balances sum to 0.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from houseway.engine.events import Account, Event, Transfer

CASH = "cage:cash"
"""Cash of the cage, credit-normal: the balance is the negative of the cash in the drawers."""
ADJUSTED = "cage:adjustments"
COLLECTED = "house:collected"
"""Fees, tips and results collected from the tables."""
BANKROLL = "house:bankroll"
"""Money that the house has put on its tables."""
MAY_OWE = ("cage", "house")
"""The kinds of accounts that may be below 0."""


class Posting(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A transfer of cents from one account (``debit``) to another (``credit``)."""

    debit: str
    credit: str
    cents: int

    def reversed(self) -> Posting:
        """Return the posting that reverses it."""
        return Posting(self.credit, self.debit, self.cents)


def wallet(person: int) -> str:
    """Return the account of a person, apart from any table."""
    return f"player:{person}"


def at_table(table: str, account: Account) -> str:
    """Return the table's account for an account name in an event."""
    name, number = account
    return f"table:{table}:{name}:{number}" if number else f"table:{table}:{name}"


def purse_at(table: str, seat: int) -> str:
    """Return the account of a seat's chips."""
    return f"table:{table}:purse:{seat}"


def kind_of(account: str) -> str:
    """Return the kind of an account by its name; ValueError for an unknown name."""
    first, _, rest = account.partition(":")
    if first == "player":
        return "wallet"
    if first == "table":
        return "house" if rest.endswith(":house") else "table"
    if first in MAY_OWE:
        return first
    raise ValueError(f"{account!r} is no account of the books")


def posted(table: str, transfers: Iterable[Transfer]) -> list[Posting]:
    """Return transfers of a round as postings, without those of 0 cents."""
    return [
        Posting(at_table(table, giver), at_table(table, getter), cents)
        for giver, getter, cents in transfers
        if cents
    ]


def of_events(table: str, events: Iterable[Event]) -> list[Posting]:
    """Return the postings of these events."""
    return [found for event in events for found in posted(table, event.transfers())]
