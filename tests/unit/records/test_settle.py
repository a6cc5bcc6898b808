"""Output of settle: cards, rows and books that are even, in every game."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.console import Console

from houseway.cli.main import run
from houseway.cli.render import settlement
from houseway.engine.ledger import KINDS, account_of, entries, totals
from houseway.errors import HousewayError
from houseway.families.banked.state import FeeTaken
from houseway.records.cases import Case, load_cases
from houseway.records.files import load
from houseway.records.record import Playback
from houseway.rulebook import games
from houseway.sheets.settlement.settle import Settled, settle_round
from houseway.table.round import Round
from tests.support.random_play import LONG

SEATS = [str(seat) for seat in range(1, 11)]
EVERY = 1 if LONG else 7
"""Of the worked cases of a game, every one at length, every seventh otherwise."""


def rounds_of(game_id: str, every: int = EVERY) -> list[tuple[Case, Round]]:
    found = []
    for case in load_cases(games()[game_id].folder() / "cases.toml", game_id)[::every]:
        try:
            found.append((case, Playback(case).run()))
        except (HousewayError, ValueError):
            continue  # a case of a refusal
    return found


def uneven(round_: Round) -> list[str]:
    """Accounts whose rows are not what they have won or lost, and kinds that are not nothing."""
    rows = entries(round_)
    found = totals(round_, rows)
    balances: Counter[str] = Counter()
    for account, cents in round_.state.balances().items():
        balances[account_of(account)] += cents
    for account, cents in round_.game.new_state(round_.seats, round_.carry_over).balances().items():
        balances[account_of(account)] -= cents
    got = {total.account: total.result for total in found}
    wrong = [x for x in {*got, *balances} if got.get(x, 0) != balances.get(x, 0)]
    wrong += [kind for kind in KINDS if sum(total.of.get(kind, 0) for total in found)]
    for row in rows:
        settled = row.settlement if row.kind in ("wagers", "bank") else None
        if settled and row.moves.get(str(settled.seat), 0) != settled.net:
            wrong.append(settled.label)
    return wrong


@pytest.mark.parametrize("game_id", games())
def test_rows_come_to_what_everybody_won_or_lost(game_id: str) -> None:
    for case, round_ in rounds_of(game_id):
        assert not uneven(round_), case.title


def test_a_fee_without_a_row_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = [r for _, r in rounds_of("pai-gow-tiles") if any(type(e) is FeeTaken for e in r.events)]
    assert not uneven(taken[0])
    monkeypatch.setattr(FeeTaken, "transfers", lambda self: ())
    assert uneven(taken[0])


def printed(result: Settled, monkeypatch: pytest.MonkeyPatch, width: int = 80) -> str:
    out = Console(file=io.StringIO(), width=width, highlight=False)
    monkeypatch.setattr(settlement, "console", lambda: out)
    settlement.print_settled(result)
    file = out.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


def words_told(result: Settled) -> set[str]:
    """Everything that must stand on the page unbroken: amounts, clauses, words."""
    texts = [lay.words for lay in result.table]
    for row in result.wagers:
        texts += [row.wager_words, row.outcome_words, *(c.clause for c in row.clauses)]
    texts += [row.words for row in result.moved]
    texts += [
        settlement.money(total.result)
        for total in result.totals
        if total.account in SEATS and total.of
    ]
    return {word for text in texts for word in text.split()}


@pytest.mark.parametrize("game_id", games())
def test_a_page_of_80_columns_breaks_no_word(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for case, round_ in rounds_of(game_id, 60):
        result = settle_round(round_)
        page = printed(result, monkeypatch)
        assert max(map(len, page.splitlines())) <= 80, case.title
        there = {word.strip(",;:()") for word in page.split()}
        missing = {word.strip(",;:()") for word in words_told(result)} - there
        assert not missing, (case.title, missing, page)


@pytest.mark.parametrize("game_id", games())
def test_no_machine_name_reaches_the_page(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for case, round_ in rounds_of(game_id, 60):
        if round_.closed:
            page = printed(settle_round(round_), monkeypatch)
            assert not re.findall(r"\b[a-z0-9]+_[a-z0-9_]+", page), case.title


DISPUTE = """
game = "free-bet-blackjack"
bets = { main = 10, push_22 = 5, tip_main = 2 }
deal = "Ts 6h 9d Tc | 6c"
play = "stand"
"""


def settled(text: str) -> Settled:
    return settle_round(Playback(load(text)).finish())


def test_settle_shows_cards_totals_posting_rows_and_books(monkeypatch: pytest.MonkeyPatch) -> None:
    page = printed(settled(DISPUTE), monkeypatch)
    for part in (
        "6♥ 10♣ 6♣   22", "10♠ 9♦   19", "Push 22, pay table: A", "Decks: 6", "8 to 1", "+$40",
        "tip on", "total", "+$38", "CO-2116-10", "A dealer total of 22 does not bust",
        "the dealer's tips", "together", "result: seat 1 +38; the house -40; the dealer's tips +2",
    ):  # fmt: skip
        assert part in page, part


def test_json_has_the_same_with_names_and_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "round.toml"
    path.write_text(DISPUTE)
    assert run(["settle", str(path), "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    push = found["wagers"][2]
    assert (push["wager"], push["wager_words"], push["outcome"]) == (
        "push_22",
        "Push 22",
        "other_22",
    )
    assert push["outcome_words"] and "_" not in push["outcome_words"]
    assert push["accounts"] == {"1": 4000, "house": -4000}
    assert found["table"][0]["pieces"] == ["6h", "Tc", "6c"] and found["table"][0]["total"] == "22"
    assert {line["key"] for line in found["mattered"]} >= {"decks", "push_22"}
    assert sum(total["result"] for total in found["totals"]) == 0
    assert msgspec.convert(found, Settled).closed


def test_envy_and_meters_have_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    result = settled("""
game = "ride-free"
posted = { decks = 8 }
meters = { progressive_21_3 = 12000 }
bets = { main = 10, classic_21_3 = 5, progressive_21_3 = 1 }
deal = "As As As 9c"
play = "no_insurance; no_bet; stand"
""")
    assert any("PT-FLT-213-E01" in words for words in result.chosen)
    kinds = {(row.kind, row.account): row.cents for row in result.moved}
    assert kinds["envy", "tokes"] == 100 and kinds["meters", "meter"]
    won = next(w for w in result.wagers if w.wager == "progressive_21_3")
    assert won.back > 12000_00
    assert "Chosen by the number of decks" in printed(result, monkeypatch)


def test_everybody_s_cards_are_shown_even_those_taken_away() -> None:
    result = settled("""
game = "21-hold-em"
posted = { burns = 1 }
bets = { main = 10, pk = 5 }
deal = "2c | Ts 7h 9d Tc | 3c 2c 2d 2h"
play = "stand; match; match"
""")
    lying = {(lay.zone, lay.pieces) for lay in result.table}
    assert ("hand", ("Ts", "9d")) in lying and ("poker", ("2c", "2d", "2h")) in lying


def test_posted_shows_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "round.toml"
    path.write_text(DISPUTE)
    run(["settle", str(path)])
    short = capsys.readouterr().out
    run(["settle", str(path), "--posted"])
    whole = capsys.readouterr().out
    assert "Insurance" in whole and "Insurance" not in short and len(whole) > len(short) + 500
