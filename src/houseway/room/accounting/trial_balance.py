"""The trial balance and the takings of tables, from the books alone.

Every account belongs to one group. Wallets and chips in play are owed to players. All other groups
together must be the same amount with the other sign: that is the cage's control account. Amounts
are cents as in the books, so the cash of the cage is negative.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from houseway.room.api.cage_types import DayReport, TableDayReport, TrialBalance
from houseway.room.cage.shifts import OVER_SHORT
from houseway.room.ledger import ADJUSTED, CASH, COLLECTED
from houseway.room.store.interface import Books

WALLETS, IN_PLAY, FEES, TOKES = "wallets", "in play", "fees at tables", "tokes at tables"
METERS, RESULTS = "meters", "results at tables"
CAGE_CASH, ADJUSTMENTS, OVER, HOUSE = "cash", "adjustments", "over and short", "collected"
OWED = (WALLETS, IN_PLAY)
"""Accounts that belong to players."""
GROUPS = (WALLETS, IN_PLAY, METERS, FEES, TOKES, RESULTS, HOUSE, ADJUSTMENTS, OVER, CAGE_CASH)
_TABLE = {"purse": IN_PLAY, "stake": IN_PLAY, "pot": IN_PLAY, "bank": IN_PLAY, "antes": IN_PLAY,
          "drop": FEES, "tokes": TOKES, "house": RESULTS, "meter": METERS}  # fmt: skip
"""Antes of a pot without an opener stay on the table for the next hand and belong to the
players.
"""
_OTHERS = {CASH: CAGE_CASH, ADJUSTED: ADJUSTMENTS, OVER_SHORT: OVER, COLLECTED: HOUSE}


def group_of(account: str) -> tuple[str, str]:
    """Return the group of an account, and its table if it belongs to one."""
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


def trial(books: Books, rows: Mapping[str, int] | None, at_ms: int, day: str) -> TrialBalance:
    """Return the trial balance, now or as it was at the given rows of the streams."""
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
    return TrialBalance(
        at_ms=at_ms, day=day, groups=dict(groups), total=sum(balances.values()), liability=owed,
        control=-sum(cents for group, cents in groups.items() if group not in OWED),
        accounts=len(balances),
    )  # fmt: skip


Flows = Counter[tuple[str, str, str]]
"""(table, from group, to group) -> cents; the table is empty between accounts of none."""


def flows(books: Books, after: Mapping[str, int], upto: Mapping[str, int]) -> Flows:
    """Return the money that moved between groups in a range of rows of each stream."""
    found: Flows = Counter()
    for stream, last in upto.items():
        if last > after.get(stream, 0):
            for written in books.postings(stream, after.get(stream, 0), last):
                giver, at = group_of(written.posting.debit)
                getter, there = group_of(written.posting.credit)
                found[at or there, giver, getter] += written.posting.cents
    return found


def taken(
    moved: Flows, games: Mapping[str, str], day: str, opening: int, closing: int
) -> DayReport:
    """Return the report of a period, from its flows and the cents owed before and after it."""
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
    return DayReport(
        day=day, tables=tables, games=dict(by_game), opening=opening,
        cash_in=gross(CAGE_CASH, WALLETS), cash_out=gross(WALLETS, CAGE_CASH),
        adjusted=net(ADJUSTMENTS, WALLETS),
        played=sum(net(owed, other) for owed in OWED for other in others),
        closing=closing, over_short=net(CAGE_CASH, OVER),
    )  # fmt: skip


def _of_table(moved: Flows, table: str, game: str) -> TableDayReport:
    """Return the totals of a table from the flows between groups of accounts, in cents."""

    def net(giver: str, getter: str) -> int:
        return moved[table, giver, getter] - moved[table, getter, giver]

    return TableDayReport(
        table=table, game=game,
        bought=moved[table, WALLETS, IN_PLAY], cashed=moved[table, IN_PLAY, WALLETS],
        win=net(IN_PLAY, RESULTS), fees=net(IN_PLAY, FEES), tokes=net(IN_PLAY, TOKES),
        meters=net(IN_PLAY, METERS), seeded=net(RESULTS, METERS) + net(HOUSE, METERS),
        collected=sum(moved[table, group, HOUSE] for group in (FEES, TOKES, RESULTS)),
        filled=moved[table, HOUSE, RESULTS],
    )  # fmt: skip
