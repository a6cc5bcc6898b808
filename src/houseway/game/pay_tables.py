"""Payouts in the regulation's words, and the pay tables made of them.

A payout is ``50 to 1``, ``100 for 1``, ``3:2``, ``push``, ``lose``, ``100%``, ``$125`` or ``200 to
1 + 10%``: a closed grammar, no expressions. After it, ``, envy $5`` is a further payment to the
dealer or to others at the table. In a table, ``as flush`` is a cell that pays like that row of the
same column.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from houseway.cite import step
from houseway.errors import BadFile
from houseway.game.face.layout import PayRow, PaySheet
from houseway.money import Breakage, dollars, format_dollars, share
from houseway.util.english import n
from houseway.util.toml import decode_as, read_file

_ODDS = re.compile(
    r"([0-9][0-9,]{0,15}(?:\.[0-9]{1,6})?)\s*(to|for|:)\s*([1-9][0-9]{0,8})"
    r"(?:\s*\+\s*([0-9]{1,3})%)?"
)
_METER = re.compile(r"([0-9]{1,3})%")
_ENVY = re.compile(r"(.+), envy (\$[0-9]{1,6})")


class Payout(msgspec.Struct, frozen=True):
    """The payment for one outcome: odds on the stake, a fixed sum, a share of a meter, or none."""

    text: str
    numerator: int = 0
    denominator: int = 1
    stake_back: bool = True
    fixed: int = 0
    meter_percent: int = 0
    envy: int = 0
    """Cents to the dealer for the player's hand, or to others (``Wager.envy_to``)."""
    by_amount: tuple[tuple[int, Payout], ...] = ()
    """(Least stake in cents, payout) pairs, if the amount of the wager chooses."""

    def at(self, stake: int) -> Payout:
        """Return the payout for a wager of this amount in cents."""
        found = self
        for least, payout in self.by_amount:
            if stake >= least:
                found = payout
        return found

    @step
    def back(self, stake: int, breakage: Breakage = "down", meter: int = 0) -> int:
        """Return what goes back to the player in cents: winnings, and a returned stake."""
        if self.by_amount:
            return self.at(stake).back(stake, breakage, meter)
        won = self.fixed
        if self.numerator:
            won += share(stake, self.numerator, self.denominator, breakage)
        if meter:
            won += meter * self.meter_percent // 100
        return won + stake if self.stake_back else won

    @property
    def pays(self) -> bool:
        """True if it pays anything; a push only returns the stake."""
        several = any(payout.pays for _, payout in self.by_amount)
        return several or self.numerator > 0 or self.fixed > 0 or self.meter_percent > 0

    def net(self) -> Fraction:
        """Return the result of one unit staked, without meters."""
        return Fraction(self.numerator, self.denominator) - (0 if self.stake_back else 1)


PUSH = Payout("push")
LOSE = Payout("lose", stake_back=False)
EVEN = Payout("1 to 1", 1, 1)


def parse_payout(text: str) -> Payout:
    """Return a payout from its words; refuse anything outside the grammar."""
    words = text.strip().lower()
    if match := _ENVY.fullmatch(words):
        return msgspec.structs.replace(parse_payout(match[1]), text=text, envy=dollars(match[2]))
    if words == "push":
        return PUSH
    if words == "lose":
        return LOSE
    if match := _METER.fullmatch(words):
        return Payout(text, stake_back=False, meter_percent=int(match[1]))
    if words.startswith("$"):
        return Payout(text, stake_back=False, fixed=dollars(words))
    if match := _ODDS.fullmatch(words):
        odds = Fraction(match[1].replace(",", "")) / int(match[3])
        return Payout(
            text,
            odds.numerator,
            odds.denominator,
            stake_back=match[2] != "for",
            meter_percent=int(match[4] or 0),
        )
    raise ValueError(
        f"{text!r} is not a payout; write one like '50 to 1', '100 for 1', '3:2', 'push', "
        "'lose', '100%', '$125' or '200 to 1 + 10%'"
    )


class ReadAs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cells of a column that the text leaves uncertain, and the reading they follow."""

    reading: str
    """The id of the reading."""
    rows: tuple[str, ...] = ()
    """The rows in question; empty: the whole column."""


class PayTable(msgspec.Struct, frozen=True):
    """The published schedules of one wager: a row per outcome, a column per schedule."""

    name: str
    clause: str
    outcomes: tuple[str, ...]
    columns: dict[str, tuple[Payout, ...]]
    decks: dict[str, tuple[int, ...]]
    printed: dict[str, tuple[int, ...]] = {}
    """Column -> the row that pays each outcome: its own, or that of an ``as`` cell."""
    read_as: dict[str, ReadAs] = {}
    decks_clause: str = ""
    """The clause that names the decks of its columns, if it is not its own clause."""
    row_clauses: dict[str, tuple[str, ...]] = {}
    meter_clauses: tuple[str, ...] = ()
    """Further clauses behind every award of a meter."""
    paid_clauses: tuple[str, ...] = ()
    """Clauses on payment alone, cited by rows that pay. Its own may be one."""
    as_clauses: dict[str, tuple[str, ...]] = {}
    """Outcome -> the clauses by which a column pays it as another row."""
    by_amount: dict[str, tuple[Payout, ...]] = {}
    """Posting -> its payouts, if the amount of a wager chooses the column."""
    own: tuple[str, ...] = ()
    """The columns that a user invented; no text prints them."""
    posted_clauses: tuple[str, ...] = ()
    """Clauses on the posting of a column; no result rests on them."""

    def with_own(self, columns: Mapping[str, tuple[Payout, ...]]) -> PayTable:
        """Return the table with invented columns before those of the text.

        If the amount of a wager chooses the column, they replace the printed ones.
        """
        printed = {} if self.by_amount else self.columns
        rows = tuple(range(len(self.outcomes)))
        return msgspec.structs.replace(
            self,
            columns={**columns, **printed},
            printed={**self.printed, **dict.fromkeys(columns, rows)},
            by_amount={},
            own=tuple(columns),
        )

    def not_printed(self, column: str) -> str:
        """Return a sentence for an invented column; "" for one of the text."""
        return f"{column}: a pay table of one's own, not the regulation's" * (column in self.own)

    def postings(self) -> tuple[str, ...]:
        """Return the possible postings: columns, or rules that choose one by amount."""
        return tuple(self.by_amount or self.columns)

    def payouts(self, posted: str) -> tuple[Payout, ...]:
        """Return the payout of each outcome under this posting."""
        return (self.by_amount or self.columns)[posted]

    def amounts(self, posted: str, column: str) -> tuple[int, int]:
        """Return the wager from which a column pays, and below which, in cents; 0: no bound."""
        if posted not in self.by_amount or column not in self.columns:
            return 0, 0
        bounds = [least for least, _ in self.by_amount[posted][0].by_amount] + [0]
        place = tuple(self.columns).index(column)
        return bounds[place], bounds[place + 1]

    def cited(self, column: str, row: int) -> tuple[str, ...]:
        """Return the clauses behind a row of a column; none for an invented column."""
        if column in self.own:
            return ()
        outcome, payout = self.outcomes[row], self.payouts(column)[row]
        found = [*self.row_clauses.get(outcome, ())]
        if (paid_as := self.printed_row(column, outcome)) != outcome:
            found += (*self.as_clauses.get(outcome, ()), *self.row_clauses.get(paid_as, ()))
        found += self.meter_clauses if payout.meter_percent else ()
        found += self.paid_clauses if payout.pays else ()
        found += (self.clause,) if self.clause not in self.paid_clauses else ()
        return tuple(found)

    def named(self) -> tuple[str, ...]:
        """Return every clause it names: its own, of posting, decks, rows, pays and meters."""
        some = (*self.row_clauses.values(), *self.as_clauses.values())
        of_rows = (clause for clauses in some for clause in clauses)
        found = (self.clause, *self.posted_clauses, *self.meter_clauses, self.decks_clause)
        found += (*self.paid_clauses, *of_rows)
        return tuple(dict.fromkeys(filter(None, found)))

    @property
    def clause_on_decks(self) -> str:
        """The clause that names the decks of its columns."""
        return self.decks_clause or self.clause

    def for_decks(self, decks: int) -> tuple[str, ...]:
        """Return the columns that may be used with this number of decks."""
        return tuple(column for column in self.columns if decks in self.decks.get(column, (decks,)))

    def reading(self, column: str, outcome: str) -> str:
        """Return the reading that a cell follows; "" if the text is clear."""
        found = self.read_as.get(column)
        return found.reading if found and (not found.rows or outcome in found.rows) else ""

    def sheet(self, column: str) -> PaySheet:
        """Return a posted column as printed, with the reading of each cell that follows one."""
        rows = []
        payouts = self.payouts(column)
        for row, covered in self.rows_printed(column).items():
            outcome, text = self.outcomes[row], payouts[row].text
            if payouts[row].meter_percent:
                text = f"{text} of the meter"
            if reading := self.reading(column, outcome):
                text = f"{text} (reading {reading})"
            rows.append(PayRow(outcome, text, tuple(self.outcomes[i] for i in covered)))
        clause = "" if column in self.own else self.clause
        return PaySheet(self.name, column, tuple(rows), clause)

    def rows_printed(self, column: str) -> dict[int, tuple[int, ...]]:
        """Return printed row -> the outcomes it pays, for one column."""
        found: dict[int, tuple[int, ...]] = {}
        for outcome, row in enumerate(self.printed[column]):
            found[row] = (*found.get(row, ()), outcome)
        return dict(sorted(found.items()))

    def printed_row(self, column: str, outcome: str) -> str:
        """Return the row that pays an outcome as the column prints it."""
        if outcome not in self.outcomes or column not in self.printed:
            return outcome
        return self.outcomes[self.printed[column][self.outcomes.index(outcome)]]

    def whole_meters(self, column: str) -> int:
        """Return the number of printed rows of a column that pay 100 % of a meter."""
        payouts = self.columns.get(column, ())
        rows = {row for row in self.printed.get(column, ()) if payouts[row].meter_percent == 100}
        return len(rows)


class _PayRows(msgspec.Struct, forbid_unknown_fields=True):
    """The pay table of a wager in a ``pay.toml``."""

    clause: str
    """The clause that prints the table."""
    columns: list[str]
    """Names of the schedules; the house posts one."""
    rows: list[list[str]]
    """For each outcome its name and a pay per column: ``3 to 2``, ``lose``, ``100%``, ``$125``."""
    decks: dict[str, list[int]] = {}
    """Column -> numbers of decks it may be posted with; without a column: any."""
    read_as: dict[str, ReadAs] = {}
    """Column -> the reading its uncertain cells follow."""
    decks_clause: str = ""
    """The clause that limits the decks."""
    row_clauses: dict[str, list[str]] = {}
    """Outcome -> further clauses behind it."""
    meter_clauses: list[str] = []
    """Further clauses behind every award of a meter."""
    paid_clauses: list[str] = []
    """Clauses on payment alone, cited by rows that pay."""
    as_clauses: dict[str, list[str]] = {}
    """Outcome -> the clauses by which a column pays it as another row."""
    by_amount: dict[str, list[int | str]] = {}
    """Posting -> for each column the least wager that is paid by it, in dollars."""
    posted_clauses: list[str] = []
    """Clauses on the posting of a column; no result rests on them."""


def pay_table(name: str, data: Mapping[str, Any], file: str) -> PayTable:
    """Return a pay table from its TOML form: clause, columns, rows and, if printed, decks."""
    raw = decode_as(data, _PayRows, file, f"[{name}]")
    outcomes = tuple(row[0] for row in raw.rows if row)
    for row in raw.rows:
        if len(row) != len(raw.columns) + 1:
            raise BadFile(file, f"[{name}] row {row[:1]}", f"needs {n(len(raw.columns), 'payout')}")
    columns, printed = {}, {}
    for place, column in enumerate(raw.columns, 1):
        cells = {row[0]: row[place] for row in raw.rows}
        printed[column] = tuple(
            outcomes.index(_paid_row(cells, outcome, f"{name}.{column}", file))
            for outcome in outcomes
        )
        rows = (outcomes[i] for i in printed[column])
        columns[column] = tuple(_cell(cells[row], f"[{name}] {row} {column}", file) for row in rows)
    for part, rows_named in (("row_clauses", raw.row_clauses), ("as_clauses", raw.as_clauses)):
        for outcome in rows_named:
            if outcome not in outcomes:
                raise BadFile(file, f"[{name}] {part}", f"there is no row {outcome!r}")
    for part, named in (("decks", raw.decks), ("read_as", raw.read_as)):
        for column in named:
            if column not in columns:
                raise BadFile(file, f"[{name}] {part}", f"there is no column {column!r}")
    for column, read in raw.read_as.items():
        for outcome in read.rows:
            if outcome not in outcomes:
                raise BadFile(file, f"[{name}] read_as {column!r}", f"there is no row {outcome!r}")
    decks = {column: tuple(found) for column, found in raw.decks.items()}
    by_amount = {
        posted: _by_amount(tuple(columns.values()), least, f"[{name}] by_amount {posted}", file)
        for posted, least in raw.by_amount.items()
    }
    printed |= dict.fromkeys(by_amount, tuple(range(len(outcomes))))
    return PayTable(
        name, raw.clause, outcomes=outcomes, columns=columns, decks=decks, printed=printed,
        read_as=raw.read_as, decks_clause=raw.decks_clause,
        row_clauses={outcome: tuple(clauses) for outcome, clauses in raw.row_clauses.items()},
        meter_clauses=tuple(raw.meter_clauses), paid_clauses=tuple(raw.paid_clauses),
        as_clauses={outcome: tuple(clauses) for outcome, clauses in raw.as_clauses.items()},
        by_amount=by_amount, posted_clauses=tuple(raw.posted_clauses),
    )  # fmt: skip


def _by_amount(
    columns: tuple[tuple[Payout, ...], ...], least: Sequence[int | str], where: str, file: str
) -> tuple[Payout, ...]:
    """Return each row with its payouts by amount of the wager."""
    try:
        bounds = [dollars(amount) for amount in least]
    except ValueError as error:
        raise BadFile(file, where, str(error)) from None
    if len(bounds) != len(columns) or bounds != sorted(set(bounds)):
        raise BadFile(file, where, f"needs a rising amount for each of {len(columns)} columns")
    found = []
    for row in zip(*columns, strict=True):
        steps = tuple(zip(bounds, row, strict=True))
        text = ", ".join(f"from {format_dollars(cents)} {payout.text}" for cents, payout in steps)
        found.append(Payout(text, stake_back=False, by_amount=steps))
    return tuple(found)


def _paid_row(cells: Mapping[str, str], outcome: str, where: str, file: str) -> str:
    """Return the row that pays an outcome: ``as flush`` names another, which must pay itself."""
    if not cells[outcome].startswith("as "):
        return outcome
    other = cells[outcome][len("as ") :]
    if other not in cells or cells[other].startswith("as "):
        raise BadFile(
            file, f"{where} row {outcome!r}", f"{other!r} is not a row that pays by itself"
        )
    return other


def _cell(text: str, where: str, file: str) -> Payout:
    """Return the payout in a cell; BadFile, with its place, for anything else."""
    try:
        return parse_payout(text)
    except ValueError as error:
        raise BadFile(file, where, str(error)) from None


def load_pay(path: Path) -> dict[str, PayTable]:
    """Return every pay table of a ``pay.toml``."""
    tables = read_file(path)
    return {
        name: pay_table(name, data, str(path))
        for name, data in tables.items()
        if name != "collection"
    }


def check_rows(table: PayTable, outcomes: Iterable[str], file: str) -> None:
    """Refuse a pay table whose rows are not the rule's outcomes, one to one and in order."""
    expected = tuple(outcomes)
    if table.outcomes != expected:
        raise BadFile(
            file,
            f"[{table.name}]",
            f"rows {list(table.outcomes)} are not the rule's outcomes {list(expected)}",
        )
