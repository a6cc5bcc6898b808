"""The trial balance, and what the tables took, out of the books alone.

Every account belongs to one group.  Wallets and what is in play are owed to players; everything
else together must be the same amount with the other sign: that is the cage's control account.
Amounts are cents, as the books have them: what the cage has taken in stands as its minus.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

import msgspec

from houseway.room.cage.shifts import OVER_SHORT
from houseway.room.ledger import ADJUSTED, CASH, COLLECTED
from houseway.room.store.interface import Books

WALLETS, IN_PLAY, FEES, TOKES = "wallets", "in play", "fees at tables", "tokes at tables"
METERS, RESULTS = "meters", "results at tables"
CAGE_CASH, ADJUSTMENTS, OVER, HOUSE = "cash", "adjustments", "over and short", "collected"
OWED = (WALLETS, IN_PLAY)
"""What belongs to players."""
GROUPS = (WALLETS, IN_PLAY, METERS, FEES, TOKES, RESULTS, HOUSE, ADJUSTMENTS, OVER, CAGE_CASH)
_TABLE = {"purse": IN_PLAY, "stake": IN_PLAY, "pot": IN_PLAY, "bank": IN_PLAY, "antes": IN_PLAY,
          "drop": FEES, "tokes": TOKES, "house": RESULTS, "meter": METERS}  # fmt: skip
"""Antes that nobody has opened for stay on the table for the next hand: they are the players'."""
_OTHERS = {CASH: CAGE_CASH, ADJUSTED: ADJUSTMENTS, OVER_SHORT: OVER, COLLECTED: HOUSE}


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """A trial balance: what each group stands at, and that all of it is nothing."""

    at_ms: int
    day: str
    groups: dict[str, int]
    total: int
    liability: int
    """What is owed to players: wallets and funds in play."""
    control: int
    """What the cage and the house account for: cash taken in, less what the house made of it."""
    accounts: int

    @property
    def balances(self) -> bool:
        """Whether it is as it must be."""
        return self.total == 0 and self.liability == self.control


class TableTaken(msgspec.Struct, frozen=True, kw_only=True):
    """What a table did in a time: buy-ins and cash-outs, and what came of it for the house."""

    table: str
    game: str
    bought: int = 0
    cashed: int = 0
    win: int = 0
    """What the house won from the players' wagers, less what it lost."""
    fees: int = 0
    tokes: int = 0
    meters: int = 0
    """What players put into the meters, less what meters paid."""
    seeded: int = 0
    """What the house put into the meters."""
    collected: int = 0
    filled: int = 0


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    """What happened to the players' money in a time; ``opening`` and all of it is ``closing``."""

    day: str
    tables: tuple[TableTaken, ...]
    games: dict[str, int]
    """Win and fees by game."""
    opening: int
    cash_in: int
    cash_out: int
    adjusted: int
    played: int
    """What players lost to the house, to fees, tokes and meters, less what they won from them."""
    closing: int
    over_short: int


def group_of(account: str) -> tuple[str, str]:
    """The group of an account, and its table if it is one's."""
    first, _, rest = account.partition(":")
    if first == "player":
        return WALLETS, ""
    if first == "table":
        table, _, part = rest.partition(":")
        if group := _TABLE.get(part.partition(":")[0]):
            return group, table
    if group := _OTHERS.get(account):
        return group, ""
    if first in ("house", "cage"):
        return account, ""
    raise ValueError(f"{account!r} is in no group of the trial balance")


def trial(books: Books, rows: Mapping[str, int] | None, at_ms: int, day: str) -> Trial:
    """The trial balance now, or as it was when streams had so many rows."""
    balances: Counter[str] = Counter(books.balances())
    if rows is not None:
        for head in books.streams():
            for written in books.postings(head.stream, rows.get(head.stream, 0)):
                balances[written.posting.debit] += written.posting.cents
                balances[written.posting.credit] -= written.posting.cents
    groups: Counter[str] = Counter(dict.fromkeys(GROUPS, 0))
    for account, cents in balances.items():
        groups[group_of(account)[0]] += cents
    owed = sum(groups[group] for group in OWED)
    return Trial(
        at_ms=at_ms, day=day, groups=dict(groups), total=sum(balances.values()), liability=owed,
        control=-sum(cents for group, cents in groups.items() if group not in OWED),
        accounts=len(balances),
    )  # fmt: skip


Flows = Counter[tuple[str, str, str]]
"""(table, from group, to group) -> cents; the table is empty between accounts of none."""


def flows(books: Books, after: Mapping[str, int], upto: Mapping[str, int]) -> Flows:
    """What moved between groups, in the rows of each stream after one up to another."""
    found: Flows = Counter()
    for stream, last in upto.items():
        if last > after.get(stream, 0):
            for written in books.postings(stream, after.get(stream, 0), last):
                giver, at = group_of(written.posting.debit)
                getter, there = group_of(written.posting.credit)
                found[at or there, giver, getter] += written.posting.cents
    return found


def taken(moved: Flows, games: Mapping[str, str], day: str, opening: int, closing: int) -> Taken:
    """The report of a time, from what moved in it and what was owed before and after it."""
    tables = tuple(
        _of_table(moved, table, games.get(table, ""))
        for table in sorted({table for table, _, _ in moved if table})
    )
    by_game: defaultdict[str, int] = defaultdict(int)
    for found in tables:
        by_game[found.game] += found.win + found.fees
    everywhere = {table for table, _, _ in moved}

    def net(giver: str, getter: str) -> int:
        return sum(moved[t, giver, getter] - moved[t, getter, giver] for t in everywhere)

    def gross(giver: str, getter: str) -> int:
        return sum(moved[t, giver, getter] for t in everywhere)

    others = (RESULTS, FEES, TOKES, METERS)
    return Taken(
        day=day, tables=tables, games=dict(by_game), opening=opening,
        cash_in=gross(CAGE_CASH, WALLETS), cash_out=gross(WALLETS, CAGE_CASH),
        adjusted=net(ADJUSTMENTS, WALLETS),
        played=sum(net(owed, other) for owed in OWED for other in others),
        closing=closing, over_short=net(CAGE_CASH, OVER),
    )  # fmt: skip


def _of_table(moved: Flows, table: str, game: str) -> TableTaken:
    def net(giver: str, getter: str) -> int:
        return moved[table, giver, getter] - moved[table, getter, giver]

    return TableTaken(
        table=table, game=game,
        bought=moved[table, WALLETS, IN_PLAY], cashed=moved[table, IN_PLAY, WALLETS],
        win=net(IN_PLAY, RESULTS), fees=net(IN_PLAY, FEES), tokes=net(IN_PLAY, TOKES),
        meters=net(IN_PLAY, METERS), seeded=net(RESULTS, METERS) + net(HOUSE, METERS),
        collected=sum(moved[table, group, HOUSE] for group in (FEES, TOKES, RESULTS)),
        filled=moved[table, HOUSE, RESULTS],
    )  # fmt: skip
