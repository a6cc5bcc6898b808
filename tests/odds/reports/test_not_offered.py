"""A wager that no pay table pays on the decks in play: it is said, not dropped."""

from __future__ import annotations

import json

import pytest

import houseway
from houseway.analysis.report import report
from houseway.cli.main import run
from houseway.errors import Refused

ASKED = (
    ("ante-up-21", "poker_bonus", 2, "Poker Bonus is not offered with 2 decks: its pay tables are "
     "for 6 decks only", "CO-2106-1"),
    ("ride-free", "lucky_ladies", 1, "Lucky Ladies is not offered with 1 deck: its pay tables are "
     "for 2, 4, 6, 7 or 8 decks only", "CO-2119-29"),
    ("rocket-aces", "golden_21", 3, "Golden 21 Poker is not offered with 3 decks: its pay tables "
     "are for 2 or 6 decks only", "CO-2108-G9"),
)  # fmt: skip


@pytest.mark.parametrize(("game", "wager", "decks", "said", "clause"), ASKED)
def test_one_that_is_asked_for_by_name_is_refused_with_the_clause(
    game: str, wager: str, decks: int, said: str, clause: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Refused) as refused:
        houseway.odds(game, wager, {"decks": decks})
    assert str(refused.value) == f"{said} ({clause})" and refused.value.clauses == (clause,)
    assert run(["odds", game, wager, "-p", f"decks={decks}"]) == 2
    assert f"{said} ({clause})" in capsys.readouterr().err


def test_the_decks_that_are_left_open_have_rows_and_a_note() -> None:
    found = houseway.odds("ante-up-21", "poker_bonus")
    assert {row.decks for row in found.rows} == {6}
    assert found.notes == (f"Ante Up 21: {ASKED[0][3]} (CO-2106-1)",)


def test_odds_of_a_whole_game_say_what_is_not_offered(capsys: pytest.CaptureFixture[str]) -> None:
    found = houseway.odds("rocket-aces", posting={"decks": 3})
    assert {row.wager for row in found.rows} == {"main", "insurance", "straight_jack"}
    named = ("Rocket Aces", "21+3", "Golden 21 Poker")
    assert len(found.notes) == 3 and all(
        f": {words} is not offered with 3 decks" in note
        for words, note in zip(named, found.notes, strict=True)
    )
    assert run(["odds", "rocket-aces", "-p", "decks=3"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert all(note in printed for note in found.notes)
    assert run(["odds", "rocket-aces", "-p", "decks=3", "--json"]) == 0
    told = capsys.readouterr()
    assert len(json.loads(told.out)) == len(found.rows)
    assert all(f"houseway: {note}" in told.err for note in found.notes)


def test_a_wager_that_the_house_leaves_out_itself_needs_no_note() -> None:
    found = houseway.odds("ante-up-21", posting={"decks": 2, "poker_bonus": "off"})
    assert not found.notes and "poker_bonus" not in {row.wager for row in found.rows}


def test_tables_side_by_side_are_flagged_with_the_clause_on_decks() -> None:
    found = report("ante-up-21", "poker_bonus", {"decks": 2}, barred=True)
    assert not found.notes and len(found.rows) == 4
    for row in found.rows:
        assert f"table {row.table} is not for 2 decks, only for 6 decks (CO-2106-1)" in row.warnings
