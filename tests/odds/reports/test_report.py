"""The rows of the odds lab: complete, consistent, and flagged where they must be."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from houseway.analysis.bankroll import BankrollPlan, risk_of
from houseway.analysis.blackjack import report as report_blackjack
from houseway.analysis.blackjack.solver.solve import best_play
from houseway.analysis.data_frames import arrays, columns, outcome_columns
from houseway.analysis.games import math_of
from houseway.analysis.odds_row import allowed_decks
from houseway.analysis.report import nets_of, report, rows
from houseway.analysis.set_hands.pai_gow_poker import main_wager
from houseway.analysis.set_hands.pai_gow_poker.classes import Deck
from houseway.analysis.wager_edge import exact
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.game.wagers import declare_wager
from houseway.pieces.tiles import TILES
from houseway.rulebook import find, games
from tests.support.random_play import LONG

FREE_BET = "free-bet-blackjack"
ROUNDS = 20_000 if LONG else 2_000
PLAYED = ("push_22", "pot_of_gold")
"""Side bets that depend on how the hand is played."""


@pytest.fixture(autouse=True)
def few_rounds(monkeypatch: pytest.MonkeyPatch, interpreted: None) -> Iterator[None]:
    monkeypatch.setattr(report_blackjack, "SIDE_ROUNDS", ROUNDS)
    report_blackjack._kept.cache_clear()
    yield
    report_blackjack._kept.cache_clear()


def test_every_wager_table_and_deck_count_has_a_row() -> None:
    found = rows(FREE_BET)
    kind = find(FREE_BET)
    wanted = {
        (wager.name, column, decks)
        for wager in kind.wagers
        for column in (
            kind.pay_tables()[wager.name].columns if wager.rule else ("3 to 2", "6 to 5")
        )
        for decks in (5, 6, 8)
    }
    wanted |= {("insurance", "2 to 1", decks) for decks in (5, 6, 8)}
    assert {(row.wager, row.table, row.decks) for row in found} == wanted
    assert len(found) == len(wanted) == 24 + 3
    assert [row.wager for row in found[::6]] == [
        "main",
        "push_22",
        "push_22",
        "pot_of_gold",
        "insurance",
    ]


def test_what_is_posted_is_fixed() -> None:
    found = rows(FREE_BET, posting={"decks": "6", "push_22": "C", "blackjack_pays": "6 to 5"})
    assert [(row.wager, row.table, row.decks) for row in found] == [
        ("main", "6 to 5", 6), ("push_22", "C", 6), ("pot_of_gold", "POG 01", 6),
        ("pot_of_gold", "POG 02", 6), ("kings_bounty", "KB01", 6),
        ("insurance", "2 to 1", 6),
    ]  # fmt: skip
    assert found[1].posting["push_22"] == "C" and found[1].posting["decks"] == "6"
    off = rows(FREE_BET, posting={"decks": 6, **dict.fromkeys(PLAYED, "off")})
    assert [row.wager for row in off] == ["main", "main", "kings_bounty", "insurance"]
    (bounty,) = rows(FREE_BET, "kings_bounty", {"decks": 8})
    assert bounty.house_edge == exact(find(FREE_BET)({"decks": 8}), "kings_bounty").here.edge


def test_deck_counts_are_those_the_clause_allows() -> None:
    assert allowed_decks(find("blackjack")) == tuple(range(1, 9))
    assert allowed_decks(find(FREE_BET)) == (5, 6, 8)
    assert allowed_decks(find("pai-gow-tiles")) == ()


@pytest.fixture
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the short form Pai Gow Poker is counted over jacks to aces and the joker."""
    if not LONG:
        counted = main_wager.house_ways
        monkeypatch.setattr(main_wager, "house_ways", lambda posted: counted(posted, Deck(4)))


OWN_FIGURES = ("pai-gow-poker", "fortune-pai-gow-poker", "pai-gow-tiles", "three-card-poker")
"""Games whose figures are asked for in tests of their own."""


def asked_here() -> list[str]:
    """In the short form test_colorado_book asks for the odds of its games, and no less of them."""
    elsewhere = {name for name, kind in games().items() if kind.jurisdiction == "Colorado"}
    elsewhere |= set(OWN_FIGURES)
    return [name for name in games() if LONG or name not in elsewhere or name == "blackjack"]


@pytest.mark.parametrize("game_id", asked_here())
def test_every_game_has_rows_or_says_why_not(game_id: str, few_deals: None) -> None:
    posting = {"decks": 6} if 6 in allowed_decks(find(game_id)) else {}
    found = report(game_id, posting=posting)
    named = {row.wager for row in found.rows}
    for wager in find(game_id).wagers:
        assert wager.name in named or any(wager.words in note for note in found.notes)
    assert found.rows or found.notes
    for row in found.rows:
        assert math.isclose(float(sum(row.outcomes.values())), 1.0, abs_tol=1e-12)


def test_poker_has_no_wager_against_a_bank() -> None:
    found = report("holdem")
    assert found.rows == () and "no wager is made against a bank" in found.notes[0]
    with pytest.raises(Refused, match="no wager 'main'"):
        report("holdem", "main")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("blakjack",), "did you mean blackjack"),
        (("blackjack", "side"), "has no wager 'side'; there is main"),
        (("blackjack", None, {"decks": 9}), "it may be 1 to 8"),
        (("blackjack", None, {"deks": 6}), "nothing called 'deks'"),
        ((FREE_BET, "push_22", {"push_22": "off"}), "Push 22 is not offered"),
        ((FREE_BET, None, {"push_22": "D"}), "A, B, C or off"),
    ],
)
def test_bad_input_is_refused_with_what_is_allowed(words: Any, says: str) -> None:
    with pytest.raises(Refused, match=says):
        rows(*words)


@pytest.mark.parametrize(
    ("posting", "edge"),
    [({"decks": 6}, 0.00615389), ({"decks": 1, "soft_17": "stand"}, -0.00181934)],
)
def test_best_play_has_the_published_edge(posting: dict[str, Any], edge: float) -> None:
    row = rows("blackjack", "main", {**posting, "blackjack_pays": "3 to 2"})[0]
    assert row.method == "exact" and row.stderr is None
    assert float(row.house_edge) == pytest.approx(edge, abs=1e-8)
    assert bool(row.warnings) == (edge < 0)


def test_a_row_agrees_with_itself() -> None:
    for row in (*rows(FREE_BET, posting={"decks": 6}), *rows("pai-gow-tiles")):
        nets, chances = nets_of(row)
        mean = sum(p * net for p, net in zip(chances, nets, strict=True))
        square = sum(p * net * net for p, net in zip(chances, nets, strict=True))
        assert float(row.house_edge) == pytest.approx(float(-mean), abs=1e-12)
        assert float(row.returned) == pytest.approx(1 - float(row.house_edge))
        assert float(row.variance) == pytest.approx(float(square - mean * mean))
        wins = sum(p for p, net in zip(chances, nets, strict=True) if net > 0)
        assert float(row.hit_frequency) == pytest.approx(float(wins))
        assert (row.stderr is None) == (row.method == "exact")
        assert set(row.plain()) >= {
            "game", "wager", "table", "decks", "house_edge", "hit_frequency", "return", "variance",
            "outcomes", "method", "stderr", "posting", "assumptions", "warnings",
        }  # fmt: skip


def test_a_blackjacks_price_moves_the_edge_by_how_often_it_is_paid() -> None:
    dear, cheap = rows("blackjack", "main", {"decks": 6})
    paid = 2 * Fraction(24 * 96, 312 * 311) * (1 - 2 * Fraction(23 * 95, 310 * 309))
    assert dear.outcomes["blackjack"] == pytest.approx(float(paid), abs=1e-12)
    assert float(cheap.house_edge - dear.house_edge) == pytest.approx(float(paid) * 0.3)
    six_to_five: Any = find("blackjack")({"decks": 6, "blackjack_pays": "6 to 5"})
    one = best_play(six_to_five)
    assert float(cheap.house_edge) == pytest.approx(one.house_edge, abs=1e-12)


def test_a_shape_no_one_reports_on_is_named_in_a_sentence() -> None:
    class Odd(Game):
        id = "odd"
        name = "Odd"
        family = "odd_shape"
        kind = TILES
        wagers = (declare_wager("main", "circle", required=True),)

    found = report(Odd)
    assert found.rows == () and found.notes[0].startswith("Odd: main is decided by the play")
    assert math_of(Odd).methods == ()


def test_columns_and_arrays() -> None:
    found = rows(FREE_BET, posting={"decks": 6})
    table = columns(found)
    assert {len(values) for values in table.values()} == {len(found)}
    as_arrays = arrays(table)
    assert as_arrays["house_edge"].dtype == np.float64 and as_arrays["decks"].dtype == np.int64
    assert np.isnan(as_arrays["stderr"][0]) and as_arrays["wager"][0] == "main"
    line = outcome_columns(found)
    bounty = [i for i, name in enumerate(line["wager"]) if name == "kings_bounty"]
    assert sum(line["probability"][i] for i in bounty) == pytest.approx(1.0)
    assert [line["net"][i] for i in bounty] == [1000, 100, 30, 20, 9, 6, 4, -1]
    assert arrays(line)["net"].dtype == np.float64


def test_risk_of_a_row() -> None:
    (row,) = rows("pai-gow-tiles")
    found = risk_of(row, BankrollPlan(unit=Fraction(10), bankroll=Fraction(200), rounds=500))
    assert found.measures.mean == pytest.approx(-float(row.house_edge))
    assert found.results.mean == pytest.approx(500 * found.measures.mean)
    assert found.ruin is not None and 0 < found.ruin.chance < 1
    assert found.ruin_ever is not None and found.ruin_ever.chance == 1.0
    plain = found.plain()
    assert plain["sd_per_round"] == pytest.approx(10 * math.sqrt(float(row.variance)))
    assert list(plain["after"]["quantiles"].values()) == sorted(
        plain["after"]["quantiles"].values()
    )


def test_a_row_says_how_much_of_it_is_not_quite_exact() -> None:
    (main,) = rows("blackjack", "main", {"decks": 6, "blackjack_pays": "3 to 2"})
    plain = main.plain()
    assert plain["method"] == "exact" and plain["stderr"] is None
    assert "simulated_figures" not in plain and "rounds" not in plain
    assert 0.002 < plain["several_hands"] < 0.003
    assert any("0.264% of rounds" in said for said in main.assumptions)
    (twice,) = rows("blackjack", "main", {"hands_max": 2, "decks": 6, "blackjack_pays": "3 to 2"})
    assert "several_hands" not in twice.plain() and len(twice.assumptions) == 1
    (bounty,) = rows("free-bet-blackjack", "kings_bounty", {"decks": 6})
    assert "several_hands" not in bounty.plain()
