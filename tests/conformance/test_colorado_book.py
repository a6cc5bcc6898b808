"""The Colorado book is whole: every game, and every pay table as a second transcription has it."""

from __future__ import annotations

import os
import tomllib
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from houseway.analysis.blackjack import report as report_blackjack
from houseway.analysis.odds_book.posted_tables import tables as tables_of
from houseway.analysis.odds_row import allowed_decks
from houseway.analysis.report import report
from houseway.game.base import Game
from houseway.game.pay_tables import Payout, PayTable
from houseway.rulebook import games

BOOK = {
    "blackjack-burnout", "rocket-aces", "3-card-shine", "21-hold-em", "blackjack-switch",
    "ante-up-21", "21-plus-3", "golden-21-poker", "straight-jack", "straight-jack-progressive",
    "3-card-21-n-done", "pai-jack", "buffalo-blackjack-2", "buffalo-blackjack-3",
    "free-bet-blackjack", "ride-free", "3-dice-baccarat",
}  # fmt: skip
TABLES: dict[str, dict[str, str]] = tomllib.loads(
    (Path(__file__).parent.parent / "colorado_tables.toml").read_text()
)
LONG = bool(os.environ.get("HOUSEWAY_LONG"))
PRINTED = [(game, name, pays) for game, named in TABLES.items() for name, pays in named.items()]


def test_every_game_of_the_book_is_there() -> None:
    colorado = {id for id, game in games().items() if game.jurisdiction == "Colorado"}
    assert colorado == BOOK | {"blackjack"}


def shown(payout: Payout) -> str:
    """A payout as the second transcription writes it."""
    parts = []
    if payout.numerator or not payout.meter_percent:
        odds = Fraction(payout.numerator, payout.denominator)
        parts.append("push" if payout.text == "push" else f"{float(odds):g}")
    if payout.meter_percent:
        parts.append(f"{payout.meter_percent}%")
    if payout.envy:
        parts.append(f"envy {payout.envy // 100}")
    return " + ".join(parts)


def pays_of(table: PayTable, column: str) -> Counter[str]:
    """Return the pays of a column's printed rows, without losing ones."""
    payouts = table.columns[column]
    rows = sorted(set(table.printed[column]))
    return Counter(shown(payouts[row]) for row in rows if payouts[row].text != "lose")


def columns_called(game: type[Game], name: str) -> list[tuple[PayTable, str]]:
    return [
        (table, column)
        for table in game.pay_tables().values()
        for column in table.columns
        if column.lower().rstrip("?") == name.lower()
    ]


@pytest.mark.parametrize(("game_id", "name", "pays"), PRINTED)
def test_a_pay_table_is_as_printed(game_id: str, name: str, pays: str) -> None:
    game = games()[game_id]
    _, column = name.rsplit(", ", 1)
    found = columns_called(game, column)
    assert found, f"{game_id} has no pay table {column}"
    wanted = Counter(pays.split("; "))
    assert wanted in [pays_of(table, col) for table, col in found], (
        f"{name} pays {dict(wanted)}; the rulebook has {[pays_of(t, c) for t, c in found]}"
    )


def test_a_table_for_certain_decks_is_for_decks_of_its_game() -> None:
    for game in games().values():
        borrowed = {wager.paid_by for wager in game.wagers if wager.pay.borrowed_from}
        for table in game.pay_tables().values():
            for column, decks in table.decks.items():
                whole = table.name in borrowed or set(decks) & set(allowed_decks(game))
                assert whole, (game.id, table.name, column)


def wanted_rows(game: Game) -> set[tuple[str, str]]:
    """Every optional wager of a table under every pay table that its decks allow."""
    tables = game.pay_tables()
    return {
        (wager.name, column)
        for wager in game.wagers
        if wager.paid_by in tables and not wager.pay.borrowed_from
        for column in tables[wager.paid_by].columns
        if game.sets() in tables[wager.paid_by].decks.get(column, (game.sets(),))
    }


@pytest.fixture
def few_rounds(monkeypatch: pytest.MonkeyPatch, interpreted: None) -> Iterator[None]:
    """Few where a side bet is simulated, in the short form."""
    if not LONG:
        monkeypatch.setattr(report_blackjack, "SIDE_ROUNDS", 2_000)
    report_blackjack._kept.cache_clear()
    yield
    report_blackjack._kept.cache_clear()


SOLVED_ELSEWHERE = {"blackjack-switch", "3-card-21-n-done", "ante-up-21"}
"""Games whose own tests solve the default posting; that takes seconds."""


@pytest.mark.parametrize(
    "game_id",
    [
        pytest.param(one, marks=[pytest.mark.slow] * (one in SOLVED_ELSEWHERE))
        for one in sorted(BOOK)
    ],
)
def test_every_wager_and_pay_table_has_its_odds(game_id: str, few_rounds: None) -> None:
    """At the decks of the default posting, or with HOUSEWAY_LONG at every number of decks."""
    kind = games()[game_id]
    posting = {"decks": kind().sets()} if allowed_decks(kind) and not LONG else {}
    found = report(kind, posting=posting)
    for table in tables_of(kind, posting):
        rows = {(row.wager, row.table) for row in found.rows if row.decks == table.sets()}
        missing = wanted_rows(table) - rows
        assert not missing, f"{game_id}, {table.sets()} decks: {missing}; {found.notes}"
        required = {wager.name for wager in table.wagers if wager.required}
        assert required <= {wager for wager, _ in rows}, f"{game_id}: {found.notes}"
    named = {row.wager for row in found.rows}
    for wager in kind.wagers:
        assert wager.name in named or any(wager.words in note for note in found.notes)
    for row in found.rows:
        assert abs(float(sum(row.outcomes.values())) - 1.0) < 1e-12, (row.wager, row.table)
