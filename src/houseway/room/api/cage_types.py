"""Answers of the cage and of accounting: receipts, shifts, statements, reports of a day."""

from __future__ import annotations

import msgspec


class PendingApproval(msgspec.Struct, frozen=True, kw_only=True):
    """Something that waits for a second person."""

    request: int
    what: str
    person: int
    name: str
    cents: int
    reason: str
    asked_by: int
    asked_ms: int
    until_ms: int


class Line(msgspec.Struct, frozen=True):
    """A line of a statement: when, what, the cents it brought or took, and the balance after it."""

    at_ms: int
    stream: str
    row: int
    what: str
    cents: int
    balance: int


class Statement(msgspec.Struct, frozen=True):
    """An account with its latest postings, newest first."""

    person: int
    name: str
    card: str
    balance: int
    lines: tuple[Line, ...]


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """A booking of the cage on an account, in cents; ``cents`` has the sign of the account."""

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
    """The person who approved it, where two people are needed."""
    person: int
    name: str
    card: str
    cents: int
    before: int
    after: int
    reason: str = ""
    reverses: int = 0


class Shift(msgspec.Struct, frozen=True):
    """An open shift, as its cashier sees it: the drawer is counted without knowing what to find."""

    shift: int
    cashier: int
    station: str
    opened_ms: int
    opening: int


class Count(msgspec.Struct, frozen=True):
    """A count of a drawer; only supervisors and auditors see what should have been in it."""

    shift: int
    cashier: int
    opening: int
    cash_in: int | None
    """Taken in since the opening, in cents; None: not told, because the sum would tell."""
    cash_out: int | None
    times: int
    expected: int | None
    """The cents that should be in the drawer; None: not told to this caller, or not yet."""
    counted: int
    over: int | None
    """Below 0 it is short; None: not told."""
    request: int = 0
    """The number under which a shortage waits for a supervisor; 0: it does not."""


class Collection(msgspec.Struct, frozen=True):
    """An amount taken from a table, or given to it."""

    row: int
    """The row of the cage's log; 0 while it waits for a second person."""
    kind: str
    at_ms: int
    table: str
    fees: int
    tokes: int
    house: int
    request: int = 0
    """The number under which it waits for a second person; 0: it is done."""


class CashAnswer(msgspec.Struct, frozen=True):
    """The answer to a cash command: a receipt with its printed text, or a request for a second
    person."""

    receipt: Receipt | None = None
    text: str = ""
    waiting: PendingApproval | None = None


class OpenShift(msgspec.Struct, frozen=True):
    """One's open shift, if there is one."""

    shift: Shift | None


class TrialBalance(msgspec.Struct, frozen=True, kw_only=True):
    """A trial balance: what each group stands at, and that all of it is nothing."""

    at_ms: int
    day: str
    groups: dict[str, int]
    total: int
    liability: int
    """Owed to players in cents: wallets and funds in play."""
    control: int
    """Accounted for by cage and house in cents: cash taken in, less the house's result."""
    accounts: int

    @property
    def balances(self) -> bool:
        """Return whether both sides are equal."""
        return self.total == 0 and self.liability == self.control


class TableDayReport(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a table in a period: buy-ins, cash-outs, and the house's part."""

    table: str
    game: str
    bought: int = 0
    cashed: int = 0
    win: int = 0
    """Won by the house from players' wagers, less losses, in cents."""
    fees: int = 0
    tokes: int = 0
    meters: int = 0
    """Paid by players into the meters, less payments of the meters."""
    seeded: int = 0
    """Put into the meters by the house."""
    collected: int = 0
    filled: int = 0


class DayReport(msgspec.Struct, frozen=True, kw_only=True):
    """The flow of players' money in a period; ``opening`` plus all of it is ``closing``."""

    day: str
    tables: tuple[TableDayReport, ...]
    games: dict[str, int]
    """Win and fees by game."""
    opening: int
    cash_in: int
    cash_out: int
    adjusted: int
    played: int
    """Lost by players to the house, fees, tokes and meters, less their winnings."""
    closing: int
    over_short: int


class DropLine(msgspec.Struct, frozen=True):
    """One table with one game in one gaming day, in cents."""

    day: str
    table: str
    game: str
    bought: int
    """Brought to the table from the players' accounts, and taken back to them."""
    cashed: int
    fees: int
    tokes: int
    win: int
    """Won by the house from players' wagers, less losses, in cents."""
    meters: int
    """Paid by wagers into the meters, less winnings from them."""
    seeded: int
    collected: int
    filled: int
    result: int
    """The house's result at the table: its winnings, less tips and payments to meters."""


class UncollectedDrop(msgspec.Struct, frozen=True):
    """The chips in a table's box that wait for collection."""

    table: str
    fees: int
    tokes: int


class DropReport(msgspec.Struct, frozen=True):
    """A gaming day, and what waits to be collected now."""

    day: str
    lines: tuple[DropLine, ...]
    fees: int
    tokes: int
    result: int
    waiting: tuple[UncollectedDrop, ...]
