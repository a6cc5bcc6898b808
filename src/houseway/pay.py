"""Payouts in the regulation's words, and the pay tables made of them.

A payout is ``50 to 1``, ``100 for 1``, ``3:2``, ``push``, ``lose``, ``100%``, ``$125`` or
``200 to 1 + 10%``: a closed grammar, no expressions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from houseway.cite import procedure
from houseway.errors import BadFile
from houseway.money import Breakage, dollars, share
from houseway.tomlfile import read_file, shape_as

_ODDS = re.compile(
    r"([0-9][0-9,]{0,15}(?:\.[0-9]{1,6})?)\s*(to|for|:)\s*([1-9][0-9]{0,8})"
    r"(?:\s*\+\s*([0-9]{1,3})%)?"
)
_METER = re.compile(r"([0-9]{1,3})%")


class Payout(msgspec.Struct, frozen=True):
    """What one outcome pays: odds on the stake, a fixed sum, a share of a meter, or nothing."""

    text: str
    numerator: int = 0
    denominator: int = 1
    stake_back: bool = True
    fixed: int = 0
    meter_percent: int = 0

    @procedure("CO-ALL-5")
    def back(self, stake: int, breakage: Breakage = "down", meter: int = 0) -> int:
        """Everything that goes back to the player: winnings, and the stake if it is returned."""
        won = share(stake, self.numerator, self.denominator, breakage)
        won += self.fixed + meter * self.meter_percent // 100
        return won + stake if self.stake_back else won

    def net(self) -> Fraction:
        """The result of one unit staked, meters aside."""
        return Fraction(self.numerator, self.denominator) - (0 if self.stake_back else 1)


PUSH = Payout("push")
LOSE = Payout("lose", stake_back=False)
EVEN = Payout("1 to 1", 1, 1)


def parse_payout(text: str) -> Payout:
    """A payout from its words; anything outside the grammar is refused."""
    words = text.strip().lower()
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


class PayTable(msgspec.Struct, frozen=True):
    """The published schedules of one wager: a row per outcome, a column per schedule."""

    name: str
    clause: str
    outcomes: tuple[str, ...]
    columns: dict[str, tuple[Payout, ...]]
    decks: dict[str, tuple[int, ...]]


class _PayRows(msgspec.Struct, forbid_unknown_fields=True):
    clause: str
    columns: list[str]
    rows: list[list[str]]
    decks: dict[str, list[int]] = {}


def pay_table(name: str, data: Mapping[str, Any], file: str) -> PayTable:
    """One pay table from its TOML form: clause, columns, rows and, where printed, decks."""
    raw = shape_as(data, _PayRows, file, f"[{name}]")
    columns: dict[str, list[Payout]] = {column: [] for column in raw.columns}
    outcomes = []
    for row in raw.rows:
        if len(row) != len(raw.columns) + 1:
            raise BadFile(file, f"[{name}] row {row[:1]}", f"needs {len(raw.columns)} payouts")
        outcomes.append(row[0])
        for column, text in zip(raw.columns, row[1:], strict=True):
            try:
                columns[column].append(parse_payout(text))
            except ValueError as error:
                raise BadFile(
                    file, f"[{name}] row {row[0]!r} column {column!r}", str(error)
                ) from None
    for column in raw.decks:
        if column not in columns:
            raise BadFile(file, f"[{name}] decks", f"there is no column {column!r}")
    return PayTable(
        name,
        raw.clause,
        tuple(outcomes),
        {column: tuple(payouts) for column, payouts in columns.items()},
        {column: tuple(decks) for column, decks in raw.decks.items()},
    )


def load_pay(path: Path) -> dict[str, PayTable]:
    """Every pay table of a ``pay.toml``."""
    tables = read_file(path)
    return {
        name: pay_table(name, data, str(path))
        for name, data in tables.items()
        if name != "collection"
    }


def check_rows(table: PayTable, outcomes: Iterable[str], file: str) -> None:
    """The rows of a pay table are its rule's outcomes, one to one and in order."""
    expected = tuple(outcomes)
    if table.outcomes != expected:
        raise BadFile(
            file,
            f"[{table.name}]",
            f"rows {list(table.outcomes)} are not the rule's outcomes {list(expected)}",
        )
