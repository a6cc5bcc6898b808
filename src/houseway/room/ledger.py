"""Accounts by their names, and postings: who gives, who gets, how many cents.

A posting is a pair, so what does not add up cannot be written.  The balance of an account is what
it got less what it gave; all balances together are 0.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from houseway.engine.events import Account, Event, Transfer

CASH = "cage:cash"
"""What the cage has taken in, as what it owes: cash in the drawer is this account's minus."""
ADJUSTED = "cage:adjustments"
COLLECTED = "house:collected"
"""Fees, tips and results that were taken from the tables."""
BANKROLL = "house:bankroll"
"""What the house has put on its tables."""
MAY_OWE = ("cage", "house")
"""The kinds of accounts that may stand below 0."""


class Posting(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """So many cents go from one account (``debit``) to another (``credit``)."""

    debit: str
    credit: str
    cents: int

    def reversed(self) -> Posting:
        """The posting that takes it back."""
        return Posting(self.credit, self.debit, self.cents)


def wallet(person: int) -> str:
    """The account of a person, outside of any table."""
    return f"player:{person}"


def at_table(table: str, account: Account) -> str:
    """The account of a table that an event of its rounds speaks of."""
    name, number = account
    return f"table:{table}:{name}:{number}" if number else f"table:{table}:{name}"


def purse_at(table: str, seat: int) -> str:
    """The chips in front of a seat."""
    return f"table:{table}:purse:{seat}"


def kind_of(account: str) -> str:
    """What kind of account this is, by its name."""
    first, _, rest = account.partition(":")
    if first == "player":
        return "wallet"
    if first == "table":
        return "house" if rest.endswith(":house") else "table"
    if first in MAY_OWE:
        return first
    raise ValueError(f"{account!r} is no account of the books")


def posted(table: str, transfers: Iterable[Transfer]) -> list[Posting]:
    """Transfers of a table's round as postings; what moves nothing is left out."""
    return [
        Posting(at_table(table, giver), at_table(table, getter), cents)
        for giver, getter, cents in transfers
        if cents
    ]


def of_events(table: str, events: Iterable[Event]) -> list[Posting]:
    """What these events move."""
    return [found for event in events for found in posted(table, event.transfers())]
