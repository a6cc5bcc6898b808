"""The library: the same figures as the commands, in forms that notebooks and data frames take."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

import houseway
from houseway.errors import HousewayError, Refused

KINGS = ("free-bet-blackjack", "kings_bounty")


def test_every_public_name_is_there() -> None:
    for name in houseway.__all__:
        assert getattr(houseway, name) is not None
    wanted = {"odds", "simulate", "strategy", "compare", "par", "tune", "settle", "equity"}
    assert wanted <= set(houseway.__all__) <= set(dir(houseway))


def test_odds_are_rows_records_and_html() -> None:
    found = houseway.odds(*KINGS, {"decks": 6})
    (row,) = found
    assert row.house_edge == Fraction(5980547, 25818598)
    (record,) = found.records()
    assert record["wager_words"] == "King's Bounty"
    assert record["house_edge"] == pytest.approx(0.2316371710)
    assert all(isinstance(value, str | int | float | None) for value in record.values())
    assert "<td" in found._repr_html_() and "23.1637%" in found._repr_html_()
    assert repr(found) == "<odds of free-bet-blackjack: 1 row>"


def test_odds_is_a_plain_function() -> None:
    assert isinstance(houseway.odds, FunctionType) and houseway.odds.__module__ == "houseway.api"


def test_a_game_is_an_id_a_class_or_a_posted_table() -> None:
    by_id = houseway.odds(*KINGS, {"decks": 8})
    kind = houseway.find(KINGS[0])
    assert houseway.odds(kind, KINGS[1], {"decks": 8}).rows == by_id.rows
    assert houseway.odds(kind({"decks": 8}), KINGS[1]).rows == by_id.rows


def test_compare_flags_decks_that_may_not_be_posted() -> None:
    found = houseway.compare("21-plus-3", "twenty_one_plus_three", {"decks": 1})
    assert any(row.warnings for row in found)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(Refused, match="no strategy"):
        houseway.strategy("3-dice-baccarat")
    with pytest.raises(HousewayError, match=r"\.html or \.pdf"):
        houseway.par("blackjack", "sheet.txt")
    with pytest.raises(HousewayError, match=r"a sign is a file \.html or \.pdf"):
        houseway.sign("blackjack", "sign.txt")


@pytest.mark.parametrize(
    "ask",
    [houseway.open_table, houseway.find, houseway.odds, houseway.strategy, houseway.compare,
     houseway.par, houseway.sign, lambda game: houseway.simulate(game, 10),
     lambda game: houseway.tune(game, "main", "5%")],
)  # fmt: skip
@pytest.mark.parametrize("game", [5, None, ["blackjack"], "blackjak", int])
def test_what_is_no_game_is_refused(ask: Any, game: Any) -> None:
    with pytest.raises(Refused, match="there is no game "):
        ask(game)


@pytest.mark.parametrize("ask", [houseway.open_table, lambda *of: houseway.find(of[0])(of[1]),
                                 lambda *of: houseway.odds(of[0], None, of[1]),
                                 lambda *of: houseway.strategy(*of)])  # fmt: skip
@pytest.mark.parametrize(
    ("posting", "said"),
    [
        (5, "a posting is names with values, like {'decks': 6}, not 5"),
        ("decks=6", "a posting is names with values, like {'decks': 6}, not 'decks=6'"),
        (["decks"], "a posting is names with values, like {'decks': 6}, not ['decks']"),
        ({5: 6}, "there is nothing called 5 to post here"),
        ({None: 6}, "there is nothing called None to post here"),
        ({("decks",): 6}, "there is nothing called ('decks',) to post here"),
        ({"decks": [6]}, "decks cannot be [6]"),
        ({"main_limits": None}, "main_limits cannot be None; write the limits like 5..500"),
    ],
)  # fmt: skip
def test_what_is_no_posting_is_refused(ask: Any, posting: Any, said: str) -> None:
    with pytest.raises(Refused) as refused:
        ask("blackjack", posting)
    assert said in str(refused.value)


def test_a_sign_is_a_page(tmp_path: Path) -> None:
    text = houseway.sign("golden-21-poker", tmp_path / "sign.html", {"decks": 6})
    assert "Golden 21 Poker" in text and (tmp_path / "sign.html").read_text() == text


def test_tables_and_rounds_say_what_they_are() -> None:
    table = houseway.open_table("blackjack", {"decks": 6}, seed=3)
    assert repr(table) == "<table of blackjack, empty>"
    assert repr(table.game) == "<blackjack: decks=6>"
    table.sit(1, "Ann", houseway.dollars(100))
    table.start()
    assert repr(table.round).endswith("waits for seat 1>")
    table.bet(1, main=houseway.dollars(10))
    while table.view(1).prompt is not None:
        assert "??" in table.round._repr_html_()
        table.act(1, "stand")
    shown = table.round._repr_html_()
    assert "round of blackjack" in shown and "closed" in shown
    assert "Ann" in shown and "$10" in shown and "BJ-" in shown


def test_equity_as_a_table() -> None:
    found = houseway.equity("holdem", ["AhAs", "KhKs"], board="2c7d9h")
    assert [record["hand"] for record in found.records()] == ["AhAs", "KhKs"]
    assert "AhAs" in found._repr_html_()


def test_pays_of_ones_own() -> None:
    tuned = houseway.tune("golden-21-poker", "golden_21", "5%")
    pays = tuned.proposals[0].pays
    priced = houseway.odds("golden-21-poker", "golden_21", {"decks": tuned.decks[0]}, pay=pays)
    assert {row.house_edge for row in priced if row.table == "own"} == {tuned.proposals[0].edge}
    assert "house edge" in tuned._repr_html_()
    with pytest.raises(HousewayError, match="name the wager"):
        houseway.odds("golden-21-poker", pay=pays)


def test_the_records_of_a_round_add_up_with_its_fees() -> None:
    settled = houseway.settle(
        houseway.load(
            'game = "pai-gow-tiles"\nseats = { 1 = 1000, 2 = 99 }\ndice = "1 1 1"\n'
            'deal = "3-6 2-6 teen gor | 4-5 3-5 mooy bon"\n'
            'play = "1 bank 100; 2 bet main=10; 2 house_way; 1 house_way"\n'
        )
    )
    of_seat = {1: 0, 2: 0}
    for record in settled.records():
        of_seat[record["seat"]] += record["net"]
    assert of_seat == {1: settled.nets["1"], 2: settled.nets["2"]}
    assert -100 in [record["net"] for record in settled.records()]  # the fee of the circle
    assert "collection" in settled._repr_html_()
