"""Pay tables of one's own: every way to write one, and every way to write one wrong."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houseway.analysis.pay_tables.custom import PayFile, own_game, read_pay, wager_with_rows
from houseway.analysis.report import report
from houseway.errors import HousewayError, Refused
from houseway.game.base import Game
from houseway.records.cases import settlements
from houseway.records.record import Playback, load_record
from houseway.rulebook import find, games

GAME = "golden-21-poker"
PAYS = {"golden_21": "30:1", "straight_flush": "6:1", "pair": "3:1", "blackjack": "3:2",
        "straight": "1:1"}  # fmt: skip
"""Those of the printed column 1, without the row that loses."""


def priced(pay: Any) -> list[Any]:
    kind = own_game(find(GAME), "golden_21", pay)
    return list(report(kind, "golden_21", {"decks": 6}, own=True).rows)


def test_the_pays_of_a_printed_column_have_its_edge() -> None:
    (row,) = priced(PAYS)
    (printed,) = report(GAME, "golden_21", {"decks": 6, "golden_21": "1"}).rows
    assert row.house_edge == printed.house_edge == Fraction(153, 4043)
    assert row.table == "own" and row.assumptions[-1].endswith("not the regulation's")
    assert not any("regulation" in said for said in printed.assumptions)
    (dearer,) = priced({**PAYS, "pair": "2 to 1"})
    assert dearer.house_edge - row.house_edge == row.outcomes["pair"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("own.toml", "\n".join(f'{row} = "{pay}"' for row, pay in PAYS.items())),
        ("own.toml", '[pays]\nGolden-21 = "30 to 1"\n"straight flush" = 6\npair = 3\n'
                     'blackjack = 1.5\nstraight = 1\nnothing = "lose"\n'),
        ("own.json", json.dumps({"wager": "golden_21", "game": GAME, "pays": PAYS})),
        ("own.txt", "# mine\n" + "\n".join(f"{row} = {pay}  # so" for row, pay in PAYS.items())),
        ("own", "\n".join(f"{row.replace('_', ' ')}: {pay}" for row, pay in PAYS.items())),
    ],
)  # fmt: skip
def test_every_way_to_write_one(name: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(text)
    given = read_pay(file)
    assert wager_with_rows(find(GAME), given).name == "golden_21"
    kind = own_game(find(GAME), "Golden 21 Poker", given)
    nets = [payout.net() for payout in kind.pay_tables()["golden_21"].columns["own"]]
    assert nets == [30, 6, 3, Fraction(3, 2), 1, -1]


def test_several_columns() -> None:
    by_row = {row: [pay, "1 to 1"] for row, pay in PAYS.items()}
    rows = priced({"columns": ["dear", "cheap"], "pays": by_row})
    assert [row.table for row in rows] == ["dear", "cheap"]
    tables = priced({"dear": PAYS, "cheap": dict.fromkeys(PAYS, 1)})
    assert [row.house_edge for row in tables] == [row.house_edge for row in rows]


def test_all_columns_are_compared_and_the_own_one_is_posted() -> None:
    kind = own_game(find(GAME), "golden_21", PAYS)
    table = kind.pay_tables()["golden_21"]
    assert table.postings()[0] == "own" and kind().golden_21 == "own"
    compared = report(kind, "golden_21", {"decks": 6}, barred=True).rows
    assert [row.table for row in compared] == ["own", *find(GAME).pay_tables()["golden_21"].columns]
    assert kind().fingerprint() != find(GAME)().fingerprint()
    assert kind({"golden_21": "1"}).pay == find(GAME)({"golden_21": "1"}).pay


def test_a_round_is_paid_by_it_and_cites_no_printed_table(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = own_game(find(GAME), "golden_21", {**PAYS, "pair": "11 to 1"})
    monkeypatch.setitem(games(), GAME, kind)
    bets, deal = {"main": 10, "golden_21": 5}, "9s 7h 9d Ts"
    data = {"game": GAME, "posted": {"decks": 6}, "bets": bets, "deal": deal, "play": "stand"}
    record = load_record(data, "r.toml")
    (side,) = [s for s in settlements(Playback(record).finish()) if s.wager == "golden_21"]
    assert side.outcome == "pair" and side.net == 55_00
    assert kind.pay_tables()["golden_21"].clause not in side.clauses


def test_a_record_of_it_says_what_it_needs_to_be_read_again() -> None:
    posted = {"decks": 6, "golden_21": "own"}
    with pytest.raises(Refused, match=r"cannot be 'own'; .*own is brought along with --pay FILE"):
        find(GAME)(posted)
    with pytest.raises(Refused, match="or off") as refused:
        find(GAME)({"decks": 6, "golden_21": "99"})
    assert "--pay" not in refused.value.what
    assert own_game(find(GAME), "golden_21", PAYS)(posted).golden_21 == "own"


def test_it_goes_to_another_process() -> None:
    kind = own_game(find(GAME), "golden_21", PAYS)
    again: type[Game] = pickle.loads(pickle.dumps(kind))
    assert again is not kind and again.pay_tables() == kind.pay_tables()
    assert pickle.loads(pickle.dumps(find(GAME))) is find(GAME)


@pytest.mark.parametrize(
    ("pay", "said"),
    [
        ({"pair": "3:1"}, "no pay for golden_21, straight_flush, blackjack and straight"),
        ({**PAYS, "pairs": "3:1"}, "no row 'pairs'; did you mean pair?"),
        ({**PAYS, "four_aces": "3:1"}, "there are golden_21, straight_flush"),
        ({**PAYS, "pair": "three"}, "pair: 'three' is not a payout; write one like '50 to 1'"),
        ({**PAYS, "pair": -3}, "-3 is not a pay"),
        ({**PAYS, "pair": "-3"}, "-3 is not a pay"),
        ({**PAYS, "pair": 0}, "0 is not a pay"),
        ({**PAYS, "pair": "1000001 to 1"}, "at most 1,000,000 to 1"),
        ({**PAYS, "pair": 1e300}, "at most 1,000,000 to 1"),
        ({**PAYS, "pair": True}, "must be a pay such as '25 to 1'"),
        ({**PAYS, "pair": "100%"}, "has no meter"),
        ({**PAYS, "pair": "$5"}, "a fixed sum"),
        ({**PAYS, "Pair": "4 to 1"}, "given twice"),
        ({**PAYS, "pair": "as straight", "straight": "as pair"}, "not a row that pays by itself"),
        ({"1": PAYS}, "1 is a column that Golden 21 Poker has already"),
        ({"columns": ["a", "b"], "pays": {**PAYS, "pair": ["1 to 1"]}}, "needs 2 pays"),
        ({}, "has no rows"),
    ],
)  # fmt: skip
def test_what_cannot_be_a_pay_table_is_refused(pay: Any, said: str) -> None:
    with pytest.raises(HousewayError) as refused:
        own_game(find(GAME), "golden_21", pay)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("own.toml", "pair = 3 to 1", "not TOML: "),
        ("own.txt", "pair = 3 to 1\nand so on", "line 2: write a row and its pay"),
        ("own.txt", "pair = 3 to 1\npair = 4 to 1", "line 2: pair stands twice"),
        ("own.json", '{"pair": }', "line 1: not JSON"),
        ("own.json", '{"pair": 1, "pair": 2}', "pair: stands twice"),
        ("own.json", "[1]", "must be an object"),
        ("own.toml", "game = 3\npair = 1", "game: must be a name"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(
    name: str, text: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(HousewayError) as refused:
        read_pay(tmp_path / name)
    assert name in str(refused.value) and said in str(refused.value)


def test_which_wager_is_meant() -> None:
    with pytest.raises(HousewayError, match="no wager has all of these rows in Golden 21 Poker"):
        wager_with_rows(find(GAME), PayFile.of({"nonsense": 3}))
    with pytest.raises(HousewayError, match="main has no pay table"):
        own_game(find(GAME), "main", PAYS)
    with pytest.raises(HousewayError, match="did you mean golden_21"):
        own_game(find(GAME), "golden_22", PAYS)
